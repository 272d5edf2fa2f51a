"""Arguments that a step does not take: a ScheduleError that names those that it takes."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import wraps
from inspect import Signature, isfunction, signature
from typing import Any

from .reporting import ScheduleError


class WrongCall(ScheduleError, TypeError):
    """A step called with arguments that it does not take, or without some that it needs."""


def check_calls(cls: type) -> None:
    """Makes the public methods that a class defines, and its constructor, raise WrongCall."""
    for name, member in tuple(vars(cls).items()):
        if isfunction(member) and (name == "__init__" or not name.startswith("_")):
            setattr(cls, name, _checked(member))


def _checked(method: Callable[..., Any]) -> Callable[..., Any]:
    taken = signature(method)

    @wraps(method)
    def checked(self: object, *arguments: object, **options: object) -> Any:
        try:
            taken.bind(self, *arguments, **options)
        except TypeError as error:
            name = type(self).__name__ if method.__name__ == "__init__" else method.__name__
            raise WrongCall(f"{name}: {_problem(error, taken, options)}") from None
        return method(self, *arguments, **options)

    return checked


def _problem(error: TypeError, taken: Signature, options: dict[str, object]) -> str:
    """What does not fit, and what would."""
    names = list(taken.parameters)[1:]
    known = f"its arguments are {', '.join(names)}" if names else "it takes no arguments"
    unknown = next((option for option in options if option not in names), None)
    if unknown is None:
        return f"{error}; {known}"
    close = get_close_matches(unknown, names, n=1)
    meant = f", did you mean {close[0]}?" if close else ""
    return f"there is no argument {unknown}{meant or ';'} {known}"

"""Arguments of steps: numpy's are Python's, and what a step does not take is a ScheduleError."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from inspect import Signature, isfunction, signature
from typing import Any, cast

import numpy as np

from .schedule_error import ScheduleError


class WrongCall(ScheduleError, TypeError):
    """A step called with arguments that it does not take, or without some that it needs."""


def check_calls(cls: type) -> None:
    """
    Makes the public methods that a class defines, and its constructor, raise WrongCall, and take
    numpy's numbers and arrays where they take Python's numbers and lists.
    """
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
        return method(
            self, *map(_plain, arguments), **{name: _plain(o) for name, o in options.items()}
        )

    return checked


def size_texts(sizes: object) -> tuple[str, ...]:
    """
    Sizes and what they are expected to be, `{"n": (1, 4096)}`, as the option `sizes` of passes.

    Raises ScheduleError for what is not such a mapping.
    """
    if sizes is None:
        return ()
    texts: list[str] = []
    given = cast("Mapping[object, object]", sizes) if isinstance(sizes, Mapping) else None
    for name, ends in ({None: None} if given is None else given).items():
        pair = [*cast("Sequence[object]", ends)] if isinstance(ends, list | tuple) else []
        if len(pair) != 2 or any(type(end) is not int for end in pair):
            raise ScheduleError(
                'sizes takes the first and the last value of each, as {"n": (1, 4096)}, got '
                f"{sizes!r}"
            )
        texts.append(f"{name}={pair[0]}..{pair[1]}")
    return tuple(texts)


def _plain(given: object) -> object:
    """An argument with numbers and lists in place of numpy's scalars and arrays."""
    if isinstance(given, np.ndarray | np.generic):
        return cast("object", given.tolist())
    if type(given) in (list, tuple):
        parts = map(_plain, cast("Sequence[object]", given))
        return tuple(parts) if isinstance(given, tuple) else list(parts)
    if type(given) is dict:
        return {key: _plain(value) for key, value in cast("dict[object, object]", given).items()}
    return given


def _problem(error: TypeError, taken: Signature, options: dict[str, object]) -> str:
    """Return a message that says which argument is wrong, and which ones the step takes."""
    names = list(taken.parameters)[1:]
    known = f"its arguments are {', '.join(names)}" if names else "it takes no arguments"
    unknown = next((option for option in options if option not in names), None)
    if unknown is None:
        return f"{error}; {known}"
    close = get_close_matches(unknown, names, n=1)
    meant = f", did you mean {close[0]}?" if close else ""
    return f"there is no argument {unknown}{meant or ';'} {known}"

"""Calls a user's function of indices, which may be variadic or keyword-only."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from itertools import count, islice
from typing import TypeAlias, TypeVar

from ...index.expr import Expr
from ..calls.schedule_error import ScheduleError

T = TypeVar("T")

# By number of parameters, so that type checkers know those of a lambda.
IndexFunction: TypeAlias = (
    Callable[[], T]
    | Callable[[Expr], T]
    | Callable[[Expr, Expr], T]
    | Callable[[Expr, Expr, Expr], T]
    | Callable[[Expr, Expr, Expr, Expr], T]
    | Callable[[Expr, Expr, Expr, Expr, Expr], T]
    | Callable[[Expr, Expr, Expr, Expr, Expr, Expr], T]
    | Callable[[Expr, Expr, Expr, Expr, Expr, Expr, Expr], T]
    | Callable[[Expr, Expr, Expr, Expr, Expr, Expr, Expr, Expr], T]
)


class WrongRank(ScheduleError):
    """A function of more or fewer indices than there are."""


def call_with_indices(
    what: str, function: Callable[..., T], rank: int, make: Callable[[str], object]
) -> tuple[tuple[str, ...], T]:
    """
    The names of the indices, and what the function gives for the objects that `make` makes of them.

    `*i` stands for the indices that the others leave over, named `i0`, `i1`, .. where these names
    are free; a parameter with a default is not an index. Raises WrongRank if the function does
    not take `rank` indices, ScheduleError if it does not tell what it takes, and for any
    exception of its own.
    """
    try:
        parameters = signature(function).parameters.values()
    except ValueError as error:  # of some of Python's own classes
        raise ScheduleError(f"{what} is {function!r}, but must be a function of indices") from error
    named = [p for p in parameters if _is_index(p)]
    left = rank - len(named)
    if left < 0 or (left and not any(p.kind is Parameter.VAR_POSITIONAL for p in parameters)):
        listed = f" ({', '.join(p.name for p in named)})" if named else ""
        raise WrongRank(f"{what} takes {len(named)} indices{listed}, but is given {rank}")
    names: list[str] = []
    positional: list[object] = []
    keywords: dict[str, object] = {}
    for parameter in parameters:
        if parameter.kind is Parameter.VAR_POSITIONAL:
            own = {p.name for p in named}
            free = (n for k in count() if (n := f"{parameter.name}{k}") not in own)
            names += (rest := list(islice(free, left)))
            positional += map(make, rest)
        elif _is_index(parameter):
            names.append(parameter.name)
            if parameter.kind is Parameter.KEYWORD_ONLY:
                keywords[parameter.name] = make(parameter.name)
            else:
                positional.append(make(parameter.name))
        elif parameter.kind is Parameter.POSITIONAL_OR_KEYWORD:
            positional.append(parameter.default)
    try:
        return tuple(names), function(*positional, **keywords)
    except ScheduleError:
        raise
    except Exception as error:
        raise ScheduleError(f"{what} raised {type(error).__name__}: {error}") from error


def _is_index(parameter: Parameter) -> bool:
    variadic = parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return not variadic and parameter.default is Parameter.empty

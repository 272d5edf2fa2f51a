"""Pad values as a schedule is given them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Integral
from typing import TypeAlias, cast

import numpy as np

from ..analysis.expr import Expr
from ..dialect.layout import IndexMap
from .index_maps import map_text
from .lambdas import call_with_indices
from .pad_expressions import Choice, Condition, Index, Load, alternatives, as_expr, with_names
from .reporting import ScheduleError

# By number of parameters, so that type checkers know those of a lambda.
PadFunction: TypeAlias = (
    Callable[[], object]
    | Callable[[Index], object]
    | Callable[[Index, Index], object]
    | Callable[[Index, Index, Index], object]
    | Callable[[Index, Index, Index, Index], object]
    | Callable[[Index, Index, Index, Index, Index], object]
    | Callable[[Index, Index, Index, Index, Index, Index], object]
)
PadArgument: TypeAlias = PadFunction | float | str | None


def pad_option(
    given: PadArgument, rank: int, buffer: str, buffers: list[str]
) -> str | int | float | None:
    """
    The pad value of a buffer as `pad-transform-layout` takes it; a function is given `rank`
    physical indices, and the names of the buffers.

    Raises ScheduleError for what is no pad value, and for a load of another buffer.
    """
    if not callable(given):
        return _constant(given)
    function = with_names(given, buffers, buffer)
    names, value = call_with_indices("pad_value", function, rank, Index.of)
    if isinstance(value, Choice):
        entries = [*_entries(value, names, buffer)]
        return f"[{', '.join(entries)}]"
    return _value(value, names, buffer)


def _entries(value: object, names: tuple[str, ...], buffer: str) -> Iterator[str]:
    """The list by region of a value; the last entry holds for all."""
    for conditions, kind in _cases(value):
        text = _value(kind, names, buffer)
        text = "forbidden" if text is None else text
        if conditions:
            yield f"{{where = {_map(names, conditions)}, kind = {text}}}"
        else:
            yield f"{{kind = {text}}}"
            return


def _cases(value: object) -> Iterator[tuple[tuple[Expr, ...], object]]:
    """Values and what must be at least 0 for each; the first that holds counts."""
    if not isinstance(value, Choice):
        yield (), value
        return
    for conditions in alternatives(value.condition):
        for more, chosen in _cases(value.value):
            yield (*conditions, *more), chosen
    yield from _cases(value.other)


def _value(value: object, names: tuple[str, ...], buffer: str) -> str | int | float | None:
    if isinstance(value, Load):
        if value.buffer != buffer:
            raise ScheduleError(
                f"the pad value of {buffer} loads {value.buffer}: it may load no other buffer than "
                "itself; store such values in a stage of the program"
            )
        return _map(names, value.indices)
    if isinstance(value, Index):
        return f"value({_map(names, (value.expr,))})"
    if isinstance(value, Condition):
        raise ScheduleError(
            f"pad_value gives the condition {value.expr}; use where(condition, value, other)"
        )
    return _constant(value)


def _map(names: tuple[str, ...], outputs: tuple[Expr, ...]) -> str:
    return map_text(IndexMap(names, tuple(map(as_expr, outputs))), "pad_value")


def _constant(given: object) -> str | int | float | None:
    if given is None:
        return None
    if isinstance(given, str):
        return None if given == "forbidden" else given
    if type(given) in (bool, np.bool):  # an int for Python, and of an i8 hardly meant
        raise ScheduleError(f"pad_value is {bool(given)}, but must be a number, 0 or 1")
    if isinstance(given, Integral):
        return int(given)
    if isinstance(given, float | np.floating):
        return float(cast("float", given))
    raise ScheduleError(
        f'pad_value is {given!r}, but must be None or "forbidden", "undef", '
        '"identity(<arith op>)", a number, a load of the buffer, or a function of the physical '
        "indices that gives one, by where(condition, value, other) or computed from them"
    )

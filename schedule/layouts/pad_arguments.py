"""Pad values as a schedule is given them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from numbers import Integral
from typing import TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import IntegerType, Signedness
from xdsl.ir import Attribute

from ...dialect.ir.located_errors import PadError
from ...dialect.layout.layout import IndexMap
from ...dialect.pad_values import scalar_type
from ...index.expr import Expr
from ...passes.layout.options.formula_text import (
    Formula,
    Loaded,
    Term,
    check_load,
    loads_of,
    of_itself,
)
from ...passes.layout.options.pad_kind_option import parse_pad
from ..calls.schedule_error import ScheduleError
from .index_maps import map_text
from .lambdas import call_with_indices
from .pad_expressions import (
    Arithmetic,
    Choice,
    Condition,
    Index,
    Value,
    alternatives,
    as_expr,
    with_names,
)

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
    given: PadArgument, rank: int, buffer: str, element: Attribute | None, buffers: list[str]
) -> str | int | float | None:
    """
    The pad value of a buffer of such elements as `pad-transform-layout` takes it; a function is
    given `rank` physical indices, and the names of the buffers.

    Raises ScheduleError for what is not a pad value, and for a load of another buffer.
    """
    if not callable(given):
        return _constant(given, element)
    function = with_names(given, buffers, buffer)
    names, value = call_with_indices("pad_value", function, rank, Index.of)
    _check_given(value)
    if isinstance(value, Choice):
        entries = [*_entries(value, names, buffer, element)]
        return f"[{', '.join(entries)}]"
    return _value(value, names, buffer, element)


def _entries(
    value: object, names: tuple[str, ...], buffer: str, element: Attribute | None
) -> Iterator[str]:
    """The list by region of a value; the last entry holds for all."""
    for conditions, kind in _cases(value):
        text = _value(kind, names, buffer, element)
        text = "forbidden" if text is None else text
        if conditions:
            yield f"{{where = {_map(names, conditions)}, kind = {text}}}"
        else:
            yield f"{{kind = {text}}}"
            return


def _cases(value: object) -> Iterator[tuple[tuple[Expr, ...], object]]:
    """
    Return values with their conditions, each an expression that must be at least 0.

    The value is the first one whose conditions all hold.
    """
    if not isinstance(value, Choice):
        yield (), value
        return
    for conditions in alternatives(value.condition):
        for more, chosen in _cases(value.value):
            yield (*conditions, *more), chosen
    yield from _cases(value.other)


def _value(
    value: object, names: tuple[str, ...], buffer: str, element: Attribute | None
) -> str | int | float | None:
    if isinstance(value, Value):
        return _of_elements(value.term, names, buffer)
    if isinstance(value, Index):
        return f"value({_map(names, (value.expr,))})"
    if isinstance(value, Condition):
        raise ScheduleError(
            f"pad_value gives the condition {value.expr}; use where(condition, value, other)"
        )
    return _constant(value, element)


def _of_elements(term: Term, names: tuple[str, ...], buffer: str) -> str:
    loads = list(loads_of(term))
    for load in loads:
        if load.buffer != buffer:
            raise ScheduleError(
                f"the pad value of {buffer} loads {load.buffer}: it may load no other buffer than "
                "itself; store such values in a stage of the program"
            )
        check_load(load, names)
    if isinstance(term, Loaded):
        return _map(names, term.indices)
    return f"value({Formula(names, of_itself(term))})"


def _check_given(value: object) -> None:
    """Raise ScheduleError for what a function may not give."""
    if isinstance(value, Choice):
        _check_given(value.value)
        _check_given(value.other)
        return
    if isinstance(value, str):
        try:
            parse_pad(value, lambda _: "checked")
        except PadError:
            pass
        else:
            return
    elif value is None or isinstance(value, Arithmetic | Condition | Integral | float | np.number):
        return
    raise ScheduleError(
        f"pad_value gives {value!r}, {_kind_of(value)}, but must give one value: None, a number, "
        "undef, an index expression, a load of the buffer itself, what is computed from these by "
        "+, -, * and /, or where(condition, value, other) of such"
    )


def _kind_of(value: object) -> str:
    name = type(value).__name__
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _map(names: tuple[str, ...], outputs: tuple[Expr, ...]) -> str:
    return map_text(IndexMap(names, tuple(map(as_expr, outputs))), "pad_value")


def _constant(given: object, element: Attribute | None) -> str | int | float | None:
    if given is None:
        return None
    if isinstance(given, str):
        return None if given == "forbidden" else given
    if type(given) in (bool, np.bool):  # an int for Python, and of an i8 hardly meant
        raise ScheduleError(f"pad_value is {bool(given)}, but must be a number, 0 or 1")
    if isinstance(given, Integral):
        if element is not None:
            _check_sign(int(given), scalar_type(element))
        return int(given)
    if isinstance(given, float | np.floating):
        return float(cast("float", given))
    raise ScheduleError(
        f'pad_value is {given!r}, but must be None or "forbidden", "undef", '
        '"identity(<arith op>)", a number, a load of the buffer, or a function of the physical '
        "indices that gives one, by where(condition, value, other) or computed from them"
    )


def _check_sign(value: int, element: Attribute) -> None:
    """Raise ScheduleError for a number that MLIR takes for a negative one of the same bits."""
    if not isinstance(element, IntegerType):
        return
    integer = cast("IntegerType", element)
    bits = integer.width.data
    is_signless = integer.signedness.data == Signedness.SIGNLESS
    if is_signless and bits > 1 and 1 << (bits - 1) <= value < 1 << bits:
        raise ScheduleError(
            f"pad_value is {value}, but numbers of {element} end at {(1 << (bits - 1)) - 1}; "
            f"{value - (1 << bits)} has the bits of {value} without a sign"
        )

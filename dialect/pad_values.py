"""The constant that a pad kind stands for on a given element type."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    Float80Type,
    Float128Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from .layout.layout import Constant, Identity, PadKind

ValueAttr: TypeAlias = "FloatAttr[AnyFloat] | IntegerAttr"

# maxnumf and minnumf ignore a NaN operand, so it is theirs without any flag; -0.0 + x is x, 0.0 + x
# is not.
_FLOAT_IDENTITIES = {
    "addf": -0.0,
    "mulf": 1.0,
    "maximumf": -math.inf,
    "minimumf": math.inf,
    "maxnumf": math.nan,
    "minnumf": math.nan,
}
_INT_IDENTITIES: dict[str, Callable[[int], int]] = {
    "addi": lambda bits: 0,
    "muli": lambda bits: 1,
    "ori": lambda bits: 0,
    "xori": lambda bits: 0,
    "andi": lambda bits: -1,
    "maxsi": lambda bits: -(1 << (bits - 1)),
    "minsi": lambda bits: (1 << (bits - 1)) - 1,
    "maxui": lambda bits: 0,
    "minui": lambda bits: -1,
}
_INDEX_BITS = 64


def pad_value_attr(kind: PadKind, element_type: Attribute) -> ValueAttr | None:
    """
    The typed constant of a pad kind, None if it stands for no value (forbidden, undef).

    Where the elements are vectors, it is that of each lane.

    Raises VerifyException for an operation that has no identity on the element type, and for a
    constant that is not a value of it.
    """
    if isinstance(kind, Constant):
        return constant_attr(kind.value, element_type)
    if not isinstance(kind, Identity):
        return None
    element_type = scalar_type(element_type)
    if isinstance(element_type, AnyFloat) and kind.op in _FLOAT_IDENTITIES:
        return _float_attr(_FLOAT_IDENTITIES[kind.op], element_type)
    integer = _integer(element_type)
    if integer is not None and kind.op in _INT_IDENTITIES:
        return IntegerAttr(_INT_IDENTITIES[kind.op](_width(integer)), integer, truncate_bits=True)
    known = _FLOAT_IDENTITIES if isinstance(element_type, AnyFloat) else _INT_IDENTITIES
    raise VerifyException(
        f"arith.{kind.op} has no identity on {element_type}; operations that have: "
        f"{', '.join(known)}"
    )


def constant_attr(value: float, element_type: Attribute) -> ValueAttr:
    """
    The number as a constant of the element type, or of its lanes, exactly; VerifyException where it
    is not a value of it. Of integers 2.0 is 2; there is no -0.0.
    """
    element_type = scalar_type(element_type)
    if not holds_numbers(element_type):
        raise VerifyException(forbidden_only(element_type, Constant(value)))
    if isinstance(element_type, AnyFloat):
        return _float_attr(value, element_type)
    integer = _integer(element_type)
    if integer is not None and (number := _whole_number(value)) is not None:
        value = number
        bits = _width(integer)
        if -(1 << (bits - 1)) <= value < 1 << bits:
            return IntegerAttr(value, integer, truncate_bits=True)
    raise VerifyException(
        f"the pad value {value} is not a value of the element type {element_type}"
    )


def _whole_number(value: float) -> int | None:
    """The integer that a number is; None if it is none."""
    if isinstance(value, int):
        return value
    is_negative_zero = not value and math.copysign(1.0, value) < 0
    return int(value) if value.is_integer() and not is_negative_zero else None


def holds_numbers(element_type: Attribute) -> bool:
    """Whether `arith` has constants of the elements, or of their lanes, and compares them."""
    scalar = scalar_type(element_type)
    integer = _integer(scalar)
    if integer is not None:
        return integer in (IndexType(), IntegerType(_width(integer)))
    # xDSL has no constants of the widest floats.
    wide = isinstance(scalar, Float80Type | Float128Type)
    return isinstance(scalar, AnyFloat) and not wide


def forbidden_only(element_type: Attribute, kind: PadKind) -> str:
    """Why a pad kind is refused on elements that are not numbers."""
    return (
        f"padding of {element_type} can only be forbidden: there are no constants and comparisons "
        f"of it, and the pad kind {kind} takes them; elements that have them are signless integers "
        "(i8 for ui8), index, floats of up to 64 bits, and vectors of these"
    )


def scalar_type(element_type: Attribute) -> Attribute:
    """The type of the lanes of a vector; another type itself."""
    return element_type.element_type if isa(element_type, VectorType) else element_type


def _float_attr(value: float, element_type: AnyFloat) -> FloatAttr[AnyFloat]:
    try:
        attr = FloatAttr(float(value), element_type)
    except (OverflowError, ValueError):
        attr = None
    if attr is None or (math.isfinite(value) and not math.isfinite(attr.value.data)):
        raise VerifyException(
            f"the pad value {value} is out of range of the element type {element_type}"
        )
    # Some types have no infinity, no NaN, no negative zero or no zero at all.
    is_exact = isinstance(value, int) or not math.isfinite(value) or not value
    if is_exact and Constant(float(value)) != Constant(attr.value.data):
        raise VerifyException(
            f"the pad value {value} is not a value of the element type {element_type}"
        )
    return attr


def _integer(type: Attribute) -> IntegerType | IndexType | None:
    integer = isinstance(type, IntegerType | IndexType)
    return cast("IntegerType | IndexType", type) if integer else None


def _width(element_type: IntegerType | IndexType) -> int:
    return _INDEX_BITS if isinstance(element_type, IndexType) else element_type.width.data

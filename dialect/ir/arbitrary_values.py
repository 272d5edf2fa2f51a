"""Which computed values are as arbitrary as one that they are computed from (design, section 3)."""

from __future__ import annotations

from enum import Enum, auto
from math import inf, isnan

from xdsl.dialects import affine, arith, math, scf
from xdsl.dialects.builtin import (
    BFloat16Type,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    VectorType,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from .effects import is_arithmetic
from .poison_flags import fastmath_of

_IFS = (affine.IfOp, scf.IfOp)
_FLOATS = (BFloat16Type, Float16Type, Float32Type, Float64Type)
"""With both infinities and NaN, and of two the wider one has the values of the other: `truncf`."""

_NAN_STAYS = (
    *(arith.AddfOp, arith.SubfOp, arith.MulfOp, arith.DivfOp, arith.NegfOp, arith.ExtFOp),
    *(arith.TruncFOp, arith.MaximumfOp, arith.MinimumfOp),
    *(math.AbsFOp, math.ExpOp, math.FmaOp, math.SqrtOp),
)


class _Reach(Enum):
    """The values that a value may have, by the choice of the arbitrary one it is computed from."""

    ANY = auto()
    """Each value of its type."""

    NAN = auto()
    POISON = auto()
    """In place of which any value may stand."""


def as_arbitrary(value: SSAValue, *, may_break: bool = False) -> list[Operation]:
    """
    Return the operations, each a user of the one before, up to the last one whose result may be
    each value of its type as an arbitrary value may.

    That value, and what is computed from it up to there, has one user, which runs as often as it is
    made. All NaNs are one value, so no pattern of their bits has to be reached. With `may_break` an
    operation counts too whose flags exclude what the value may be, a NaN or an infinity: its result
    may be poison.
    """
    passed, found = list[Operation](), 0
    reach = _Reach.ANY
    while (user := value.get_user_of_unique_use()) is not None:
        if not is_arithmetic(user) or not runs_each_time(user, value):
            break
        after = _reached(reach, user, value, may_break)
        if after is None:
            break
        reach, value = after, user.results[0]
        passed.append(user)
        found = found if reach is _Reach.NAN else len(passed)
    return passed[:found]


def runs_each_time(user: Operation, value: SSAValue) -> bool:
    """Whether a value is made anew for each run of an operation: only ifs are in between."""
    owner, around = value.owner, user
    home = owner.parent if isinstance(owner, Operation) else owner
    while around.parent is not home:
        parent = around.parent_op()
        if not isinstance(parent, _IFS):
            return False
        around = parent
    return True


def _reached(reach: _Reach, op: Operation, operand: SSAValue, may_break: bool) -> _Reach | None:
    """Return what a result may be where one operand may be this, None if that is none of these."""
    if isinstance(op, arith.SelectOp):
        return None  # the other arm may be chosen
    if reach is _Reach.POISON:
        return reach
    flags = fastmath_of(op)
    is_float = isinstance(_element(operand.type), _FLOATS)
    excluded = FastMathFlag.NO_NANS in flags
    excluded |= FastMathFlag.NO_INFS in flags and reach is _Reach.ANY
    if may_break and is_float and excluded:
        return _Reach.POISON
    if reach is _Reach.ANY and _is_onto(op, operand):
        return reach
    keeps_nan = isinstance(op, _NAN_STAYS) and isinstance(_element(op.results[0].type), _FLOATS)
    return _Reach.NAN if is_float and keeps_nan else None


def _is_onto(op: Operation, operand: SSAValue) -> bool:
    """Whether a result takes every value of its type as one of the operands does."""
    types = [_element(value.type) for value in (operand, op.results[0])]
    if isinstance(op, arith.BitcastOp):
        return all(isinstance(type, (IntegerType, *_FLOATS)) for type in types)
    if not isinstance(types[0], _FLOATS):
        return _is_onto_integers(op, operand)
    if isinstance(op, arith.NegfOp | arith.TruncFOp):
        return isinstance(types[1], _FLOATS)
    other = _other(op, operand)
    return other is not None and _leaves_any_float(op, operand is op.operands[0], other)


def _is_onto_integers(op: Operation, operand: SSAValue) -> bool:
    match op:
        case arith.AddiOp() | arith.SubiOp() | arith.XOrIOp() | arith.TruncIOp():
            return True
        case arith.MuliOp():
            other = _other(op, operand)
            return other is not None and other % 2 == 1
        case _:
            return False


def _leaves_any_float(op: Operation, is_first: bool, constant: float) -> bool:
    """Whether an operation with this constant gives each float for one, or its negation."""
    any_sign = FastMathFlag.NO_SIGNED_ZEROS in fastmath_of(op)
    match op:
        case arith.MulfOp():
            return abs(constant) == 1
        case arith.DivfOp():
            return abs(constant) == 1 and is_first
        case arith.AddfOp():
            return constant == 0 and (any_sign or _is_negative(constant))
        case arith.SubfOp():
            # `x - 0.0` is x, and `-0.0 - x` is its negation, zeros included.
            return constant == 0 and (any_sign or _is_negative(constant) != is_first)
        case arith.MaximumfOp():
            return constant == -inf
        case arith.MinimumfOp():
            return constant == inf
        case arith.MaxnumfOp() | arith.MinnumfOp():
            return isnan(constant)
        case _:
            return False


def _other(op: Operation, operand: SSAValue) -> float | None:
    """The other one of two operands if it is a number, in all lanes."""
    if len(op.operands) != 2:
        return None
    owner = op.operands[1 if operand is op.operands[0] else 0].owner
    constant = owner.value if isinstance(owner, arith.ConstantOp) else None
    if isinstance(constant, DenseIntOrFPElementsAttr) and constant.is_splat():
        number = constant.get_values()[0]
        return None if isinstance(number, tuple) else number
    return constant.value.data if isinstance(constant, FloatAttr | IntegerAttr) else None


def _is_negative(zero: float) -> bool:
    return str(zero).startswith("-")


def _element(type: Attribute) -> Attribute:
    return type.element_type if isa(type, VectorType) else type

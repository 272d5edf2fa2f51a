"""The flags of integer operations as conditions on their operands, under which they give poison."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, cast

from ..values.operators import PREDICATES_I, Operator, operator
from ..values.scalars import BOOL, Integer
from .term import Value

if TYPE_CHECKING:
    from .symbolic import Symbolic

_Test: TypeAlias = "Callable[[Symbolic, tuple[Value, ...], Value], Value]"
INTEGER_FLAGS = frozenset({"nsw", "nuw", "exact", "nneg", "disjoint"})
"""With these, too, the result of an operation may be poison."""
_SLT, _NE = PREDICATES_I.index("slt"), PREDICATES_I.index("ne")
_SHIFTS = ("arith.shrui", "arith.shrsi")


def broken_promises(op: Operator) -> list[_Test]:
    """
    For each integer flag whether it is broken, of the operands and the result without the flag.
    """
    found: list[_Test] = []
    for flag in sorted(op.flags & INTEGER_FLAGS):
        if flag == "nneg":
            found.append(_is_negative(op))
        elif flag == "disjoint":
            found.append(_has_common_bits(op))
        elif flag == "exact":
            found.append(_has_rest(op))
        elif op.name == "arith.trunci":
            found.append(
                _is_not_its_extension(op, "arith.extsi" if flag == "nsw" else "arith.extui")
            )
        else:
            found.append(_overflows(op, flag))
    return found


def is_folded(op: Operator) -> bool:
    """Whether what folds known operands sees the integer flags: `nsw` and `nuw` of two operands."""
    flags = op.flags & INTEGER_FLAGS
    return not flags or (flags <= {"nsw", "nuw"} and len(op.operands) == 2)


def _overflows(op: Operator, flag: str) -> _Test:
    test = operator("overflow", BOOL, op.operands, detail=(op.name, flag))
    return lambda domain, args, result: domain.apply(test, *args)


def _is_negative(op: Operator) -> _Test:
    below = operator("arith.cmpi", BOOL, op.operands * 2, detail=_SLT)
    return lambda domain, args, result: domain.apply(below, args[0], 0)


def _has_common_bits(op: Operator) -> _Test:
    both = operator("arith.andi", op.result, op.operands)
    differs = operator("arith.cmpi", BOOL, op.operands, detail=_NE)
    return lambda domain, args, result: domain.apply(differs, domain.apply(both, *args), 0)


def _has_rest(op: Operator) -> _Test:
    """Of a division, or of a shift to the right, which is one by a power of two."""
    is_shift = op.name in _SHIFTS
    back = operator("arith.shli" if is_shift else "arith.muli", op.result, op.operands)
    differs = operator("arith.cmpi", BOOL, op.operands, detail=_NE)

    def test(domain: Symbolic, args: tuple[Value, ...], result: Value) -> Value:
        x, y = args
        if not is_shift:
            again = domain.apply(back, result, y)
        elif isinstance(y, int) and y >= cast("Integer", op.result).width:
            return 0  # poison for another reason
        else:
            again = (
                domain.apply(back, result, y)
                if isinstance(y, int)
                else domain.make(back, (result, y))
            )
        return domain.apply(differs, again, x)

    return test


def _is_not_its_extension(op: Operator, name: str) -> _Test:
    (source,) = op.operands
    extended = operator(name, source, (op.result,))
    differs = operator("arith.cmpi", BOOL, (source, source), detail=_NE)
    return lambda domain, args, result: domain.apply(
        differs, domain.apply(extended, result), args[0]
    )

"""Index arithmetic, and conditions on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import AffineMapAttr, IndexType, IntegerAttr
from xdsl.ir import Operation

from ..ops.operation_flags import flags_of
from ..values.operators import PREDICATES_I
from .expressions import (
    FALSE,
    TRUE,
    both,
    ceil_div,
    compare,
    either,
    floor_div,
    greatest,
    least,
    minus,
    modulo,
    negated,
    number,
    of_map,
    plus,
    times,
)
from .reasons import NoProof


@dataclass(frozen=True)
class Affine:
    """An index: an expression of sizes and iterators."""

    text: str
    constant: int | None = None

    def __post_init__(self) -> None:
        _check_length(self.text)


@dataclass(frozen=True)
class Condition:
    """An i1: a condition on sizes and iterators."""

    text: str

    def __post_init__(self) -> None:
        _check_length(self.text)


def _check_length(text: str) -> None:
    if len(text) > _LONGEST:
        raise NoProof("an expression of sizes and iterators is too long")


_LONGEST = 20_000
AFFINE = ("affine.apply", "affine.min", "affine.max")

Require = Callable[[str], None]
"""Called with a condition without which the text is not what the operation computes."""

_RELATIONS = {
    **{"eq": "=", "ne": "!=", "slt": "<", "sle": "<=", "sgt": ">", "sge": ">="},
    **{"ult": "<", "ule": "<=", "ugt": ">", "uge": ">="},
}


def constant_index(op: arith.ConstantOp) -> Affine | Condition | None:
    """An index, or i1, that is written."""
    value = op.value
    if not isinstance(value, IntegerAttr):
        return None
    number_ = value.value.data
    if isinstance(op.result.type, IndexType):
        return Affine(number(number_), number_)
    if str(op.result.type) == "i1":
        return Condition(TRUE if number_ else FALSE)
    return None


def of_indices(op: Operation, operands: Sequence[Affine], require: Require) -> Affine | None:
    """An operation on indices that gives one; None if it is not affine."""
    texts = [operand.text for operand in operands]
    if flags_of(op) - {"nsw"}:
        return None  # it may be poison, though no index wraps around
    match op:
        case _ if op.name in AFFINE:
            map = op.properties["map"]
            assert isinstance(map, AffineMapAttr)
            results = [of_map(result, map.data.num_dims, texts) for result in map.data.results]
            return Affine(greatest(results) if op.name == "affine.max" else least(results))
        case arith.AddiOp():
            return Affine(plus(*texts))
        case arith.SubiOp():
            return Affine(minus(*texts))
        case arith.MuliOp():
            return _product(operands)
        case arith.MinSIOp():
            return Affine(least(texts))
        case arith.MaxSIOp():
            return Affine(greatest(texts))
        case _:
            return _division(op, operands, require)


def _product(operands: Sequence[Affine]) -> Affine | None:
    left, right = operands
    if left.constant is not None:
        left, right = right, left
    return None if right.constant is None else Affine(times(right.constant, left.text))


def _division(op: Operation, operands: Sequence[Affine], require: Require) -> Affine | None:
    """By a positive constant; what rounds towards 0, or is unsigned, of what is not negative."""
    if len(operands) != 2 or (divisor := operands[1].constant) is None:
        return None
    text = operands[0].text
    if op.name == "arith.shli":
        return Affine(times(1 << divisor, text)) if 0 <= divisor < 32 else None
    if op.name in ("arith.shrsi", "arith.shrui"):
        if not 0 <= divisor < 32:
            return None
        if op.name == "arith.shrui":
            require(compare(text, ">=", "0"))
        return Affine(floor_div(text, 1 << divisor))
    if op.name == "arith.andi":
        is_mask = divisor >= 0 and divisor & (divisor + 1) == 0
        return Affine(modulo(text, divisor + 1)) if is_mask else None
    if divisor <= 0:
        return None
    if op.name in ("arith.floordivsi", "arith.ceildivsi"):
        divide = floor_div if op.name == "arith.floordivsi" else ceil_div
        return Affine(divide(text, divisor))
    if op.name in ("arith.divsi", "arith.divui", "arith.remsi", "arith.remui"):
        require(compare(text, ">=", "0"))
        return Affine((floor_div if "div" in op.name else modulo)(text, divisor))
    if op.name == "arith.ceildivui":
        require(compare(text, ">=", "0"))
        return Affine(ceil_div(text, divisor))
    return None


def compared(op: arith.CmpiOp, left: Affine, right: Affine, require: Require) -> Condition:
    """A comparison of indices."""
    predicate = PREDICATES_I[op.predicate.value.data]
    if predicate[0] == "u":
        require(both(compare(left.text, ">=", "0"), compare(right.text, ">=", "0")))
    relation = _RELATIONS[predicate]
    if relation == "!=":
        return Condition(negated(compare(left.text, "=", right.text)))
    return Condition(compare(left.text, relation, right.text))


def of_conditions(op: Operation, operands: Sequence[Condition]) -> Condition:
    """A logical operation; raises NoProof for others on i1."""
    texts = [operand.text for operand in operands]
    match op.name:
        case "arith.andi":
            return Condition(both(*texts))
        case "arith.ori":
            return Condition(either(*texts))
        case "arith.xori":
            left, right = texts
            return Condition(either(both(left, negated(right)), both(negated(left), right)))
        case "arith.select":
            return Condition(chosen(*texts))
        case _:
            raise NoProof(f"{op.name} of conditions on sizes is not understood")


def chosen(condition: str, then: str, other: str) -> str:
    """One of two conditions, by another one."""
    return either(both(condition, then), both(negated(condition), other))

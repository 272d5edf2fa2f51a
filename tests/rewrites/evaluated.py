"""Integer operations run on many numbers at once, as arithmetic on bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, SSAValue

Numbers: TypeAlias = NDArray[Any]


class UndefinedError(Exception):
    """A division by zero, or a signed one whose quotient is not a number of the type."""


def wrapped(values: Numbers, bits: int) -> Numbers:
    half = 2 ** (bits - 1)
    return values if bits == 64 else (values + half) % (2 * half) - half


def unsigned(values: Numbers, bits: int) -> Numbers:
    return values % 2**bits


def towards_zero(x: Numbers, n: Numbers) -> Numbers:
    return np.sign(x) * np.sign(n) * (np.abs(x) // np.abs(n))


Meaning = Callable[[Numbers, Numbers, int], Numbers]
DIVISIONS: dict[str, Meaning] = {
    "arith.divsi": lambda x, n, _: towards_zero(x, n),
    "arith.remsi": lambda x, n, _: x - n * towards_zero(x, n),
    "arith.floordivsi": lambda x, n, _: x // n,
    "arith.ceildivsi": lambda x, n, _: -(-x // n),
    "arith.divui": lambda x, n, bits: unsigned(x, bits) // unsigned(n, bits),
    "arith.remui": lambda x, n, bits: unsigned(x, bits) % unsigned(n, bits),
    "arith.ceildivui": lambda x, n, bits: -(-unsigned(x, bits) // unsigned(n, bits)),
}
MEANINGS: dict[str, Meaning] = {
    **DIVISIONS,
    "arith.addi": lambda x, y, _: x + y,
    "arith.subi": lambda x, y, _: x - y,
    "arith.muli": lambda x, y, _: x * y,
    "arith.andi": lambda x, y, _: x & y,
    "arith.xori": lambda x, y, _: x ^ y,
    "arith.shrsi": lambda x, y, _: x >> y,
    "arith.shrui": lambda x, y, bits: unsigned(x, bits) >> y,
    "arith.maxsi": lambda x, y, _: np.maximum(x, y),
}


PREDICATES: tuple[Callable[[Numbers, Numbers], Numbers], ...] = (
    *(np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal),
)


def evaluate(ops: Iterable[Operation], values: dict[SSAValue, Numbers], bits: int) -> None:
    """Run operations on all numbers at once."""
    for op in ops:
        operands = [values[operand] for operand in op.operands]
        match op:
            case arith.ConstantOp():
                assert isinstance(op.value, IntegerAttr)
                result = wrapped(np.array([op.value.value.data]), bits)
            case arith.CmpiOp():
                left, right = operands
                result = PREDICATES[op.predicate.value.data](left, right)
            case arith.ExtUIOp():
                result = operands[0].astype(np.int64)
            case _:
                if op.name in DIVISIONS and not operands[1].all():
                    raise UndefinedError
                left, right = operands
                result = wrapped(MEANINGS[op.name](left, right, bits), bits)
        values[op.results[0]] = result

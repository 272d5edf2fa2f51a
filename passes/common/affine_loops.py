"""Build affine.for without re-running operand resolution, which looks at all of its definition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xdsl.dialects import affine
from xdsl.dialects.builtin import (
    AffineMapAttr,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IntegerType,
    i32,
)
from xdsl.ir import Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

_REMEMBERED = 1_000


def for_loop(
    lower: AffineMapAttr,
    upper: AffineMapAttr,
    step: IntegerAttr,
    bounds: Sequence[SSAValue],
    inits: Sequence[SSAValue],
    region: Region,
) -> affine.ForOp:
    """An `affine.for`; `bounds` are the operands of both maps."""
    count = lower.data.num_dims + lower.data.num_symbols
    return affine.ForOp.create(
        operands=[*bounds, *inits],
        result_types=[value.type for value in inits],
        properties={
            "lowerBoundMap": lower,
            "upperBoundMap": upper,
            "step": step,
            "operandSegmentSizes": _sizes(count, len(bounds) - count, len(inits)),
        },
        regions=[region],
    )


@lru_cache(_REMEMBERED)
def constant_bound(value: int) -> AffineMapAttr:
    """A bound that is a number."""
    return AffineMapAttr(AffineMap(0, 0, (AffineExpr.constant(value),)))


@lru_cache(_REMEMBERED)
def step_of(value: int) -> IntegerAttr[IndexType]:
    """The step of a loop."""
    return IntegerAttr.from_index_int_value(value)


@lru_cache(_REMEMBERED)
def _sizes(*counts: int) -> DenseArrayBase[IntegerType]:
    return DenseArrayBase.from_list(i32, counts)

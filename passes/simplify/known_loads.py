"""Replaces loads by what their cells are known to hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.dialects import affine, arith, memref
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from ...analysis.memory.facts import BlockFacts
from ...analysis.memory.known_values import known_value
from ...dialect.pad_values import ValueAttr


def replace_known_loads(root: Operation, facts: Callable[[], BlockFacts]) -> bool:
    """
    Replaces the loads inside `root` of which the value is known; whether there were any.

    A load that an assume speaks of stays: it states the fact.
    """
    changed = False
    for load in [op for op in root.walk() if isinstance(op, affine.LoadOp | memref.LoadOp)]:
        if _feeds_an_assume(load.results[0]):
            continue
        value = known_value(load, facts())
        if value is None:
            continue
        changed = True
        if isinstance(value, SSAValue):
            Rewriter.replace_op(load, [], [value])
        else:
            constant = arith.ConstantOp(cast("ValueAttr", value.value))
            constant.location = load.location
            Rewriter.replace_op(load, constant)
    return changed


def _feeds_an_assume(value: SSAValue) -> bool:
    pending = [value]
    while pending:
        for use in pending.pop().uses:
            if use.operation.name == "pad.assume":
                return True
            if use.operation.dialect_name() == "arith":
                pending += use.operation.results
    return False

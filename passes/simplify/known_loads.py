"""Replaces loads by what their cells are known to hold."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith
from xdsl.ir import Operation, SSAValue
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern

from ...analysis.memory.facts import BlockFacts
from ...analysis.memory.known_values import known_value
from ...dialect.ir.memory_access import is_load
from ...dialect.pad_values import ValueAttr
from .assumed_values import feeds_an_assume
from .block_reader import BlockReader


class ReplaceKnownLoad(RewritePattern):
    """
    Replace a load by what its cell is known to hold.

    The facts are those of the beginning of a walk: a value in place of a load that gives it changes
    nothing that runs, so they hold to its end. A load that an assume speaks of stays: it states
    the fact.
    """

    def __init__(self, known: BlockReader):
        self._known = known
        self._facts: BlockFacts | None = None

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if not is_load(op) or feeds_an_assume(op.results[0]):
            return
        self._facts = self._facts or self._known.facts()
        value = known_value(op, self._facts)
        if value is None:
            return
        if isinstance(value, SSAValue):
            rewriter.replace(op, [], [value])
            return
        constant = arith.ConstantOp(cast("ValueAttr", value.value))
        constant.location = op.location
        rewriter.replace(op, constant)

"""Facts about padding that nobody has shown, written down as assumes of the user."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.memory.assumptions import Fact
from ...analysis.memory.facts import BlockFacts
from ...dialect.annotations import USER, buffer_name
from ...dialect.ir.reasons import Declined
from ..common.index_codegen import Emitter
from ..hoist.stage_facts import assume_regions, regions_of


def assume_facts(facts: Sequence[Fact], stage: Operation) -> Callable[[], None]:
    """
    Puts `pad.assume ... {pad.user}` on each cell at the head of the function, or before the
    stage where the buffer is not an argument or may be written before.

    Raises Declined if the cells cannot be named; returns what takes the assumes back.
    """
    regions = {
        buffer: regions_of([f for f in facts if f.buffer is buffer], _shape(buffer))
        for buffer in dict.fromkeys(fact.buffer for fact in facts)
    }
    if (unnamed := next((buffer for buffer, own in regions.items() if not own), None)) is not None:
        name = buffer_name(unnamed) or "a buffer"
        raise Declined(
            f"an assume on the cells of {name} would need a condition on more than the cells",
            reason="trust",
        )
    inserted: list[Operation] = []
    for buffer, own in regions.items():
        point = _place(buffer, stage)
        before = set(point.block.ops)
        name = buffer_name(buffer) or "buffer"
        assume_regions(Emitter(point, stage), buffer, own, name, {USER: UnitAttr()})
        inserted += [op for op in point.block.ops if op not in before]

    def undo() -> None:
        for op in reversed(inserted):
            op.detach()
            op.erase()

    return undo


def _shape(buffer: SSAValue) -> Sequence[int]:
    type = cast("MemRefType[Attribute]", buffer.type)
    if not type.has_static_shape():
        raise Declined(
            f"an assume of the padding of {buffer_name(buffer) or 'a buffer'} cannot be written: "
            "its size is not known",
            reason="trust",
        )
    return type.get_shape()


def _place(buffer: SSAValue, stage: Operation) -> InsertPoint:
    scope = stage.parent
    assert scope is not None
    if buffer.owner is not scope or not isinstance(scope.parent_op(), func.FuncOp):
        return InsertPoint.before(stage)
    for found in BlockFacts(scope).accesses(buffer):
        earlier = found.stage is None or found.stage.is_before_in_block(stage)
        if found.access.writes and earlier:
            return InsertPoint.before(stage)
    return InsertPoint.at_start(scope)

"""Facts about padding that nobody has shown, written down as assumes of the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint

from ...analysis.instances.reader import InstanceReader
from ...analysis.memory.assumptions import Fact
from ...analysis.memory.facts import BlockFacts
from ...dialect.annotations import USER, buffer_name
from ...dialect.ir.reasons import Declined
from ..common.index_codegen import Emitter
from ..hoist.stage_facts import Region, assume_regions, regions_at


def assume_facts(
    facts: Sequence[Fact], stage: Operation, reader: InstanceReader
) -> Callable[[], None]:
    """
    Puts `pad.assume ... {pad.user}` on each cell at the head of the function, or before the
    stage where the buffer is not an argument or may be written before, or a size is computed.

    `reader` has the names that are in the facts. Raises Declined if the cells cannot be named;
    returns what takes the assumes back.
    """
    regions = {
        buffer: regions_at([f for f in facts if f.buffer is buffer], buffer, stage, reader)
        for buffer in dict.fromkeys(fact.buffer for fact in facts)
    }
    unnamed = next((buffer for buffer, (own, _) in regions.items() if not own), None)
    if unnamed is not None:
        name = buffer_name(unnamed) or "a buffer"
        raise Declined(
            f"an assume on the cells of {name} would need a condition on more than the cells",
            reason="trust",
        )
    inserted: list[Operation] = []
    for buffer, (own, sizes) in regions.items():
        inserted += assume_cells(buffer, own, sizes, stage)

    def undo() -> None:
        for op in reversed(inserted):
            op.detach()
            op.erase()

    return undo


def assume_cells(
    buffer: SSAValue, regions: Sequence[Region], sizes: Mapping[str, SSAValue], stage: Operation
) -> list[Operation]:
    """Put the assumes of regions of one buffer, whose conditions name sizes; what is inserted."""
    point = _place(buffer, list(sizes.values()), stage)
    before = set(point.block.ops)
    name = buffer_name(buffer) or "buffer"
    assume_regions(Emitter(point, stage), buffer, regions, name, {USER: UnitAttr()}, sizes)
    return [op for op in point.block.ops if op not in before]


def _place(buffer: SSAValue, sizes: Sequence[SSAValue], stage: Operation) -> InsertPoint:
    scope = stage.parent
    assert scope is not None
    is_known_at_entry = all(value.owner is scope for value in (buffer, *sizes))
    if not is_known_at_entry or not isinstance(scope.parent_op(), func.FuncOp):
        return InsertPoint.before(stage)
    for found in BlockFacts(scope).accesses(buffer):
        earlier = found.stage is None or found.stage.is_before_in_block(stage)
        if found.access.writes and earlier:
            return InsertPoint.before(stage)
    return InsertPoint.at_start(scope)

"""The bounds of a parallel loop as expressions, read and set."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import DenseIntElementsAttr, TensorType, i32
from xdsl.rewriter import InsertPoint

from ....analysis.instances.activity import Parallel
from ....analysis.instances.reader import InstanceReader
from ...common.index_codegen import Emitter
from .loop_ranges import LoopRange, bound_map, index_of, joined


def ranges_of(loop: Parallel, reader: InstanceReader) -> list[LoopRange] | None:
    """The range of each iterator, or None if their bounds cannot be read."""
    bounds = reader.ranges(loop)
    if bounds is None:
        return None
    found = list[LoopRange]()
    for argument, (lowers, uppers, step) in zip(loop.body.block.args, bounds, strict=True):
        iterator = reader.index(argument)
        if iterator is None or step.constant is None or step.constant < 1:
            return None
        found.append(LoopRange(iterator, lowers, uppers, step.constant))
    return found


def set_ranges(
    loop: Parallel, old: Sequence[LoopRange], new: Sequence[LoopRange], reader: InstanceReader
) -> None:
    """Gives each iterator of a loop that has these ranges another, of the same step."""
    names = {n for range in new for e in (*range.lowers, *range.uppers) for n in e.variables()}
    values = {name: index_of(reader.value(name)) for name in sorted(names)}
    if isinstance(loop, affine.ParallelOp):
        lower, first = bound_map([e for range in new for e in range.lowers], values)
        upper, second = bound_map([e for range in new for e in range.uppers], values)
        loop.operands = [*first, *second]
        loop.properties |= {
            "lowerBoundsMap": lower,
            "upperBoundsMap": upper,
            "lowerBoundsGroups": _groups([len(range.lowers) for range in new]),
            "upperBoundsGroups": _groups([len(range.uppers) for range in new]),
        }
        return
    emitter = Emitter(InsertPoint.before(loop), loop)
    for k, (was, range) in enumerate(zip(old, new, strict=True)):
        if range.lowers != was.lowers:
            loop.operands[k] = joined(range.lowers, arith.MaxSIOp, emitter, values)
        if range.uppers != was.uppers:
            loop.operands[len(new) + k] = joined(range.uppers, arith.MinSIOp, emitter, values)


def _groups(counts: Sequence[int]) -> DenseIntElementsAttr:
    return DenseIntElementsAttr.from_list(TensorType(i32, [len(counts)]), counts)

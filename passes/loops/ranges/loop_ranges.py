"""Read and set the bounds of loops as expressions; replace a loop of one iteration by its body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects import affine, arith, func
from xdsl.dialects.builtin import AffineMapAttr, DenseArrayBase, IndexType, i32
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.instances.activity import Parallel
from ....analysis.instances.outer_conditions import reader_with_sizes
from ....analysis.instances.point_reader import is_visible
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import STAGE
from ....dialect.ir.affine_conversion import to_affine_map
from ....dialect.ir.effects import is_pure
from ....dialect.ir.loop_like import inits_of
from ....index.expr import Expr, all_of, eq
from ....index.queries.conditions import is_implied
from ....index.sets.engine import IntSet, engine
from ....index.simplify.loop_bounds import is_plain
from ...common.for_loops import Loop
from ...common.generated_stages import transfer_stage_marker
from ...common.index_codegen import Emitter, is_affine_operand
from ...simplify.access_simplification import simplify_accesses
from ...simplify.decided_conditions import outermost_block


@dataclass(frozen=True)
class LoopRange:
    """From the greatest of the lowers up to, and without, the least of the uppers."""

    iterator: Expr
    lowers: tuple[Expr, ...]
    uppers: tuple[Expr, ...]
    step: int

    def condition(self) -> Expr:
        """Return the condition that the iterator is in the range, whatever the step."""
        return all_of(
            [*(self.iterator >= e for e in self.lowers), *(self.iterator < e for e in self.uppers)]
        )

    def points(self, context: Expr) -> IntSet:
        """Its iterations, as far as they can be told, where the context holds; raises NotAffine."""
        points = engine().set(context & self.condition())
        if self.step > 1 and len(self.lowers) == 1:
            on_step = eq((self.iterator - self.lowers[0]) % self.step, 0)
            points = points.intersect(engine().set(on_step))
        return points

    def shortened(self, context: Expr) -> LoopRange:
        """The same range without the bounds that the others imply wherever the context holds."""
        result = replace(
            self,
            lowers=tuple(dict.fromkeys(self.lowers)),
            uppers=tuple(dict.fromkeys(self.uppers)),
        )
        for lower in result.lowers:
            others = tuple(e for e in result.lowers if e != lower)
            if others and _implied(replace(result, lowers=others), self.iterator >= lower, context):
                result = replace(result, lowers=others)
        for upper in result.uppers:
            others = tuple(e for e in result.uppers if e != upper)
            if others and _implied(replace(result, uppers=others), self.iterator < upper, context):
                result = replace(result, uppers=others)
        return result


def _implied(range: LoopRange, bound: Expr, context: Expr) -> bool:
    return is_implied(context & range.condition(), bound)


def reader_around(loop: Loop | Parallel) -> InstanceReader:
    """A reader of the function's block around a loop, which knows what is known of sizes there."""
    block = outermost_block(loop)
    stage: Operation = loop
    while stage.parent is not block:
        around = stage.parent_op()
        assert around is not None, "the block is around the loop"
        stage = around
    return reader_with_sizes(block, stage)


def range_of(loop: Loop, reader: InstanceReader) -> LoopRange | None:
    """The range of a loop, or None if its bounds cannot be read."""
    iterator = reader.index(loop.body.block.args[0])
    if iterator is None:
        return None
    ranges = reader.ranges(loop)
    if ranges is None:
        return None
    ((lowers, uppers, step),) = ranges
    if step.constant is None or step.constant < 1:
        return None
    return LoopRange(iterator, lowers, uppers, step.constant)


def can_have_range(loop: Loop | Parallel, range: LoopRange, reader: InstanceReader) -> bool:
    """Whether the bounds can be written where the loop is."""
    names = {n for e in (*range.lowers, *range.uppers) for n in e.variables()}
    for value in map(reader.find_value, names):
        if value is None or not is_visible(value, loop):
            return False
        is_affine = isinstance(loop, affine.ForOp | affine.ParallelOp)
        if is_affine and not is_affine_operand(value) and not _is_argument(value):
            return False
    return all(is_plain(e) for e in (*range.lowers, *range.uppers))


def set_range(loop: Loop, old: LoopRange, new: LoopRange, reader: InstanceReader) -> None:
    """Gives a loop of one range another, of the same step; a bound that stays keeps its form."""
    names = dict.fromkeys(n for e in (*new.lowers, *new.uppers) for n in e.variables())
    values = {name: index_of(reader.value(name)) for name in names}
    if isinstance(loop, affine.ForOp):
        lower = loop.lowerBoundMap, list(loop.lowerBoundOperands)
        upper = loop.upperBoundMap, list(loop.upperBoundOperands)
        if new.lowers != old.lowers:
            lower = bound_map(new.lowers, values)
        if new.uppers != old.uppers:
            upper = bound_map(new.uppers, values)
        inits = list(loop.inits)
        loop.properties["lowerBoundMap"], loop.properties["upperBoundMap"] = lower[0], upper[0]
        loop.operands = [*lower[1], *upper[1], *inits]
        sizes = [len(lower[1]), len(upper[1]), len(inits)]
        loop.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        return
    emitter = Emitter(InsertPoint.before(loop), loop)
    if new.lowers != old.lowers:
        loop.operands[0] = joined(new.lowers, arith.MaxSIOp, emitter, values)
    if new.uppers != old.uppers:
        loop.operands[1] = joined(new.uppers, arith.MinSIOp, emitter, values)


def index_of(value: SSAValue) -> SSAValue:
    """The value, or the index that an integer argument is, cast where its function begins."""
    block = value.owner
    if isinstance(value.type, IndexType) or not isinstance(block, Block):
        return value
    first = block.first_op
    while isinstance(first, arith.IndexCastOp):
        if first.input is value and isinstance(first.result.type, IndexType):
            return first.result
        first = first.next_op
    assert first is not None, "a function ends by an operation"
    cast = arith.IndexCastOp(value, IndexType())
    cast.result.name_hint = value.name_hint
    return Emitter(InsertPoint.before(first), first).insert(cast).results[0]


def _is_argument(value: SSAValue) -> bool:
    block = value.owner
    return isinstance(block, Block) and isinstance(block.parent_op(), func.FuncOp)


def bound_map(
    bounds: Sequence[Expr], values: Mapping[str, SSAValue]
) -> tuple[AffineMapAttr, list[SSAValue]]:
    """The bounds as a map, with its operands."""
    names = list(dict.fromkeys(name for bound in bounds for name in bound.variables()))
    map = to_affine_map(bounds, names)
    assert map is not None, "bounds of affine loops are affine"
    return AffineMapAttr(map), [values[name] for name in names]


def joined(
    bounds: Sequence[Expr],
    join: type[arith.MaxSIOp | arith.MinSIOp],
    emitter: Emitter,
    values: Mapping[str, SSAValue],
) -> SSAValue:
    """The greatest of the bounds, or the least."""
    result, *others = [emitter.index(bound, values) for bound in bounds]
    for other in others:
        result = emitter.insert(join(result, other)).results[0]
    return result


def inline_single_iteration(loop: Loop) -> bool:
    """
    Replaces a loop that is shown to have one iteration by its body; whether it was.

    A stage stays a loop where it would become several operations.
    """
    reader = InstanceReader(outermost_block(loop))
    range, instances = range_of(loop, reader), reader.surroundings(loop)
    if range is None or instances is None or len(range.lowers) != 1:
        return False
    (lower,) = range.lowers
    once = [upper > lower for upper in range.uppers]
    last = [upper <= lower + range.step for upper in range.uppers]
    if not is_implied(instances.condition, all_of(once)):
        return False
    if not any(is_implied(instances.condition, one) for one in last):
        return False
    body = loop.body.block
    effects = [op for op in body.ops if not is_pure(op) and op is not body.last_op]
    if STAGE in loop.attributes:
        if len(effects) != 1 or STAGE in effects[0].attributes:
            return False
        transfer_stage_marker(loop, effects[0])
    _inline_body(loop, lower, reader)
    return True


def _inline_body(loop: Loop, first: Expr, reader: InstanceReader) -> None:
    body = loop.body.block
    values = {name: reader.value(name) for name in first.variables()}
    value = Emitter(InsertPoint.before(loop), loop).index(first, values)
    *moved, terminator = body.ops
    Rewriter.inline_block(body, InsertPoint.before(loop), [value, *inits_of(loop)])
    Rewriter.replace_op(loop, [], list(terminator.operands))
    Rewriter.erase_op(terminator)
    for op in moved:
        simplify_accesses(op, outermost_block(op))

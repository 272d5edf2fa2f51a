"""pad-sequential-buffer-access: a stage's loops run over a buffer's physical axes in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import affine, func, scf
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from ...analysis.accesses.escape import preserved
from ...analysis.instances.outer_conditions import reader_below
from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import STAGE, buffer_name, buffers
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.memory_access import LoadOrStore, buffer_of, is_load_or_store
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.ir.reasons import because
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.for_loops import UNNAMED, Loop
from ..common.remedies import apply_first
from ..common.stages import (
    find_buffer,
    find_functions,
    find_stages,
    loop_name,
    several_stages,
    stages_of,
)
from ..simplify.access_simplification import simplify_accesses
from ..sizes.named_facts import error_with_sizes
from .access_order import plan_access_order
from .legality.loop_order import AccessOrder
from .legality.perfect_bands import effects_beside
from .loop_bands import Band, replace_band
from .loop_distribution import sink, split_off

_LEFT = RemarkForm("loop-left", "loop '{loop}' does not follow '{buffer}': {reason}")


@dataclass(frozen=True)
class PadSequentialBufferAccess(ModulePass):
    """
    Makes the loops of a stage run over the physical axes of a buffer in order (RFC 77, "New Utility
    - Reorder Loops According to Buffer").

    The buffer is one that the stage writes, or one that it reads. Iterations that the new loops
    have in excess are guarded. Of several loops inside one (a softmax has three), each goes along
    the buffer for itself, between what stands before and after it. Loops that the buffer has no
    axis for go inside the others; `pad-split` leaves loops where they are. Where the buffer's index
    needs an inner loop, what stands before that loop becomes a stage `init_<stage>` of its own, if
    that is legal.

    Before:

    ```mlir
    func.func @iota(%A: memref<4x4xindex>) {
      affine.for %i = 0 to 14 {
        affine.store %i, %A[%i floordiv 4, %i mod 4] : memref<4x4xindex>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After `pad-sequential-buffer-access{stage=compute buffer=A}`:

    ```mlir
    func.func @iota(%A: memref<4x4xindex>) {
      affine.for %a0 = 0 to 4 {
        affine.for %a1 = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%a0, %a1) {
            %i = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1)>(%a0, %a1)
            affine.store %i, %A[%a0, %a1] : memref<4x4xindex>
          }
        } {pad.loop = "a1"}
      } {pad.loop = "a0", pad.stage = "compute"}
      func.return
    }
    ```

    Options: `stage`, `buffer`, `function` (all that have both, when unset).

    Errors, and nothing is done: an unknown name, a layout that `pad-apply-layouts` has not applied,
    a stage that is not a loop nest, an index that does not tell the iterations apart, a dependence
    that the new order would reverse (a cumulative sum; a float sum without `reassoc` in another
    order), with the pair of iterations; a loop that carries a value (`iter_args`) and would have to
    go outside the loop around it. If it would be legal with facts about sizes, these are named. Of
    several loops inside one, each such loop stays as it is, with a remark, if another one can be
    moved.
    """

    name = "pad-sequential-buffer-access"

    stage: str
    buffer: str
    function: str | None = None

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, self._concerns):
            stages, buffer = find_stages(function, self.stage), find_buffer(function, self.buffer)
            if len(stages) > 1 and not all(accesses_buffer(stage, buffer) for stage in stages):
                raise several_stages(stages, f"of which not all access {self.buffer}")
            if any(
                stage is not other and stage.is_ancestor(other)
                for stage in stages
                for other in stages
            ):
                raise several_stages(stages, "of which one is in another")
            for stage in stages:
                if (waiting := apply_first(buffer)) is not None:
                    raise PadError(waiting, stage)
                try:
                    sequential_buffer_access(stage, buffer)
                except PadError as refused:
                    raise self._with_sizes(refused, stage, buffer) from refused

    def _with_sizes(self, refused: PadError, stage: Operation, buffer: SSAValue) -> PadError:
        what = f"the loops would follow {self.buffer}"
        return error_with_sizes(refused, stage, lambda: plan_access_order(stage, buffer), what)

    def _concerns(self, function: func.FuncOp) -> bool:
        named = any(buffer_name(value) == self.buffer for value in buffers(function))
        return named and bool(stages_of(function, self.stage))


def accesses_buffer(stage: Operation, buffer: SSAValue) -> bool:
    """Whether an operation in a stage has the buffer as an operand."""
    return any(buffer in op.operands for op in stage.walk())


def sequential_buffer_access(stage: Operation, buffer: SSAValue) -> list[affine.ForOp]:
    """
    Reorders the loops of one stage, and returns the new ones, outside in.

    Raises PadError, before anything is changed, where that is not legal.
    """
    try:
        loops = apply_order(plan_access_order(stage, buffer))
    except PadError:
        if not isinstance(stage, affine.ForOp) or not _is_first_axis(stage, buffer):
            raise
        plans = list(_plans_inside(stage, buffer))
        if len(plans) < 2 or all(isinstance(plan, PadError) for plan in plans):
            raise
        loops = [stage]
    _order_parts(loops, buffer)
    return loops


def _order_parts(loops: Sequence[Loop], buffer: SSAValue) -> None:
    for part in _parts(loops[0], buffer, loops) if loops else ():
        _order_part(part, buffer)


def _is_first_axis(stage: Loop, buffer: SSAValue) -> bool:
    """Whether the outermost loop of a stage is already the one over the first axis."""
    reader = _reader_around(stage)
    own = reader.index(stage.body.block.args[0])
    cells = [reader.cell(op) for op in _accesses(stage, buffer)]
    return all(cell is not None and cell[:1] == (own,) for cell in cells)


def _plan_of_part(part: Loop, buffer: SSAValue) -> AccessOrder | PadError:
    """The plan for a loop inside a stage, or why there is none."""
    try:
        order = plan_access_order(part, buffer, is_part=True)
    except PadError as refused:
        return refused
    if any(effects_beside(i, order.may_move) for g in order.groups for i in order.band(g)[1:]):
        return PadError(because("what stands between its loops has an effect", "between"), part)
    return order


def _plans_inside(loop: Loop, buffer: SSAValue) -> Iterator[AccessOrder | PadError]:
    """What becomes of the loops in another one that stays as it is."""
    for part in _parts(loop, buffer, [loop]):
        plan = _plan_of_part(part, buffer)
        stays = isinstance(plan, PadError) and not _moves(part, buffer, _reader_around(part))
        yield from _plans_inside(part, buffer) if stays else [plan]


def _order_part(part: Loop, buffer: SSAValue) -> None:
    """
    Reorders a loop inside a stage, which does what it did between what stands before and after it;
    a remark where that is not legal. A loop that the buffer has no axis for may stay around others.
    """
    order = _plan_of_part(part, buffer)
    if isinstance(order, PadError):
        if not _moves(part, buffer, _reader_around(part)) and (
            inner := _parts(part, buffer, [part])
        ):
            for loop in inner:
                _order_part(loop, buffer)
            return
        remark(
            PadSequentialBufferAccess.name,
            part,
            _LEFT,
            reason=order.why or str(order),
            loop=loop_name(part) or UNNAMED,
            buffer=buffer_name(buffer) or "the buffer",
        )
        return
    loops = list(order.loops) if order.is_same() else apply_order(order)
    _order_parts(loops, buffer)


def _parts(root: Loop, buffer: SSAValue, moved: Sequence[Loop]) -> list[Loop]:
    """The outermost loops in one, those moved apart, in which iterators go along the buffer."""
    reader = _reader_around(root)

    def parts_in(op: Operation) -> Iterator[Loop]:
        for inner in (o for region in op.regions for block in region.blocks for o in block.ops):
            if not isinstance(inner, Loop) or inner in moved:
                yield from parts_in(inner)
            elif any(
                _moves(o, buffer, reader) for o in operations_of(inner, affine.ForOp, scf.ForOp)
            ):
                yield inner

    return list(parts_in(root))


def _moves(loop: Loop, buffer: SSAValue, reader: InstanceReader) -> bool:
    """Whether a cell of the buffer may be another one in the next iteration."""
    own = str(reader.index(loop.body.block.args[0]))
    cells = [reader.cell(op) for op in _accesses(loop, buffer)]
    return any(cell is None or any(own in e.variables() for e in cell) for cell in cells)


def _accesses(op: Operation, buffer: SSAValue) -> list[LoadOrStore]:
    found = filter(is_load_or_store, operations_in(op))
    return [access for access in found if buffer_of(access) is buffer]


def _reader_around(loop: Loop) -> InstanceReader:
    scope = loop.parent
    assert scope is not None
    return reader_below(scope)


def apply_order(order: AccessOrder) -> list[affine.ForOp]:
    """Makes the planned loops, and returns those that are left, outside in: they may do nothing."""
    stage, scope = order.stage, order.stage.parent
    assert scope is not None
    roots, loops = list[Operation](), list[affine.ForOp]()
    for group in reversed(order.groups):
        band = order.band(group)
        roots += _make_perfect(band, _name(stage), order)
        own = dict(zip((f"{name}'" for name in group.names), group.names, strict=True))
        around = {
            name: order.reader.value(name) for name in group.reindexing.names() if name not in own
        }
        new = replace_band(
            Band(band, order.iterators[group.start : group.stop]), group.reindexing, own, around
        )
        loops = new + loops
    for root in [*roots, loops[0]]:
        simplify_accesses(root, scope)
    return [loop for loop in loops if loop.parent is not None]


def _make_perfect(band: Sequence[Loop], stage: str, order: AccessOrder) -> Iterator[Operation]:
    """Split off what has an effect between the loops, and yield the new nests."""
    for level in range(1, len(band)):
        for name, ops in effects_beside(band[level], order.may_move):
            yield split_off(band, level, ops, f"{name}_{stage}", order.may_move)
    sink(band)


def _name(stage: Operation) -> str:
    given = stage.attributes.get(STAGE)
    return given.data if isinstance(given, StringAttr) else "stage"

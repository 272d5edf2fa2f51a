"""pad-flatten-loops: one loop over the tiles and inside them, where buffers hold tiles in a row."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import LOOP
from ...dialect.ir.locations import location_of, place_in_file
from ...dialect.ir.memory_access import access_of, buffer_of, is_load_or_store
from ...dialect.ir.operations import operations_of
from ...dialect.ir.reasons import Declined
from ...dialect.ops import AssumeOp
from ...index.expr import TRUE, Expr
from ...index.normal import divides
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.generated_stages import suppress_padding_remarks
from ..common.index_writing import takes_any_index
from ..common.stages import find_stages, functions_with, loop_name
from ..simplify.decided_conditions import outermost_block
from .flat_accesses import flat_access, set_access
from .flat_loops import Flattening, Pair, pair_at, takes_affine

_STAY_TWO = RemarkForm("loops-not-flattened", "loops {loops} not flattened: {reason}")
_MORE_STAY_TWO = RemarkForm(
    "alike-loops-not-flattened", "loops {loops} not flattened: {reason}; nor are {others} more"
)


@dataclass(frozen=True)
class PadFlattenLoops(ModulePass):
    """
    Makes one loop of two that go through memory in its order, so that vectors may cross tiles.

    `io` from 0 to N and `ii` from 0 to T, nested with nothing else, become `i` from 0 to N*T, where
    the index of each access is then free of divisions, as it is or in a `memref.collapse_shape` of
    as few axes as that takes. N may be known at run time only, and so may the first of the axes
    that are collapsed into one; T and the other axes are static. The view stands after what makes
    the buffer; types of arguments, and contracts, stay. Three levels of tiles become one loop too.
    The iterations run in the order that they had. The inner loop may end early where the one loop
    does: of `ii` from 0 to min(T, n - T*io), `i` ends at n, where N tiles are shown to be enough.

    An access that divides the index of one loop (`A[i floordiv 16, i mod 16]`) gets its view as
    well.

    Before:

    ```mlir
    func.func @row_sum(%A: memref<4x64x16xf32>, %B: memref<4xf32>) {
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to 4 {
        %sum = affine.for %jo = 0 to 64 iter_args(%s = %zero) -> (f32) {
          %inner = affine.for %ji = 0 to 16 iter_args(%t = %s) -> (f32) {
            %a = affine.load %A[%i, %jo, %ji] : memref<4x64x16xf32>
            %u = arith.addf %t, %a : f32
            affine.yield %u : f32
          }
          affine.yield %inner : f32
        }
        affine.store %sum, %B[%i] : memref<4xf32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @row_sum(%A: memref<4x64x16xf32>, %B: memref<4xf32>) {
      %A_flat = memref.collapse_shape %A [[0], [1, 2]]
          : memref<4x64x16xf32> into memref<4x1024xf32>
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to 4 {
        %sum = affine.for %j = 0 to 1024 iter_args(%s = %zero) -> (f32) {
          %a = affine.load %A_flat[%i, %j] : memref<4x1024xf32>
          %u = arith.addf %s, %a : f32
          affine.yield %u : f32
        } {pad.loop = "j"}
        affine.store %sum, %B[%i] : memref<4xf32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    It comes after the branch removal: what cells of a buffer hold, and which stores of it are dead,
    is asked of buffers without views.

    Options: `function`, `stage` (all when unset).

    Declines, with a remark: an access or another use of the iterators that one index would have to
    divide for (`B[io]`, `io` as a number), what the inner loop carries but the outer one does not.
    Silently: loops with something between them, with lower bounds that are not constants or steps
    that are not 1, an inner loop that does not run from 0 to a constant, or to the end of all
    tiles, or is a stage of its own; loops with assumes, which become no code. An unknown name is an
    error.
    """

    name = "pad-flatten-loops"

    function: str | None = None
    stage: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            with suppress_padding_remarks(self.stage):
                flatten_loops(roots)


def is_made(pair: Pair) -> bool:
    """Whether a pass has made or named the inner loop, which may then be the loop inside a tile."""
    return LOOP in pair.inner.attributes


def flatten_loops(
    roots: Iterable[Operation], is_told: Callable[[Pair], bool] = lambda _: True
) -> None:
    """
    Flattens the loops inside operations, or these themselves, and tells of pairs that stay, where
    `is_told` has them.
    """
    stay = list[tuple[Pair, Declined]]()
    for root in roots:
        current, reasons = _flatten(root)
        while reasons is None:
            current, reasons = _flatten(current)
        # With an assume it becomes no code.
        stay += [
            (pair, reason)
            for pair, reason in reasons
            if not operations_of(pair.outer, AssumeOp) and is_told(pair)
        ]
        _flatten_accesses(current)
    _tell(stay)


def _tell(stay: Iterable[tuple[Pair, Declined]]) -> None:
    """One remark for all copies of loops, as partitions make them, that stay for a like reason."""
    alike: dict[Hashable, list[tuple[Pair, Declined]]] = {}
    for pair, reason in stay:
        place = location_of(pair.outer)
        known = place if place_in_file(place) is not None else pair
        of = reason.why.field("of")
        alike.setdefault((known, reason.why.id, of), []).append((pair, reason))
    for (pair, reason), *others in alike.values():
        names = " and ".join(loop_name(op) or "a loop" for op in (pair.outer, pair.inner))
        form, count = (_MORE_STAY_TWO, len(others)) if others else (_STAY_TWO, None)
        remark(PadFlattenLoops.name, pair.outer, form, reason=reason, loops=names, others=count)


def _flatten(op: Operation) -> tuple[Operation, list[tuple[Pair, Declined]] | None]:
    """
    Flatten the loops of an operation; returns the new operation, and the pairs that stay, or None
    if there were other loops.
    """
    stay, changed = list[tuple[Pair, Declined]](), False
    while isinstance(op, affine.ForOp) and (pair := pair_at(op)) is not None:
        try:
            op, changed = Flattening(pair).apply(), True
        except Declined as declined:
            stay.append((pair, declined))
            break
    for inside in [o for region in op.regions for block in region.blocks for o in block.ops]:
        _, more = _flatten(inside)
        changed |= more is None
        stay += more or []
    return op, None if changed else stay


def _flatten_accesses(root: Operation) -> None:
    """Gives views to the accesses inside an operation that divide and would not have to."""
    reader = InstanceReader(outermost_block(root))
    for op in [op for op in root.walk() if is_load_or_store(op) and takes_any_index(op)]:
        index, is_affine = reader.cell(op), access_of(op).map(op) is not None
        if index is None or not any(map(divides, index)):
            continue
        found = flat_access(buffer_of(op), index, partial(_context, reader, op), divides)
        if found is None:
            continue
        names = {name for axis in found.index for name in axis.variables()}
        values = {name: reader.value(name) for name in names}
        if not is_affine or takes_affine(found.index, values):
            set_access(op, found, values)


def _context(reader: InstanceReader, op: Operation) -> Expr:
    instances = reader.instances(op)
    return TRUE if instances is None else instances.condition

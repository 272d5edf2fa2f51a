"""pad-dot-products: sums of products of narrow numbers become instructions that add groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.escape import preserved
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.cloning import cloned
from ...dialect.xdsl_compat.vector_intrinsics import FLOAT_FLAGS
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, collect_remarks, remark
from ..common.for_loops import UNNAMED, constant_lower, extent_of
from ..common.generated_stages import suppress_padding_remarks
from ..common.stages import find_stages, functions_with, loop_name
from ..lanes.grouped_products import GroupedLoop, GroupedLoops, Product
from ..lanes.legality.carried_reductions import is_vector
from ..lanes.legality.iteration_groups import Group, Piece, groups_of_vectors
from ..lanes.legality.lockstep import becomes_no_code
from ..lanes.legality.neighbours import types_at
from ..lanes.rewrite_on_copy import attempt
from ..lanes.side_by_side import side_by_side
from ..loops.reduction_order import sink_reductions
from ..vectorize.vector_unit import VectorUnit, vector_unit
from .dot_unit import DotUnit, dot_unit, has_tiles
from .group_loops import split_groups
from .grouped_factors import Choice, choices, distances
from .narrow_products import (
    NarrowProduct,
    common_flags,
    has_bfloats,
    has_narrow_products,
    narrow_sums,
)
from .operand_sums import add_correction, reductions_around

_NOT_DONE = RemarkForm("no-dot-product", "products in loop '{loop}' not grouped: {reason}")
_IN_ORDER = RemarkForm(
    "dot-product-flags",
    "products of bf16 in loop '{loop}' are added one after the other: only fastmath<{flags}> "
    "allows an instruction that adds two, and takes denormal numbers for zero",
)
_NO_TILES = RemarkForm(
    "no-tiles", "products in loop '{loop}' are in vectors, not in tiles: {reason}"
)
_NOTHING_UPDATED = "nothing-updated"
"""Id of the reason for which loops may be in another order than the products take."""
_UNIFORM = "uniform-sum"
_SUM_BITS, _LEAST_LANES, _MOST_IN_ONE_BODY = 32, 4, 6


@dataclass(frozen=True)
class PadDotProducts(ModulePass):
    """
    Makes instructions of a processor of sums of products of i8 or i16, as i32, and of bf16, as f32:
    those that add the products of groups of four bytes, or of two numbers of 16 bits.

    The factors of a group have to lie side by side, and so have the groups of consecutive lanes,
    unless all lanes take the same one. A layout does that, with 0 in the padding where the loop is
    no multiple of the group: `(k, j) -> (k floordiv 4, j * 4 + k mod 4)`. The lanes are the
    iterations of a loop around the sum, or groups of the sum itself, whose lanes are added up after
    it.

    Bytes take vpdpbusd where the processor has it, or sdot, udot and usdot. Where these want
    another signedness, the sign bits of one factor are inverted, which is 128 more or less; what
    this adds to the sum is computed before the loops, of the other factor. Everything else, as far
    as it fits into 16 bits with a sign, takes vpmaddwd, which becomes vpdpwssd where that is.
    Integers are exact: sums wrap, nothing saturates. Sums of such numbers without a product
    count as sums of products by 1.

    Of bf16 it is vdpbf16ps or bfdot, which round in another order, and take denormal numbers for
    zero: only if all sums and products have fastmath<afn,contract,reassoc>. Without these flags, or
    where the processor has no such instruction, or a slow one, pairs that lie side by side are
    extended together, by a shift and a mask, and added in their order.

    Before:

    ```mlir
    func.func @dot(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
      %zero = arith.constant 0 : i32
      affine.for %j = 0 to 16 {
        %s = affine.for %k = 0 to 4 iter_args(%c = %zero) -> (i32) {
          %a = affine.load %A[%k] : memref<4xi8>
          %b = affine.load %B[%j * 4 + %k] : memref<64xi8>
          %x = arith.extui %a : i8 to i32
          %y = arith.extsi %b : i8 to i32
          %p = arith.muli %x, %y : i32
          %t = arith.addi %c, %p : i32
          affine.yield %t : i32
        }
        affine.store %s, %C[%j] : memref<16xi32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After (`target-cpu=neoverse-v2`):

    ```mlir
    func.func @dot(%A: memref<4xi8>, %B: memref<64xi8>, %C: memref<16xi32>) {
      %zero = arith.constant 0 : i32
      %zeros = arith.constant dense<0> : vector<4xi32>
      %first = arith.constant 0 : index
      affine.for %j = 0 to 16 step 4 {
        %group = vector.load %A[%first] : memref<4xi8>, vector<4xi8>
        %x = vector.shuffle %group, %group [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
          : vector<4xi8>, vector<4xi8>
        %at = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
        %y = vector.load %B[%at] : memref<64xi8>, vector<16xi8>
        %s = llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"(%zeros, %x, %y)
          : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
        vector.store %s, %C[%j] : memref<16xi32>, vector<4xi32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Where the processor has registers for tiles (AMX), products of two matrices become `amx`
    operations on these: nests over rows, columns and groups of the sum, of at least 16 each.
    The groups are a multiple of 16, and so are rows and columns, unless the sums begin with 0.

    Options: `function`, `stage` (all when unset); `target-cpu`: LLVM's name of a processor,
    `native` when unset.

    Errors: an unknown processor. Declines, with a remark: factors that do not lie side by side, a
    loop over products that is no multiple of a group, products of unsigned 16 bits, and what
    `pad-vectorize` declines.
    """

    name = "pad-dot-products"

    function: str | None = None
    stage: str | None = None
    target_cpu: str | None = None

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            nests = [loop for root in roots for loop in _outermost_loops(root)]
            nests = [loop for loop in nests if _may_have_products(loop)]
            if not nests:
                continue
            target = _Target(
                vector_unit(self.target_cpu), dot_unit(self.target_cpu), has_tiles(self.target_cpu)
            )
            with suppress_padding_remarks(self.stage):
                for loop in nests:
                    group_products(loop, target)


@dataclass(frozen=True)
class _Target:
    vectors: VectorUnit
    dots: DotUnit
    tiles: bool


@dataclass(frozen=True)
class _Way:
    """One way to do it: by instructions for bytes or not, groups of so many, and which lanes."""

    bytes: bool
    size: int
    lanes: int


def group_products(loop: affine.ForOp, target: _Target) -> None:
    """Makes instructions of the products in a nest, in the best way there is; a remark says why."""
    refused = _try_all(loop, target)
    # What is used below a loop cannot be put back.
    if refused is not None and refused.why.id == _NOTHING_UPDATED and not loop.results:
        refused = _try_reordered(loop, target, refused)
    if refused is not None:
        place = refused.op or loop
        remark(
            PadDotProducts.name, place, _NOT_DONE, reason=refused, loop=loop_name(loop) or UNNAMED
        )


def _try_reordered(loop: affine.ForOp, target: _Target, refused: Declined) -> Declined | None:
    """The same with the loops over the products inside; where that is no help, all stays."""
    block, above, below, whole = loop.parent, loop.prev_op, loop.next_op, cloned(loop)
    assert block is not None
    with collect_remarks():
        sink_reductions(loop, PadDotProducts.name)
    first = block.first_op if above is None else above.next_op
    if isinstance(first, affine.ForOp) and first.next_op is below:
        still = _try_all(first, target)
        if still is None:
            return None
        refused = still
    Rewriter.insert_op(whole, InsertPoint.before(first) if first else InsertPoint.at_end(block))
    while (op := whole.next_op) is not below and op is not None:
        Rewriter.erase_op(op)
    return Declined(refused.why, whole)


def _try_all(loop: affine.ForOp, target: _Target) -> Declined | None:
    """Why no way is one; None if the nest was changed."""
    has_floats = has_bfloats(loop)
    if not target.dots.intrinsics and not has_floats:
        return _no_instruction(loop)
    refused: Declined | None = None
    no_tiles: Declined | None = None
    if target.tiles:
        from .matrix_tiles import make_tiles  # which reads the definitions of `amx`

        try:
            attempt(loop, make_tiles)
        except Declined as reason:
            no_tiles = reason
        else:
            return None
    ways = (_Way(True, 4, 0), _Way(False, 2, 0), _Way(False, 4, 0))
    for way in ways[has_floats:]:
        for number in range(_depth(loop) + 1):
            tried = _Nest(target, replace(way, lanes=number))
            try:
                attempt(loop, tried.rewrite)
            except Declined as reason:
                refused = refused or reason
                if not tried.has_more:
                    break
                continue
            for nest in tried.sums:
                _try_all(nest, replace(target, tiles=False))
            if no_tiles is not None:
                name = loop_name(loop) or UNNAMED
                remark(PadDotProducts.name, tried.made[0], _NO_TILES, loop=name, reason=no_tiles)
            if tried.lacks_flags:
                flags = ",".join(sorted(flag.value for flag in FLOAT_FLAGS))
                name = loop_name(loop) or UNNAMED
                remark(PadDotProducts.name, tried.made[0], _IN_ORDER, loop=name, flags=flags)
            return None
    if has_floats and not target.dots.of_floats:
        return _slow_instruction(loop) if target.dots.slow_floats else _no_instruction(loop)
    return refused


def _no_instruction(loop: affine.ForOp) -> Declined:
    return Declined(
        "the processor has no instruction for these factors", loop, reason="no-instruction"
    )


def _slow_instruction(loop: affine.ForOp) -> Declined:
    return Declined(
        "the processor's instruction for bf16 is slower than sums and products of f32",
        loop,
        reason="slow-instruction",
    )


class _Nest:
    """One attempt at a nest."""

    def __init__(self, target: _Target, way: _Way):
        self._target, self._way = target, way
        self.sums = list[affine.ForOp]()
        """The nests that sum up factors."""
        self.has_more = False
        """Whether other lanes might do where these did not."""
        self.lacks_flags = False
        """Whether floats have no instruction for want of flags."""
        self.made = list[affine.ForOp]()

    def rewrite(self, top: affine.ForOp) -> list[affine.ForOp]:
        """Make instructions of the products in a nest that carries its sums."""
        size, found = self._way.size, list[affine.ForOp]()
        for loop in operations_of(top, affine.ForOp):
            if loop.results and narrow_sums(loop) is not None:
                found.append(loop)
        if not found:
            raise Declined(
                "no loop only adds products of narrow numbers to a sum of 32 bits",
                top,
                reason=_NOTHING_UPDATED,
            )
        for loop in found:
            self._check_groups(loop)
        at_top = [loop is top for loop in found]
        groups = [split_groups(loop, size) for loop in found]
        if any(at_top):
            around = groups[0].parent_op()
            top = around if isinstance(around, affine.ForOp) else groups[0]
        lanes = self._lanes(groups[0], top)
        inside = [group for group in groups if lanes.is_ancestor(group)]
        grouped: GroupedLoops = {g: self._grouped(g, lanes, top) for g in inside}
        made = side_by_side(
            lanes, self._groups(lanes), masks=self._target.vectors.masks, grouped=grouped
        )
        self.made = made if lanes is top else [top]
        return self.made

    def _check_groups(self, loop: affine.ForOp) -> None:
        extent = extent_of(loop)
        if constant_lower(loop) is None or extent is None:
            raise Declined("the bounds of the loop are not constant", loop, reason="bounds")
        if extent % self._way.size:
            raise Declined(
                f"its {extent} iterations are no groups of {self._way.size}",
                loop,
                "give what it multiplies layouts that pad the axis with 0",
                reason="remainder",
            )

    def _lanes(self, group: affine.ForOp, top: affine.ForOp) -> affine.ForOp:
        """The loop whose iterations become lanes, of those that may be."""
        around = [op for op in operations_of(top, affine.ForOp) if op.is_ancestor(group)]
        around.remove(group)
        refused, fitting = list[Declined](), list[affine.ForOp]()
        # Best are lanes with a sum each; lanes of one sum are added up after the loop.
        for loop in sorted(around, key=lambda loop: bool(loop.results)):
            try:
                self._check_lanes(group, loop)
            except Declined as reason:
                refused.append(reason)
                continue
            fitting.append(loop)
        if self._way.lanes >= len(fitting):
            # That of loops which factors move with says more.
            refused.sort(key=lambda reason: reason.why.id == _UNIFORM)
            why = Declined("no loop is around the products", group, reason="no-loop-around")
            raise next(iter(refused), why)
        self.has_more = self._way.lanes + 1 < len(fitting)
        return fitting[self._way.lanes]

    def _check_lanes(self, group: affine.ForOp, lanes: affine.ForOp) -> None:
        for products in narrow_sums(group) or []:
            for narrow in products:
                found = distances(narrow, group, lanes, self._way.size)
                if not any(found) or (lanes.results and not all(found)):
                    raise Declined(
                        "the factors of a product are the same in all lanes",
                        group,
                        reason=_UNIFORM,
                    )

    def _grouped(self, group: affine.ForOp, lanes: affine.ForOp, top: affine.ForOp) -> GroupedLoop:
        sums, flags = list[tuple[Product, ...]](), common_flags(group)
        for place, products in enumerate(narrow_sums(group) or []):
            chosen = [self._choice(narrow, group, lanes, flags) for narrow in products]
            sums.append(tuple(choice.product for choice in chosen))
            for choice in chosen:
                if not choice.product.intrinsics and self._target.dots.of_floats:
                    self.lacks_flags = True
                if choice.correction is not None:
                    around = reductions_around(group, place, top)
                    self.sums.append(add_correction(*choice.correction, around, top))
        return GroupedLoop(self._way.size, tuple(sums))

    def _choice(
        self,
        narrow: NarrowProduct,
        group: affine.ForOp,
        lanes: affine.ForOp,
        flags: frozenset[FastMathFlag],
    ) -> Choice:
        """The best instruction: nothing to correct, else of what is the same in all lanes."""
        found = [
            choice
            for choice in choices(narrow, self._target.dots, flags)
            if self._way.size in choice.sizes and choice.of_bytes == self._way.bytes
        ]
        if not found:
            raise _no_instruction(group)
        moving = [distances((f, f), group, lanes, self._way.size) for f in narrow]

        def price(choice: Choice) -> tuple[bool, int]:
            flipped = [f.flipped for f in choice.product.factors]
            return any(flipped), sum(any(m) for m, f in zip(moving, flipped, strict=True) if f)

        return min(found, key=price)

    def _groups(self, lanes: affine.ForOp) -> tuple[Group, ...]:
        unit, extent = self._target.vectors, extent_of(lanes)
        width = unit.bytes * 8 // _SUM_BITS
        if extent is None:
            return (Group(0, None, (Piece(0, width, width),)),)
        if extent < _LEAST_LANES:
            raise Declined(
                f"its {extent} iterations are too few for a vector",
                lanes,
                reason="too-few-iterations",
            )
        return groups_of_vectors(extent, width, _LEAST_LANES, unit.masks, _MOST_IN_ONE_BODY)


def _may_have_products(loop: affine.ForOp) -> bool:
    if not has_narrow_products(loop) or becomes_no_code(loop):
        return False
    return not any(map(is_vector, types_at(operations_in(loop.body))))


def _depth(loop: affine.ForOp) -> int:
    return len(operations_of(loop, affine.ForOp))


def _outermost_loops(root: Operation) -> Sequence[affine.ForOp]:
    loops = operations_of(root, affine.ForOp)
    return [op for op in loops if not any(o is not op and o.is_ancestor(op) for o in loops)]

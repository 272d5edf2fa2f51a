"""pad-partition-loops: splits a loop's range so that most iterations need no condition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ....analysis.accesses.escape import preserved
from ....analysis.instances.activity import Guard, If, active_iterations
from ....analysis.instances.decided_iterations import free_iterations
from ....analysis.instances.reader import InstanceReader
from ....dialect.ir.effects import has_no_effect
from ....dialect.ir.reasons import Declined
from ....index.expr import Expr
from ....index.normal import tidy
from ....index.sets.engine import GaveUp, IntSet, NotAffine, engine, own_engine
from ....index.simplify.loop_bounds import first_values, last_values, meets_step
from ...common.diagnostics import RemarkForm, remark
from ...common.for_loops import UNNAMED, Loop
from ...common.generated_stages import suppress_padding_remarks
from ...common.stages import find_loop, find_stages, functions_with, loop_name, one_function
from ...simplify.branch_merging import index_condition
from ...simplify.decided_conditions import fold_decided_conditions
from ...sizes.missing_sizes import missing_sizes_of_one_run
from ...sizes.named_facts import decline_with_sizes
from ...sizes.size_facts import Form
from .idle_loops import erase_if_idle
from .loop_ranges import (
    LoopRange,
    can_have_range,
    inline_single_iteration,
    range_of,
    reader_around,
)
from .partitioned_loops import MAIN, Piece, split_into_pieces

_WHOLE = RemarkForm("loop-not-partitioned", "loop not partitioned: {reason}")
_SPLIT = RemarkForm(
    "loop-partitioned",
    "loop '{loop}' split into {pieces}; its {before} operations become {after}",
    "passed",
)
_NARROWED = RemarkForm(
    "loop-narrowed",
    "loop '{loop}' narrowed to the iterations in which something happens; its {before} operations "
    "become {after}",
    "passed",
)


@dataclass(frozen=True)
class PadPartitionLoops(ModulePass):
    """
    Splits the range of a loop into a head, a middle in which its conditions are decided, and a tail
    (TVM's loop partition; the prologue, fast loop and epilogue of RFC 77's convolution).

    The outermost loop that decides a condition is split; so are its head and tail, and in each of
    the pieces the loops inside, where they decide what is left of the conditions. Each piece has
    only the conditions that its range leaves open; one in which nothing happens goes, one of a
    single iteration becomes its body. Pieces of a stage are the stages `compute.head`,
    `compute.main`, `compute.tail`; other pieces, and the loops in them, are told apart by
    `pad.loop`: `i.head`, `i`, `i.tail`. What a loop carries goes through its pieces in order. The
    price, code, is reported in a remark.

    Before:

    ```mlir
    func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            %a = affine.load %A[%io * 4 + %ii] : memref<14xf32>
            %b = arith.addf %a, %a : f32
            affine.store %b, %B[%io * 4 + %ii] : memref<14xf32>
          }
        } {pad.loop = "ii"}
      } {pad.loop = "io", pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @double(%A: memref<14xf32>, %B: memref<14xf32>) {
      affine.for %io = 0 to 3 {
        affine.for %ii = 0 to 4 {
          %a = affine.load %A[%io * 4 + %ii] : memref<14xf32>
          %b = arith.addf %a, %a : f32
          affine.store %b, %B[%io * 4 + %ii] : memref<14xf32>
        } {pad.loop = "ii"}
      } {pad.loop = "io", pad.stage = "compute.main"}
      affine.for %ii = 0 to 2 {
        %a = affine.load %A[%ii + 12] : memref<14xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%ii + 12] : memref<14xf32>
      } {pad.loop = "ii", pad.stage = "compute.tail"}
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset), `loop` (its `pad.loop`, `stage.loop`, or its
    iterator in the source): split this loop only, and none inside it.

    Declines, with a remark: a loop that decides no condition; a middle that is empty, that no one
    range describes, or, unless the loop is named or nothing happens in the others, of less than a
    quarter of the iterations; bounds that cannot be read or written; a middle that is not on the
    loop's step. If there would be a middle with facts about sizes, these are named.
    """

    name = "pad-partition-loops"

    function: str | None = None
    stage: str | None = None
    loop: str | None = None

    @preserved()
    @own_engine()
    @missing_sizes_of_one_run()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.loop is not None:
            partition_loop(find_loop(one_function(op, self.function, self.loop), self.loop))
            return
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            with suppress_padding_remarks(self.stage):
                for root in roots:
                    partition_loops(root)


_LEAST_SHARE = 25
"""A middle of fewer iterations than this, in percent of all, is not worth a copy unasked."""
_NO_RANGE = "no-range"
_DECIDES_NOTHING = "decides-nothing"
"""The id of the reason that nothing is gained: what is left of its conditions depends on others."""


@dataclass(frozen=True)
class Plan:
    """The pieces that a loop becomes, with the reader that knows the names in their ranges."""

    whole: LoopRange
    pieces: tuple[Piece, ...]
    reader: InstanceReader


def partition_loop(loop: Loop) -> None:
    """Partitions one loop, or says why not."""
    try:
        plan = _plan(loop)
    except Declined as reason:
        _tell(loop, reason)
        return
    _report(loop, plan, _carry_out(loop, plan, further=False))


def partition_loops(root: Operation) -> None:
    """Partitions the outermost loops inside an operation that decide a condition, and so on."""
    for outermost in _outermost_loops(root):
        reasons = list[tuple[Loop, Declined]]()
        if not _partition_inside([outermost], reasons) and reasons:
            telling = [r for r in reasons if r[1].why.id != _DECIDES_NOTHING]
            _tell(*(telling or reasons)[0])


def _tell(loop: Loop, why: Declined) -> None:
    """A remark on a loop that stays whole, with the facts about sizes that are missing, if any."""
    if why.why.id in (_NO_RANGE, "bounds", "several-bounds"):
        forms: tuple[Form, ...] = ("multiple", "equal", "least", "most")
        why = decline_with_sizes(why, loop, lambda: _plan(loop), "it would be split", forms)
    remark(PadPartitionLoops.name, loop, _WHOLE, reason=why)


def _outermost_loops(root: Operation) -> list[Loop]:
    loops = [op for op in root.walk() if isinstance(op, Loop)]
    return [op for op in loops if not any(o is not op and o.is_ancestor(op) for o in loops)]


def _partition_inside(
    roots: Iterable[Operation], reasons: list[tuple[Loop, Declined]] | None = None
) -> bool:
    """
    Whether any loop was partitioned; the others and why not go to the reasons, and the price of
    those that were is told, where the reasons are asked for.
    """
    found = False
    for loop in [op for root in roots for op in root.walk() if isinstance(op, Loop)]:
        if not _is_there(loop) or not any(isinstance(op, Guard) for op in loop.walk()):
            continue
        try:
            plan = _plan(loop, least_share=_LEAST_SHARE)
        except Declined as reason:
            if reasons is not None:
                reasons.append((loop, reason))
            continue
        found = True
        size = _carry_out(loop, plan, further=True)
        if reasons is not None:
            _report(loop, plan, size)
    return found


def _plan(loop: Loop, least_share: int = 0) -> Plan:
    """
    The pieces of a loop; raises Declined if there is no middle, or one that is known to have
    less than a share of the iterations, in percent.
    """
    reader = reader_around(loop)
    whole, instances = range_of(loop, reader), reader.surroundings(loop)
    if whole is None or instances is None:
        raise Declined("its bounds cannot be read", reason="bounds")
    context = instances.condition
    try:
        with engine().budget():
            within = whole.points(context)
            free = free_iterations(loop, within, reader, _condition_of)
            if free is None:
                raise Declined(
                    "splitting it would decide none of the conditions in its body",
                    reason=_DECIDES_NOTHING,
                )
            pieces = _pieces(whole, free, within, context)
            why_not = _too_small(pieces, within, instances.iterators, least_share)
            if why_not is not None:
                if not _only_narrows(loop, pieces, within, reader):
                    raise Declined(why_not, reason="small-share")
                pieces = [replace(piece, name="") for piece in pieces if piece.name == MAIN]
    except (GaveUp, NotAffine) as error:
        raise Declined(str(error), reason="gave-up") from error
    if not all(can_have_range(loop, piece.range, reader) for piece in pieces):
        raise Declined(
            "the range without the guard has bounds that are not valid affine operands",
            reason="bounds",
        )
    return Plan(whole, tuple(pieces), reader)


def _condition_of(op: Guard, reader: InstanceReader) -> Expr | None:
    return index_condition(op, reader) if isinstance(op, If) else reader.condition(op.cond)


def _pieces(whole: LoopRange, free: IntSet, within: IntSet, context: Expr) -> list[Piece]:
    name = str(whole.iterator.args[0])
    reason = "the iterations that do not need the guard are not one range"
    for part in (free, *(part.to_set() for part in free.coalesce().get_basic_sets())):
        try:
            start = first_values(part, within, name, context)
            end = tuple(tidy(e + whole.step) for e in last_values(part, within, name, context))
        except GaveUp as error:  # its ends depend on cases: a loop inside may have no iteration
            reason = str(error)
            continue
        if not meets_step((*start, *end), whole.lowers, whole.step, engine().set(context)):
            reason = (
                "the range without the guard is not proven to start and end at multiples of "
                f"the step {whole.step}"
            )
            continue
        middle = replace(
            whole, lowers=(*start, *whole.lowers), uppers=(*end, *whole.uppers)
        ).shortened(context)
        points = engine().set(middle.condition()).intersect(within)
        if points.is_empty() or not points.is_subset(free):
            continue
        return _around(whole, middle, within, context)
    raise Declined(reason, reason=_NO_RANGE)


def _around(whole: LoopRange, middle: LoopRange, within: IntSet, context: Expr) -> list[Piece]:
    """The middle with what is before it and after it, as far as that is not empty."""
    start = [e for e in middle.lowers if e not in whole.lowers]
    end = [e for e in middle.uppers if e not in whole.uppers]
    if len(start) > 1 or len(end) > 1:
        raise Declined(
            "the range without the guard has several lower or upper bounds", reason="several-bounds"
        )
    head = replace(whole, uppers=(*start, *whole.uppers)).shortened(context)
    tail = replace(whole, lowers=(*start, *end, *whole.lowers)).shortened(context)
    pieces = [("head", head, start), (MAIN, middle, [True]), ("tail", tail, end)]
    return [
        Piece(name, range)
        for name, range, there in pieces
        if there and not engine().set(range.condition()).intersect(within).is_empty()
    ]


def _only_narrows(loop: Loop, pieces: list[Piece], within: IntSet, reader: InstanceReader) -> bool:
    """Whether nothing happens in the pieces besides the middle, so that nothing is copied."""
    active = active_iterations(loop, reader, has_no_effect).intersect(within)
    others = [piece.range for piece in pieces if piece.name != MAIN]
    return all(engine().set(r.condition()).intersect(active).is_empty() for r in others)


def _too_small(
    pieces: list[Piece], within: IntSet, outer: tuple[str, ...], least_share: int
) -> str | None:
    """What is to be said of a middle that is known to have less than a share, in percent."""
    (middle,) = [piece.range for piece in pieces if piece.name == MAIN]
    points = engine().set(middle.condition()).intersect(within)
    names = [*outer, str(middle.iterator.args[0])]
    free, total = engine().count(points, names), engine().count(within, names)
    if free is None or total is None or 100 * free >= least_share * total:
        return None
    return f"only {free} of its {total} iterations need no condition; name it to split it"


def _carry_out(loop: Loop, plan: Plan, further: bool) -> int:
    """Partitions a loop, and `further` those inside; how many operations its pieces have."""
    size = 0
    names = [piece.name for piece in plan.pieces]
    copies = split_into_pieces(loop, plan.whole, plan.pieces, plan.reader)
    for name, piece in zip(names, copies, strict=True):
        if _is_there(piece):  # an earlier one that was dead may have taken all around it along
            fold_decided_conditions(piece)
        if not _is_there(piece) or erase_if_idle(piece):
            continue
        if name not in (MAIN, "") and (again := _plan_again(piece)) is not None:
            size += _carry_out(piece, again, further)
            continue
        if further:
            _partition_inside(list(piece.body.block.ops))
        size += _size(piece)
        inline_single_iteration(piece)
    return size


def _plan_again(piece: Loop) -> Plan | None:
    """How what is before or after a middle is split in turn: each middle is a quarter at least."""
    if not any(isinstance(op, Guard) for op in piece.walk()):
        return None
    try:
        return _plan(piece, _LEAST_SHARE)
    except Declined:
        return None


def _report(loop: Loop, plan: Plan, size: int) -> None:
    name = loop_name(loop) or UNNAMED
    pieces = ", ".join(piece.name for piece in plan.pieces)
    own, before = PadPartitionLoops.name, _size(loop)
    form = _SPLIT if pieces else _NARROWED
    remark(own, loop, form, loop=name, pieces=pieces, before=before, after=size)


def _size(op: Operation) -> int:
    return sum(1 for _ in op.walk())


def _is_there(op: Operation) -> bool:
    return op.parent is not None

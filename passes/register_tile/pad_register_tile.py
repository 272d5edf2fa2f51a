"""pad-register-tile: unrolls loops around a reduction into it, so that registers hold a tile."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...analysis.accesses.escape import preserved
from ...analysis.instances.reader import InstanceReader
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import is_a, operations_of
from ...dialect.ir.reasons import Declined
from ...index.sets.engine import own_engine
from ..common.diagnostics import OptionError, RemarkForm, remark
from ..common.for_loops import (
    UNNAMED,
    constant_lower,
    extent_of,
    is_rest,
    most_iterations,
)
from ..common.generated_stages import suppress_padding_remarks
from ..common.stages import find_stages, functions_with, loop_name, own_names
from ..lanes.legality.carried_reductions import carried_reductions
from ..lanes.legality.iteration_groups import groups_of_copies
from ..lanes.legality.lockstep import becomes_no_code, check_lockstep
from ..lanes.legality.variance import CONDITIONAL, Variance
from ..lanes.rewrite_on_copy import attempt
from ..lanes.side_by_side import side_by_side
from ..simplify.decided_conditions import outermost_block
from ..vectorize.vector_unit import VectorUnit, vector_unit
from .cost_model import MOST_COPIES, best_tile, body_of, has_halves, most_copies, unit_for
from .expected_trips import ExpectedTrips
from .live_ranges import shorten_live_ranges
from .masked_rests import leave_to_masked_rest, loops_in_masked_rest
from .missing_reductions import why_nothing_is_carried
from .overlapping_loads import share_overlapping_loads
from .shared_rows import share_rows
from .split_windows import split_windows

_NOT_TILED = RemarkForm("not-tiled", "loop '{loop}' not tiled: {reason}")

_NOTHING_TO_DO = ("nothing-updated", "no-gain", "too-few-iterations")
"""Ids of reasons that tell a user something only about a loop that the user has named."""

_MOST_LOOPS = 3
"""Around a reduction: those further out reuse nothing that is still in registers."""


@dataclass(frozen=True)
class PadRegisterTile(ModulePass):
    """
    Unrolls loops around a reduction and jams the copies into it (unroll-and-jam): the reduction
    then carries a tile of results, and each value that it loads serves several of them.

    Cells that the reduction updates are carried by it first. The tile is the one that costs least,
    by the model of `docs/register-tiling.md`, of those that fit into the registers: of up to three
    loops around the reduction, and of its innermost loop, which then has several accumulators,
    combined after it. Of the loops that carry a reduction in any order, the one goes inside whose
    iterations load what other results of a tile load too (the rows of a window). A loop along a row
    that waits for its loads is split, so that vectors of a tile load the same. What is left over
    of a loop becomes a smaller tile, or a loop without one where the extent is known at run time
    only and not shown to leave nothing; a masked loop after that, which does the same with all
    lanes, runs these iterations too. Assumes in the nest are dropped, other than the user's
    (`pad.user`), and so are flags of a sum in parts that hold in one order only (nsw, ninf).
    Finally, a short reduction that waits for its loads becomes straight code, in which vectors that
    overlap in memory are made of one another by `vector.shuffle`.

    Before:

    ```mlir
    func.func @mac(%A: memref<4x8xi32>, %B: memref<8xi32>, %C: memref<4xi32>) {
      affine.for %i = 0 to 4 {
        affine.for %k = 0 to 8 {
          %c = affine.load %C[%i] : memref<4xi32>
          %a = affine.load %A[%i, %k] : memref<4x8xi32>
          %b = affine.load %B[%k] : memref<8xi32>
          %p = arith.muli %a, %b : i32
          %s = arith.addi %c, %p : i32
          affine.store %s, %C[%i] : memref<4xi32>
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After (`loops=i factors=2 target-cpu=x86-64-v3`):

    ```mlir
    func.func @mac(%A: memref<4x8xi32>, %B: memref<8xi32>, %C: memref<4xi32>) {
      affine.for %i = 0 to 4 step 2 {
        %c = affine.load %C[%i] : memref<4xi32>
        %c2 = affine.load %C[%i + 1] : memref<4xi32>
        %s, %s2 = affine.for %k = 0 to 8 iter_args(%x = %c, %y = %c2) -> (i32, i32) {
          %b = affine.load %B[%k] : memref<8xi32>
          %a = affine.load %A[%i, %k] : memref<4x8xi32>
          %p = arith.muli %a, %b : i32
          %t = arith.addi %x, %p : i32
          %a2 = affine.load %A[%i + 1, %k] : memref<4x8xi32>
          %p2 = arith.muli %a2, %b : i32
          %t2 = arith.addi %y, %p2 : i32
          affine.yield %t, %t2 : i32, i32
        }
        affine.store %s, %C[%i] : memref<4xi32>
        affine.store %s2, %C[%i + 1] : memref<4xi32>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset); `loops`: these only (each a `pad.loop`, or an
    iterator in the source), with `factors`, how many iterations of each, to override the model;
    `target-cpu`: LLVM's name of a processor, `native` when unset.

    Errors: an unknown loop, or one named twice; factors that are not as many, or not positive.
    Declines, with a remark: a nest in which no loop carries a reduction; loops whose iterations
    depend on one another, or whose bounds are not a constant and one expression; a float sum or
    product without `reassoc` that would get several accumulators; a tile that is not better than
    none.
    """

    name = "pad-register-tile"

    function: str | None = None
    stage: str | None = None
    loops: tuple[str, ...] = ()
    factors: tuple[int, ...] = ()
    target_cpu: str | None = None

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.factors and len(self.factors) != len(self.loops):
            raise OptionError(
                "factors",
                "there must be as many factors as loops, but there are "
                f"{len(self.factors)} and {len(self.loops)}",
                op,
            )
        if len({*self.loops}) < len(self.loops):
            raise OptionError("loops", f"a loop is named twice: {', '.join(self.loops)}", op)
        if any(factor < 1 for factor in self.factors):
            message = f"the factors are {list(self.factors)}, but must be at least 1"
            raise OptionError("factors", message, op)
        unit = vector_unit(self.target_cpu)
        found, resolved = set[str](), set[str]()
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            for root in roots:
                found |= {name for loop in _loops_in(root) if (name := loop_name(loop))}
                own = own_names(self.loops, root)
                resolved |= {*self.loops} - {*own}
                with suppress_padding_remarks(self.stage or self.loops):
                    tile_nests(root, unit, Asked(own, self.factors))
        unknown = [name for name in self.loops if name not in found | resolved]
        if unknown:
            known = ", ".join(sorted(found)) or "none"
            raise PadError(f"there is no loop '{unknown[0]}'; the loops are: {known}", op)


@dataclass(frozen=True)
class Asked:
    """The loops to tile, any where none is named, and how many iterations of each, if given."""

    loops: tuple[str, ...]
    factors: tuple[int, ...]

    def allows(self, loop: affine.ForOp) -> bool:
        """Whether the loop may be tiled."""
        return not self.loops or loop_name(loop) in self.loops

    def chosen(self, loops: Sequence[affine.ForOp]) -> tuple[int, ...] | None:
        """The factors that are asked for; None if the model chooses."""
        if not self.factors:
            return None
        given = dict(zip(self.loops, self.factors, strict=True))
        return tuple(given.get(loop_name(loop) or "", 1) for loop in loops)


def tile_nests(root: Operation, unit: VectorUnit, asked: Asked) -> None:
    """Tiles each nest of loops inside an operation that carries a reduction."""
    loops = _loops_in(root)
    for outermost in [op for op in loops if not any(_is_around(o, op) for o in loops)]:
        if becomes_no_code(outermost):
            continue
        try:
            attempt(outermost, lambda copy: _tile_nest(copy, unit, asked))
        except Declined as reason:
            name = loop_name(outermost) or UNNAMED
            place = reason.op or outermost
            idle = not asked.loops and reason.why.id in _NOTHING_TO_DO
            remark(PadRegisterTile.name, place, _NOT_TILED, reason=reason, idle=idle, loop=name)


def _tile_nest(outermost: affine.ForOp, unit: VectorUnit, asked: Asked) -> list[affine.ForOp]:
    """Tiles around each reduction of a nest; raises Declined if none is tiled."""
    reductions = _reductions_in(outermost)
    if not reductions:
        raise Declined(why_nothing_is_carried(outermost), outermost)
    refused: Declined | None = None
    tops, count = [outermost], 0
    known = _TileLoops(outermost, asked)
    loops_of = known.around

    def in_tile(innermost: affine.ForOp) -> list[affine.ForOp]:
        loops = loops_of(innermost)  # those around it are the same in any order of those that carry
        body, own = body_of(innermost, loops), unit_for(innermost, unit)
        factors = best_tile(body, own, _limits(loops))
        return [loop for loop, factor in zip(loops, factors, strict=True) if factor > 1]

    if not asked.loops:
        for innermost in reductions:
            with suppress(Declined):
                if share_rows(innermost, partial(loops_of, innermost), partial(in_tile, innermost)):
                    known.clear()
        for innermost in _reductions_in(outermost):
            with suppress(Declined):
                if split_windows(innermost, partial(loops_of, innermost), unit):
                    known.clear()
    # A loop around several is tiled for the one that takes longest.
    expected = ExpectedTrips(InstanceReader(outermost_block(outermost)))
    often = partial(_instances, expected)
    for innermost in sorted(_reductions_in(outermost), key=often, reverse=True):
        if not outermost.is_ancestor(innermost):
            continue  # it is in the tile around another one
        try:
            loops = loops_of(innermost)
            factors = asked.chosen(loops) or _best_factors(innermost, loops, unit)
            if all(factor == 1 for factor in factors):
                raise Declined("no tile is better than none", innermost, reason="no-gain")
        except Declined as reason:
            refused = reason
            continue
        halves = has_halves(list(map(extent_of, loops)), factors)
        count += _tile_masked_rest(loops, factors, unit, asked, halves=halves)
        for loop, factor in zip(loops, factors, strict=True):
            if factor > 1 and _is_carried_in_any_order(loop):
                known.clear()
                groups = groups_of_copies(extent_of(loop), factor, halves=halves)
                made = side_by_side(loop, groups)
                count += 1
                if loop is outermost:
                    tops = made
                elif len(made) > 1:
                    leave_to_masked_rest(made[-1])
        if tops != [outermost]:
            break
    if not count:
        assert refused is not None
        raise refused
    for top in tops:
        shorten_live_ranges(top)
        share_overlapping_loads(top, unit)
    return tops


def _tile_masked_rest(
    loops: Sequence[affine.ForOp],
    factors: Sequence[int],
    unit: VectorUnit,
    asked: Asked,
    *,
    halves: bool,
) -> int:
    """
    Tile the loops in a masked rest after one of the loops of a tile; returns how many. They are
    copied as those before it are, so that it may run what whole tiles leave too; where none of
    these is, as is best for one result, which would wait for itself.
    """
    for place, around in enumerate(loops):
        found = loops_in_masked_rest(around)
        inside = [(found[loop], f) for loop, f in zip(loops, factors, strict=True) if loop in found]
        if not inside:
            continue
        others = [loop for loop, _ in inside]
        chosen = [factor for _, factor in inside]
        try:
            for loop in others:
                _check(loop)
        except Declined:
            return 0
        # Copies of a loop around both give it more results.
        alone = len(others[0].results) == 1 and set(factors[place + 1 :]) <= {1}
        if alone and not asked.loops and all(factor == 1 for factor in chosen):
            chosen = best_tile(body_of(others[0], others), unit_for(others[0], unit), ())
        for loop, factor in zip(others, chosen, strict=True):
            if factor > 1 and _is_carried_in_any_order(loop):
                side_by_side(loop, groups_of_copies(extent_of(loop), factor, halves=halves))
        return sum(factor > 1 for factor in chosen)
    return 0


def _is_carried_in_any_order(loop: affine.ForOp) -> bool:
    """Whether a loop carries reductions: no longer, where one in it has several accumulators."""
    try:
        carried_reductions(loop)
    except Declined:
        return False
    return True


def _instances(expected: ExpectedTrips, innermost: affine.ForOp) -> int:
    """How often the body of a reduction runs."""
    instances, current = 1, innermost
    while isinstance(current, affine.ForOp):
        instances *= expected.of(current)
        current = current.parent_op()
    return instances


def _best_factors(
    innermost: affine.ForOp, loops: Sequence[affine.ForOp], unit: VectorUnit
) -> tuple[int, ...]:
    """The factors of the best tile that the registers of all other reductions allow."""
    body, own = body_of(innermost, loops), unit_for(innermost, unit)
    limits = _limits(loops)
    best = best_tile(body, own, limits)
    # Mostly it leaves the loops around others alone, of which it takes long to see what they allow.
    found = zip(loops, best, strict=True)
    if all(f == 1 or f <= _most_copies(loop, innermost, unit) for loop, f in found):
        return best
    copies = (_most_copies(loop, innermost, unit) for loop in loops)
    return best_tile(body, own, tuple(map(min, copies, limits or (MOST_COPIES,) * len(loops))))


def _limits(loops: Sequence[affine.ForOp]) -> tuple[int, ...]:
    """The most iterations of each loop that may run side by side; none where that is any number."""
    open = [loop for loop in loops if extent_of(loop) is None]
    most = {loop: n for loop in open if (n := most_iterations(loop)) is not None}
    return tuple(min(MOST_COPIES, most.get(loop, MOST_COPIES)) for loop in loops) if most else ()


def _most_copies(loop: affine.ForOp, innermost: affine.ForOp, unit: VectorUnit) -> int:
    """How many iterations may run side by side for the registers of all other reductions in it."""
    others = [op for op in _reductions_in(loop) if op is not innermost]
    copies = [most_copies(body_of(op, [loop]), unit_for(op, unit)) for op in others]
    return min(copies, default=MOST_COPIES)


def _reductions_in(outermost: affine.ForOp) -> list[affine.ForOp]:
    """
    The innermost loops that carry values, and that hold no others; of what loops leave of their
    whole groups, none where there are others, whose copies would all be for the sake of little.
    """
    carrying = [op for op in _loops_in(outermost) if op.results]
    innermost = [op for op in carrying if not any(_is_around(op, other) for other in carrying)]
    rests = [op for op in _loops_in(outermost) if is_rest(op)]
    groups = [op for op in innermost if not any(rest.is_ancestor(op) for rest in rests)]
    return groups or innermost


class _TileLoops:
    """
    The loops of a nest that may be tiled around each reduction, until the nest changes: a loop
    around several reductions is checked once.
    """

    def __init__(self, outermost: affine.ForOp, asked: Asked):
        self._outermost, self._asked = outermost, asked
        self._known = dict[affine.ForOp, list[affine.ForOp]]()
        self._refusals = dict[affine.ForOp, Declined | None]()

    def clear(self) -> None:
        """Forget all, as the nest has changed."""
        self._known.clear()
        self._refusals.clear()

    def around(self, innermost: affine.ForOp) -> list[affine.ForOp]:
        """The loops, inside out: the innermost reduction, and some around it."""
        if innermost not in self._known:
            self._known[innermost] = self._find(innermost)
        return self._known[innermost]

    def _find(self, innermost: affine.ForOp) -> list[affine.ForOp]:
        loops = list[affine.ForOp]()
        refused: Declined | None = None
        current: Operation | None = innermost
        while current is not None:
            if isinstance(current, affine.ForOp) and self._asked.allows(current):
                reason = self._refusal(current)
                if reason is None and not self._asked.loops and _are_apart(current, innermost):
                    pass
                elif reason is None:
                    loops.append(current)
                elif self._asked.loops:
                    raise reason
                refused = refused or reason
            carrying_none = [op for op in loops if not op.results]
            if current is self._outermost or len(carrying_none) == _MOST_LOOPS:
                break
            current = current.parent_op()
        if not loops:
            raise refused or Declined(
                "none of the loops asked for is around it", innermost, reason="not-asked"
            )
        return loops

    def _refusal(self, loop: affine.ForOp) -> Declined | None:
        if loop not in self._refusals:
            try:
                _check(loop)
            except Declined as reason:
                self._refusals[loop] = reason
            else:
                self._refusals[loop] = None
        return self._refusals[loop]


def _check(loop: affine.ForOp) -> None:
    extent, most = extent_of(loop), most_iterations(loop)
    if most is not None and most < 2:
        raise Declined("it has fewer than two iterations", loop, reason="too-few-iterations")
    if constant_lower(loop) is None or len(loop.upperBoundMap.data.results) != 1:
        raise Declined(
            "the lower bound is not constant, or the upper bound has several results",
            loop,
            reason="bounds",
        )
    carried_reductions(loop)
    check_lockstep(loop, MOST_COPIES if extent is None else extent, [])


def _are_apart(loop: affine.ForOp, innermost: affine.ForOp) -> bool:
    """
    Whether copies of a reduction run one after the other, each under its own condition: a tile of
    such copies is more code, of which none has anything in common.
    """
    conditions, op = list[Operation](), innermost.parent_op()
    while op is not loop and op is not None and innermost is not loop:
        if is_a(op, CONDITIONAL):
            conditions.append(op)
        op = op.parent_op()
    return bool(conditions) and any(map(Variance(loop).has_varying_operand, conditions))


def _loops_in(root: Operation) -> list[affine.ForOp]:
    return operations_of(root, affine.ForOp)


def _is_around(outer: Operation, inner: Operation) -> bool:
    return outer is not inner and outer.is_ancestor(inner)

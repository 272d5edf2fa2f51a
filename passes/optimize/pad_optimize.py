"""pad-optimize: the default pipeline, to a fixpoint, with the choices as options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_in, operations_of
from ...index.sets.engine import own_engine
from ...upstream.processors import HOST_NAMES
from ..common.diagnostics import OptionError, Remark, RemarkForm, collect_remarks, remark, tell
from ..common.stages import find_functions
from ..guards.guard_costs import guards_in
from ..guards.pad_remove_branching_through_overcompute import read_limit
from ..guards.removal_search import Allowed
from ..layout.contracts.lowered_contracts import has_layout_left
from ..layout.options.layout_options import parse_ints
from ..raising.pad_raise_loops import raise_loops
from ..sizes.fact_texts import check_fact_names
from ..sizes.size_ranges import check_size_names, parse_size_ranges
from ..vectorize.vector_unit import resolved_cpu
from .layouts.accessed_buffers import expected_ranges
from .layouts.layout_choice import (
    choose_layout,
    may_need_copies,
    propose_copies,
    propose_layout,
    without_layouts,
)
from .layouts.layout_plans import BufferLayout, Interface, Plan, parse_plan
from .layouts.layout_trials import AUTO, Layouts
from .parallel_loops import run_in_order
from .products_apart import take_products_apart
from .recovered_axes import run_with_axes
from .size_versions import OPTION as VERSIONS
from .size_versions import Versions, add_versions, parse_versions
from .steps.estimated_time import estimate
from .steps.fixpoint import Guards, Optimization
from .steps.vector_code import Target, target_of

_NOT_APPLIED = RemarkForm(
    "layout-not-applied",
    "@{of} has a buffer whose #pad.layout is not applied yet: what its padding allows is seen "
    "after pad-apply-layouts",
)

_ASSUMED = RemarkForm(
    "assumed-processor",
    "this machine is taken for {cpu}, with {unit}: target-cpu={cpu} makes the same code anywhere",
    "analysis",
)

_APART = RemarkForm(
    "products-apart",
    "products got loops of their own: estimated cycles: {after}; in the loops that there were: "
    "{before}",
    "passed",
)
_TOGETHER = RemarkForm(
    "products-together",
    "products did not get loops of their own: estimated cycles: {after}; in the loops that there "
    "were: {before}",
    "analysis",
)


@dataclass(frozen=True)
class PadOptimize(ModulePass):
    """
    Does what is always good, until nothing changes, and what it is told to choose.

    Loops of `scf` become affine ones first, where they are affine: see `pad-raise-loops`. With
    `target-cpu`, flat buffers get rows before, as `pad-recover-axes` does it, where vectors are
    made of these.

    Always good are `pad-simplify`, `pad-remove-no-op`, `pad-reduce-loop-extents`, and moving
    conditions out of loops that need no copy for it; no such step is kept that leaves a function
    with more guards. What becomes of the guards is a choice, `guards`: those of stages are dropped
    where overcompute is proven to change nothing and adds no more than `max-waste`; loops are
    partitioned; first one, then the other; neither. Unless said, overcompute does it, and with
    `target-cpu`, if guards stay that way, loops are partitioned where that is estimated to take at
    most 0.8 of the time.

    Layouts are a choice too. With `buffer` and `map`, each map is tried: the buffers are laid out
    by it in every function that has one of them, as `pad-transform-layout` does, the stages that
    access them run over them in order, each over the first of `buffer` that it accesses, and the
    rest is optimized. Where that order is not legal, or leaves guards, the loops in theirs are
    tried too: split by the tiles along tiled axes, and as they are for a map without tiles, where
    that leaves fewer guards than there are without padding. Taken is one map for all functions: the
    one that leaves the fewest guards, then adds the fewest instances, then the fewest bytes, of
    those that leave no more guards than there are without padding and are within the limits. Where
    none is, nothing is padded. Remarks say what each choice costs.

    With `target-cpu`, loops over rows in which each row multiplies a matrix are taken apart, as
    `pad-distribute-loops` does it, where that is estimated to be faster, without layouts: then the
    matrices are multiplied in tiles, at the price of at most 16 MiB for what is kept of the rows.

    With `target-cpu`, layouts are judged by the time that the code is estimated to take instead
    (`docs/estimated-time.md`): the fastest is taken, of those as fast, by 3 %, the one that is
    packed most cheaply, which is none if that is as fast. `layouts=auto` proposes some for each
    function, of which none is taken that gains less than 5 %: borders of windows become padding of
    what they read, rows whole vectors; iterations of a loop lie side by side as the last axis;
    columns are in panels; cells of a stride are apart. Of buffers with a size that is known at run
    time only, axes are split, and borders stay; such sizes are taken to be as for estimates, for
    `max-waste` too unless `sizes` are given. Without layouts, and where the second cache does not
    keep the buffers, what is only loaded, and combined again and again, is copied into panels in
    the function, if that gains as much, and all its sizes are known.

    Before:

    ```mlir
    func.func @sum(%A: memref<4x4xi32>, %B: memref<1xi32>) {
      %zero = arith.constant 0 : i32
      affine.for %ii = 2 to 4 {
        %a = affine.load %A[3, %ii] : memref<4x4xi32>
        %holds = arith.cmpi eq, %a, %zero : i32
        pad.assume %holds : i1
      }
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%io, %ii) {
            %s = affine.load %B[0] : memref<1xi32>
            %a = affine.load %A[(%io * 4 + %ii) floordiv 4, %ii mod 4] : memref<4x4xi32>
            %t = arith.addi %s, %a : i32
            affine.store %t, %B[0] : memref<1xi32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @sum(%A: memref<4x4xi32>, %B: memref<1xi32>) {
      %zero = arith.constant 0 : i32
      affine.for %ii = 2 to 4 {
        %a = affine.load %A[3, %ii] : memref<4x4xi32>
        %holds = arith.cmpi eq, %a, %zero : i32
        pad.assume %holds : i1
      }
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          %s = affine.load %B[0] : memref<1xi32>
          %a = affine.load %A[%io, %ii] : memref<4x4xi32>
          %t = arith.addi %s, %a : i32
          affine.store %t, %B[0] : memref<1xi32>
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Options: `function` (all when unset); `guards=auto|overcompute|partition|either|keep`;
    `max-waste`: instances added over original ones, for each guard, 1.0 unless said;
    `fp=strict|relaxed`.
    `layouts`: `auto`, or layouts of several buffers together, with their maps, pad and extents:
    `layouts="A: (i, j) -> (i, j floordiv 4, j mod 4) pad=0.0; B: .."`; of several such texts, the
    one that costs least is taken. `interface=keep`: the signature stays, and the function packs and
    unpacks its arguments itself, as `pad-transform-layout` does it. `buffer`, one or several, and
    `map`, one or several alternatives, of the same rank; `pad`, what the padding holds, as
    `pad-transform-layout` takes it, or `auto`: for each buffer what `pad-infer-pad-value` finds for
    all of them together, told in a remark, and undef where no value is needed; for one buffer and
    one map `extents` too; `stage`, the one to run over the buffers, all that access them when
    unset; `max-padding`: bytes of padding over bytes of data, 1.0 unless said (a page more for each
    buffer whose layout is proposed). `target-cpu`, LLVM's name of a processor, or `native`:
    parallel loops that reduce nothing run in order then, and finally loops over which a cell is
    updated go inside those that move the cell, these into the order in which caches keep more of
    what is read again, stages that hand on more than a cache keeps run in turns, and of local
    buffers as many rows are left as are in use at a time, `pad-flatten-loops`, `pad-vectorize` and
    `pad-register-tile` make code for its vectors, rows that load the same are computed together,
    and vectors between two of a row made of these where lines' ends make loads slow
    (`docs/estimated-time.md`); not unless it is given.
    `sizes`: what sizes are expected to be, for `max-waste` only, as
    `pad-remove-branching-through-overcompute` takes them.

    `versions`: facts about sizes, `versions="n mod 16 == 0"`, that may hold or not. Where more is
    gained with all of them, the function tests them where it begins, and calls one of two versions:
    `@f_fits`, which assumes them, or `@f_any`. Each fact is `n mod c == 0`, `n >= c`, `n <= c`, `n
    == m` or `n * m <= c`, of index arguments, or of `A.0`, the size of axis 0 of A. `versions=auto`
    takes the facts that the remarks on guards name.

    Errors: an assume that is false; an unknown buffer, stage or size, a map that is not a layout.
    Declines, with a remark: a loop that is not affine; a layout that is not applied yet; a guard
    that must stay; a layout that leaves more guards than there are without padding, takes more
    memory than allowed, or of which neither order of access is legal; for a processor, one that is
    not estimated to be faster than none; a version with as many guards and no fewer operations, or
    by facts that are known to hold, to be false, or only later.
    """

    name = "pad-optimize"

    function: str | None = None
    guards: Guards = "auto"
    max_waste: float | int | str = 1.0
    fp: Literal["strict", "relaxed"] = "strict"
    buffer: tuple[str, ...] = ()
    map: tuple[str, ...] = ()
    pad: str | int | float | None = None
    stage: str | None = None
    max_padding: float | int | str = 1.0
    target_cpu: str | None = None
    extents: str | int | tuple[int, ...] | None = None
    sizes: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    layouts: tuple[str, ...] = ()
    interface: Interface = "change"

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = find_functions(op, self.function, lambda _: True)
        check_size_names(parse_size_ranges(self.sizes), functions)
        versions = parse_versions(self.versions)
        if versions is not None and versions.facts is not None:
            check_fact_names(VERSIONS, versions.facts, functions)
        layouts = self._layouts()
        target = target_of(self.target_cpu)  # a name that LLVM does not know is told first
        if target is not None and self.target_cpu in HOST_NAMES:
            cpu = resolved_cpu(self.target_cpu)
            remark(self.name, op, _ASSUMED, cpu=cpu, unit=target.unit)

        def run(module: ModuleOp) -> None:
            self._run(ctx, module, target, versions, layouts)

        if target is None:
            run(op)
        else:
            run_with_axes(op, self.function, self.name, run)

    def _run(
        self,
        ctx: Context,
        op: ModuleOp,
        target: Target | None,
        versions: Versions | None,
        layouts: Layouts | None,
    ) -> None:
        for function in find_functions(op, self.function, lambda _: True):
            raise_loops(function, self.name)
            if target is not None:
                run_in_order(function)
            if any(map(has_layout_left, operations_in(function))):
                remark(self.name, function, _NOT_APPLIED, of=function.sym_name.data)
        one = _Run(self, ctx, target, versions)
        found = find_functions(op, self.function, lambda _: True)
        if (
            layouts is None
            and target is not None
            and any(may_need_copies(each, target.unit) for each in found)
        ):
            copies = self.no_layouts()
            for name in _callees_first(found):
                one.on(op, name, copies)
            return
        if self.layouts != (AUTO,):
            one.on(op, self.function, layouts)
            return
        assert layouts is not None
        if target is None:
            message = (
                "layouts=auto proposes layouts for the vectors of a processor: give target-cpu"
            )
            raise OptionError("layouts", message)
        for name in _callees_first(find_functions(op, self.function, lambda _: True)):
            one.on(op, name, layouts)

    def _layouts(self) -> Layouts | None:
        limit = self._limit()
        extents = parse_ints("extents", self.extents)
        if self.interface == "keep" and not self.buffer and not self.layouts:
            message = "interface=keep is about layouts: give layouts, or buffer and map"
            raise OptionError("interface", message)
        allowed = self._allowed()
        if self.layouts:
            if self.buffer or self.map or extents or self.pad is not None:
                message = (
                    "layouts says of each buffer its map, pad and extents: leave out buffer, map, "
                    "pad and extents"
                )
                raise OptionError("layouts", message)
            is_proposed = self.layouts == (AUTO,)
            plans = () if is_proposed else tuple(map(parse_plan, self.layouts))
            return Layouts(plans, self.stage, limit, allowed, self.interface)
        if not self.buffer and not self.map:
            if self.stage is not None or self.pad is not None:
                raise PadError("stage and pad are about buffers to lay out: give buffer and map")
            if extents:
                raise OptionError("extents", "extents are those of a layout: give buffer and map")
            return None
        if not self.buffer or not self.map:
            raise PadError(
                "give both buffer and map, the buffers to lay out and the layouts to try"
            )
        if extents and (len(self.buffer) > 1 or len(self.map) > 1):
            message = (
                "extents is allowed only with one buffer and one map; give layouts, with extents "
                "for each buffer"
            )
            raise OptionError("extents", message)
        plans = tuple(
            Plan(tuple(BufferLayout(name, map, self.pad, extents) for name in self.buffer), map)
            for map in self.map
        )
        return Layouts(plans, self.stage, limit, allowed, self.interface)

    def _allowed(self) -> Allowed:
        sizes = parse_size_ranges(self.sizes)
        return Allowed(read_limit(self.max_waste), self.fp == "relaxed", sizes=sizes)

    def no_layouts(self) -> Layouts:
        """No layouts, but of local copies."""
        return Layouts((), None, inf, self._allowed(), "keep")

    def _limit(self) -> float:
        try:
            limit = float(self.max_padding)
        except ValueError:
            limit = -1.0
        if not limit >= 0:
            message = f"max-padding is {self.max_padding}, but must be a number >= 0, or inf"
            raise OptionError("max-padding", message)
        return limit


@dataclass(frozen=True)
class _Run:
    """The pass with its options, on a function or on all."""

    options: PadOptimize
    context: Context
    target: Target | None
    versions: Versions | None

    def on(self, op: ModuleOp, name: str | None, layouts: Layouts | None) -> None:
        """
        Optimize the function of this name, all if it is None; with products apart from what is in
        their loops, where that is estimated to be faster, without layouts: these are tried once.
        """
        apart = op.clone()
        functions = find_functions(apart, name, lambda _: True)
        if self.target is None or not any([take_products_apart(each) for each in functions]):
            self._optimize(op, name, layouts)
            return
        together = op.clone()
        if layouts is None:
            before, said_together = self._tried(together, name)
            after, said_apart = self._tried(apart, name)
        else:
            plain = replace(self, versions=None)
            before, after = (plain._tried(each.clone(), name)[0] for each in (together, apart))
            said_together, said_apart = list[Remark](), list[Remark]()
        is_taken = after < before
        form = _APART if is_taken else _TOGETHER
        place = find_functions(op, name, lambda _: True)[0]
        remark(self.options.name, place, form, before=f"{before:.0f}", after=f"{after:.0f}")
        for said in said_apart if is_taken else said_together:
            tell(said)
        chosen = apart if is_taken else together
        op.detach_region(op.body)
        op.add_region(chosen.detach_region(chosen.body))
        if layouts is not None:
            self._optimize(op, name, layouts)

    def _tried(self, op: ModuleOp, name: str | None) -> tuple[float, list[Remark]]:
        """Optimize without layouts; the cycles that it is estimated to take then, and remarks."""
        assert self.target is not None
        with collect_remarks() as said:
            cycles = self._optimize(op, name, None)
        return estimate(op, self.target.unit).cycles if cycles is None else cycles, said

    def _optimize(self, op: ModuleOp, name: str | None, layouts: Layouts | None) -> float | None:
        """Optimize; returns the cycles that it is estimated to take then, if they are known."""
        finds_facts = self.versions is not None and self.versions.facts is None
        own, target, sizes = self.options.name, self.target, self.options.sizes
        if self.options.layouts == (AUTO,) and not sizes:
            sizes = expected_ranges(*find_functions(op, name, lambda _: True))

        def optimize(module: ModuleOp) -> Optimization:
            optimization = self._optimization(module, name, sizes, layouts is None or finds_facts)
            if self.versions is not None:
                optimization.start = module.clone()
            optimization.run()
            return optimization

        def partition(module: ModuleOp) -> Optimization:
            optimization = self._optimization(module, name, sizes, False, "either")
            if self.versions is not None:
                optimization.start = module.clone()
            optimization.run()
            return optimization

        pieces = partition if self.options.guards == "auto" else None

        def optimize_silently(module: ModuleOp, function: str) -> None:
            with collect_remarks():
                self._optimization(module, function, sizes, False).run()
                if target is not None:
                    target.make_code(self.context, module, function, own)

        if layouts is None and target is not None and pieces and _have_guards(op, name):
            none = self.options.no_layouts()
            chosen = without_layouts(self.context, op, name, none, optimize, target, own, pieces)
        elif layouts is None:
            chosen = optimize(op)
            if target is not None:
                chosen.made = target.make_code(self.context, op, name, own)
        elif target is not None and not layouts.plans:
            (found,) = find_functions(op, name, lambda _: True)
            propose = propose_layout if self.options.layouts else propose_copies
            chosen = propose(self.context, op, found, layouts, optimize, target, own, pieces)
        else:
            chosen = choose_layout(self.context, op, name, layouts, optimize, target, own, pieces)
        chosen.report(own)
        for said in chosen.made:
            tell(said)
        if self.versions is not None and chosen.start is not None:
            add_versions(chosen, chosen.start, self.versions, optimize_silently, own)
            return None
        return chosen.cycles

    def _optimization(
        self,
        module: ModuleOp,
        name: str | None,
        sizes: tuple[str, ...],
        is_told: bool,
        guards: Guards | None = None,
    ) -> Optimization:
        of = self.options
        options = guards or of.guards, of.max_waste, of.fp, sizes
        return Optimization(self.context, module, name, *options, is_told)


def _have_guards(module: ModuleOp, name: str | None) -> bool:
    return any(guards_in(f) for f in find_functions(module, name, lambda _: True))


def _callees_first(functions: Sequence[func.FuncOp]) -> list[str]:
    """The names of functions, each after those that it calls: a layout of these changes it."""
    ordered = dict[str, None]()
    by_name = {f.sym_name.data: f for f in functions}
    pending = [*reversed(by_name)]
    begun = set[str]()
    while pending:
        name = pending[-1]
        called = [c for c in _called(by_name[name]) if c in by_name and c not in begun]
        if name in begun or not called:
            ordered[pending.pop()] = None
        begun.add(name)
        pending += [c for c in called if c not in begun]
    return list(ordered)


def _called(function: func.FuncOp) -> list[str]:
    calls = operations_of(function, func.CallOp)
    return list(dict.fromkeys(call.callee.root_reference.data for call in calls))

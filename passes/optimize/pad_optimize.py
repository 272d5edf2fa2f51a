"""pad-optimize: the default pipeline, to a fixpoint, with the choices as options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_in
from ...index.sets.engine import own_engine
from ..common.diagnostics import OptionError, RemarkForm, collect_remarks, remark, tell
from ..common.generated_stages import suppress_padding_remarks
from ..common.stages import find_functions
from ..flatten_loops.pad_flatten_loops import flatten_loops, is_made
from ..guards.pad_remove_branching_through_overcompute import read_limit
from ..guards.removal_search import Allowed
from ..layout.contracts.lowered_contracts import has_layout_left
from ..layout.options.layout_options import parse_ints
from ..raising.pad_raise_loops import raise_loops
from ..register_tile.pad_register_tile import PadRegisterTile
from ..sizes.fact_texts import check_fact_names
from ..sizes.size_ranges import check_size_names, parse_size_ranges
from ..vectorize.pad_vectorize import PadVectorize
from ..vectorize.vector_unit import vector_unit
from .fixpoint import Guards, Optimization
from .layout_choice import Layouts, choose_layout
from .parallel_loops import run_in_order
from .reduction_order import sink_reductions
from .size_versions import OPTION as VERSIONS
from .size_versions import add_versions, parse_versions

_NOT_APPLIED = RemarkForm(
    "layout-not-applied",
    "@{of} has a buffer whose #pad.layout is not applied yet: what its padding allows is seen "
    "after pad-apply-layouts",
)


@dataclass(frozen=True)
class PadOptimize(ModulePass):
    """
    Does what is always good, until nothing changes, and what it is told to choose.

    Loops of `scf` become affine ones first, where they are affine: see `pad-raise-loops`.

    Always good are `pad-simplify`, `pad-remove-no-op`, `pad-reduce-loop-extents`, and moving
    conditions out of loops that need no copy for it; no such step is kept that leaves a function
    with more guards. What becomes of the guards is a choice, `guards`: those of stages are dropped
    where overcompute is proven to change nothing and adds no more than `max-waste`; loops are
    partitioned; first one, then the other; neither.

    Layouts are a choice too. With `buffer` and `map`, each map is tried: the buffers are laid out
    by it in every function that has one of them, as `pad-transform-layout` does, the stages that
    access them run over them in order, each over the first of `buffer` that it accesses, and the
    rest is optimized. Where that order is not legal, or leaves guards, the loops in theirs are
    tried too: split by the tiles along tiled axes, and as they are for a map without tiles, where
    that leaves fewer guards than there are without padding. Taken is one map for all functions: the
    one that leaves the fewest guards, then adds the fewest instances, then the fewest bytes, of
    those that leave no more guards than there are without padding and are within the limits. Where
    none is, nothing is padded. Remarks say what each choice costs.

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

    Options: `function` (all when unset); `guards=overcompute|partition|either|keep`; `max-waste`:
    instances added over original ones, for each guard, 1.0 unless said; `fp=strict|relaxed`.
    `buffer`, one or several, and `map`, one or several alternatives, of the same rank; `pad`, what
    the padding holds, as `pad-transform-layout` takes it, or `auto`: for each buffer what
    `pad-infer-pad-value` finds for all of them together, told in a remark, and undef where no value
    is needed; for one buffer and one map `extents` too; `stage`, the one to run over the buffers,
    all that access them when unset; `max-padding`: bytes of padding over bytes of data, 1.0 unless
    said. `target-cpu`, LLVM's name of a processor, or `native`: parallel loops that reduce nothing
    run in order then, and finally loops over which a cell is updated go inside those that move the
    cell, and `pad-flatten-loops`, `pad-vectorize` and `pad-register-tile` make code for its
    vectors; not unless it is given. `sizes`: what sizes are expected to be, for `max-waste` only,
    as `pad-remove-branching-through-overcompute` takes them.

    `versions`: facts about sizes, `versions="n mod 16 == 0"`, that may hold or not. Where more is
    gained with all of them, the function tests them where it begins, and calls one of two versions:
    `@f_fits`, which assumes them, or `@f_any`. Each fact is `n mod c == 0`, `n >= c`, `n <= c`, `n
    == m` or `n * m <= c`, of index arguments, or of `A.0`, the size of axis 0 of A. `versions=auto`
    takes the facts that the remarks on guards name.

    Errors: an assume that is false; an unknown buffer, stage or size, a map that is not a layout.
    Declines, with a remark: a loop that is not affine; a layout that is not applied yet; a guard
    that must stay; a layout that leaves more guards than there are without padding, takes more
    memory than allowed, or of which neither order of access is legal; a version with as many guards
    and no fewer operations, or by facts that are known to hold, to be false, or only later.
    """

    name = "pad-optimize"

    function: str | None = None
    guards: Guards = "overcompute"
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

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = find_functions(op, self.function, lambda _: True)
        check_size_names(parse_size_ranges(self.sizes), functions)
        versions = parse_versions(self.versions)
        if versions is not None and versions.facts is not None:
            check_fact_names(VERSIONS, versions.facts, functions)
        layouts = self._layouts()
        if self.target_cpu is not None:
            vector_unit(self.target_cpu)  # a name that LLVM does not know is told first
        for function in find_functions(op, self.function, lambda _: True):
            raise_loops(function, self.name)
            if self.target_cpu is not None:
                run_in_order(function)
            if any(map(has_layout_left, operations_in(function))):
                remark(self.name, function, _NOT_APPLIED, of=function.sym_name.data)

        finds_facts = versions is not None and versions.facts is None

        def optimize(module: ModuleOp) -> Optimization:
            is_told = layouts is None or finds_facts
            optimization = self._optimization(ctx, module, self.function, is_told)
            if versions is not None:
                optimization.start = module.clone()
            optimization.run()
            return optimization

        def optimize_silently(module: ModuleOp, function: str) -> None:
            with collect_remarks():
                self._optimization(ctx, module, function, False).run()
                self._generate(ctx, module, function)

        if layouts is None:
            chosen = optimize(op)
        else:
            chosen = choose_layout(ctx, op, self.function, layouts, optimize, self.name)
        chosen.report(self.name)
        with collect_remarks() as remarks:
            self._generate(ctx, op, self.function)
        for said in dict.fromkeys(remarks):
            tell(said)
        if versions is not None and chosen.start is not None:
            add_versions(chosen, chosen.start, versions, optimize_silently, self.name)

    def _optimization(
        self, context: Context, module: ModuleOp, function: str | None, is_told: bool
    ) -> Optimization:
        options = self.guards, self.max_waste, self.fp, self.sizes
        return Optimization(context, module, function, *options, is_told)

    def _generate(self, context: Context, module: ModuleOp, name: str | None) -> None:
        """Make code for the vectors of the processor, if one is given."""
        if self.target_cpu is None:
            return
        for function in find_functions(module, name, lambda _: True):
            sink_reductions(function, self.name)
            # Nobody asked for the loops of the source, such as those over rows and columns.
            with suppress_padding_remarks(None):
                flatten_loops(list(function.body.blocks[0].ops), is_made)
        PadVectorize(name, target_cpu=self.target_cpu).apply(context, module)
        PadRegisterTile(name, target_cpu=self.target_cpu).apply(context, module)

    def _layouts(self) -> Layouts | None:
        limit = self._limit()
        extents = parse_ints("extents", self.extents)
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
                "extents is allowed only with one buffer and one map; apply the other layouts "
                "first, with pad-transform-layout"
            )
            raise OptionError("extents", message)
        sizes = parse_size_ranges(self.sizes)
        allowed = Allowed(read_limit(self.max_waste), self.fp == "relaxed", sizes=sizes)
        return Layouts(self.buffer, self.map, self.pad, extents, self.stage, limit, allowed)

    def _limit(self) -> float:
        try:
            limit = float(self.max_padding)
        except ValueError:
            limit = -1.0
        if not limit >= 0:
            message = f"max-padding is {self.max_padding}, but must be a number >= 0, or inf"
            raise OptionError("max-padding", message)
        return limit

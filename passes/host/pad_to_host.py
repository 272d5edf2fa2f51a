"""pad-to-host: lowers a physical module to the CPU; upstream MLIR does what is below affine."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from xdsl.context import Context
from xdsl.dialects import arith, func, memref
from xdsl.dialects.arith import FastMathFlagsAttr
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.dialects.llvm import CallIntrinsicOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import SSAValue
from xdsl.passes import ModulePass

from ...dialect.annotations import MAY_ALIAS, buffer_name
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.xdsl_compat.vector_intrinsics import DotIntrinsic, float_part
from ...index.sets.engine import own_engine
from ...upstream.bridge import UpstreamModule, opaque_context
from ...upstream.llvm_library import LLVMError
from ...upstream.llvm_pipelines import WITHOUT_LOOPS
from ...upstream.processors import processor
from ..assumes.pad_remove_assume import (
    check_removable,
    remove_assumes,
    remove_assuming_stages,
)
from ..assumes.pad_remove_undef_store import PadRemoveUndefStore
from ..common.diagnostics import OptionError
from ..common.for_loops import LOOPS
from ..dot_products.dot_unit import dot_unit, has_tiles
from ..index_arithmetic.pad_lower_index_arithmetic import lower_index_arithmetic
from ..layout.contracts.distinct_arguments import check_distinct_arguments
from ..layout.contracts.lowered_contracts import (
    mark_dropped,
    refuse_layouts,
    with_contracts,
    without_pad,
)
from ..lowering.accepted_by_upstream import check_handed_over
from ..lowering.dot_expansion import expand_dot_products
from ..lowering.upstream_gaps import close_upstream_gaps
from ..math.pad_expand_math import expand_math
from ..vectorize.vector_unit import VectorUnit, vector_unit
from .descriptors import keep_arguments_distinct, needs_descriptors
from .early_lines import ask_for_lines, ask_for_panels
from .llvm_passes import llvm_passes
from .local_buffers import free_local_buffers
from .memory_spaces import drop_memory_spaces
from .nontemporal import bypass_caches
from .rolled_loops import (
    long_loops,
    loops_around_vectors,
    loops_of_rests,
    rolled_loops,
)
from .row_order import order_rows
from .single_iterations import write_out_single_iterations
from .symbol_names import (
    check_declared_names,
    check_public_names,
    rename_inside,
    set_declarations_apart,
)
from .upstream_passes import TO_CF, TO_SCF, to_llvm

Stop: TypeAlias = Literal["affine", "scf", "cf", "llvm"]

NOALIAS = "llvm.noalias"
_ALIGNMENT = 64  # bytes: a cache line, and the widest vector
_TARGET_CPU = "target_cpu"  # which upstream gives to the LLVM function
# Under this name upstream's lowering hands it on to the branch that LLVM looks at.
_LOOP_ANNOTATION = "loop_annotation"
_NOT_UNROLLED = "#llvm.loop_annotation<unroll=<disable=true>>"
_LEFT_ALONE = "#llvm.loop_annotation<disableNonforced=true>"
NONTEMPORAL_THRESHOLD = 1 << 24
"""Bytes; smaller buffers may well stay in the caches until they are read."""


@dataclass(frozen=True)
class PadToHost(ModulePass):
    """
    Lowers a module whose buffers are physical towards code for the CPU.

    What is left of the contracts goes first: `pad-remove-assume` and `pad-remove-undef-store` are
    run and the `pad.*` attributes dropped, so the result at any stop is text that stock mlir-opt
    takes; above `llvm` a function that had a contract gets `dropped_contract`, and no C header is
    written of it. Memref arguments become `llvm.noalias` unless the function has `pad.may_alias`,
    allocations are aligned to 64 bytes, and local buffers that nothing frees are freed. Memory
    spaces are dropped: a host has one memory.

    Fastmath flags stay as they are written, those of reductions too. Vector stores of stated
    alignment become `nontemporal` where they write each cell once of a buffer of more than
    `nontemporal-threshold` bytes that the function never reads: that saves reading what they
    overwrite. What an access states of its alignment is taken for true, and so is `llvm.align` on
    an argument, which the runtime checks.

    Before:

    ```mlir
    func.func @zero(%B: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[
        affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}) {
      %zero = arith.constant 0.0 : f32
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
        } {pad.loop = "ii"}
      } {pad.loop = "io", pad.stage = "compute"}
      func.return
    }
    ```

    After (`stop=scf`):

    ```mlir
    func.func @zero(%B: memref<4x4xf32> {llvm.noalias}) attributes {dropped_contract} {
      %zero = arith.constant 0.0 : f32
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c1 = arith.constant 1 : index
      scf.for %io = %c0 to %c4 step %c1 {
        %c0_1 = arith.constant 0 : index
        %c4_1 = arith.constant 4 : index
        %c1_1 = arith.constant 1 : index
        scf.for %ii = %c0_1 to %c4_1 step %c1_1 {
          memref.store %zero, %B[%io, %ii] : memref<4x4xf32>
        }
      }
      func.return
    }
    ```

    Options: `stop` is the last level, `affine`, `scf`, `cf` or `llvm` (the default). All but
    `affine` need the upstream MLIR bindings. In `llvm`, functions take bare pointers
    (`void f(float *, ...)`), or descriptors where some function has a memref of dynamic shape.
    `target-cpu` notes the processor to generate code for, by LLVM's name, on each function
    (`native`: this machine); where it has an fma, `pad-expand-math` writes functions of `math` that
    would be calls, in `llvm`, and dot products that it lacks are written as arithmetic.
    `fp-contract=on` adds `contract` to float products, sums and differences, as compilers of C do
    by default; without it only those that have the flag may be rounded once, together.
    `nontemporal-threshold` is 16 MiB by default.

    In `llvm`, a loop that carries eight or more vectors over more than 32 iterations is marked not
    to be unrolled: its results fill the registers, and more code makes nothing faster. A loop of
    few iterations around longer ones that are the same in each is not to be unrolled either. A loop
    of one iteration is not a loop there. Rows that a loop loads at a distance known at run time
    only are loaded in an order in which no step is the one before: else LLVM adds the distance up
    from row to row in each iteration.

    For a `target-cpu` on which the cache that processors share takes 8 cycles for a line or more,
    stores of vectors to four rows or more ask there for the lines of the rows that come next
    (`llvm.intr.prefetch`), if the function accesses more than the second cache keeps, and the first
    one keeps them until then.
    Reductions that load a line or more in each five cycles from panels that the first cache does
    not keep until they are loaded again ask for what their fourth next iteration loads.

    Private functions and globals get names that no library has there, as what LLVM calls it calls
    by name; a declaration of such a name means the library's.

    Errors: a buffer that still has a `#pad.layout`, types that upstream does not take, in `llvm` a
    public function of a name that LLVM or the C library has for itself, a call that passes one
    buffer for two parameters and may write it, an unknown processor, bindings that are not
    installed, whatever upstream MLIR refuses, and with `stop=llvm` what has no lowering there.
    """

    name = "pad-to-host"

    stop: Stop = "llvm"
    target_cpu: str | None = None
    fp_contract: Literal["off", "on"] = "off"
    nontemporal_threshold: int = NONTEMPORAL_THRESHOLD

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.nontemporal_threshold < 0:
            given = self.nontemporal_threshold
            message = f"nontemporal-threshold is {given}, but must be 0 or more"
            raise OptionError("nontemporal-threshold", message)
        cpu = None if self.target_cpu is None else _processor_name(self.target_cpu)
        losing = with_contracts(op) if self.stop != "llvm" else []
        if self.stop == "llvm":
            check_declared_names(op)
            check_public_names(op)
        prepare(ctx, op, self.nontemporal_threshold, divisions=self.stop != "affine")
        for function in losing:
            mark_dropped(function)
        if self.fp_contract == "on":
            _allow_contraction(op)
        if cpu is not None:
            _note_processor(op, cpu)
        if self.stop == "affine":
            return
        if self.stop == "llvm":
            rename_inside(op)
        named = [[value.name_hint for value in values] for values in _arguments(op)]
        if cpu is not None and self.stop == "llvm":
            refuse_tiles(op, cpu)
        dots = None if cpu is None else dot_unit(cpu).intrinsics
        unit = None if cpu is None else vector_unit(cpu)
        upstream = lower(op, self.stop, unit=unit, dots=dots)
        if self.stop == "llvm":
            upstream.require_only("llvm")
        lowered = upstream.take_back(_context_of(self.stop, ctx))
        # Upstream's text loses the names in the source.
        for values, names in zip(_arguments(lowered), named, strict=False):
            for value, name in zip(values, names, strict=False):
                value.name_hint = name
        op.detach_region(op.body)
        op.add_region(lowered.detach_region(lowered.body))


def prepare(
    ctx: Context,
    module: ModuleOp,
    nontemporal_threshold: int = NONTEMPORAL_THRESHOLD,
    *,
    divisions: bool = True,
) -> None:
    """
    The part of the lowering that is ours: leaves affine and what else stock MLIR knows; with
    `divisions`, no affine operation that divides where a cheaper form is known.
    """
    refuse_layouts(module)
    check_handed_over(module, has_spaces=False)
    check_distinct_arguments(module)
    check_removable(module)
    remove_assuming_stages(module)
    if divisions:
        lower_index_arithmetic(ctx, module)  # which asks the assumes and sizes that go now
    remove_assumes(module)
    PadRemoveUndefStore().apply(ctx, module)
    drop_memory_spaces(module)
    separate = _whose_arguments_are_distinct(module)
    for op in operations_in(module):
        op.attributes = without_pad(op.attributes)
    for function in operations_of(module, func.FuncOp):
        _strip_signature(function, distinct=function in separate)
    for buffer in operations_of(module, memref.AllocOp, memref.AllocaOp):
        if buffer.alignment is None:
            buffer.alignment = IntegerAttr(_ALIGNMENT, i64)
    bypass_caches(module, separate, nontemporal_threshold)
    free_local_buffers(module)


def lower(
    module: ModuleOp,
    stop: Literal["scf", "cf", "llvm"],
    *,
    own_allocator: bool = False,
    unit: VectorUnit | None = None,
    dots: Collection[DotIntrinsic] | None = None,
) -> UpstreamModule:
    """
    The prepared module after upstream's part; for `llvm` the module itself is changed too, and with
    `own_allocator` somebody else defines the functions that allocate and free. For a `unit` that
    has an fma, mathematical functions become arithmetic. Dot products become arithmetic too, but
    those in `dots`, where that is given. Raises PadError for an instruction that a unit lacks.
    """
    meant: Mapping[str, tuple[str, func.FuncOp]] = {}
    if stop == "llvm":
        meant, passes = _close_gaps(module, own_allocator, unit, dots)
    else:
        passes = TO_SCF if stop == "scf" else TO_CF
    upstream = UpstreamModule(module)
    if stop == "llvm":
        _guide_loops(module, upstream)
    upstream.run(f"builtin.module({','.join(passes)})")
    upstream.give_names_back(meant)
    return upstream


def lower_for_llvm(
    module: ModuleOp,
    *,
    own_allocator: bool = False,
    unit: VectorUnit,
    dots: Collection[DotIntrinsic],
) -> tuple[UpstreamModule, str]:
    """
    The same down to `llvm`, and LLVM's pipeline that is to make code of it: of loops that this one
    leaves alone anyway it is told nothing.
    """
    meant, passes = _close_gaps(module, own_allocator, unit, dots)
    pipeline = llvm_passes(module)
    upstream = UpstreamModule(module)
    if pipeline != WITHOUT_LOOPS:
        _guide_loops(module, upstream)
    upstream.run(f"builtin.module({','.join(passes)})")
    upstream.give_names_back(meant)
    return upstream, pipeline


def _close_gaps(
    module: ModuleOp,
    own_allocator: bool,
    unit: VectorUnit | None,
    dots: Collection[DotIntrinsic] | None,
) -> tuple[Mapping[str, tuple[str, func.FuncOp]], Sequence[str]]:
    """
    Change what upstream has no lowering for; the declarations that got other names meanwhile, and
    upstream's passes.
    """
    descriptors = needs_descriptors(module)
    meant = set_declarations_apart(module)
    write_out_single_iterations(module)
    order_rows(module)
    if unit is not None:
        _refuse_parts(module, unit)
        ask_for_lines(module, unit)
        ask_for_panels(module, unit)
    if unit is not None and unit.has_fma:
        expand_math(module, unit=unit)
    if dots is not None:
        expand_dot_products(module, dots)
    close_upstream_gaps(module)
    if descriptors:
        keep_arguments_distinct(module, NOALIAS)
    passes = to_llvm(module, bare_pointers=not descriptors, own_allocator=own_allocator)
    return meant, tuple(passes)


def refuse_tiles(module: ModuleOp, cpu: str | None) -> None:
    """Raises PadError if a module uses registers that a processor lacks: LLVM ends the process."""
    tiles = [op for op in operations_in(module) if op.dialect_name() == "amx"]
    if tiles and not has_tiles(cpu):
        raise PadError(
            f"'{tiles[0].name}' is of processors with AMX, and this one has none: run "
            "pad-dot-products for it by target-cpu",
            tiles[0],
        )


def _refuse_parts(module: ModuleOp, unit: VectorUnit) -> None:
    for op in operations_of(module, CallIntrinsicOp):
        part = float_part(op)
        if part is not None and part.lanes not in unit.part_lanes:
            raise PadError(
                f"'{part.name}' is of processors with AVX-512, and this one lacks it: run "
                "pad-expand-math for it by target-cpu",
                op,
            )


def _guide_loops(module: ModuleOp, upstream: UpstreamModule) -> None:
    """Say of loops what LLVM need not try, in the form that MLIR has for it."""
    found = (
        (_LEFT_ALONE, loops_around_vectors(module)),
        (_NOT_UNROLLED, rolled_loops(module)),
        (_LEFT_ALONE, loops_of_rests(module)),
        (_NOT_UNROLLED, long_loops(module)),
    )
    if any(places for _, places in found):
        # Lowering affine loops drops attributes.
        upstream.run(f"builtin.module({','.join(TO_SCF)})", verify=False)
        count = len(operations_of(module, *LOOPS))
        for annotation, places in found:
            if places:  # of a loop that has several, the last one holds
                upstream.annotate("scf.for", count, places, _LOOP_ANNOTATION, annotation)


def _arguments(module: ModuleOp) -> list[list[SSAValue]]:
    """Return the arguments of each func.func with a body, in order; `llvm` modules have none."""
    functions = operations_of(module, func.FuncOp)
    return [list(function.args) for function in functions if not function.is_declaration]


def _processor_name(name: str) -> str:
    try:
        return processor(name).name
    except LLVMError as error:
        raise OptionError("target-cpu", f"target-cpu: {error}") from None


def _note_processor(module: ModuleOp, name: str) -> None:
    for function in operations_of(module, func.FuncOp):
        if not function.is_declaration:
            function.attributes[_TARGET_CPU] = StringAttr(name)


def _context_of(stop: Stop, ctx: Context) -> Context:
    """The context to read the result in; what it does not know stays opaque, and exact."""
    if stop == "llvm":
        # xDSL's own llvm operations drop attributes when they are printed.
        return opaque_context()
    opened = ctx.clone()
    opened.allow_unregistered = True
    return opened


def _whose_arguments_are_distinct(module: ModuleOp) -> set[func.FuncOp]:
    """The functions with a body that reach what their memref arguments point to by no other way."""
    # A callee may be given a global that it, or what it calls, also gets by name.
    changing = any(op.constant is None for op in operations_of(module, memref.GlobalOp))
    called = {op.callee.root_reference.data for op in operations_of(module, func.CallOp)}
    return {
        op
        for op in operations_of(module, func.FuncOp)
        if not op.is_declaration
        and MAY_ALIAS not in op.attributes
        and not (changing and op.sym_name.data in called)
    }


def _strip_signature(function: func.FuncOp, *, distinct: bool) -> None:
    for value in function.args if not function.is_declaration else ():
        if (name := buffer_name(value)) is not None and SSAValue.is_valid_name(name):
            value.name_hint = name
    types = function.function_type.inputs.data
    given = function.arg_attrs.data if function.arg_attrs else [DictionaryAttr({}) for _ in types]
    attributes = [
        without_pad(attrs.data) | ({NOALIAS: UnitAttr()} if distinct and is_memref else {})
        for attrs, is_memref in zip(given, (isinstance(t, MemRefType) for t in types), strict=True)
    ]
    function.arg_attrs = ArrayAttr(map(DictionaryAttr, attributes)) if any(attributes) else None
    if function.res_attrs is not None:
        results = [without_pad(attrs.data) for attrs in function.res_attrs]
        function.res_attrs = ArrayAttr(map(DictionaryAttr, results)) if any(results) else None


def _allow_contraction(module: ModuleOp) -> None:
    """Adds `contract`, and no other flag, to each float product, sum and difference."""
    for op in module.walk():
        if isinstance(op, arith.MulfOp | arith.AddfOp | arith.SubfOp):
            op.fastmath = FastMathFlagsAttr({*op.fastmath.data, FastMathFlag.ALLOW_CONTRACT})

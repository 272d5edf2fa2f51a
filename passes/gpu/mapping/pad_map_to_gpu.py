"""pad-map-to-gpu: spreads stages over the blocks and threads of a GPU, a kernel each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, count
from typing import Literal, cast

from xdsl.context import Context
from xdsl.dialects import affine, func, gpu
from xdsl.dialects.builtin import MemRefType, ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.accesses.escape import preserved
from ....dialect.annotations import STAGE, buffer_name
from ....dialect.attributes import LaidOutType
from ....dialect.ir.operations import operations_of
from ....dialect.ir.reasons import Declined
from ....dialect.ir.symbols import lookup_symbol
from ....dialect.pad_functions import named_functions
from ....index.sets.engine import own_engine
from ...common.dead_code import erase_if_dead
from ...common.diagnostics import OptionError, RemarkForm, remark
from ...common.for_loops import UNNAMED
from ...common.stages import find_stages, functions_with, loop_name
from ...lanes.rewrite_on_copy import attempt
from ..modules.device_names import free_name
from .kernel_regions import units_in, unwrapped, wrapped
from .mapped_nests import PASS, map_nest, widened
from .mapping_choice import Hints
from .wide_accesses import AlignedArguments, wide_buffers

_ON_HOST = RemarkForm("stays-on-host", "loop nest '{nest}' not mapped to the GPU: {reason}")

CONTAINER = "gpu.container_module"


@dataclass(frozen=True)
class PadMapToGpu(ModulePass):
    """
    Makes a kernel of each nest, and of what stands between them, and launches in their place.

    The perfectly nested loops around a nest whose iterations may run in any order lie on the grid:
    its *band*. Either a thread has an iteration of them, or, where accesses inside go through
    memory better, the threads of a block share each iteration. They share the loops in it that may
    run in any order too, or carry sums, products or minima, which are put together by a tree in
    shared memory or by shuffles; loops of another kind they run together; what else has an effect
    the first thread does. Barriers stand where one thread may touch what another one has. Buffers
    in memory space 3 made inside are a block's (`pad-cache-read{memory-space=3}`). A cell that a
    thread updates in each round stays in a register.

    Neighbouring threads get the iterations that access neighbours in memory; where all of these
    accesses are aligned, each thread has as many as 16 bytes hold (`llvm.align` on an argument is
    then asked of a launcher). A number of threads that divides an extent, which padding gives,
    needs no guard. A loop that carries a dependence stays on the host, around the launches of nests
    in it; without such nests one thread runs it. Nests that only state facts or store undef stay
    on the host, where they become no code. Assumes in a nest that is mapped are dropped, other
    than the user's (`pad.user`), and so are flags of sums that hold in one order only (nsw, ninf).

    Before:

    ```mlir
    func.func @double(%A: memref<8x128xf32>, %B: memref<8x128xf32>) {
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 128 {
          %a = affine.load %A[%i, %j] : memref<8x128xf32>
          %b = arith.addf %a, %a : f32
          affine.store %b, %B[%i, %j] : memref<8x128xf32>
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    builtin.module attributes {gpu.container_module} {
      func.func @double(%A: memref<8x128xf32> {llvm.align = 16 : i64},
                        %B: memref<8x128xf32> {llvm.align = 16 : i64}) {
        %x = arith.constant 32 : index
        %y = arith.constant 8 : index
        %z = arith.constant 1 : index
        %one = arith.constant 1 : index
        gpu.launch_func @double_kernels::@compute blocks in (%one, %one, %one)
          threads in (%x, %y, %z) args(%A : memref<8x128xf32>, %B : memref<8x128xf32>)
        func.return
      }
      gpu.module @double_kernels {
        gpu.func @compute(%A: memref<8x128xf32>, %B: memref<8x128xf32>) kernel
            attributes {known_block_size = array<i32: 32, 8, 1>} {
          %t = gpu.thread_id x
          %i = gpu.thread_id y
          %j = affine.apply affine_map<(d0) -> (d0 * 4)>(%t)
          %a = vector.load %A[%i, %j] {alignment = 16 : i64} : memref<8x128xf32>, vector<4xf32>
          %b = arith.addf %a, %a : vector<4xf32>
          vector.store %b, %B[%i, %j] {alignment = 16 : i64} : memref<8x128xf32>, vector<4xf32>
          gpu.return
        }
      }
    }
    ```

    Options: `function`, `stage` (all when unset); `blocks`: loops of the band (each a `pad.loop`,
    or an iterator in the source), of which a block has one iteration, shared by its threads;
    `threads`: loops of the band of which a block has `sizes` iterations, one a thread; `sizes`
    alone: the threads of a block; `reduce`: `tree` (the default), or `shuffle`.

    Errors: an unknown stage or loop, threads along more than three loops. Declines, with a remark:
    a loop asked for whose iterations depend on one another, with a pair of them; nothing to share
    where that is asked for; more than 1024 threads a block; a result, or a load, that the host
    needs; an operation that is none of a thread; a local buffer in a nest without memory space 3,
    or of unknown size.
    """

    name = PASS

    function: str | None = None
    stage: str | None = None
    blocks: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    reduce: Literal["tree", "shuffle"] = "tree"

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if self.sizes and self.threads and len(self.sizes) != len(self.threads):
            raise OptionError(
                "sizes",
                "there must be as many sizes as threads, but there are "
                f"{len(self.sizes)} and {len(self.threads)}",
                op,
            )
        if any(size < 1 for size in self.sizes):
            message = f"the sizes are {list(self.sizes)}, but must be at least 1"
            raise OptionError("sizes", message, op)
        hints = Hints(self.blocks, self.threads, self.sizes, self.reduce)
        calls = operations_of(op, func.CallOp)
        for function in functions_with(op, self.function, self.stage):
            if self.stage is not None:
                find_stages(function, self.stage)
            kernels, aligned = _Kernels(op, function), AlignedArguments(function, calls)
            for unit in list(units_in(function.body.blocks[0])):
                if self.stage in (None, _stage_of(unit)):
                    self._map(unit, kernels, hints)
            aligned.keep_for(kernels.wide)
            _erase_what_kernels_make(function)

    def _map(self, unit: affine.ForOp | list[Operation], kernels: _Kernels, hints: Hints) -> None:
        first = unit if isinstance(unit, affine.ForOp) else unit[0]
        name = _stage_of(unit) or (loop_name(first) if isinstance(first, affine.ForOp) else None)
        root: affine.ForOp | None = None
        try:
            root = unit if isinstance(unit, affine.ForOp) else wrapped(unit)
            attempt(root, lambda copy: kernels.add(copy, name or "kernel", hints))
        except Declined as reason:
            remark(self.name, reason.op or first, _ON_HOST, reason=reason, nest=name or UNNAMED)
            if root is not None and root is not unit:
                unwrapped(root)


class _Kernels:
    """The kernels of a function, in a gpu.module of their own."""

    def __init__(self, module: ModuleOp, function: func.FuncOp):
        self._function, self._module = function, module
        self._name, self._block = self._place()
        self.wide = set[SSAValue]()
        """The buffers that they access in vectors."""

    def add(self, root: affine.ForOp, name: str, hints: Hints) -> list[affine.ForOp]:
        """Makes a kernel of a nest, in the place of which it is launched."""
        _check_layouts(root)
        place = self._block
        taken = {op.sym_name.data for op in place.ops if isinstance(op, gpu.FuncOp)}
        free = free_name(name, taken)
        root = widened(root, hints)
        kernel = map_nest(root, self._name, free, hints)
        self.wide |= wide_buffers(root)
        place.add_op(kernel)
        if place.parent_op() is None:
            made = gpu.ModuleOp.create(
                properties={"sym_name": StringAttr(self._name)}, regions=[Region(place)]
            )
            Rewriter.insert_op(made, InsertPoint.after(self._function))
            self._module.attributes[CONTAINER] = UnitAttr()
        Rewriter.erase_op(root)
        return []

    def _place(self) -> tuple[str, Block]:
        """The name and the body of the gpu.module, a new block where there is none yet."""
        own = f"{self._function.sym_name.data}_kernels"
        names = chain([own], (f"{own}_{k}" for k in count(2)))
        found = ((name, lookup_symbol(self._module, name)) for name in names)
        name, op = next(f for f in found if f[1] is None or isinstance(f[1], gpu.ModuleOp))
        return name, op.body.block if isinstance(op, gpu.ModuleOp) else Block()


def _check_layouts(root: affine.ForOp) -> None:
    """A layout that names a function of the module means nothing in a module of kernels."""
    for op in root.walk():
        for operand in op.operands:
            type = operand.type
            if not isinstance(type, MemRefType):
                continue
            for function, *_ in named_functions(cast("LaidOutType", type)):
                name = buffer_name(operand) or "a buffer"
                raise Declined(
                    f"@{function} computes padding of {name}: run pad-apply-layouts first",
                    op,
                    reason="layout-not-applied",
                )


def _erase_what_kernels_make(function: func.FuncOp) -> None:
    """Erases what only launches have needed, next to them and in the function itself."""
    launches = [op for op in function.body.walk() if isinstance(op, gpu.LaunchFuncOp)]
    parents = [launch.parent for launch in launches if launch.parent is not None]
    for block in dict.fromkeys([*parents, function.body.blocks[0]]):
        for op in list(block.ops):
            erase_if_dead(op)


def _stage_of(unit: affine.ForOp | list[Operation]) -> str | None:
    """The stage that a unit is, or the first that is in it."""
    for op in [unit] if isinstance(unit, affine.ForOp) else unit:
        if isinstance(name := op.attributes.get(STAGE), StringAttr):
            return name.data
    return None

"""pad-to-gpu: lowers kernels to NVVM and PTX, or to SPIR-V; upstream does what is below gpu."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ....dialect.text import new_context
from ....index.sets.engine import own_engine
from ....upstream.bridge import opaque_context
from ...assumes.pad_remove_assume import PadRemoveAssume
from ...assumes.pad_remove_undef_store import PadRemoveUndefStore
from ...common.diagnostics import OptionError
from ...common.patterns import rewrite_once
from ...index_arithmetic.pad_lower_index_arithmetic import lower_kernel_arithmetic
from ...layout.contracts.lowered_contracts import drop_contracts, refuse_layouts
from ...lowering.accepted_by_upstream import check_handed_over
from ...lowering.upstream_gaps import FuseByMath
from ..modules.device_names import check_names, rename_globals
from ..modules.flat_kernel_buffers import flatten_buffers
from ..modules.gpu_targets import DEFAULT_CHIP, Chip, Target
from ..modules.kernel_arguments import check_arguments, state_distinct_buffers
from ..modules.kernel_form import kernels_of, module_name
from ..modules.shared_memory import check_shared_memory, make_globals
from ..modules.shuffles import write_shuffles_for_nvvm, write_shuffles_for_spirv
from ..modules.vector_reductions import UnrollReduction
from ..spirv.bfloat_bits import store_bfloats_as_bits
from ..spirv.empty_loops import GiveInitialValuesOfEmptyLoop
from ..spirv.spirv_attributes import state_entry_points
from ..spirv.spirv_functions import write_functions_for_spirv
from ..spirv.spirv_vectors import prepare_vectors_for_spirv
from .kernel_conditions import CompareSums
from .kernel_types import round_bfloats_once, store_conditions_as_bytes
from .upstream_lowering import lower, lower_affine, objects, put_back

Stop: TypeAlias = Literal["gpu", "nvvm", "ptx", "spirv"]

_STOPS: dict[Target, tuple[Stop, ...]] = {
    "nvvm": ("gpu", "nvvm", "ptx"),
    "opencl": ("gpu", "spirv"),
}


@dataclass(frozen=True)
class PadToGpu(ModulePass):
    """
    Lowers the kernels of a module towards code for GPUs; the host function stays.

    What is left of the contracts goes first: `pad-remove-assume` and `pad-remove-undef-store` are
    run and the `pad.*` attributes dropped. In the kernels divisions of indices become those of
    `pad-lower-index-arithmetic{narrow}`, affine is lowered, conditions in memory
    become bytes, buffers of dynamic shape and those with views become flat, reductions of vectors
    become operations on lanes. Shared memory, `memref.alloc` in space 3 at the top of a kernel,
    becomes a global for `nvvm`, and buffers of a kernel `llvm.noalias` where each launch gives it
    different ones: allocations, and arguments of a function without `pad.may_alias`.

    So a kernel takes, for PTX and SPIR-V alike: for a buffer a pointer and then, as i64, each of
    its sizes that is dynamic; for an index an i64, for a condition an i8, and other numbers as they
    are. What an access states of its alignment is taken for true. Fastmath flags stay as written:
    PTX fuses what `contract` allows; SPIR-V knows one mode for a kernel, and contracts where all
    sums and products of the kernel may be.

    Before:

    ```mlir
    builtin.module attributes {gpu.container_module} {
      gpu.module @kernels {
        gpu.func @copy(%A: memref<?xf32>, %B: memref<128xf32>) kernel
            attributes {known_block_size = array<i32: 32, 1, 1>} {
          %s = memref.alloc() : memref<32xf32, 3 : i64>
          %t = gpu.thread_id x
          %a = affine.load %A[%t] : memref<?xf32>
          affine.store %a, %s[%t] : memref<32xf32, 3 : i64>
          gpu.barrier
          %b = affine.load %s[-%t + 31] : memref<32xf32, 3 : i64>
          affine.store %b, %B[%t] : memref<128xf32>
          gpu.return
        }
      }
    }
    ```

    After (`stop=gpu`):

    ```mlir
    builtin.module attributes {gpu.container_module} {
      gpu.module @kernels {
        memref.global "private" @copy_shared_0 : memref<32xf32, 3 : i64> = uninitialized
            {alignment = 16 : i64}
        gpu.func @copy(%A: memref<?xf32>, %n: index, %B: memref<128xf32>) kernel
            attributes {known_block_size = array<i32: 32, 1, 1>} {
          %s = memref.get_global @copy_shared_0 : memref<32xf32, 3 : i64>
          %t = gpu.thread_id x
          %a = memref.load %A[%t] : memref<?xf32>
          memref.store %a, %s[%t] : memref<32xf32, 3 : i64>
          gpu.barrier
          %minus = arith.constant -1 : index
          %0 = arith.muli %t, %minus overflow<nsw> : index
          %c31 = arith.constant 31 : index
          %1 = arith.addi %0, %c31 : index
          %b = memref.load %s[%1] : memref<32xf32, 3 : i64>
          memref.store %b, %B[%t] : memref<128xf32>
          gpu.return
        }
      }
    }
    ```

    Options: `target` is `nvvm` (the default) or `opencl`, `chip` is `sm_80`, `sm_90` (the default)
    or `sm_100` and counts for `nvvm`. `stop` is the last level: `gpu`, then `nvvm` and `ptx`, a
    `gpu.binary` with the text, or `spirv`; the last one by default. All need the upstream MLIR
    bindings.

    Errors: a module without kernels or a kernel whose block size nothing tells, a buffer that still
    has a `#pad.layout`, launches that do not fit their kernel, more shared memory or threads than
    a block has, operations on buffers that are neither accesses nor views, arguments and names that
    no device's code has, for `opencl` vectors that SPIR-V has not, bindings that are not installed,
    and whatever upstream refuses.
    """

    name = "pad-to-gpu"

    target: Target = "nvvm"
    chip: Chip = DEFAULT_CHIP
    stop: Stop | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        stop = _STOPS[self.target][-1] if self.stop is None else self.stop
        if stop not in _STOPS[self.target]:
            raise OptionError(
                "stop",
                f"there is no stop={stop} on the way to target={self.target}; "
                f"there are {', '.join(_STOPS[self.target])}",
            )
        prepare(ctx, op, self.target)
        if stop == "gpu":
            return
        lowered = lower(op, self.target, self.chip, binary=stop == "ptx")
        put_back(op, lowered.take_back(opaque_context()))


def prepare(ctx: Context, module: ModuleOp, target: Target) -> None:
    """The part of the lowering that is ours: leaves a kernel module that upstream's passes take."""
    refuse_layouts(module)
    check_handed_over(module, has_spaces=True)
    lower_kernel_arithmetic(module)  # which asks the assumes and sizes that go now
    PadRemoveAssume().apply(ctx, module)
    PadRemoveUndefStore().apply(ctx, module)
    check_names(module, target)
    check_arguments(module)
    rename_globals(module)
    if target == "nvvm":
        state_distinct_buffers(module)
    for op in module.walk():
        drop_contracts(op)
    check_shared_memory(module)
    if target == "opencl":
        rewrite_once(module, CompareSums())
    lower_affine(module, ctx)
    store_conditions_as_bytes(module)
    flatten_buffers(module)
    rewrite_once(module, UnrollReduction(), FuseByMath())
    if target == "nvvm":
        round_bfloats_once(module)
        make_globals(module)
        write_shuffles_for_nvvm(module)
    else:
        store_bfloats_as_bits(module)
        write_functions_for_spirv(module)
        write_shuffles_for_spirv(module)
        prepare_vectors_for_spirv(module)
        rewrite_once(module, GiveInitialValuesOfEmptyLoop())
        state_entry_points(module)


def lower_kernels(
    module: ModuleOp, target: Target, chip: Chip | None = None
) -> Mapping[str, bytes]:
    """
    The code that each kernel of a kernel module is in, by the kernel's name.

    PTX as text for `nvvm`, a SPIR-V module for `opencl`; kernels of one `gpu.module` share it. The
    module stays as it is. A kernel takes what the class says of its arguments. PadError as there.
    """
    lowered = module.clone()
    prepare(new_context(), lowered, target)
    owners = {kernel.sym_name.data: module_name(kernel) for kernel in kernels_of(lowered)}
    code = objects(lower(lowered, target, chip or DEFAULT_CHIP, binary=True))
    return {kernel: code[owner] for kernel, owner in owners.items()}

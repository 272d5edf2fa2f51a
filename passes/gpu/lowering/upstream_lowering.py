"""Kernels to what a device's driver takes, by upstream MLIR."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.context import Context
from xdsl.dialects import arith, gpu
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from ....upstream.bridge import UpstreamModule
from ..modules.flat_kernel_buffers import take_bare_pointers
from ..modules.gpu_targets import (
    LOWER_AFFINE,
    TO_PTX,
    TO_SPIRV,
    TO_SPIRV_BINARY,
    Chip,
    Target,
    to_nvvm,
)
from ..modules.kernel_form import gpu_modules, kernels_of
from ..spirv.spirv_attributes import TARGET_ENV, control_barrier, target_environment

_CONTRACTION_OFF = """
"spirv.ExecutionMode"() <{{fn = @{},
    execution_mode = #spirv.execution_mode<ContractionOff>, values = []}}> : () -> ()"""
_SPIRV = b"\x03\x02\x23\x07"  # what each module begins with
_CONTRACTED = arith.MulfOp | arith.AddfOp | arith.SubfOp


def lower_affine(module: ModuleOp, ctx: Context) -> None:
    """Leaves nothing of affine in the kernels."""
    names = [[a.name_hint for a in kernel.body.block.args] for kernel in kernels_of(module)]
    upstream = _hand_over(_apart(module))
    upstream.run(LOWER_AFFINE)
    put_back(module, upstream.take_back(ctx))
    for kernel, hints in zip(kernels_of(module), names, strict=True):
        for argument, hint in zip(kernel.body.block.args, hints, strict=True):
            argument.name_hint = hint


def lower(module: ModuleOp, target: Target, chip: Chip, *, binary: bool) -> UpstreamModule:
    """The kernels of a module in the target's dialect, or as `gpu.binary` operations."""
    kernels = _apart(module)
    if target == "nvvm":
        take_bare_pointers(kernels)
        upstream = _hand_over(kernels)
        upstream.run(to_nvvm(chip))
        upstream.require_only("nvvm", "llvm", "gpu.module")
        if binary:
            upstream.run(TO_PTX)
            upstream.drop_times()
        return upstream
    rounded = [kernel for kernel in kernels_of(kernels) if not _may_contract(kernel)]
    kernels.attributes[TARGET_ENV] = target_environment()
    for op in tuple(kernels.walk()):
        if isinstance(op, gpu.BarrierOp):
            Rewriter.replace_op(op, control_barrier(op))
    upstream = _hand_over(kernels)
    upstream.run(TO_SPIRV)
    for kernel in rounded:
        name = kernel.sym_name.data
        upstream.append("spirv.module", name, _CONTRACTION_OFF.format(name))
    if binary:
        upstream.run(TO_SPIRV_BINARY)
        upstream.drop_times()
    return upstream


def put_back(module: ModuleOp, lowered: ModuleOp) -> None:
    """Puts what became of the kernels into their places in the module."""
    operations = [op for op in lowered.body.block.ops]
    for place, op in zip(gpu_modules(module), operations, strict=True):
        op.detach()
        Rewriter.replace_op(place, op, [])


def objects(upstream: UpstreamModule) -> Mapping[str, bytes]:
    """The code in each `gpu.binary`, by its name; PTX is text without the 0 at its end."""
    code = upstream.objects()
    return {n: c if c.startswith(_SPIRV) else c.rstrip(b"\0") for n, c in code.items()}


def _apart(module: ModuleOp) -> ModuleOp:
    apart = ModuleOp([op.clone() for op in gpu_modules(module)])
    apart.location = module.location
    return apart


def _hand_over(module: ModuleOp) -> UpstreamModule:
    return UpstreamModule(module)


def _may_contract(kernel: Operation) -> bool:
    """SPIR-V has one mode for all of a kernel, and contracts where nothing is said."""
    return all(
        FastMathFlag.ALLOW_CONTRACT in op.fastmath.data
        for op in kernel.walk()
        if isinstance(op, _CONTRACTED)
    )

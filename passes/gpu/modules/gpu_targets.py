"""The targets: what upstream passes make their code, and of what."""

from __future__ import annotations

from typing import Literal, TypeAlias

Target: TypeAlias = Literal["nvvm", "opencl"]
Chip: TypeAlias = Literal["sm_80", "sm_90", "sm_100"]
DEFAULT_CHIP: Chip = "sm_90"

_PTX = {"sm_80": "+ptx80", "sm_90": "+ptx80", "sm_100": "+ptx86"}
_CAPABILITIES = (
    *("Kernel", "Addresses", "Linkage", "Int64", "Int8", "Int16", "Float64", "Vector16"),
    *("Float16", "Float16Buffer", "GroupNonUniformShuffle", "GroupNonUniformShuffleRelative"),
    "SubgroupDispatch",
)
SPIRV_ENVIRONMENT = (
    f"#spirv.target_env<#spirv.vce<v1.3,[{','.join(_CAPABILITIES)}],[]>,api=OpenCL,"
    "#spirv.resource_limits<>>"
)
"""Upstream's lowering of functions looks for this on the outer module."""

LOWER_AFFINE = "builtin.module(gpu.module(lower-affine))"

# Not math-expand-ops: it rounds both operations of a math.fma.
_TO_NVVM = (
    "convert-scf-to-cf",
    "convert-vector-to-llvm{force-32bit-vector-indices=0}",
    "convert-gpu-to-nvvm{use-bare-ptr-memref-call-conv=1}",
    "convert-math-to-llvm{approximate-log1p=0}",
    "canonicalize",
    "cse",
    "reconcile-unrealized-casts",
)
_SPIRV_OPTIONS = " ".join(("ver=v1.3", f"caps={','.join(_CAPABILITIES)}", "client_api=OpenCL"))
_TO_SPIRV = (
    f"spirv-attach-target{{{_SPIRV_OPTIONS}}}",
    "gpu.module(arith-expand,convert-math-to-spirv)",
    "map-memref-spirv-storage-class{client-api=opencl}",
    "convert-gpu-to-spirv{use-64bit-index=1}",
    "gpu.module(spirv.module(spirv-lower-abi-attrs,spirv-update-vce))",
)


def to_nvvm(chip: Chip) -> str:
    """The passes that lower kernels to the nvvm dialect, with `chip` as their target."""
    options = " ".join((f"chip={chip}", f"features={_PTX[chip]}", "O=3"))
    return f"builtin.module(nvvm-attach-target{{{options}}},gpu.module({','.join(_TO_NVVM)}))"


TO_PTX = "builtin.module(gpu-module-to-binary{format=isa})"
TO_SPIRV = f"builtin.module({','.join(_TO_SPIRV)})"
TO_SPIRV_BINARY = "builtin.module(gpu-module-to-binary{format=bin})"

"""Properties of a processor's vector unit, which decide the shape of vector code."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from functools import cache

from ...upstream import llvm_library
from ...upstream.code_generation import assembly
from ...upstream.processors import HOST_NAMES, processor
from ..common.diagnostics import OptionError

_INSTALLED = "pip install 'pad-mlir[mlir]'"

# One operation on 64 bytes, and one masked load: the code that they become tells what there is.
_PROBE = """
define <16 x float> @fused(<16 x float> %a, <16 x float> %b, <16 x float> %c) {
  %r = call <16 x float> @llvm.fma.v16f32(<16 x float> %a, <16 x float> %b, <16 x float> %c)
  ret <16 x float> %r
}
define <4 x float> @masked(ptr %p, <4 x i1> %mask) {
  %r = call <4 x float> @llvm.masked.load.v4f32.p0(
      ptr align 4 %p, <4 x i1> %mask, <4 x float> zeroinitializer)
  ret <4 x float> %r
}
"""
_MASKED_LOADS = ("{%k", "ld1w")  # of AVX-512, and SVE

# Where the fmas and loads a cycle, and the latency, are not the usual 2, 2 and 4. LLVM's models of
# processors are no help: many are copies of another processor's.
_PIPES = {
    "znver1": (1, 1, 5),  # 32 bytes in two halves
    "znver2": (2, 2, 5),
    "znver4": (1, 1, 4),  # 64 bytes in two halves
    "icelake-client": (1, 2, 4),
    "rocketlake": (1, 2, 4),
    "tigerlake": (1, 2, 4),
    "haswell": (2, 2, 5),
    "broadwell": (2, 2, 5),
    "core-avx2": (2, 2, 5),
    "x86-64-v3": (2, 2, 5),  # any of those above
    "neoverse-v1": (4, 3, 4),
    "neoverse-v2": (4, 3, 4),
    **{f"apple-m{k}": (4, 3, 4) for k in range(1, 5)},
}
_HALVED = ("znver1", "znver4")


@dataclass(frozen=True)
class VectorUnit:
    """
    The vectors of a processor.

    `bytes` are those of a register, of which there are `registers`. `masks`: masked loads and
    stores cost about as much as others. `fmas` and `loads` are how many instructions of full width
    begin in a cycle, `latency` the cycles until an fma's result can be used. Where a full vector is
    worked on in two `halves`, twice as many vectors of half the width begin in a cycle. Without
    `has_fma` an fma is a slow call of a function; `fmas` and `latency` are then those of an
    addition.
    """

    bytes: int
    registers: int
    masks: bool
    fmas: int
    loads: int
    latency: int
    has_fma: bool
    halves: bool = False


def vector_unit(cpu: str | None = None) -> VectorUnit:
    """
    The vector unit of a processor, by LLVM's name; None, `native` and `host` are this machine.

    Without LLVM, this machine's is taken to be what each of its architecture has, and OptionError
    says how to install it where a name is given. Raises OptionError for a name that LLVM does not
    know.
    """
    if not llvm_library.is_installed():
        if cpu not in HOST_NAMES:
            message = (
                f"target-cpu: the vectors of '{cpu}' are LLVM's to tell; install it: {_INSTALLED}"
            )
            raise OptionError("target-cpu", message)
        return _baseline()
    try:
        return _asked(None if cpu in HOST_NAMES else cpu)
    except llvm_library.LLVMError as error:
        raise OptionError("target-cpu", f"target-cpu: {error}") from None


def _baseline() -> VectorUnit:
    is_arm = platform.machine() in ("aarch64", "arm64")
    registers = 32 if is_arm else 16
    return VectorUnit(16, registers, masks=False, fmas=2, loads=2, latency=4, has_fma=is_arm)


@cache
def _asked(cpu: str | None) -> VectorUnit:
    target = processor(cpu)
    fused, masked = assembly(_PROBE, target).split("masked:", 1)
    is_x86 = target.architecture == "x86_64"
    bytes = 16 if not is_x86 else 64 if "%zmm" in fused else 32 if "%ymm" in fused else 16
    fmas, loads, latency = _PIPES.get(target.name, (2, 2, 4))
    return VectorUnit(
        bytes,
        registers=16 if is_x86 and bytes < 64 else 32,
        masks=any(load in masked for load in _MASKED_LOADS),
        fmas=fmas,
        loads=loads,
        latency=latency,
        has_fma="fmaf" not in fused,
        halves=target.name in _HALVED,
    )

"""Which instructions a processor has for sums of products of narrow numbers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...dialect.xdsl_compat.vector_intrinsics import DOT_INTRINSICS, DotIntrinsic
from ...upstream import llvm_library
from ...upstream.code_generation import assembly
from ...upstream.processors import Processor, compiles, processor
from ..common.diagnostics import OptionError
from ..vectorize.vector_unit import vector_unit

# What any x86 compiles, to one instruction where there are dot products. Its LLVM has no function
# that tells the features of a processor, and an intrinsic that one lacks ends the process.
_X86_PROBE = """
declare <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16>, <8 x i16>)
define <4 x i32> @dot(<4 x i32> %sum, <8 x i16> %a, <8 x i16> %b) {
  %products = call <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16> %a, <8 x i16> %b)
  %r = add <4 x i32> %products, %sum
  ret <4 x i32> %r
}
define <32 x i16> @words(<32 x i16> %a, <32 x i16> %b) {
  %r = add <32 x i16> %a, %b
  ret <32 x i16> %r
}
"""
# The features that a name has, or this machine, are those of the function; all others have fewer.
_BFLOAT_PROBE = """
define <16 x bfloat> @short(<16 x float> %a) "target-features"="{features}" {{
  %r = fptrunc <16 x float> %a to <16 x bfloat>
  ret <16 x bfloat> %r
}}
"""
# No code that all processors can run becomes one of tiles.
_TILE_PROBE = """
declare void @llvm.x86.tdpbssd(i8, i8, i8)
declare void @llvm.x86.tdpbf16ps(i8, i8, i8)
define void @tiles() {
  call void @llvm.x86.tdpbssd(i8 0, i8 1, i8 2)
  call void @llvm.x86.tdpbf16ps(i8 0, i8 1, i8 2)
  ret void
}
"""
_NEON_PROBE = """
declare <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v16i32(<4 x i32>, <16 x i32>)
define <4 x i32> @same(<4 x i32> %sum, <16 x i8> %a, <16 x i8> %b) {
  %x = sext <16 x i8> %a to <16 x i32>
  %y = sext <16 x i8> %b to <16 x i32>
  %p = mul <16 x i32> %x, %y
  %r = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v16i32(<4 x i32> %sum, <16 x i32> %p)
  ret <4 x i32> %r
}
define <4 x i32> @mixed(<4 x i32> %sum, <16 x i8> %a, <16 x i8> %b) {
  %x = zext <16 x i8> %a to <16 x i32>
  %y = sext <16 x i8> %b to <16 x i32>
  %p = mul <16 x i32> %x, %y
  %r = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v16i32(<4 x i32> %sum, <16 x i32> %p)
  ret <4 x i32> %r
}
define <4 x bfloat> @short(<4 x float> %a) {
  %r = fptrunc <4 x float> %a to <4 x bfloat>
  ret <4 x bfloat> %r
}
"""
# Measured on emeraldrapids: one vdpbf16ps of 64 bytes in two cycles, in which four fmas begin.
_SLOW_BFLOATS = ("sapphirerapids", "emeraldrapids", "graniterapids", "graniterapids-d")


@dataclass(frozen=True)
class DotUnit:
    """
    The intrinsics that become one or two instructions on a processor.

    With `slow_floats`, the intrinsics of bf16 take longer than ordinary operations.
    """

    intrinsics: tuple[DotIntrinsic, ...]
    slow_floats: bool = False

    def of(self, bits: int, signed: tuple[bool, bool]) -> dict[int, DotIntrinsic]:
        """Return those of such factors, in either order, by their lanes."""
        kinds = (signed, signed[::-1])
        found = [i for i in self.of_integers if i.bits == bits and i.signed in kinds]
        return {intrinsic.lanes: intrinsic for intrinsic in found}

    @property
    def of_integers(self) -> list[DotIntrinsic]:
        """Those that multiply integers."""
        return [intrinsic for intrinsic in self.intrinsics if not intrinsic.is_float]

    @property
    def of_floats(self) -> dict[int, DotIntrinsic]:
        """Those that multiply bf16, by their lanes, where they are worth it."""
        return {i.lanes: i for i in self.intrinsics if i.is_float and not self.slow_floats}


def dot_unit(cpu: str | None = None) -> DotUnit:
    """
    The dot products of a processor, by LLVM's name; None, `native` and `host` are this machine.

    Raises OptionError for a name that LLVM does not know; without LLVM there are none.
    """
    if not llvm_library.is_installed():
        return DotUnit(())
    unit = vector_unit(cpu)  # which tells of a name that is none
    try:
        target = processor(cpu)
    except llvm_library.LLVMError as error:
        raise OptionError("target-cpu", f"target-cpu: {error}") from None
    return _asked(target, unit.bytes)


def has_tiles(cpu: str | None) -> bool:
    """Whether a processor has registers for tiles of bytes and bf16, as `dot_unit` names it."""
    # All that have them have vdpbf16ps too; to ask for tiles takes a process.
    has_bfloats = any(intrinsic.is_float for intrinsic in dot_unit(cpu).intrinsics)
    return has_bfloats and _has_tiles(processor(cpu))


@cache
def _has_tiles(target: Processor) -> bool:
    if target.architecture != "x86_64":
        return False
    if target.features:
        return {"+amx-tile", "+amx-int8", "+amx-bf16"} <= set(target.features.split(","))
    return compiles(_TILE_PROBE, target)


def has_intrinsic(intrinsic: DotIntrinsic, cpu: str | None) -> bool:
    """Whether the code for a processor may have an intrinsic in it."""
    return intrinsic in dot_unit(cpu).intrinsics


@cache
def _asked(target: Processor, bytes: int) -> DotUnit:
    usable = _on_x86(target) if target.architecture == "x86_64" else _on_neon(target)
    found = [
        intrinsic
        for intrinsic in DOT_INTRINSICS.values()
        if any(part in intrinsic.name for part in usable) and 4 * intrinsic.lanes <= bytes
    ]
    return DotUnit(tuple(found), target.name in _SLOW_BFLOATS)


def _on_x86(target: Processor) -> list[str]:
    probe = _X86_PROBE + _BFLOAT_PROBE.format(features=target.features or "+sse2")
    code, short = assembly(probe, target).split("short:", 1)
    usable = [".sse2.pmadd", ".avx2.pmadd", *([".avx512.pmadd"] if "%zmm" in code else [])]
    has_bfloats = any("vcvtneps2bf16" in line and "%zmm" in line for line in short.splitlines())
    return [
        *usable,
        *(["vpdpbusd"] if "vpdpwssd" in code else []),
        *(["dpbf16ps"] if has_bfloats else []),
    ]


def _on_neon(target: Processor) -> list[str]:
    code = assembly(_NEON_PROBE, target)
    usable = [".sdot.", ".udot."] if "\tsdot\t" in code else []
    usable += [".usdot."] if "\tusdot\t" in code else []
    return usable + ([".bfdot."] if "\tbfcvtn\t" in code else [])

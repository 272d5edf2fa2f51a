"""Properties of a processor's vector unit, which decide the shape of vector code."""

from __future__ import annotations

import platform
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ...upstream import llvm_library
from ...upstream.code_generation import assembly
from ...upstream.measured_pipes import Pipes, measured_pipes
from ...upstream.processors import HOST_NAMES, Processor, host_processor, processor
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
_MASKED_LOAD_OF_WORDS = "maskmov"  # of AVX

# LLVM's models of processors are no help: many are copies of another processor's.
_USUAL = Pipes(2, 2, 4)
_MESHES = ("sapphirerapids", "emeraldrapids")
_PIPES = {
    **{name: Pipes(2, 2, 4, line=9.0) for name in _MESHES},
    "znver1": Pipes(1, 1, 5, halves=True),
    "znver2": Pipes(2, 2, 5),
    "znver4": Pipes(1, 1, 4, halves=True),
    "znver5": Pipes(2, 2, 4, line=2.1),
    "icelake-client": Pipes(1, 2, 4),
    "rocketlake": Pipes(1, 2, 4),
    "tigerlake": Pipes(1, 2, 4),
    "haswell": Pipes(2, 2, 5),
    "broadwell": Pipes(2, 2, 5),
    "core-avx2": Pipes(2, 2, 5),
    "x86-64-v3": Pipes(2, 2, 5),  # any of those above
    "neoverse-v1": Pipes(4, 3, 4),
    "neoverse-v2": Pipes(4, 3, 4),
    **{f"apple-m{k}": Pipes(4, 3, 4) for k in range(1, 5)},
}
_USUAL_CACHES = (32, 1024)
_CACHES = {
    **{name: (32, 512) for name in ("znver1", "znver2", "znver3")},
    **{name: (48, 1024) for name in (*_MESHES, "znver5")},
}
"""
KiB of the first and of the second cache. Only of processors on which what follows was measured:
larger ones, which others have, change which layouts are taken.
"""
_USUAL_LINES = (1.5, 1.25, 0.0, 0.0)
_LINES = {"znver5": (1.0, 1.0, 0.35, 1.7)}
"""
Of a processor, in order: the cycles in which the second cache gives a line; as how many lines a
written one counts; the cycles that a vector across the ends of lines takes beside all that the
caches do; the cycles of a line from the second cache where most lines come from after it.
"""
_ADDS_APART = tuple(f"znver{k}" for k in range(1, 6))
"""
Processors with pipes for additions beside those for products: where sums and fmas alternate, nearly
twice as many begin in a cycle as of one kind alone (0.167 ns each for 0.271, Zen 4).
"""
_LEVELS = ("x86-64-v4", "x86-64-v3", "x86-64-v2", "x86-64", "generic")
_NUMBERS = ("fmas", "loads", "latency", "halves", "line", "l1", "l2")
"""What a name may go on with, each after a colon: `rocketlake:fmas=2`."""


@dataclass(frozen=True)
class VectorUnit:
    """
    The vectors of a processor.

    `bytes` are those of a register, of which there are `registers`. `masks`: masked loads and
    stores cost about as much as others. `word_masks`: masked loads of elements of 32 and 64 bits
    do, while masked stores of them take as long as ten others on some processors. `fmas` and
    `loads` are how many instructions of full width begin in a cycle, `latency` the cycles until an
    fma's result can be used. Where a full vector is worked on in two `halves`, twice as many
    vectors of half the width begin in a cycle. Without `has_fma` an fma is a slow call of a
    function; `fmas` and `latency` are then those of an addition. `caches` are the
    KiB of the two that a processor has for itself; the second gives a line in `near_line` cycles,
    the one that all share a `line` in so many, one that is written counts as `written`, and a
    vector loaded across the end of one takes `across` cycles more. Where most lines come from the
    shared cache, one of the second takes `again` cycles beside them, if that was measured. With
    `has_parts`, there are instructions for the exponents and mantissas of vectors of f32. Where it
    `adds_apart`, as many sums begin in a cycle beside the products.
    """

    bytes: int
    registers: int
    masks: bool
    fmas: int
    loads: int
    latency: int
    has_fma: bool
    halves: bool = False
    word_masks: bool = False
    caches: tuple[int, int] = _USUAL_CACHES
    has_parts: bool = False
    adds_apart: bool = False
    line: float = _USUAL.line
    near_line: float = _USUAL_LINES[0]
    written: float = _USUAL_LINES[1]
    across: float = _USUAL_LINES[2]
    again: float = _USUAL_LINES[3]

    @property
    def part_lanes(self) -> tuple[int, ...]:
        """The lanes of vectors of f32 of which there are such instructions."""
        return tuple(n for n in (4, 8, 16) if 4 * n <= self.bytes) if self.has_parts else ()

    def __str__(self) -> str:
        halves = ", or twice as many of half the width" if self.halves else ""
        fma = "fma" if self.has_fma else "addition"
        return (
            f"caches of {self.caches[0]} and {self.caches[1]} KiB, "
            f"{self.registers} registers of {self.bytes} bytes, {self.fmas} {fma}"
            f"{'s' if self.fmas > 1 else ''} and {self.loads} load{'s' if self.loads > 1 else ''} "
            f"of that width in a cycle{halves}"
        )


def resolved_cpu(cpu: str | None) -> str | None:
    """
    The name under which a processor is the same one on any machine.

    This machine's is LLVM's name for it. Where it was measured to start other numbers of
    instructions in a cycle than processors of that name, these follow: `rocketlake:fmas=2`. So do
    the cycles of a line that it reads slowly, and then the size of its first cache. Without LLVM,
    what was given stays.
    """
    if cpu not in HOST_NAMES or not llvm_library.is_installed():
        return cpu
    host = host_processor()
    # A hypervisor may hide features that processors of the name have.
    name = next((n for n in (host.name, *_LEVELS) if _has_shape(n, host)), host.name)
    pipes, caches = _PIPES.get(name, _USUAL), _CACHES.get(name, _USUAL_CACHES)
    usual = _numbers_of(pipes, caches)
    found = measured_pipes(_shape(host)[0], pipes)
    if found.line > pipes.line:
        caches = _first_cache() or caches[0], caches[1]
    measured = _numbers_of(found, caches)
    others = [key for key in _NUMBERS if measured[key] != usual[key]]
    return "".join([name, *(f":{key}={measured[key]:g}" for key in others)])


def _first_cache() -> int:
    """The KiB of this machine's first cache as Linux tells them; 0 if nobody does."""
    for folder in Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"):
        with suppress(OSError, ValueError):
            level, kind, size = ((folder / name).read_text() for name in ("level", "type", "size"))
            if int(level) == 1 and not kind.startswith("Instruction"):
                return int(size.strip().removesuffix("K"))
    return 0


def _numbers_of(pipes: Pipes, caches: tuple[int, int]) -> dict[str, float]:
    values = pipes.fmas, pipes.loads, pipes.latency, int(pipes.halves), pipes.line, *caches
    return dict(zip(_NUMBERS, values, strict=True))


def _has_shape(name: str, host: Processor) -> bool:
    try:
        return _shape(processor(name)) == _shape(host)
    except llvm_library.LLVMError:
        return False


def vector_unit(cpu: str | None = None) -> VectorUnit:
    """
    The vector unit of a processor, by LLVM's name; None, `native` and `host` are this machine.

    How many instructions begin in a cycle is measured for this machine, once in a process. For any
    other it is what is known of its name, or what follows the name: `resolved_cpu` says how. So are
    the caches of all: `znver4:l2=2048`, in KiB.

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
        return _asked(resolved_cpu(cpu) or "")
    except llvm_library.LLVMError as error:
        raise OptionError("target-cpu", f"target-cpu: {error}") from None


def _baseline() -> VectorUnit:
    is_arm = platform.machine() in ("aarch64", "arm64")
    registers = 32 if is_arm else 16
    return VectorUnit(16, registers, masks=False, fmas=2, loads=2, latency=4, has_fma=is_arm)


@cache
def _asked(cpu: str) -> VectorUnit:
    target, numbers = processor(cpu), _numbers(cpu)
    fmas, loads, latency, first, second = (
        int(numbers[key]) for key in ("fmas", "loads", "latency", "l1", "l2")
    )
    bytes, masks, has_fma, word_masks, has_parts = _shape(target)
    name = cpu.split(":")[0]
    near_line, written, across, again = _LINES.get(name, _USUAL_LINES)
    return VectorUnit(
        bytes,
        registers=16 if target.architecture == "x86_64" and bytes < 64 else 32,
        masks=masks,
        fmas=fmas,
        loads=loads,
        latency=latency,
        has_fma=has_fma,
        halves=bool(numbers["halves"]),
        caches=(first, second),
        word_masks=word_masks,
        has_parts=has_parts,
        adds_apart=name in _ADDS_APART,
        line=numbers["line"],
        near_line=near_line,
        written=written,
        across=across,
        again=again,
    )


@cache
def _shape(target: Processor) -> tuple[int, bool, bool, bool, bool]:
    """
    The bytes of a vector, and whether there are cheap masks, fmas, masks of words alone, and
    instructions of AVX-512 for vectors of all widths.
    """
    fused, masked = assembly(_PROBE, target).split("masked:", 1)
    is_x86 = target.architecture == "x86_64"
    bytes = 16 if not is_x86 else 64 if "%zmm" in fused else 32 if "%ymm" in fused else 16
    has_masks = any(load in masked for load in _MASKED_LOADS)
    has_word_masks = not has_masks and _MASKED_LOAD_OF_WORDS in masked
    has_parts = is_x86 and has_masks and "%zmm" not in masked
    return bytes, has_masks, "fmaf" not in fused, has_word_masks, has_parts


def _numbers(cpu: str) -> dict[str, float]:
    """What is known of a processor's name, other than what follows the name."""
    name, *changes = cpu.split(":")
    numbers = _numbers_of(_PIPES.get(name, _USUAL), _CACHES.get(name, _USUAL_CACHES))
    for change in changes:
        key, _, value = change.partition("=")
        if key not in _NUMBERS or not value.isdecimal() or (int(value) > 1 and key == "halves"):
            raise OptionError(
                "target-cpu",
                f"target-cpu: '{change}' after '{name}' is not fmas=.., loads=.., latency=.. (a "
                "number), line=.. (cycles of a line of the cache that all share), l1=.., l2=.. "
                "(KiB of a cache) or halves=.. (0 or 1), as in rocketlake:fmas=2",
            )
        if not int(value) and key != "halves":
            raise OptionError("target-cpu", f"target-cpu: {key} must be 1 or more, but is {value}")
        numbers[key] = int(value)
    return numbers

"""Maxima and minima of float vectors are those of IEEE 754-2019, whatever instructions they are."""

from __future__ import annotations

import ctypes
from collections import Counter
from itertools import product

import numpy as np
import pytest

from pad_mlir.upstream.code_generation import LoadedObject, assembly, compile_object
from pad_mlir.upstream.extrema import with_short_extrema
from pad_mlir.upstream.llvm_pipelines import OPTIMISATION, WITHOUT_LOOPS, Pipelines
from pad_mlir.upstream.processors import processor

SPECIAL = (float("nan"), -float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1.5, -1.5, 1e-42)
TEXT = """
define void @f(ptr %a, ptr %b, ptr %r) {{
  %x = load <{lanes} x {type}>, ptr %a, align 4
  %y = load <{lanes} x {type}>, ptr %b, align 4
  %m = call {flags}<{lanes} x {type}> @llvm.{kind}.v{lanes}f{bits}(<{lanes} x {type}> %x, \
<{lanes} x {type}> %y)
  store <{lanes} x {type}> %m, ptr %r, align 4
  ret void
}}
declare <{lanes} x {type}> @llvm.{kind}.v{lanes}f{bits}(<{lanes} x {type}>, <{lanes} x {type}>)
"""


def text(kind: str, lanes: int, bits: int, flags: str = "") -> str:
    type = {32: "float", 64: "double"}[bits]
    return TEXT.format(kind=kind, lanes=lanes, bits=bits, type=type, flags=flags)


@pytest.mark.parametrize("kind", ["maximum", "minimum"])
@pytest.mark.parametrize("bits", [32, 64])
@pytest.mark.parametrize("lanes", [2, 4, 8, 16, 32])
def test_special_numbers(kind: str, bits: int, lanes: int) -> None:
    pairs = list(product(SPECIAL, SPECIAL))
    pairs += pairs[: -len(pairs) % lanes]
    dtype = np.dtype(f"float{bits}")
    left, right = (np.array(side, dtype) for side in zip(*pairs, strict=True))
    result = np.empty_like(left)
    code = LoadedObject(compile_object(text(kind, lanes, bits)))
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(code.address("f"))
    for first in range(0, len(pairs), lanes):
        at = first * dtype.itemsize
        function(*(array.ctypes.data + at for array in (left, right, result)))
    for a, b, got in zip(left, right, result, strict=True):
        assert same(got, expected(kind, a, b)), (kind, a, b, got)


def expected(kind: str, a: np.floating, b: np.floating) -> np.floating:
    if np.isnan(a) or np.isnan(b):
        return a + b
    if a == b == 0:
        is_negative = all if kind == "maximum" else any
        negative = is_negative((np.signbit(a), np.signbit(b)))
        return -abs(a) if negative else abs(a)
    return max(a, b) if kind == "maximum" else min(a, b)


def same(a: np.floating, b: np.floating) -> bool:
    return bool(np.isnan(a) and np.isnan(b)) or (a == b and np.signbit(a) == np.signbit(b))


def test_a_call_with_flags_stays() -> None:
    flagged = text("maximum", 8, 32, "nnan nsz ")
    scalar = "%m = call float @llvm.maximum.f32(float %x, float %y)"
    for has_range in (False, True):
        assert with_short_extrema(flagged, has_range=has_range) == flagged
        assert with_short_extrema(scalar, has_range=has_range) == scalar


@pytest.mark.parametrize("kind", ["maximum", "minimum"])
def test_few_instructions(kind: str) -> None:
    code = instructions(assembly(text(kind, 16, 32), processor("znver4")))
    assert code["vrangeps"] == code["vcmpordps"] == 1
    code = instructions(assembly(text(kind, 8, 32), processor("haswell")))
    assert code["vmaxps"] + code["vminps"] == 2
    assert not code["vrangeps"]


@pytest.mark.parametrize(
    "passes", [Pipelines(WITHOUT_LOOPS), Pipelines(OPTIMISATION, {"f": WITHOUT_LOOPS})]
)
def test_few_passes_write_it_out_too(passes: Pipelines) -> None:
    code = instructions(assembly(text("maximum", 8, 32), processor("haswell"), passes=passes))
    assert code["vmaxps"] == 2
    assert not code["callq"]


CONSTANTS = {"zeroinitializer": 0.0} | {
    f"splat ({{type}} {text})": number
    for text, number in {
        "-0.000000e+00": -0.0,
        "6.000000e+00": 6.0,
        "-2.500000e+00": -2.5,
        "0x7FF0000000000000": float("inf"),
        "0xFFF0000000000000": -float("inf"),
        "0x7FF8000000000000": float("nan"),
    }.items()
}


def of_constant(kind: str, lanes: int, bits: int, constant: str, side: str) -> str:
    """The text with a constant in the place of one operand, which is not loaded then."""
    type = {32: "float", 64: "double"}[bits]
    whole = text(kind, lanes, bits)
    lines = [line for line in whole.splitlines() if not line.startswith(f"  %{side} =")]
    return "\n".join(lines).replace(f"%{side}", constant.format(type=type)) + "\n"


@pytest.mark.parametrize("kind", ["maximum", "minimum"])
@pytest.mark.parametrize(("lanes", "bits"), [(8, 32), (4, 32), (4, 64)])
@pytest.mark.parametrize("constant", CONSTANTS)
@pytest.mark.parametrize("side", ["x", "y"])
def test_special_numbers_and_a_constant(
    kind: str, lanes: int, bits: int, constant: str, side: str
) -> None:
    dtype = np.dtype(f"float{bits}")
    values = np.array([*SPECIAL, *SPECIAL[: -len(SPECIAL) % lanes]], dtype)
    result = np.empty_like(values)
    code = LoadedObject(compile_object(of_constant(kind, lanes, bits, constant, side)))
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(code.address("f"))
    for first in range(0, len(values), lanes):
        at = first * dtype.itemsize
        function(*(array.ctypes.data + at for array in (values, values, result)))
    number = dtype.type(CONSTANTS[constant])
    for value, got in zip(values, result, strict=True):
        assert same(got, expected(kind, value, number)), (kind, value, number, got)


@pytest.mark.parametrize("target", ["haswell", "znver4"])
@pytest.mark.parametrize("side", ["x", "y"])
def test_few_instructions_for_a_constant(target: str, side: str) -> None:
    """One for the comparison, and a sum where a zero is to have no sign."""
    for kind, constant, more in (
        ("maximum", "zeroinitializer", ["vaddps"]),
        ("minimum", "zeroinitializer", []),
        ("maximum", "splat (float -2.500000e+00)", []),
        ("minimum", "splat (float 6.000000e+00)", []),
    ):
        code = instructions(assembly(of_constant(kind, 8, 32, constant, side), processor(target)))
        compared = f"v{kind[:3]}ps"
        others = ("vandps", "vorps", "vxorps", "vblendvps", "vrangeps")
        assert [code[name] for name in (compared, *more)] == [1] * (1 + len(more)), code
        # A zero itself is made by vxorps.
        assert not any(code[o] for o in others if not (o == "vxorps" and "zero" in constant)), code
        assert not [name for name in code if name.startswith("vcmp")], code


def test_a_loop_carries_its_mask() -> None:
    code = assembly(LOOP.format(kind="maximum"), processor("znver4"))
    lines = [line for line in code.splitlines() if "vrangeps" in line or "vcmpordps" in line]
    assert all("{%k" in line for line in lines if "vcmpordps" in line)
    assert ["{%k" in line for line in lines if "vrangeps" in line].count(False) > 0


def test_a_loop_without_that_instruction_carries_a_minimum() -> None:
    text = LOOP.format(kind="maximum").replace("16 x", "8 x").replace("v16", "v8")
    code = instructions(assembly(text.replace("%i, 16", "%i, 8"), processor("haswell")))
    assert code["vminps"] >= 2
    assert not code["vmaxps"]
    assert code["vminps"] >= 2 * code["vorps"]


def test_a_loop_that_begins_on_two_edges() -> None:
    """Its phis have two values from one block."""
    text = LOOP.format(kind="maximum")
    text = text.replace("br label %loop\n\nloop", "br i1 %twice, label %loop, label %loop\n\nloop")
    text = text.replace("ptr %r)", "ptr %r, i1 %twice)").replace(
        "[ 0, %0 ]", "[ 0, %0 ], [ 0, %0 ]"
    )
    first = "[ splat (float 0xFFF0000000000000), %0 ]"
    text = text.replace(first, f"{first}, {first}")
    assert instructions(assembly(text, processor("znver4")))["vrangeps"]


def instructions(code: str) -> Counter[str]:
    return Counter(line.split()[0] for line in code.splitlines() if line.strip())


LOOP = """
define void @f(ptr %a, ptr %r) {{
  br label %loop

loop:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %m = phi <16 x float> [ splat (float 0xFFF0000000000000), %0 ], [ %larger, %body ]
  %more = icmp slt i64 %i, 1000
  br i1 %more, label %body, label %end

body:
  %p = getelementptr float, ptr %a, i64 %i
  %x = load <16 x float>, ptr %p, align 4
  %larger = call <16 x float> @llvm.{kind}.v16f32(<16 x float> %m, <16 x float> %x)
  %next = add i64 %i, 16
  br label %loop

end:
  store <16 x float> %m, ptr %r, align 4
  ret void
}}
declare <16 x float> @llvm.{kind}.v16f32(<16 x float>, <16 x float>)
"""

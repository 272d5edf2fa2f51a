"""What LLVM's passes leave of a masked store writes no byte beside the lanes that are on."""

from __future__ import annotations

import ctypes
from itertools import product

import numpy as np
import pytest

from pad_mlir.upstream.code_generation import LoadedObject, assembly, compile_object
from pad_mlir.upstream.processors import host_processor, processor

_CALLED_WITH = """
define void @f(ptr %narrow, ptr %wide) {{
  call void @rest(ptr %narrow, ptr %wide, i32 {count})
  ret void
}}

define internal void @rest(ptr %narrow, ptr %wide, i32 %count) alwaysinline {{
  %first = insertelement <4 x i32> poison, i32 %count, i64 0
  %all = shufflevector <4 x i32> %first, <4 x i32> poison, <4 x i32> zeroinitializer
  %less = icmp slt <4 x i32> <i32 0, i32 1, i32 2, i32 3>, %all
  %mask = xor <4 x i1> %less, {but}
  %x = load <4 x i64>, ptr %wide, align 8
  %y = trunc <4 x i64> %x to <4 x i32>
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %y, ptr %narrow, i32 4, <4 x i1> %mask)
  ret void
}}

declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, i32, <4 x i1>)
"""
_FIRST_IS_OFF = "<i1 true, i1 false, i1 false, i1 false>"


def _ir(count: int, but: str = "zeroinitializer") -> str:
    """A store whose mask is known where the call is inlined; `but` turns lanes of it round."""
    return _CALLED_WITH.format(count=count, but=but)


def test_one_lane_is_narrow_on_avx512() -> None:
    """LLVM's own code moves 8 bytes."""
    code = assembly(_ir(1), processor("x86-64-v4"))
    assert "(%rsi), %eax" in code
    assert "movl\t%eax, (%rdi)" in code
    assert "%rax" not in code
    assert "vpmov" not in code


def test_several_lanes_stay_masked() -> None:
    """Of two, the store of narrowed lanes is what it was."""
    assert "vpmovqd" in assembly(_ir(2), processor("x86-64-v4"))


@pytest.mark.parametrize("cpu", ["x86-64-v3", "x86-64-v4"])
@pytest.mark.parametrize(
    ("count", "but", "lanes"),
    [
        (0, "zeroinitializer", set[int]()),
        (1, "zeroinitializer", {0}),
        (2, "zeroinitializer", {0, 1}),
        (2, _FIRST_IS_OFF, {1}),
        (4, "zeroinitializer", {0, 1, 2, 3}),
    ],
)
def test_what_is_off_is_kept(count: int, but: str, lanes: set[int], cpu: str) -> None:
    if cpu == "x86-64-v4" and "+avx512f" not in host_processor().features:
        pytest.skip("needs AVX-512")
    code = LoadedObject(compile_object(_ir(count, but), target=processor(cpu)))
    run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(code.address("f"))
    narrow, wide = np.full(8, 7, np.int32), np.arange(1, 5)
    run(narrow.ctypes.data, wide.ctypes.data)
    assert narrow.tolist() == [lane + 1 if lane in lanes else 7 for lane in range(8)]


@pytest.mark.parametrize("others", ["poison", "undef"])
def test_lanes_of_no_value_are_off(others: str) -> None:
    mask = f"<i1 true, i1 false, i1 {others}, i1 false>"
    ir = _ir(1).replace("<4 x i1> %mask)", f"<4 x i1> {mask})")
    code = assembly(ir, processor("x86-64-v4"))
    assert "movl\t%eax, (%rdi)" in code
    assert "%rax" not in code


_NARROWED = """
define void @f{number}(ptr %wide, ptr %narrow) {{
  %x = load <{lanes} x i{wide}>, ptr %wide, align 8
  %y = trunc <{lanes} x i{wide}> %x to <{lanes} x i{narrow}>
  call void @llvm.masked.store.v{lanes}i{narrow}.p0(
      <{lanes} x i{narrow}> %y, ptr %narrow, i32 1, <{lanes} x i1> <{mask}>)
  ret void
}}
"""
_DECLARED = (
    "declare void @llvm.masked.store.v{lanes}i{narrow}.p0(<{lanes} x i{narrow}>, ptr, i32, "
    "<{lanes} x i1>)\n"
)


@pytest.mark.skipif("+avx512f" not in host_processor().features, reason="needs AVX-512")
@pytest.mark.parametrize("cpu", ["native", "x86-64-v4"])
def test_first_lanes_of_all_types_keep_the_others(cpu: str) -> None:
    """Wider than a register too, of which the last part may have one lane that is on."""
    widths = [(w, n) for w, n in product((16, 32, 64), (8, 16, 32)) if n < w]
    cases = [
        (wide, narrow, lanes, on)
        for (wide, narrow), lanes in product(widths, (1, 2, 3, 4, 8, 16, 32, 64))
        for on in sorted({0, 1, 2, lanes // 4 + 1, lanes // 2 + 1, lanes - 1} & {*range(lanes + 1)})
    ]
    declared = {_DECLARED.format(lanes=lanes, narrow=narrow) for _, narrow, lanes, _ in cases}
    functions = [
        _NARROWED.format(
            number=number,
            **{"wide": wide, "narrow": narrow, "lanes": lanes},
            mask=", ".join(f"i1 {int(lane < on)}" for lane in range(lanes)),
        )
        for number, (wide, narrow, lanes, on) in enumerate(cases)
    ]
    ir = "".join((*sorted(declared), *functions))
    code = LoadedObject(compile_object(ir, target=processor(cpu)))
    for number, (wide, narrow, lanes, on) in enumerate(cases):
        given = np.arange(1, 65, dtype=f"i{wide // 8}")
        stored = np.full(lanes + 64, 77, f"i{narrow // 8}")
        wanted = stored.copy()
        wanted[:on] = given[:on]
        address = code.address(f"f{number}")
        run = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(address)
        run(given.ctypes.data, stored.ctypes.data)
        assert (stored == wanted).all(), cases[number]

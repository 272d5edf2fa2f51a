"""The values that an undef may be chosen to be: once, for all that is computed from it."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge


def _cells(lines: str, *stored: str) -> str:
    """Two undefs and two inputs, what is computed from them, and what is stored of it."""
    stores = "".join(
        f"\naffine.store {value}, %B[{cell}] : memref<8xi32>" for cell, value in enumerate(stored)
    )
    return f"""func.func @f(%A: memref<8xi32>, %B: memref<8xi32>) {{
      %u = pad.undef : i32
      %v = pad.undef : i32
      %one = arith.constant 1 : i32
      %x = affine.load %A[0] : memref<8xi32>
      %y = affine.load %A[1] : memref<8xi32>
      {lines}{stores}
      func.return
    }}"""


_SUM = "%s = arith.addi %u, %x : i32"
_TWO_SUMS = "%s = arith.addi %u, %v : i32\n%t = arith.addi %u, %x : i32"
_DIFFERENCES = "%s = arith.subi %u, %v : i32\n%t = arith.subi %v, %u : i32"
_OWN_BITS = """%o = arith.ori %u, %one : i32
      %a = arith.andi %o, %u : i32
      %s = arith.addi %u, %a : i32"""
_XOR = "%s = arith.xori %u, %x : i32\n%t = arith.xori %u, %y : i32"


_ASSUMED = """%w = pad.undef : i32
      %p = arith.addi %w, %x : i32
      %same = arith.cmpi eq, %p, %w : i32
      pad.assume %same : i1"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            _cells(""), _cells(_ASSUMED.replace("%w, %x", "%y, %x")), id="an assumed undef"
        ),
        pytest.param(_cells(_SUM, "%s"), _cells("", "%y"), id="one sum"),
        pytest.param(_cells(_SUM, "%s", "%s"), _cells("", "%y", "%y"), id="one sum twice"),
        pytest.param(_cells(_DIFFERENCES, "%s"), _cells("", "%y"), id="a difference"),
        pytest.param(_cells(_XOR, "%s"), _cells("", "%y"), id="xori"),
        pytest.param(_cells("", "%u", "%v"), _cells("", "%v", "%u"), id="undefs by other names"),
        pytest.param(_cells(_TWO_SUMS, "%s", "%t"), _cells(_TWO_SUMS, "%s", "%t"), id="the same"),
    ],
)
def test_right_choices(before: str, after: str) -> None:
    verdict = judge(before, after)
    assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(_cells(_SUM, "%s", "%u"), _cells("", "%y", "%y"), id="the undef itself too"),
        pytest.param(_cells(_SUM, "%s", "%s"), _cells("", "%y", "%x"), id="one sum, two values"),
        pytest.param(_cells(_DIFFERENCES, "%s", "%t"), _cells("", "%y", "%y"), id="in a circle"),
        # An even number: `(u | 1) & u` is u.
        pytest.param(_cells(_OWN_BITS, "%s"), _cells("", "%x"), id="the rest depends on it"),
        pytest.param(_cells(_XOR, "%s", "%t"), _cells("", "%x", "%x"), id="xori by two"),
        pytest.param(_cells("", "%u", "%u"), _cells("", "%u", "%v"), id="two for one"),
        pytest.param(_cells(""), _cells(_ASSUMED), id="an assumed undef and itself"),
    ],
)
def test_wrong_choices(before: str, after: str) -> None:
    verdict = judge(before, after)
    assert verdict.status in (Status.REFUTED, Status.NOT_VALIDATED), verdict


def _floats(lines: str, *stored: str) -> str:
    """An undef and two inputs, what is computed from them, and what is stored of it."""
    stores = "".join(
        f"\naffine.store {value}, %B[{cell}] : memref<8xf32>" for cell, value in enumerate(stored)
    )
    return f"""func.func @f(%A: memref<8xf32>, %B: memref<8xf32>) {{
      %u = pad.undef : f32
      %d = pad.undef : f64
      %i = pad.undef : i32
      %x = affine.load %A[0] : memref<8xf32>
      %y = affine.load %A[1] : memref<8xf32>
      {lines}{stores}
      func.return
    }}"""


_NEGATED = "%v = arith.negf %u : f32"
_ROUNDED = "%v = arith.truncf %d : f64 to f32"
_BITS = "%v = arith.bitcast %i : i32 to f32"
_PLAIN = "%v = arith.addf %u, %x : f32"
_NO_NAN = "%v = arith.addf %u, %x fastmath<nnan> : f32"
_LATER = "%t = arith.mulf %u, %x : f32\n%v = arith.negf %t fastmath<nnan> : f32"
_IGNORED = "%t = arith.maxnumf %u, %x : f32\n%v = arith.negf %t fastmath<nnan> : f32"
_FINITE = "%v = arith.divf %x, %u fastmath<ninf> : f32"
_UNSIGNED = "%v = arith.addf %u, %x fastmath<nsz,reassoc,contract> : f32"
_MAGNITUDE = "%v = math.absf %u : f32"


@pytest.mark.parametrize(
    ("lines", "stored"),
    [
        (_NEGATED, ["%v"]),
        (_NEGATED, ["%v", "%v"]),
        (_ROUNDED, ["%v"]),
        (_BITS, ["%v"]),
        (_NO_NAN, ["%v"]),
        (_LATER, ["%v"]),
        (_FINITE, ["%v"]),
    ],
)
def test_floats_that_may_be_any(lines: str, stored: list[str]) -> None:
    verdict = judge(_floats(lines, *stored), _floats("", *["%y"] * len(stored)))
    assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize(
    ("lines", "stored"),
    [
        (_PLAIN, ["%v"]),
        (_UNSIGNED, ["%v"]),
        (_MAGNITUDE, ["%v"]),
        (_IGNORED, ["%v"]),
        (_NEGATED, ["%v", "%u"]),
        (_NO_NAN, ["%v", "%u"]),
        (_NO_NAN + "\n%s = arith.negf %v : f32", ["%u", "%s"]),
    ],
)
def test_floats_that_may_not(lines: str, stored: list[str]) -> None:
    verdict = judge(_floats(lines, *stored), _floats("", *["%y"] * len(stored)))
    assert verdict.status is not Status.VALID, verdict

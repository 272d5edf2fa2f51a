"""`compile(.., check_assumes=True)`: what a function assumes of its arguments, tested."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import Kernel, KernelError, compile
from pad_mlir.tools.pad_opt import main

pytest.importorskip("mlir")

USER = """
func.func @double(%A: memref<16xf32>, %B: memref<16xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %c2 = arith.constant 2 : index
  %c14 = arith.constant 14 : index
  %enough = arith.cmpi sge, %n, %c2 : index
  pad.assume %enough : i1
  affine.for %i = 0 to 16 {
    %valid = arith.cmpi slt, %i, %c14 : index
    %a = affine.load %A[%i] : memref<16xf32>
    %holds = arith.cmpf oeq, %a, %zero : f32
    %either = arith.ori %valid, %holds : i1
    pad.assume %either : i1
  }
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<16xf32>
  }
  func.return
}
"""


def zeros(*shape: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.zeros(shape, np.float32)


def failure(kernel: Kernel, *arguments: Any) -> str:
    with pytest.raises(KernelError) as error:
        kernel(*arguments)
    return str(error.value)


def test_true_assumes_are_silent() -> None:
    kernel = compile(USER, check_assumes=True)
    a, b = zeros(16), zeros(16)
    a[:14], a[15] = np.arange(14), -0.0  # -0.0 == 0.0
    kernel(a, b, 2)
    assert (b == 2 * a).all()


VIEW = "  %V = memref.collapse_shape %A [[0]] : memref<16xf32> into memref<16xf32>\n"
VIEWED = USER.replace("  %zero", f"{VIEW}  %zero").replace("load %A", "load %V")


@pytest.mark.parametrize("text", [USER, VIEWED], ids=["argument", "view"])
def test_false_assumes_are_named(text: str) -> None:
    kernel = compile(text, check_assumes=True)
    line = 13 + text.count("collapse")
    a, b = zeros(16), zeros(16)
    a[:] = np.arange(16)
    for cell in (14, 15):
        said = f"<string>:{line}:5: A[{cell}] holds {cell}.0, but is assumed to hold 0.0"
        assert failure(kernel, a, b, 2) == said
        a[cell] = 0
    said = f"<string>:{line - 6}:3: the assumed condition does not hold: n is 1"
    assert failure(kernel, a, b, 1) == said
    assert not b.any(), "something has run"


def test_without_checks_the_caller_is_believed_about_cells() -> None:
    """What a function assumes of sizes costs nothing to test, and is."""
    a, b = np.ones(16, np.float32), zeros(16)
    kernel = compile(USER)
    kernel(a, b, 2)
    assert (b == 2).all()
    assert failure(kernel, a, b, 1) == "@double assumes n >= 2, but n is 1"


def test_nan_is_shown_with_its_bits() -> None:
    a = zeros(16)
    a[14] = np.nan
    text = failure(compile(USER, check_assumes=True), a, zeros(16), 2)
    assert "A[14] holds nan (bits 0x7fc00000), but is assumed to hold 0.0" in text


def test_assumes_that_are_no_promise_of_the_caller_are_remarked() -> None:
    text = USER.replace(
        "  pad.assume %enough : i1",
        "  affine.store %zero, %B[0] : memref<16xf32>\n  pad.assume %enough : i1",
    )
    with collect_remarks() as remarks:
        kernel = compile(text, check_assumes=True)
    assert [r.id for r in remarks] == ["assume-not-checked.late-assume"] * 2
    kernel(np.ones(16, np.float32), zeros(16), 2)


def test_dynamic_shapes() -> None:
    kernel = compile(
        """
        func.func @zero(%A: memref<?xi32>, %n: index
            {pad.size = [{of = "A", dim = 0, min = 1}]}) -> i32 {
          %zero = arith.constant 0 : i32
          %c0 = arith.constant 0 : index
          %size = memref.dim %A, %c0 : memref<?xi32>
          affine.for %i = 0 to %size {
            %a = affine.load %A[%i] : memref<?xi32>
            %positive = arith.cmpi sge, %a, %zero : i32
            pad.assume %positive : i1
          }
          func.return %zero : i32
        }
        """,
        check_assumes=True,
    )
    a = np.arange(7, dtype=np.int32)
    assert kernel(a) == 0
    a[5] = -5
    assert failure(kernel, a).endswith("the assumed condition does not hold: A[5] holds -5")


def test_values_of_conditionals_and_several_blocks() -> None:
    kernel = compile(
        """
        func.func private @f(%A: memref<8xf32>, %n: index, %c: i1) -> memref<8xf32> {
          %zero = arith.constant 0.0 : f32
          %c4 = arith.constant 4 : index
          %small = arith.cmpi slt, %n, %c4 : index
          %v = scf.if %small -> (f32) {
            %a = memref.load %A[%c4] : memref<8xf32>
            scf.yield %a : f32
          } else {
            scf.yield %zero : f32
          }
          %holds = arith.cmpf oeq, %v, %zero : f32
          pad.assume %holds : i1
          cf.cond_br %c, ^one, ^two
        ^one:
          affine.store %v, %A[0] : memref<8xf32>
          cf.br ^two
        ^two:
          func.return %A : memref<8xf32>
        }
        """,
        function="f",
        check_assumes=True,
    )
    a = np.ones(8, np.float32)
    assert kernel(a, 4, True) is a
    assert a[0] == 0
    text = failure(kernel, a, 3, True)
    assert text.endswith("the assumed condition does not hold: n is 3")


def test_parallel_loops() -> None:
    kernel = compile(
        """
        func.func @f(%A: memref<8x8xf32>) {
          %zero = arith.constant 0.0 : f32
          affine.parallel (%i, %j) = (0, 0) to (8, 8) {
            affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
              %a = affine.load %A[%i, %j] : memref<8x8xf32>
              %holds = arith.cmpf oeq, %a, %zero : f32
              pad.assume %holds : i1
            }
          }
          func.return
        }
        """,
        check_assumes=True,
    )
    a = zeros(8, 8)
    a[:5] = 1
    kernel(a)
    a[6, 7] = 4
    assert "A[6, 7] holds 4.0" in failure(kernel, a)


def test_an_assert_at_the_entry_is_an_exception() -> None:
    kernel = compile(
        """
        func.func @f(%A: memref<4xf32>, %x: f32) -> f32 {
          %one = arith.constant 1.0 : f32
          affine.for %i = 0 to 4 {
            %a = affine.load %A[%i] : memref<4xf32>
            %less = arith.cmpf olt, %a, %x : f32
            cf.assert %less, "all must be less"
          }
          func.return %one : f32
        }
        """
    )
    a = np.arange(4, dtype=np.float32)
    assert kernel(a, 4.0) == 1.0
    assert failure(kernel, a, 2.0) == "all must be less: A[2] holds 2.0, x is 2.0"


def test_the_output_of_pad_opt_is_checked_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "user.mlir"
    source.write_text(USER)
    assert main([str(source), "--check-assumes", "-p", "pad-to-host{stop=affine}"]) == 0
    text = capsys.readouterr().out
    assert "pad.assume" not in text
    a = zeros(16)
    a[15] = 3
    wanted = f"{source}:13:5: A[15] holds 3.0, but is assumed to hold 0.0"
    assert failure(compile(text), a, zeros(16), 2) == wanted


def test_other_functions_keep_their_asserts() -> None:
    """Before a call nothing is known of what a callee is given: there the process ends."""
    program = """
import numpy as np
from pad_mlir.runtime import compile
kernel = compile('''
  func.func private @callee(%x: f32) {
    %zero = arith.constant 0.0 : f32
    %holds = arith.cmpf oeq, %x, %zero : f32
    cf.assert %holds, "x is assumed to hold 0.0"
    func.return
  }
  func.func @f(%x: f32) {
    func.call @callee(%x) : (f32) -> ()
    func.return
  }
''')
kernel(0.0)
print("still here", flush=True)
kernel(1.0)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120
    )
    assert "still here" in run.stdout
    assert run.returncode < 0


SEEN_FLAT = """
func.func @sum(%A: memref<3x4x8xi32>, %B: memref<1xi32>) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %flat = memref.collapse_shape %A [[0], [1, 2]] : memref<3x4x8xi32> into memref<3x32xi32>
  affine.for %i = 0 to 3 {
    affine.for %j = 29 to 32 {
      %a = affine.load %flat[%i, %j] : memref<3x32xi32>
      %holds = arith.cmpi eq, %a, %zero : i32
      pad.assume %holds : i1
    }
  }
  %first = memref.load %A[%c0, %c0, %c0] : memref<3x4x8xi32>
  memref.store %first, %B[%c0] : memref<1xi32>
  func.return
}
"""


def test_the_index_is_that_of_the_callers_buffer():
    kernel = compile(SEEN_FLAT, check_assumes=True)
    array = np.zeros((3, 4, 8), np.int32)
    array[2, 3, 6] = 7
    with pytest.raises(KernelError, match=r": A\[2, 3, 6\] holds 7, but is assumed to hold 0$"):
        kernel(array, np.zeros(1, np.int32))


def _accesses(body: str) -> str:
    return f"func.func @f(%A: memref<14xf32>, %x: f32, %c: i1) {{\n{body}\nfunc.return\n}}"


_STORE = "affine.store %x, %A[AT] : memref<14xf32>"
_TILES = "affine.for %io = 0 to 4 {\naffine.for %ii = 0 to 4 {\nBODY\n}\n}"
_LAST = "this would access A out of bounds on axis 0"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (_STORE.replace("AT", "14"), f"<string>:2:1: {_LAST}"),
        (
            _TILES.replace("BODY", _STORE.replace("AT", "%io * 4 + %ii")),
            f"<string>:4:1: {_LAST}: wanted 4*io + ii >= 0 and 4*io + ii + 1 <= 14, but io is 3, "
            "ii is 2",
        ),
        (
            "%v = memref.subview %A[4][11][1] : memref<14xf32> to "
            "memref<11xf32, strided<[1], offset: 4>>",
            f"<string>:2:6: {_LAST}",
        ),
    ],
    ids=["cell", "tiles", "view"],
)
def test_an_access_outside_in_each_call_is_refused(body: str, says: str) -> None:
    with pytest.raises(KernelError) as error:
        compile(_accesses(body), check_assumes=True)
    assert str(error.value) == says


@pytest.mark.parametrize(
    "body",
    [
        f"scf.if %c {{\n{_STORE.replace('AT', '14')}\n}}",  # perhaps in no call
        _TILES.replace(
            "BODY",
            "affine.if affine_set<(i, j) : (13 - i * 4 - j >= 0)>(%io, %ii) {\n"
            f"{_STORE.replace('AT', '%io * 4 + %ii')}\n}}",
        ),
    ],
    ids=["data decides", "guarded"],
)
def test_an_access_that_may_be_inside_is_not_refused(body: str) -> None:
    a = zeros(14)
    compile(_accesses(body), check_assumes=True)(a, np.float32(1), False)
    assert set(a) <= {0, 1}

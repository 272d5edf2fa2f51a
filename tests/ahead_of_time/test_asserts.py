"""Objects that test what they assume: what fails is said on stderr, and the process aborts."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pad_mlir.runtime.ahead_of_time import emit

from .building import compilers, run

TILES = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [%s], {}>"


def copying(element: str, constant: str) -> str:
    """A sum with padding that holds the constant; its layout is not applied."""
    type = f"memref<6x{element}, {TILES % f'{constant} : {element}'}>"
    return f"""
func.func @f(%A: {type}, %B: memref<6x{element}>) {{
  affine.for %i = 0 to 6 {{
    %a = affine.load %A[%i] : {type}
    affine.store %a, %B[%i] : memref<6x{element}>
  }}
  func.return
}}"""


ASSERT = """
func.func @f(%n: index, %x: f32) {
  %c4 = arith.constant 4 : index
  %few = arith.cmpi ult, %n, %c4 : index
  cf.assert %few, "100% of n must be below 4"
  func.return
}"""


def failure(source: str, folder: Path, text: str) -> str:
    """The error text of a program that calls `f` of the source, before it is aborted."""
    (folder / "kernel.o").write_bytes(emit(text, "obj", check_assumes=True))
    (folder / "kernel.h").write_bytes(emit(text, "header"))
    (folder / "main.c").write_text('#include "kernel.h"\n' + source)
    run([*compilers("cc", "gcc")[:1], "main.c", "kernel.o", "-lm", "-o", "main"], folder)
    answer = subprocess.run([folder / "main"], capture_output=True, text=True, check=False)
    assert answer.returncode == -6
    return answer.stderr


@pytest.mark.parametrize(
    ("element", "c", "constant", "shown"),
    [
        ("f32", "float", "0.0", "1.5, but is assumed to hold 0.0"),
        ("f64", "double", "0.25", "1.5, but is assumed to hold 0.25"),
        ("i8", "int8_t", "-3", "1, but is assumed to hold -3"),
        ("i64", "int64_t", "9000000000", "1, but is assumed to hold 9000000000"),
        ("bf16", "uint16_t", "0.0", "9.18354962e-41, but is assumed to hold 0.0"),
    ],
)
def test_layouts_that_are_pending_are_checked(
    tmp_path: Path, element: str, c: str, constant: str, shown: str
):
    wrong = f"""
int main(void) {{
  {c} plain[6] = {{0}}, A[F_A_CELLS], B[6];
  f_pack_A(plain, A);
  f(A, B);
  A[7] = ({c})1.5;
  f(A, B);
}}"""
    said = failure(wrong, tmp_path, copying(element, constant))
    assert said == (
        f"<string>:2:1: A[1, 3] holds {shown}: its padding must be written before the call\n"
    )


def test_asserts_of_the_program_are_told(tmp_path: Path):
    said = failure("int main(void) { f(3, 0); f(7, 0); }", tmp_path, ASSERT)
    assert said == "100% of n must be below 4: n is 7\n"


def test_only_what_is_asked_for_is_checked():
    assert b"dprintf" not in emit(copying("f32", "0.0"), "llvm-ir")

"""The command line of pad-tv."""

from __future__ import annotations

from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from pad_mlir.tools.pad_tv import main

_BEFORE = """
func.func @f(%A: memref<8xf32>, %n: index) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 { affine.store %one, %A[%i] : memref<8xf32> }
  func.return
}
"""
_FEWER = _BEFORE.replace("0 to 8", "0 to 7")
_BACKWARDS = _BEFORE.replace("%A[%i]", "%A[7 - %i]")


@pytest.mark.parametrize(
    ("after", "options", "code", "says"),
    [
        (_BACKWARDS, [], 0, "@f: valid (at n = 13; n = 16; n = 1; n = 0; n = -1; "),
        (_BACKWARDS, ["--size", "n=3"], 0, "@f: valid (at n = 3)\n"),
        (
            _FEWER,
            [],
            1,
            "@f: refuted at n = 13: A[7]: another value\n  before: 1.0\n  after:  A[7]\n",
        ),
        (_BACKWARDS, ["--term-budget", "20"], 4, "3 runs on random numbers found no difference"),
        (
            _BACKWARDS,
            ["--run-budget", "200"],
            2,
            "@f: not validated at n = 13: the run has spent its budget of 200 steps",
        ),
        (
            _BACKWARDS,
            ["--run-budget", "0"],
            0,
            "@f: valid (at n = 13; n = 16; n = 1; n = 0; n = -1; ",
        ),
        (_BACKWARDS.replace("%A[7 - %i]", "%A[8 - %i]"), [], 1, "A[8] is out of bounds of [8]"),
        (_BACKWARDS, ["--size", "k=3"], 3, "pad-tv: error: --size k: the sizes here are: n\n"),
        (_BACKWARDS, ["--size", "3"], 3, "write it as n=13"),
        (_BACKWARDS, ["--function", "g"], 3, "there is no @g with a body before"),
        ("func.func @f(", [], 3, "after.mlir:1:14: "),
        (
            "func.func @f() { %x = arith.constant 1 : i32 }",
            [],
            3,
            "after.mlir:1:23: 'arith.constant' op",
        ),
        (_BACKWARDS, ["--unknown"], 3, "unrecognized arguments: --unknown"),
    ],
)
def test_exit_codes(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    after: str,
    options: list[str],
    code: int,
    says: str,
) -> None:
    files = [tmp_path / "before.mlir", tmp_path / "after.mlir"]
    for file, text in zip(files, (_BEFORE, after), strict=True):
        file.write_text(text)
    assert main([*map(str, files), *options]) == code
    printed = capsys.readouterr()
    assert says in (printed.out if code == 0 else printed.err)
    assert "Traceback" not in printed.err


def test_a_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "none.mlir")
    assert main([missing, missing]) == 3
    assert "none.mlir: No such file or directory" in capsys.readouterr().err


def test_the_exit_codes_are_documented(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "codes: 0 valid (for samples of the data where it says so), 1 refuted, 2 not valid" in said
    )


def test_one_of_both_may_be_stdin(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    after = tmp_path / "after.mlir"
    after.write_text(_BACKWARDS)

    def given(text: str) -> None:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))

    given(_BEFORE)
    assert main(["-", str(after)]) == 0
    given("func.func @f(")
    assert main([str(after), "-"]) == 3
    assert "pad-tv: error: <stdin>:1:14: " in capsys.readouterr().err
    assert main(["-", "-"]) == 3
    assert "stdin holds one module: name a file" in capsys.readouterr().err


def test_it_reads_what_only_upstream_reads(tmp_path: Path) -> None:
    pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    file = tmp_path / "atomic.mlir"
    file.write_text(
        "func.func @f(%A: memref<8xi32>, %x: i32, %i: index) {\n"
        "  %o = memref.atomic_rmw addi %x, %A[%i] : (i32, memref<8xi32>) -> i32\n"
        "  return\n}\n"
    )
    assert main([str(file), str(file)]) == 2

"""`--validate-each --all-sizes` tells of each pass whether there is a proof for all sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pad_mlir.tools.pad_opt import main

_SIZE = '%n: index {pad.size = [{of = "A", dim = 0}]}'
_PLAIN = "%b = arith.addf %a, %x : f32"
_BY_DATA = """%c = arith.cmpf olt, %a, %x : f32
    %b = scf.if %c -> (f32) { scf.yield %a : f32 } else { scf.yield %x : f32 }"""


def _rows(body: str) -> str:
    return f"""func.func @f({_SIZE}, %A: memref<?xf32>, %x: f32) {{
  affine.for %i = 0 to %n {{
    %a = affine.load %A[%i] : memref<?xf32>
    {body}
    affine.store %b, %A[%i] : memref<?xf32>
  }}
  func.return
}}"""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (_PLAIN, "proved for all sizes at which the original is defined"),
        (_BY_DATA, "no proof for all sizes: what runs depends on the data"),
    ],
)
def test_a_step_of_a_function_with_sizes(
    body: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "f.mlir"
    file.write_text(_rows(body))
    asked = [str(file), "--validate-each", "-p", "pad-split{loop=i factor=4}"]
    assert main(asked) == 0
    assert "for all sizes" not in capsys.readouterr().err
    assert main([*asked, "--all-sizes"]) == 0
    remark = f"{file}:1:1: remark: [pad-split] @f: valid (at n = 13"
    said = capsys.readouterr().err
    assert remark in said
    assert told in said


def test_a_step_of_a_function_without_sizes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "f.mlir"
    text = _rows(_PLAIN).replace(f"{_SIZE}, ", "").replace("%n", "9").replace("?", "9")
    file.write_text(text)
    asked = [str(file), "--validate-each", "--all-sizes", "-p", "pad-split{loop=i factor=4}"]
    assert main(asked) == 0
    assert "for all sizes" not in capsys.readouterr().err

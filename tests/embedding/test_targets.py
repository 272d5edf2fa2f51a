"""Stock xDSL tools write modules in our formats, through the entry point `xdsl.universe`."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.xdsl_opt_main import xDSLOptMain

from pad_mlir.dialect.repairs import parse_module, print_module
from pad_mlir.runtime import KernelError

TEXT = """
func.func @f(%A: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>],
    [-0.0 : f32], {}>>) {
  %u = pad.undef : f32
  affine.for %i = 0 to 14 {
    affine.store %u, %A[%i] : memref<14xf32, #pad.layout<
        [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [-0.0 : f32], {}>>
  }
  func.return
}
"""


LOAD = """
func.func @f(%A: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xf32>
  }
  func.return
}
"""


def test_the_pretty_form_is_refused_with_what_to_do(tmp_path: Path) -> None:
    source = tmp_path / "source.mlir"
    source.write_text(LOAD)
    with pytest.raises(KernelError) as raised:
        xDSLOptMain(args=[str(source), "-t", "pad-header"]).run()
    assert "%i cannot be a symbol" in str(raised.value)
    assert str(raised.value).endswith(
        "; xDSL reads the indices of a pretty affine.load as symbols: give it the generic form, "
        "which pad-opt --mlir-print-op-generic writes"
    )
    assert raised.value.__suppress_context__  # one traceback, not three
    assert "void f(" in written(LOAD, "pad-header", tmp_path)


def written(text: str, target: str, folder: Path) -> str:
    """The output of `xdsl-opt` for a module in the generic form."""
    source, made = folder / "source.mlir", folder / "made"
    source.write_text(print_module(parse_module(text), generic=True))
    xDSLOptMain(args=[str(source), "-t", target, "-o", str(made)]).run()
    return made.read_text()


def test_mlir_is_what_upstream_writes(tmp_path: Path) -> None:
    module = parse_module(TEXT)
    assert written(TEXT, "pad-mlir", tmp_path) == print_module(module)
    generic = written(TEXT, "pad-mlir{generic=true debuginfo=true}", tmp_path)
    assert parse_module(generic).is_structurally_equivalent(module)
    assert f'loc("{tmp_path / "source.mlir"}' not in generic  # xDSL's parser gives none
    assert "loc(unknown)" in generic


@pytest.mark.parametrize(
    ("target", "part"),
    [
        ("pad-llvm-ir", "define void @f(ptr noalias"),
        ("pad-asm{target-cpu=x86-64-v3}", "\nf:"),
        ("pad-header", "void f(float *"),
    ],
)
def test_code_is_made_ahead_of_time(target: str, part: str, tmp_path: Path) -> None:
    pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    assert part in written(TEXT, target, tmp_path)


def test_the_processor_is_an_option(tmp_path: Path) -> None:
    with pytest.raises(KernelError, match="no-such-cpu"):
        written(TEXT, "pad-asm{target-cpu=no-such-cpu}", tmp_path)

"""Formats that other compilers lower first: where these are found, and which errors are shown."""

from __future__ import annotations

import stat
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import StringAttr
from xdsl.utils.exceptions import ParseError

from pad_mlir.dialect.ir.argument_checks import WrongInput
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.frontends import from_jax, from_onnx, from_stablehlo, from_torch
from pad_mlir.frontends.other_tools import PYTHON, ToolError
from pad_mlir.runtime import compile
from pad_mlir.tools.pad_opt import main

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_LINALG = """
module @jit_f {
  func.func public @main(%arg0: tensor<5xf32> loc("x_1"), %arg1: tensor<5xf32> loc("p['w']")) -> tensor<5xf32> {
    %0 = tensor.empty() : tensor<5xf32> loc(#add)
    %1 = linalg.add ins(%arg0, %arg1 : tensor<5xf32>, tensor<5xf32>) outs(%0 : tensor<5xf32>) -> tensor<5xf32> loc(#add)
    %2 = linalg.exp ins(%1 : tensor<5xf32>) outs(%0 : tensor<5xf32>) -> tensor<5xf32> loc(callsite("exp" at "jit(f)/jit(relu)"("<stdin>":7:9)))
    return %2 : tensor<5xf32>
  }
}
#add = loc("jit(f)/vmap(jit(add))"("<stdin>":3:5))
"""  # noqa: E501


@pytest.fixture
def tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a Python of a script, which stands for one with the other compiler."""

    def make(script: str) -> None:
        (path := tmp_path / "python").write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv(PYTHON, str(path))

    return make


def _gives(linalg: str) -> str:
    return f"if [ \"$1\" = -c ]; then exit 0; fi\ncat <<'END'\n{linalg}END"


def test_stages_have_the_names_that_jax_gives(tool: Callable[[str], None]) -> None:
    tool(_gives(_LINALG))
    module = from_stablehlo("module {}", file="f.mlir")
    stages = [op.attributes.get("pad.stage") for op in module.walk()]
    assert [s.data for s in stages if isinstance(s, StringAttr)] == ["relu"]
    assert 'pad.name = "x_1"' in str(module)
    x = np.arange(5, dtype=np.float32)
    np.testing.assert_allclose(compile(module)(x, -x), np.ones(5), rtol=1e-6)


def test_places_in_the_input_are_those_of_its_file(tool: Callable[[str], None]) -> None:
    tool(_gives(_LINALG))
    module = from_stablehlo("module {}", file="f.mlir")
    places = {str(op.location) for op in module.walk()}
    assert any('"f.mlir":3:5' in place for place in places)
    assert not any("<stdin>" in place for place in places)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("model.py:3:5: error: failed to legalize 'stablehlo.fft'", "(at model.py:3:5)"),
        ("Traceback ..\ntorch.onnx.errors.OnnxError: no such operator", "no such operator"),
        ("", "ended with code 3"),
        (
            'a.py:1:2: error: failed to legalize: %1 = "stablehlo.fft"(%0) <{a = 1}> loc("x")',
            "failed to legalize (at a.py:1:2)",
        ),
        (
            "a.py:1:2: error: failed to legalize operation 'stablehlo.fft' that was explicitly "
            "marked illegal",
            "no loops are made of 'stablehlo.fft' (Fourier transforms); compute that outside of "
            "the model (at a.py:1:2)",
        ),
        (
            "a.py:1:2: error: 'iree_linalg_ext.scatter' op expected indices to be equal",
            "no loops are made of 'iree_linalg_ext.scatter' (updates at places that data gives",
        ),
        (f"a.py:1:2: error: no {'long ' * 90}", "no " + "long " * 59 + ".. (at a.py:1:2)"),
    ],
)
def test_errors_of_the_tool(tool: Callable[[str], None], said: str, message: str) -> None:
    tool(f"if [ \"$1\" = -c ]; then exit 0; fi\ncat >&2 <<'END'\n{said}\nEND\nexit 3")
    with pytest.raises(ToolError) as refusal:
        from_stablehlo("module {}")
    assert message in str(refusal.value)


def test_an_error_in_the_input_has_its_place(tool: Callable[[str], None]) -> None:
    tool("if [ \"$1\" = -c ]; then exit 0; fi\necho '<stdin>:2:3: error: no such op' >&2; exit 1")
    with pytest.raises(ParseError) as refusal:
        from_stablehlo("module {\n  oops\n}", file="f.mlir")
    place = refusal.value.span.get_location()
    assert (place.file, place.line, place.col) == ("f.mlir", 2, 3)


_SCAN = """
#loc3 = loc("model.py":7:4 to :9)
#loc4 = loc("cumsum"(#loc3))
module {
  func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
    %1 = iree_linalg_ext.scan ins(%x : tensor<5xf32>) outs(%x : tensor<5xf32>) {
    } -> tensor<5xf32> loc(#loc5)
    return %1 : tensor<5xf32>
  }
}
#loc5 = loc(callsite(#loc4 at #loc4))
"""


def test_what_has_no_loops_is_named_with_its_place(tool: Callable[[str], None]) -> None:
    tool(_gives(_SCAN))
    message = r"'iree_linalg_ext.scan' \(cumulative sums.*\(at model.py:7:4\)"
    with pytest.raises(PadError, match=message):
        from_stablehlo("module {}", file="f.mlir")


def test_a_python_without_the_package_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PYTHON, "/nowhere/python")
    with pytest.raises(PadError, match="which is no Python with the package 'iree"):
        from_stablehlo("module {}")


@pytest.mark.skipif("jax" in sys.modules, reason="JAX is here")
def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PYTHON, raising=False)
    with pytest.raises(PadError, match=r"pip install 'pad-mlir\[jax\]'"):
        from_jax(abs, 1.0)
    with pytest.raises(PadError, match=r"pip install 'pad-mlir\[torch\]'"):
        from_torch(None, ())


def test_odd_arguments(tmp_path: Path) -> None:
    with pytest.raises(PadError, match="from_jax wanted a function"):
        from_jax(5)  # pyright: ignore[reportArgumentType]
    with pytest.raises(PadError, match="there is no file"):
        from_onnx(tmp_path / "none.onnx")
    with pytest.raises(WrongInput, match="path is 5, but must be"):
        from_onnx(5)  # pyright: ignore[reportArgumentType]
    with pytest.raises(PadError, match="looks like a file name"):
        from_stablehlo("model.mlir")


def test_pad_opt_reads_files_that_are_no_text(
    tmp_path: Path, tool: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """The tool gets the bytes of the file, and writes to the path that is its last argument."""
    tool(f'{_gives("")}\ncmp "$3" {tmp_path}/model.onnx && cp {tmp_path}/linalg.mlir "$4"')
    (tmp_path / "linalg.mlir").write_text(_LINALG)
    (tmp_path / "model.onnx").write_bytes(bytes(range(256)))
    assert main([str(tmp_path / "model.onnx"), "--import=onnx"]) == 0
    assert 'pad.stage = "relu"' in capsys.readouterr().out
    assert main([str(tmp_path / "model.onnx"), "--import=onnx", "--split-input-file"]) == 1
    assert "takes one model" in capsys.readouterr().err

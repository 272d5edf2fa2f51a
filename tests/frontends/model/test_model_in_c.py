"""Models as files for programs in C."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from pad_mlir.dialect.ir.argument_checks import WrongInput
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.frontends import compile_model, from_linalg
from pad_mlir.runtime import KernelError
from pad_mlir.runtime.ahead_of_time import emit
from pad_mlir.schedule import Schedule

from .test_model import BIAS, LAYER, W, X

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")


@pytest.mark.parametrize("laid_out", [False, True])
def test_bound_weights_are_in_the_code(tmp_path: Path, laid_out: bool) -> None:
    """Also in a layout, with its padding."""
    s = Schedule(from_linalg(LAYER, math="reassociate"))
    if laid_out:
        s.transform_layout("w", lambda i, j: (j // 8, i, j % 8), pad_value=0.0)
        s.apply_layouts()
    model = compile_model(s.module, name="net").bind(W, BIAS)
    header = model.emit("header").decode()
    assert "void net(const float *PAD_RESTRICT x, float *PAD_RESTRICT wide);" in header
    (library := tmp_path / "net.so").write_bytes(model.emit("shared"))
    result = np.zeros((13, 29), np.float32)
    x, y = (ctypes.c_void_p(array.ctypes.data) for array in (X, result))
    ctypes.CDLL(str(library)).net(x, y)
    np.testing.assert_allclose(result, X @ W + BIAS, rtol=1e-5, atol=1e-5)


def test_weights_that_are_not_bound_are_passed() -> None:
    header = compile_model(from_linalg(LAYER), name="net").emit("header").decode()
    assert "net(const float *PAD_RESTRICT w, const float *PAD_RESTRICT bias, " in header


def test_weights_of_one_bit_and_those_that_are_not_used(tmp_path: Path) -> None:
    text = """func.func @f(%none: tensor<2xf32>, %w: tensor<3xi1>, %x: tensor<3xi8>)
        -> tensor<3xi8> {
      %0 = tensor.empty() : tensor<3xi8>
      %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>,
          affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          ins(%w, %x : tensor<3xi1>, tensor<3xi8>) outs(%0 : tensor<3xi8>) {
        ^bb0(%a: i1, %b: i8, %c: i8):
          %d = arith.extui %a : i1 to i8
          %e = arith.addi %b, %d : i8
          linalg.yield %e : i8
      } -> tensor<3xi8>
      return %y : tensor<3xi8>
    }"""
    bits = np.array([True, False, True])
    model = compile_model(from_linalg(text)).bind(np.zeros(2, np.float32), bits)
    (library := tmp_path / "f.so").write_bytes(model.emit("shared"))
    given, result = np.array([5, 6, 7], np.int8), np.zeros(3, np.int8)
    x, y = (ctypes.c_void_p(array.ctypes.data) for array in (given, result))
    ctypes.CDLL(str(library)).f(x, y)
    assert result.tolist() == [6, 6, 8]


def test_names() -> None:
    two = LAYER + "\nfunc.func private @net()"
    with pytest.raises(PadError, match="the module has another function named net"):
        compile_model(from_linalg(two), name="net")
    model = compile_model(from_linalg(LAYER), name="main")
    with pytest.raises(KernelError, match=r"called main.*compile_model\(.., name='net'\)"):
        model.emit("header")
    assert b"@main" in model.emit("llvm-ir")
    with pytest.raises(WrongInput, match="name is 'a b', but must be the name of a function"):
        compile_model(from_linalg(LAYER), name="a b")


@pytest.mark.parametrize("kind", ["obj", "asm", "shared"])
def test_main_is_the_programs_own(kind: Literal["obj", "asm", "shared"]) -> None:
    with pytest.raises(KernelError, match="@main is not a name of a function in C; rename it"):
        emit("func.func @main() { return }", kind)
    assert emit("func.func private @main()\nfunc.func @f() { return }", kind)

"""`--validate-each`, with passes that are wrong on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from xdsl.context import Context
from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from pad_mlir.dialect.annotations import USER
from pad_mlir.dialect.ops import AssumeOp
from pad_mlir.tools.driver import validation
from pad_mlir.tools.pad_opt import main
from pad_mlir.tools.tv import Verdict, validate
from pad_mlir.tools.universe import PAD_UNIVERSE

_TEXT = """\
func.func private @helper(%B: memref<4xf32>, %x: f32) {
  affine.store %x, %B[1] : memref<4xf32>
  func.return
}
func.func @untouched(%B: memref<4xf32>, %x: f32) {
  %y = arith.addf %x, %x : f32
  affine.store %y, %B[2] : memref<4xf32>
  func.return
}
func.func @caller(%B: memref<4xf32>, %x: f32) {
  func.call @helper(%B, %x) : (memref<4xf32>, f32) -> ()
  func.return
}
"""
_FLOATS = """\
func.func @f(%B: memref<4x4xf32> {pad.logical = memref<14xf32, #pad.layout<[
    affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>}, %x: f32) -> f32 {
  %b = affine.load %B[3, 3] : memref<4x4xf32>
  %p = arith.mulf %x, %b : f32
  func.return %p : f32
}
"""

_KERNEL = """\
func.func @f(%B: memref<4xf32>, %x: f32) {
  %one = arith.constant 1 : index
  gpu.launch_func @kernels::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one)
    args(%B : memref<4xf32>, %x : f32)
  func.return
}
func.func @untouched(%B: memref<4xf32>, %x: f32) {
  affine.store %x, %B[0] : memref<4xf32>
  func.return
}
gpu.module @kernels {
  gpu.func @kernel(%B: memref<4xf32>, %x: f32) kernel {
    affine.store %x, %B[1] : memref<4xf32>
    gpu.return
  }
}
"""


@dataclass(frozen=True)
class _DropStores(ModulePass):
    """Drops the stores to a cell."""

    name = "drop-stores"

    cell: int

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for store in [o for o in op.walk() if isinstance(o, affine.StoreOp)]:
            if store.map.data.results[0].eval([], []) == self.cell:
                store.detach()
                store.erase()


@dataclass(frozen=True)
class _DropProducts(ModulePass):
    """Takes a product to be its second factor."""

    name = "drop-products"

    fp: Literal["strict", "relaxed"] = "strict"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for product in [o for o in op.walk() if isinstance(o, arith.MulfOp)]:
            product.result.replace_all_uses_with(product.rhs)
            product.detach()
            product.erase()


@dataclass(frozen=True)
class _Trust(ModulePass):
    """Assumes what a condition is about, in the user's name."""

    name = "trust"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for compare in [o for o in op.walk() if isinstance(o, arith.CmpiOp)]:
            assume = AssumeOp(compare.result)
            assume.attributes[USER] = UnitAttr()
            Rewriter.insert_op(assume, InsertPoint.after(compare))


_PASSES: Mapping[str, type[ModulePass]] = {
    cls.name: cls for cls in (_DropStores, _DropProducts, _Trust)
}


@pytest.fixture(autouse=True)
def wrong_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, cls in _PASSES.items():
        monkeypatch.setitem(PAD_UNIVERSE.all_passes, name, lambda cls=cls: cls)


def _file(folder: Path, text: str) -> str:
    file = folder / "f.mlir"
    file.write_text(text)
    return str(file)


def test_a_refuted_pass_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _file(tmp_path, _TEXT)
    pipeline = "drop-stores{cell=3},drop-stores{cell=2},drop-stores{cell=1}"
    assert main([file, "-p", pipeline]) == 0
    capsys.readouterr()
    assert main([file, "--validate-each", "-p", pipeline]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(
        f"{file}:5:1: error: pass drop-stores ({__name__}._DropStores) "
        "changes what the function means: @untouched: refuted: B[2]: another value\n"
    )


def test_a_private_function_runs_with_its_callers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, _TEXT)
    assert main([file, "--validate-each", "-p", "drop-stores{cell=1}"]) == 1
    assert f"{file}:10:1: error: pass drop-stores" in capsys.readouterr().err


def test_a_kernel_runs_where_it_is_launched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, _KERNEL)
    assert main([file, "--validate-each", "-p", "drop-stores{cell=1}"]) == 1
    assert f"{file}:1:1: error: pass drop-stores" in capsys.readouterr().err


def test_only_what_a_pass_changed_is_validated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def spied(before: ModuleOp, after: ModuleOp, *, function: str, **options: object) -> Verdict:
        asked.append(function)
        return validate(before, after, function=function)

    monkeypatch.setattr(validation, "validate", spied)
    file = _file(tmp_path, _TEXT)
    assert main([file, "--validate-each", "-p", "drop-stores{cell=3},pad-simplify"]) == 0
    assert asked == []
    assert main([file, "--validate-each", "-p", "drop-stores{cell=2}"]) == 1
    assert asked == ["untouched"]
    assert main([file, "--validate-each", "-p", "drop-stores{cell=1}"]) == 1
    assert asked == ["untouched", "caller"]
    capsys.readouterr()


@pytest.mark.parametrize(("fp", "code"), [("strict", 1), ("relaxed", 0)])
def test_the_pass_says_what_floats_may_do(
    tmp_path: Path, fp: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _file(tmp_path, _FLOATS)
    assert main([file, "--validate-each", "-p", f"drop-products{{fp={fp}}}"]) == code
    assert ("another value" in capsys.readouterr().err) == bool(code)


def test_user_assumes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _file(
        tmp_path,
        """func.func @f(%x: i32, %y: i32) -> i1 {
  %less = arith.cmpi slt, %x, %y : i32
  func.return %less : i1
}""",
    )
    assert main([file, "--validate-each", "-p", "trust"]) == 0
    remark = f"{file}:1:1: remark: [trust] @f: valid under 1 user assume: 'pad.assume' at"
    assert remark in capsys.readouterr().err

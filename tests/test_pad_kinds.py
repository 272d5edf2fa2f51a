"""Padding that copies cells or is computed, against numpy's pad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.passes import PassPipeline

from pad_mlir.dialect.attributes import LayoutAttr
from pad_mlir.dialect.layout import (
    ByRegion,
    IndexMap,
    Layout,
    PadKind,
    Region,
    SelfLoad,
    SimpleKind,
    Step,
)
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.index.expr import Expr, IntLike
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import compile, pack
from pad_mlir.tools.tv import Status, validate

Mode = Literal["wrap", "edge", "reflect"]
Array = np.ndarray[Any, Any]


def by_side(size: int, front: int, below: SimpleKind, above: SimpleKind) -> PadKind:
    """One kind before the elements, another after them."""
    behind = IndexMap.of(lambda p: (p - (front + size),))
    return ByRegion((Region(behind, above), Region(None, below)))


def kind_of(mode: Mode, size: int, front: int) -> PadKind:
    last = front + size - 1
    sources: dict[Mode, tuple[Callable[[Expr], IntLike], Callable[[Expr], IntLike]]] = {
        "wrap": (lambda p: p + size, lambda p: p - size),
        "edge": (lambda p: front, lambda p: last),
        "reflect": (lambda p: 2 * front - p, lambda p: 2 * last - p),
    }
    below, above = (SelfLoad(IndexMap.of(source)) for source in sources[mode])
    return by_side(size, front, below, above)


def layout_of(mode: Mode, size: int, front: int, back: int) -> Layout:
    kind = kind_of(mode, size, front)
    shifted = IndexMap.of(lambda i: i + front)
    return Layout((Step(shifted, kind, extents=(front + size + back,)),))


SIZES = [(7, 2, 3), (5, 0, 4), (6, 3, 0), (4, 3, 3)]


@pytest.mark.parametrize(("size", "front", "back"), SIZES)
@pytest.mark.parametrize("mode", ["wrap", "edge", "reflect"])
def test_pack_as_numpy_pads(mode: Mode, size: int, front: int, back: int):
    array = np.random.default_rng(size).standard_normal(size, np.float32)
    physical = pack(array, layout_of(mode, size, front, back), np.nan)
    assert np.array_equal(physical, np.pad(array, (front, back), mode=mode))


@pytest.mark.parametrize("mode", ["wrap", "edge", "reflect"])
@pytest.mark.parametrize("last", ["", "affine.store %two, %B[1] : TYPE"])
def test_a_kernel_writes_what_numpy_pads(mode: Mode, last: str):
    size, front, back = SIZES[0]
    type = f"memref<{size}xf32, {LayoutAttr.of(layout_of(mode, size, front, back), f32)}>"
    text = KERNEL.replace("LAST", last).replace("TYPE", type)
    kernel = compile(text, packed=True)
    array = np.random.default_rng(5).standard_normal(size, np.float32)
    A = np.pad(array, (front, back), mode=mode)
    B = np.full(front + size + back, np.nan, np.float32)
    kernel(A, B)
    result = 2 * array
    if last:
        result[1] = 2
    assert np.array_equal(B, np.pad(result, (front, back), mode=mode))


KERNEL = """
func.func @double(%A: TYPE, %B: TYPE) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 7 {
    %a = affine.load %A[%i] : TYPE
    %b = arith.mulf %a, %two : f32
    affine.store %b, %B[%i] : TYPE
  } {pad.stage = "compute"}
  LAST
  func.return
}
"""


SCALE = """
func.func private @ramp(%io: index, %ii: index) -> f32 {
  %four = arith.constant 4 : index
  %scaled = arith.muli %io, %four : index
  %sum = arith.addi %scaled, %ii : index
  %integer = arith.index_cast %sum : index to i64
  %r = arith.sitofp %integer : i64 to f32
  func.return %r : f32
}
func.func @scale(%A: memref<13xf32>, %B: memref<13xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 13 {
    %a = affine.load %A[%i] : memref<13xf32>
    %b = arith.mulf %a, %two : f32
    affine.store %b, %B[%i] : memref<13xf32>
  } {pad.stage = "compute"}
  affine.store %two, %B[1] : memref<13xf32>
  func.return
}
"""
TILES = 'map="(i) -> (i floordiv 4, i mod 4)"'
# For padding cells 13, 14, 15 of the elements x: what they hold.
PADS: dict[str, Callable[[Array], list[float]]] = {
    "@ramp": lambda x: [13, 14, 15],
    "(io, ii) -> (0, ii)": lambda x: [x[1], x[2], x[3]],
    "(io, ii) -> (io, ii - 1)": lambda x: [x[12]] * 3,
    "[{where = (io, ii) -> (ii - 2), kind = (io, ii) -> (3, 1)}, {kind = 5.0}]": lambda x: [5] * 3,
    "[{where = (io, ii) -> (1 - ii), kind = (io, ii) -> (3, 3)}, {kind = @ramp}]": (
        lambda x: [15, 14, 15]
    ),
    "[{where = (io, ii) -> (ii - 3), kind = -0.0}, {kind = value((io, ii) -> (7 - ii))}]": (
        lambda x: [6, 5, -0.0]
    ),
}


def functions_of(module: ModuleOp) -> list[func.FuncOp]:
    return [op for op in module.ops if isinstance(op, func.FuncOp)]


def transformed(text: str, *pads: str) -> tuple[ModuleOp, ModuleOp, ModuleOp]:
    """Before, with the layouts, and with them applied."""
    modules = [parse_module(text, context=new_context())]
    for step in (
        ",".join(
            f'pad-transform-layout{{buffer={buffer} {TILES} pad="{pad}"}}'
            for buffer, pad in zip("AB", pads, strict=True)
        ),
        "pad-apply-layouts",
    ):
        module = modules[-1].clone()
        PassPipeline(tuple(parse_pipeline(step, ALL_PASSES))).apply(new_context(), module)
        modules.append(module)
    before, logical, physical = modules
    return before, logical, physical


@pytest.mark.parametrize("pad", PADS)
def test_each_kind_is_validated(pad: str):
    before, logical, physical = transformed(SCALE, pad, pad)
    for first, second in ((before, logical), (logical, physical), (before, physical)):
        verdict = validate(first, second)
        assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize("pad", PADS)
def test_values_written_and_packed(pad: str):
    _, logical, physical = transformed(SCALE, pad, pad)
    array = np.random.default_rng(3).standard_normal(13, np.float32)
    scaled = 2 * array
    scaled[1] = 2
    B = np.full((4, 4), np.nan, np.float32)
    compile(physical, packed=["B"])(array, B)
    assert B.ravel().tolist() == [*scaled, *PADS[pad](scaled)]
    scale, *functions = sorted(functions_of(logical), key=lambda f: f.sym_name.data != "scale")
    packed = np.full((4, 4), np.nan, np.float32)
    text = COPY.replace("TYPE", str(scale.args[0].type)) + "".join(map(print_module, functions))
    compile(text)(array, packed)
    assert packed.ravel().tolist() == [*array, *PADS[pad](array)]


COPY = """
func.func @copy(%A: memref<4x4xf32> {pad.logical = TYPE}, %P: memref<4x4xf32>) {
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      %a = affine.load %A[%io, %ii] : memref<4x4xf32>
      affine.store %a, %P[%io, %ii] : memref<4x4xf32>
    }
  }
  func.return
}
"""

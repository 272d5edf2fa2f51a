"""Padding that copies cells or is computed, against numpy's pad."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.attributes import LayoutAttr
from pad_mlir.dialect.layout import (
    ByRegion,
    Constant,
    IndexMap,
    Layout,
    PadKind,
    Region,
    SelfLoad,
    Step,
    Undef,
)
from pad_mlir.runtime import KernelError, compile, pack
from xdsl.dialects.builtin import f32

Array = np.ndarray[Any, Any]


def by_side(size: int, front: int, below: PadKind, above: PadKind) -> PadKind:
    """One kind in front of the elements, another behind."""
    behind = IndexMap.of(lambda p: (p - (front + size),))
    assert not isinstance(below, ByRegion) and not isinstance(above, ByRegion)
    return ByRegion((Region(behind, above), Region(None, below)))


def kind_of(mode: str, size: int, front: int) -> PadKind:
    last = front + size - 1
    sources = {
        "wrap": (lambda p: p + size, lambda p: p - size),
        "edge": (lambda p: front, lambda p: last),
        "reflect": (lambda p: 2 * front - p, lambda p: 2 * last - p),
    }
    below, above = (SelfLoad(IndexMap.of(source)) for source in sources[mode])
    return by_side(size, front, below, above)


def layout_of(mode: str, size: int, front: int, back: int) -> Layout:
    kind = kind_of(mode, size, front)
    shifted = IndexMap.of(lambda i: i + front)
    return Layout((Step(shifted, kind, extents=(front + size + back,)),))


SIZES = [(7, 2, 3), (5, 0, 4), (6, 3, 0), (4, 3, 3)]


@pytest.mark.parametrize("size,front,back", SIZES)
@pytest.mark.parametrize("mode", ["wrap", "edge", "reflect"])
def test_pack_as_numpy_pads(mode: str, size: int, front: int, back: int):
    array = np.random.default_rng(size).standard_normal(size, np.float32)
    physical = pack(array, layout_of(mode, size, front, back), np.nan)
    assert np.array_equal(physical, np.pad(array, (front, back), mode=mode))  # pyright: ignore


@pytest.mark.parametrize("mode", ["wrap", "edge", "reflect"])
@pytest.mark.parametrize("last", ["", "affine.store %two, %B[1] : TYPE"])
def test_a_kernel_writes_what_numpy_pads(mode: str, last: str):
    size, front, back = SIZES[0]
    type = f"memref<{size}xf32, {LayoutAttr.of(layout_of(mode, size, front, back), f32)}>"
    text = KERNEL.replace("LAST", last).replace("TYPE", type)
    kernel = compile(text, packed=True)
    array = np.random.default_rng(5).standard_normal(size, np.float32)
    A = np.pad(array, (front, back), mode=mode)  # pyright: ignore
    B = np.full(front + size + back, np.nan, np.float32)
    kernel(A, B)
    result = 2 * array
    if last:
        result[1] = 2
    assert np.array_equal(B, np.pad(result, (front, back), mode=mode))  # pyright: ignore


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

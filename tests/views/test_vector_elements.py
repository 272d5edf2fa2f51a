"""Buffers of vectors: arrays with the lanes as their last axis, laid out and padded as vectors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.layout import (
    ByRegion,
    Constant,
    IndexMap,
    Layout,
    Region,
    SelfLoad,
    Step,
)
from pad_mlir.dialect.layout.lane_axis import with_lane_axis
from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import KernelError, aligned_empty, compile, pack
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

pytest.importorskip("mlir")

TILES = IndexMap.of(lambda i: (i // 4, i % 4))
KINDS: dict[str, Any] = {
    "0.0 : f32": 0.0,
    '"identity(maximumf)"': -np.inf,
    "affine_map<(d0, d1) -> (d0, 0)>": "first",
    '"forbidden"': None,
}


def kernel_text(kind: str) -> str:
    """Twice A in B, both tiled with the kind; C has the sums of pairs of A through a view."""
    tiles = f"#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{kind}], {{}}>"
    laid_out = f"memref<14xvector<4xf32>, {tiles}>"
    return f"""
    func.func @f(%A: {laid_out}, %B: {laid_out}, %C: memref<7xvector<4xf32>>) {{
      affine.for %i = 0 to 14 {{
        %a = affine.load %A[%i] : {laid_out}
        %b = arith.addf %a, %a : vector<4xf32>
        affine.store %b, %B[%i] : {laid_out}
      }} {{pad.stage = "twice"}}
      %E = memref.expand_shape %A [[0, 1]] output_shape [7, 2]
          : {laid_out} into memref<7x2xvector<4xf32>>
      affine.for %i = 0 to 7 {{
        %a = affine.load %E[%i, 0] : memref<7x2xvector<4xf32>>
        %b = affine.load %E[%i, 1] : memref<7x2xvector<4xf32>>
        %c = arith.addf %a, %b : vector<4xf32>
        affine.store %c, %C[%i] : memref<7xvector<4xf32>>
      }} {{pad.stage = "pairs"}}
      func.return
    }}"""


def lowered(text: str, pipeline: str = "pad-apply-layouts") -> str:
    passes = parse_pipeline(pipeline, ALL_PASSES)
    result = Compilation(new_context(), passes, "f", Validation()).run(text)
    assert isinstance(result, str)
    return result


def data() -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.random.default_rng(0).integers(-9, 9, (14, 4)).astype(np.float32)


@pytest.mark.parametrize("kind", KINDS)
def test_an_array_has_the_lanes_last(kind: str) -> None:
    kernel = compile(lowered(kernel_text(kind)))
    assert kernel.logical_shape("A") == (14, 4)
    assert kernel.physical_shape("A") == (4, 4, 4)
    assert kernel.physical_shape("C") == (7, 4)
    a, b, c = data(), np.empty((14, 4), np.float32), np.empty((7, 4), np.float32)
    kernel(a, b, c)
    np.testing.assert_array_equal(b, 2 * a)
    np.testing.assert_array_equal(c, a[::2] + a[1::2])


@pytest.mark.parametrize("kind", KINDS)
def test_padding_is_the_same_in_all_lanes(kind: str) -> None:
    kernel = compile(lowered(kernel_text(kind)), packed=["A", "B"])
    a, b, c = data(), aligned(np.nan), np.empty((7, 4), np.float32)
    packed = aligned(np.nan)
    packed.reshape(16, 4)[:14] = a
    value = a[12] if KINDS[kind] == "first" else KINDS[kind]
    if value is not None:
        packed.reshape(16, 4)[14:] = value
    before = packed.copy()
    kernel(packed, b, c)
    np.testing.assert_array_equal(packed, before)
    np.testing.assert_array_equal(b.reshape(16, 4)[:14], 2 * a)
    wanted = 2 * a[12] if KINDS[kind] == "first" else np.nan if value is None else value
    np.testing.assert_array_equal(b.reshape(16, 4)[14:], np.broadcast_to(wanted, (2, 4)))


def aligned(value: float) -> np.ndarray[Any, Any]:
    array = aligned_empty((4, 4, 4), np.dtype(np.float32))
    array[...] = value
    return array


def test_arrays_are_aligned_for_their_vectors() -> None:
    text = kernel_text("0.0 : f32")
    raw = aligned_empty((16 * 4 + 1,), np.dtype(np.float32))[1:]
    with pytest.raises(KernelError, match="address is a multiple of 16"):
        compile(lowered(text), packed=True)(
            raw.reshape(4, 4, 4), aligned(0), np.empty((7, 4), np.float32)
        )
    a = raw[:56].reshape(14, 4)
    a[...] = data()
    b, c = np.empty((14, 4), np.float32), raw[:28].reshape(7, 4)
    kernel = compile(lowered(text))
    with pytest.raises(KernelError, match="overlap"):
        kernel(a, b, c)
    kernel(a.copy(), b, c)
    np.testing.assert_array_equal(b, 2 * data())
    np.testing.assert_array_equal(c, data()[::2] + data()[1::2])


def test_a_check_of_padding_names_the_cell() -> None:
    text = lowered(kernel_text("0.0 : f32"))
    kernel = compile(text, packed=["A", "B"], check_assumes=True)
    a, c = aligned(0.0), np.empty((7, 4), np.float32)
    kernel(a, aligned(np.nan), c)
    a[3, 2, 1] = 1.0
    with pytest.raises(KernelError, match="io is 3, ii is 2"):
        kernel(a, aligned(np.nan), c)


@pytest.mark.parametrize("vector", ["vector<3xf32>", "vector<2x2xf32>", "vector<4xi1>"])
def test_other_vectors_are_no_arrays(vector: str) -> None:
    text = f"func.func @f(%A: memref<4x{vector}>) {{ func.return }}"
    with pytest.raises(KernelError, match="cannot be an element of an array"):
        compile(text)


@pytest.mark.parametrize(
    "text",
    [
        "func.func @f(%A: memref<?xvector<4xf32>>) { func.return }",
        """func.func @f(%A: memref<4xvector<4xf32>>) -> memref<4xvector<4xf32>> {
          func.return %A : memref<4xvector<4xf32>>
        }""",
    ],
)
def test_buffers_that_take_descriptors_have_no_vectors(text: str) -> None:
    with pytest.raises(KernelError, match="buffers of vectors are arguments on the host only"):
        compile(text)


def test_the_lane_axis_is_moved_by_no_map() -> None:
    where = IndexMap.of(lambda a, b: (b - 3,))
    source = IndexMap.of(lambda a, b: (a, 0))
    kinds = ByRegion((Region(where, SelfLoad(source)), Region(None, Constant(1.0))))
    layout = Layout((Step(TILES, kinds, align=(1, 8)),))
    values = np.arange(56, dtype=np.float32).reshape(14, 4)
    packed = pack(values, with_lane_axis(layout, 4))
    assert packed.shape == (4, 8, 4)
    np.testing.assert_array_equal(packed[:, :4].reshape(16, 4)[:14], values)
    np.testing.assert_array_equal(packed[1, 5], packed[1, 0])
    np.testing.assert_array_equal(packed[3, 2], np.ones(4))

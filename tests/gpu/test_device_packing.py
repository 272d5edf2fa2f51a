"""Arrays into their layouts and back by kernels, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.dialect.layout import Constant, IndexMap, Layout, PlacedLayout, SelfLoad, Step
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.index.expr import var
from pad_mlir.passes.gpu.lowering.pad_to_gpu import lower_kernels
from pad_mlir.passes.pad_apply_layouts import PadApplyLayouts
from pad_mlir.runtime import KernelError, pack
from pad_mlir.runtime.device.device_packing import packing_plans
from pad_mlir.runtime.element_types import element_of_dtype
from pad_mlir.runtime.gpu.execution import carry_out
from pad_mlir.runtime.gpu.opencl import OpenCLProgram, opencl_device
from pad_mlir.runtime.signature import Buffer, find_function, signature_of

from ..test_runtime_layouts import KINDS, LAYOUTS, TILED

Array = np.ndarray[Any, Any]
NOTHING = "func.func @f() { return }"
pytestmark = pytest.mark.gpu


def packed(array: Array, placed: PlacedLayout, physical: Array, text: str = NOTHING) -> Array:
    """
    The physical array after packing into one with these contents; unpacking gives the array back.
    """
    element = element_of_dtype(array.dtype)
    origin = find_function(parse_module(text), "f")
    module, plans = packing_plans({"A": (placed, element)}, origin)
    code = lower_kernels(module, "opencl")
    plan, device = plans["A"], opencl_device()
    kernels = (*plan.pack.kernels, *plan.unpack.kernels)
    program = OpenCLProgram(device, {kernel: code[kernel.name] for kernel in kernels})
    logical = device.upload(array, str(element), 64)
    inside = device.upload(physical, str(element), 64)
    carry_out(plan.pack, program, {"source": logical, "target": inside}, {})
    found = np.empty_like(physical)
    device.download(inside, found)
    back = device.upload(np.zeros_like(array), str(element), 64)
    carry_out(plan.unpack, program, {"source": inside, "target": back}, {})
    again = np.empty_like(array)
    device.download(back, again)
    assert again.tobytes() == array.tobytes()
    return found


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(name: str) -> None:
    """Cells that need not hold a value get no NaN, and forbidden ones are left alone."""
    layout, shape = LAYOUTS[name]
    array = np.asarray(np.random.default_rng(1).standard_normal(shape, np.float32))
    wanted = pack(array, layout, 0.0)
    assert packed(array, layout.place(shape), np.zeros_like(wanted)).tobytes() == wanted.tobytes()


@pytest.mark.parametrize(("dtype", "kind", "bits"), KINDS, ids=[str(k[:2]) for k in KINDS])
def test_padding_values_are_exact(dtype: Any, kind: Any, bits: int) -> None:
    layout = Layout((Step(TILED, kind),))
    physical = packed(np.ones(3, dtype), layout.place((3,)), np.zeros((1, 4), dtype))
    assert physical.ravel().view(f"u{physical.itemsize}")[3] == bits


def test_nan_bits_pass_through() -> None:
    bits = np.array([0x7FA00001, 0xFFC12345, 0x7F800001], np.uint32)
    layout = Layout((Step(TILED, Constant(0.0)),))
    array = bits.view(np.float32)
    found = packed(array, layout.place((3,)), np.zeros((1, 4), np.float32))
    assert found.view(np.uint32).ravel().tolist() == [*bits.tolist(), 0]


def test_forbidden_padding_is_left_alone() -> None:
    layout, shape = LAYOUTS["reversed"]
    step = Step(IndexMap(("i",), (13 - var("i"),)), layout.steps[0].pad, extents=(20,))
    found = packed(
        np.ones(shape, np.float32), Layout((step,)).place(shape), np.full(20, np.nan, np.float32)
    )
    assert np.isnan(found[14:]).all()
    assert (found[:14] == 1).all()


def test_copies_of_copies() -> None:
    """Cells 10 to 15 copy the third before them: twice over, from 13 on."""
    i = var("i")
    kind = SelfLoad(IndexMap(("i",), (i - 3,)))
    layout = Layout((Step(IndexMap(("i",), (i,)), kind, extents=(16,)),))
    array = np.arange(10, dtype=np.float32)
    found = packed(array, layout.place((10,)), np.full(16, np.nan, np.float32))
    assert found.tolist() == [*range(10), 7, 8, 9, 7, 8, 9]
    assert found.tobytes() == pack(array, layout).tobytes()


PARTS = """memref<5xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>],
    [@ramp], {align = [1, 4]}>>"""
COMPUTED = f"""
func.func private @ramp(%io: index, %ii: index) -> f32 {{
  %c = arith.addi %io, %ii : index
  %i = arith.index_cast %c : index to i32
  %f = arith.sitofp %i : i32 to f32
  return %f : f32
}}
func.func @f(%A: {PARTS}, %R: memref<f32>) {{
  return
}}
"""


def test_computed_padding() -> None:
    module = parse_module(COMPUTED)
    PadApplyLayouts().apply(new_context(), module)
    signature = signature_of(find_function(module, "f"), descriptors=False)
    buffer = signature.parameters[0]
    assert isinstance(buffer, Buffer)
    assert buffer.placed is not None
    array = np.full(5, -1, np.float32)
    found = packed(array, buffer.placed, np.full((2, 4), np.nan, np.float32), COMPUTED)
    assert found.tolist() == [[-1] * 4, [-1, 2, 3, 4]]


DOUBLED = """
#twice = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>],
    [{apply = @twice, loads = [affine_map<(d0, d1) -> (0, SOURCE)>]}], {align = [1, 4]}>
func.func private @twice(%io: index, %ii: index, %cell: f32) -> f32 {
  %t = arith.addf %cell, %cell : f32
  return %t : f32
}
func.func @f(%A: memref<5xf32, #twice>, %R: memref<f32>) {
  return
}
"""


def test_padding_computed_from_other_cells() -> None:
    text = DOUBLED.replace("SOURCE", "d1")
    module = parse_module(text)
    PadApplyLayouts().apply(new_context(), module)
    buffer = signature_of(find_function(module, "f"), descriptors=False).parameters[0]
    assert isinstance(buffer, Buffer)
    assert buffer.placed is not None
    array = np.arange(5, dtype=np.float32)
    found = packed(array, buffer.placed, np.full((2, 4), np.nan, np.float32), text)
    assert found.tolist() == [[0, 1, 2, 3], [4, 2, 4, 6]]


def test_padding_computed_from_computed_padding() -> None:
    text = DOUBLED.replace("(0, SOURCE)", "(1, d1 - 1)")
    module = parse_module(text)
    PadApplyLayouts().apply(new_context(), module)
    buffer = signature_of(find_function(module, "f"), descriptors=False).parameters[0]
    assert isinstance(buffer, Buffer)
    assert buffer.placed is not None
    with pytest.raises(KernelError, match="computed from padding that is computed itself"):
        packed(np.zeros(5, np.float32), buffer.placed, np.zeros((2, 4), np.float32), text)


OF_ANY_SIZE = [name for name in LAYOUTS if name not in ("reversed", "extents", "rank 0")]
"""Of the others, `reversed` and `extents` fit sizes up to a number only; one has no size."""


@pytest.mark.parametrize("name", OF_ANY_SIZE)
def test_sizes_that_are_known_at_run_time(name: str) -> None:
    layout, shape = LAYOUTS[name]
    placed = layout.place([f"n{axis}" for axis, _ in enumerate(shape)])
    for more in (0, 1, 6):
        array = np.random.default_rng(more).standard_normal([n + more for n in shape])
        array = np.asarray(array, np.float32)
        wanted = pack(array, layout, 0.0)
        assert packed(array, placed, np.zeros_like(wanted)).tobytes() == wanted.tobytes()


def test_one_size_of_two_axes() -> None:
    layout = LAYOUTS["blocked"][0]
    array = np.arange(25, dtype=np.float32).reshape(5, 5)
    wanted = pack(array, layout, 0.0)
    found = packed(array, layout.place(["n", "n"]), np.full_like(wanted, np.nan))
    assert found.tobytes() == wanted.tobytes()


def test_computed_padding_of_any_size() -> None:
    text = COMPUTED.replace("memref<5xf32", "memref<?xf32")
    module = parse_module(text)
    PadApplyLayouts().apply(new_context(), module)
    buffer = signature_of(find_function(module, "f"), descriptors=True).parameters[0]
    assert isinstance(buffer, Buffer)
    assert buffer.placed is not None
    for size in (3, 5):
        array, blocks = np.arange(size, dtype=np.float32), -(-size // 4)
        found = packed(array, buffer.placed, np.full((blocks, 4), np.nan, np.float32), text)
        ramp = [blocks - 1 + i for i in range(size - 4 * (blocks - 1), 4)]
        assert found.ravel().tolist() == [*range(size), *ramp]

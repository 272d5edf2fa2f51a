"""Logical arrays into physical memory and back, and kernels whose buffers have layouts."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from pad_mlir.dialect.layout import (
    Constant,
    Forbidden,
    Identity,
    IndexMap,
    Layout,
    Step,
    Undef,
)
from pad_mlir.index.expr import lift, var
from pad_mlir.runtime import KernelError, compile, pack, unpack

i, j, k = var("i"), var("j"), var("k")
TILED = IndexMap(("i",), (i // 4, i % 4))
MATRIX = IndexMap(("i", "j"), (i, j))
LAYOUTS: dict[str, tuple[Layout, tuple[int, ...]]] = {
    "tiled": (Layout((Step(TILED, Constant(0.0)),)), (14,)),
    "exact": (Layout((Step(TILED, Constant(1.0)),)), (16,)),
    "offset": (Layout((Step(IndexMap(("i",), ((i + 2) // 4, (i + 2) % 4)), Undef()),)), (9,)),
    "reversed": (Layout((Step(IndexMap(("i",), (13 - i,)), Forbidden()),)), (14,)),
    "blocked": (
        Layout((Step(IndexMap(("i", "j"), (j // 4, i, j % 4)), Constant(-1.0)),)),
        (3, 5),
    ),
    "pitch": (Layout((Step(MATRIX, Undef(), align=(1, 8)),)), (3, 5)),
    "extents": (Layout((Step(MATRIX, Constant(2.0), extents=(4, 7)),)), (3, 5)),
    "two steps": (
        Layout(
            (
                Step(TILED, Constant(3.0)),
                Step(IndexMap(("k", "i"), (k // 3, i, k % 3)), Identity("addf")),
            )
        ),
        (14,),
    ),
    "rank 0": (Layout((Step(IndexMap((), (lift(0),)), Constant(5.0), align=(4,)),)), ()),
    "empty": (Layout((Step(TILED, Constant(0.0)),)), (0,)),
    "no steps": (Layout(()), (2, 3)),
}


def reached(layout: Layout, shape: tuple[Any, ...]) -> list[tuple[int, ...]]:
    """Where the cells of a box go, in order, by the forward map alone."""
    placed = layout.place(shape)
    indices = product(*(range(int(str(size))) for size in shape))
    return [tuple(map(int, placed.physical_index(index))) for index in indices]


def expected(array: np.ndarray[Any, Any], layout: Layout, other: float) -> np.ndarray[Any, Any]:
    """The physical array, cell by cell: each padding cell is of the first step that reaches it."""
    placed = layout.place(array.shape)
    shape = [int(str(size)) for size in placed.physical_shape]
    physical = np.full(shape, np.nan, array.dtype)
    for step in reversed(range(len(layout.steps))):
        kind = layout.steps[step].pad
        value = kind.value if isinstance(kind, Constant) else other
        value = -0.0 if isinstance(kind, Identity) else value
        for cell in reached(Layout(layout.steps[step + 1 :]), placed.boxes[step]):
            physical[cell] = value
    for cell, element in zip(reached(layout, array.shape), array.ravel(), strict=True):
        physical[cell] = element
    return physical


@pytest.mark.parametrize("name", LAYOUTS)
def test_pack_and_unpack(name: str):
    layout, shape = LAYOUTS[name]
    array = np.random.default_rng(1).standard_normal(shape, np.float32)
    physical = pack(array, layout, 77.0)
    assert physical.ctypes.data % 64 == 0 or not physical.size
    assert physical.tobytes() == expected(np.asarray(array), layout, 77.0).tobytes()
    assert np.array_equal(unpack(physical, layout, shape), array)


@pytest.mark.parametrize("name", LAYOUTS)
def test_physical_arrays_in_any_order_are_unpacked(name: str):
    layout, shape = LAYOUTS[name]
    array = np.random.default_rng(2).standard_normal(shape, np.float32)
    physical = pack(array, layout, 77.0)
    backwards = (slice(None, None, -1),) * physical.ndim
    wide = np.repeat(physical, 2, axis=-1)[..., ::2]
    for given in (np.asfortranarray(physical), physical[backwards].copy()[backwards], wide):
        assert np.array_equal(unpack(given, layout, shape), array)


@pytest.mark.parametrize("shape", [(14.0,), 14, "14", None, (-14,)])
def test_a_shape_is_made_of_integers(shape: Any):
    layout, _ = LAYOUTS["tiled"]
    physical = pack(np.zeros(14, np.float32), layout)
    with pytest.raises(
        KernelError, match=r"^shape is .*, but must be a tuple of integers from 0 on$"
    ):
        unpack(physical, layout, shape)


def test_a_shape_that_memory_has_no_room_for_is_refused():
    with pytest.raises(KernelError, match="memory has not so many"):
        unpack(np.zeros((4, 4), np.float32), LAYOUTS["tiled"][0], (1 << 70,))


def test_what_is_unpacked_has_the_shape_of_the_layout():
    layout, _ = LAYOUTS["tiled"]
    physical = pack(np.zeros(14, np.float32), layout)
    with pytest.raises(KernelError) as refused:
        unpack(physical, layout, (21,))
    assert str(refused.value) == (
        "an array of shape (21,) has the physical shape (6, 4) in this layout, got (4, 4)"
    )


@pytest.mark.parametrize(
    ("array", "layout", "message"),
    [
        ([1.0], LAYOUTS["tiled"][0], "is [1.0], but must be a numpy array"),
        (np.zeros(14, np.float32), TILED, "but must be a Layout, as `kernel.layout` gives it"),
        (
            np.zeros(14, np.int8),
            Layout((Step(TILED, Constant(0.5)),)),
            "the pad value 0.5 is not a value of the element type i8",
        ),
        (
            np.zeros(14, np.float32),
            Layout((Step(TILED, Identity("addi")),)),
            "arith.addi has no identity on f32; operations that have: addf",
        ),
    ],
)
def test_what_cannot_be_packed(array: Any, layout: Any, message: str):
    with pytest.raises(KernelError, match=re.escape(message)):
        pack(array, layout)
    with pytest.raises(KernelError, match=re.escape(message)):
        unpack(array, layout, (14,))


KINDS = [
    (np.float32, Constant(-0.0), 0x80000000),
    (np.float32, Constant(float("nan")), 0x7FC00000),
    (np.float32, Constant(0.1), 0x3DCCCCCD),
    (np.float32, Identity("maximumf"), 0xFF800000),
    (np.float64, Identity("minimumf"), 0x7FF0000000000000),
    (np.float16, Identity("mulf"), 0x3C00),
    (ml_dtypes.bfloat16, Constant(1.5), 0x3FC0),
    (ml_dtypes.bfloat16, Identity("addf"), 0x8000),
    (np.int8, Constant(-3), 0xFD),
    (np.int8, Identity("maxsi"), 0x80),
    (np.int16, Identity("minui"), 0xFFFF),
    (np.int32, Identity("andi"), 0xFFFFFFFF),
    (np.int64, Identity("minsi"), 0x7FFFFFFFFFFFFFFF),
    (np.bool_, Identity("muli"), 1),
    (np.bool_, Constant(0), 0),
]


@pytest.mark.parametrize(("dtype", "kind", "bits"), KINDS, ids=[str(k[:2]) for k in KINDS])
def test_padding_values_are_exact(dtype: Any, kind: Any, bits: int):
    layout = Layout((Step(TILED, kind),))
    physical = pack(np.zeros(3, dtype), layout)
    assert physical.ravel().view(f"u{physical.itemsize}")[3] == bits


TYPE = "memref<5xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{}], {{}}>>"
CALLED = f"""
func.func @scaled(%A: {TYPE.format('"undef"')}, %s: f32) -> {TYPE.format("1.0 : f32")} {{
  %new = memref.alloc() : {TYPE.format("1.0 : f32")}
  affine.for %i = 0 to 5 {{
    %a = affine.load %A[%i] : {TYPE.format('"undef"')}
    %b = arith.mulf %a, %s : f32
    affine.store %b, %new[%i] : {TYPE.format("1.0 : f32")}
  }} {{pad.stage = "compute"}}
  return %new : {TYPE.format("1.0 : f32")}
}}
"""


def test_results_with_a_layout():
    array = np.arange(5, dtype=np.float32)
    assert compile(CALLED)(array, 2.0).tolist() == [0, 2, 4, 6, 8]
    packed = compile(CALLED, packed=["result0"])(array, 2.0)
    assert packed.tolist() == [[0, 2, 4, 6], [8, 1, 1, 1]]
    both = compile(CALLED, packed=True)
    physical = pack(array, both.layout("A"), np.nan)
    assert both(physical, 2.0).tolist() == packed.tolist()
    assert np.isnan(physical.ravel()[5:]).all()


def test_a_physical_module_keeps_its_contract():
    kernel = compile("""
func.func @f(%A: memref<2x4xf32> {pad.name = "A", pad.logical = memref<5xf32, #pad.layout<[
    affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [9.0 : f32], {}>>}, %B: memref<8xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<2x4xf32>
      affine.store %a, %B[%i * 4 + %j] : memref<8xf32>
    }
  }
  return
}""")
    assert kernel.logical_shape("A") == (5,)
    assert kernel.physical_shape("A") == (2, 4)
    array, seen = np.arange(5, dtype=np.float32), np.zeros(8, np.float32)
    array.flags.writeable = False
    kernel(array, seen)
    assert seen.tolist() == [0, 1, 2, 3, 4, 9, 9, 9]


def test_an_argument_that_is_returned_is_unpacked_once():
    kernel = compile(f"""
func.func @f(%A: {TYPE.format("0.0 : f32")}) -> {TYPE.format("0.0 : f32")} {{
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 5 {{
    affine.store %one, %A[%i] : {TYPE.format("0.0 : f32")}
  }} {{pad.stage = "compute"}}
  return %A : {TYPE.format("0.0 : f32")}
}}""")
    array = np.zeros(5, np.float32)
    assert kernel(array) is array
    assert array.tolist() == [1] * 5


DYNAMIC = """
#tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
func.func @f(%A: memref<?xf32, #tiles> {pad.name = "A"},
    %n: index {pad.size = [{of = "A", dim = 0, min = 1}]}) {
  %c0 = arith.constant 0 : index
  %a = memref.load %A[%c0] : memref<?xf32, #tiles>
  %b = arith.addf %a, %a : f32
  memref.store %b, %A[%c0] : memref<?xf32, #tiles>
  func.return
}"""


def test_one_kernel_for_every_size() -> None:
    kernel = compile(DYNAMIC)
    assert (kernel.logical_shape("A"), kernel.physical_shape("A")) == ((-1,), (-1, 4))
    for n in (1, 3, 4, 5, 9):
        array = np.arange(1, n + 1, dtype=np.float32)
        kernel(array)
        assert array.tolist() == [2, *range(2, n + 1)]


def test_the_logical_size_of_a_physical_array_is_given_by_name() -> None:
    kernel = compile(DYNAMIC, packed=True)
    array = pack(np.ones(5, np.float32), kernel.layout("A"))
    kernel(array, n=5)
    assert unpack(array, kernel.layout("A"), (5,)).tolist() == [2, 1, 1, 1, 1]
    for sizes, message in [
        ({}, "the logical size of axis 0 of A, which a physical array does not tell"),
        ({"n": 4}, r"wanted the physical shape \(1, 4\) for n = 4, got \(2, 4\)"),
        ({"n": 9}, r"wanted the physical shape \(3, 4\) for n = 9, got \(2, 4\)"),
        ({"n": 0}, "axis 0 of A has size 0, but must be at least 1"),
        ({"n": -3}, "axis 0 of A has size -3, but must be at least 1"),
        ({"m": 5}, "has no size 'm'"),
    ]:
        with pytest.raises(KernelError, match=message):
            kernel(array, **sizes)
    assert unpack(array, kernel.layout("A"), (5,)).tolist() == [2, 1, 1, 1, 1]


def test_a_returned_array_does_not_tell_its_logical_size() -> None:
    text = DYNAMIC.replace("]}) {", "]}) -> memref<?xf32, #tiles> {").replace(
        "func.return", "func.return %A : memref<?xf32, #tiles>"
    )
    with pytest.raises(KernelError, match="a returned array does not tell its logical shape"):
        compile(text)


def test_a_size_of_a_local_buffer_is_given_by_its_position() -> None:
    kernel = compile("""
func.func @f(%A: memref<?xf32>, %n: index {pad.size = [{of = "T", dim = 0, multiple = 2}]}) {
  %T = memref.alloc(%n) {pad.name = "T"} : memref<?xf32>
  %x = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %x, %T[%i] : memref<?xf32>
    affine.store %x, %A[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  func.return
}""")
    array = np.zeros(4, np.float32)
    kernel(array, 2)
    assert array.tolist() == [1, 1, 0, 0]
    for size, message in [
        (3, "axis 0 of T has size 3, but must be a multiple of 2"),
        (-2, "axis 0 of T has size -2, but must be at least 0"),
        (6, "would access A out of bounds on axis 0"),
    ]:
        with pytest.raises(KernelError, match=message):
            kernel(array, size)


@pytest.mark.parametrize("pitch", [10**12, 10**16])
def test_a_layout_that_no_memory_has_room_for(pitch: int) -> None:
    layout = Layout((Step(IndexMap(("i",), (i * pitch,)), Undef()),))
    size = (8 * pitch + 1) * 4
    with pytest.raises(KernelError, match=f"^the array takes {size} bytes in its layout, of physi"):
        pack(np.zeros(9, np.float32), layout)
    kernel = compile(
        "func.func @f(%A: memref<9xf32, #pad.layout<[affine_map<(d0) -> (d0 * "
        f'{pitch})>], ["undef"], {{}}>>) {{\n  func.return\n}}'
    )
    with pytest.raises(KernelError, match=f"A takes {size} bytes in its layout"):
        kernel(np.zeros(9, np.float32))


def test_a_layout_beyond_what_can_be_counted() -> None:
    with pytest.raises(KernelError, match=r"1:1: .*a buffer must be smaller than 2\^60 bytes"):
        compile(
            "func.func @f(%A: memref<9xf32, #pad.layout<[affine_map<(d0) -> (d0 * "
            f'{10**18})>], ["undef"], {{}}>>) {{ return }}'
        )


@pytest.mark.parametrize(
    ("kind", "padding"),
    [
        ("@sum", [11, 12, 13]),
        ("{apply = @more, loads = [affine_map<(d0, d1) -> (0, 0)>]}", [2, 3, 4]),
    ],
)
def test_padding_that_is_computed_at_sizes_of_the_call(kind: str, padding: list[int]) -> None:
    kernel = compile(
        f"""
      func.func private @sum(%io: index, %ii: index) -> i32 {{
        %nine = arith.constant 9 : index
        %some = arith.addi %io, %ii : index
        %all = arith.addi %some, %nine : index
        %x = arith.index_cast %all : index to i32
        func.return %x : i32
      }}
      func.func private @more(%io: index, %ii: index, %s: i32) -> i32 {{
        %t = arith.index_cast %ii : index to i32
        %x = arith.addi %s, %t : i32
        func.return %x : i32
      }}
      func.func @f(%A: memref<?x4xi32> {{pad.logical = memref<?xi32, #pad.layout<
          [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{kind}], {{}}>>}},
          %n: index {{pad.size = [{{of = "A", dim = 0, min = 4}}]}}, %B: memref<2x4xi32>) {{
        affine.for %io = 0 to affine_map<(n) -> ((n + 3) floordiv 4)>(%n) {{
          affine.for %ii = 0 to 4 {{
            %a = affine.load %A[%io, %ii] : memref<?x4xi32>
            affine.store %a, %B[%io, %ii] : memref<2x4xi32>
          }}
        }}
        func.return
      }}
    """,
        function="f",
    )
    found = np.zeros((2, 4), np.int32)
    kernel(np.arange(1, 6, dtype=np.int32), found)
    assert found.ravel().tolist() == [1, 2, 3, 4, 5, *padding]
    kernel(np.arange(1, 9, dtype=np.int32), found)
    assert found.ravel().tolist() == list(range(1, 9))

"""Arrays that callers pack themselves, and what a call with logical arrays packs."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pad_mlir.passes.diagnostics import Remark, collect_remarks
from pad_mlir.runtime import KernelError, aligned_empty, compile
from pad_mlir.runtime.call import packing_cost
from pad_mlir.runtime.call.entry_needs import entry_needs
from pad_mlir.runtime.host.host_kernel import HostKernel

Array = np.ndarray[Any, Any]


def tiled(size: str, pad: str) -> str:
    map = "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>"
    return f"memref<{size}xf32, #pad.layout<[{map}], [{pad}], {{}}>>"


def doubled(size: str, pad: str, *, of: str = "", reads: str = "A") -> str:
    """`B = 2 * A`, or in place."""
    type, plain = tiled(size, pad), f"memref<{size}xf32>"
    stop = "%n" if size == "?" else size
    tie = (
        ', %n: index {pad.size = [{of = "B", dim = 0}, {of = "A", dim = 0}]}' if size == "?" else ""
    )
    return f"""
func.func @doubled(%A: {plain}, %B: {type}{tie}) {{
  affine.for %i = 0 to {stop} {{
    %a = affine.load %{reads}[%i] : {plain if reads == "A" else type}
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : {type}
  }}
  func.return
}}"""


ROW_SUM = f"""
func.func @f(%A: {tiled("10", "0.0 : f32")}, %B: memref<1xf32>) {{
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %B[0] : memref<1xf32>
  affine.for %i = 0 to 10 {{
    %b = affine.load %B[0] : memref<1xf32>
    %a = affine.load %A[%i] : {tiled("10", "0.0 : f32")}
    %s = arith.addf %b, %a : f32
    affine.store %s, %B[0] : memref<1xf32>
  }}
  func.return
}}"""


def test_packed_once_for_several_calls() -> None:
    kernel = compile(ROW_SUM, packed=True)
    array = np.arange(10, dtype=np.float32)
    packed, sums = kernel.pack("A", array), np.zeros(1, np.float32)
    assert packed.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 0]]
    kernel(packed, sums)
    assert sums[0] == 45
    assert kernel.unpack("A", packed).tolist() == array.tolist()
    again = aligned_empty((3, 4), np.dtype(np.float32))
    assert kernel.pack("A", array[::-1], out=again) is again
    assert again[2].tolist() == [1, 0, 0, 0]
    backwards = np.zeros(10, np.float32)
    assert kernel.unpack("A", again, out=backwards[::-1]).base is backwards
    assert backwards.tolist() == array.tolist()


def test_a_buffer_without_a_layout_is_copied() -> None:
    kernel = compile(ROW_SUM)
    sums = np.ones(1, np.float32)
    packed = kernel.pack("B", sums)
    assert packed is not sums
    assert kernel.unpack("B", packed).tolist() == [1]


@pytest.mark.parametrize("size", [0, 1, 4, 7, 1000])
def test_sizes_of_a_call(size: int) -> None:
    kernel = compile(doubled("?", "1.0 : f32"))
    array, result = np.arange(size, dtype=np.float32), np.zeros(size, np.float32)
    kernel(array, result)
    assert result.tolist() == (2 * array).tolist()
    packed = kernel.pack("B", array)
    assert packed.shape == (-(-size // 4), 4)
    assert packed.reshape(-1)[size:].tolist() == [1.0] * (-size % 4)
    assert kernel.unpack("B", packed, shape=(size,)).tolist() == array.tolist()
    none: list[Any] = [(float(size),), size, str(size)]
    for shape in none:
        with pytest.raises(
            KernelError, match=r"^B of @doubled: shape is .* must be a tuple of integers"
        ):
            kernel.unpack("B", packed, shape=shape)


ONES = np.ones(10, np.float32)
BOX = np.zeros((3, 4), np.float32)
READ_ONLY = np.zeros((3, 4), np.float32)
READ_ONLY.flags.writeable = False


PHYSICAL = "wanted 2 axes, the physical shape (3, 4)"
REFUSED: list[tuple[str, tuple[Any, ...], dict[str, Any], str]] = [
    ("pack", (ONES[:9],), {}, "wanted the logical shape (10,), got (9,)"),
    ("pack", (ONES.astype("f8"),), {}, "wanted elements of type float32"),
    ("pack", (ONES,), {"out": ONES}, PHYSICAL),
    ("pack", (ONES,), {"out": READ_ONLY}, "the array is read-only"),
    ("pack", (BOX.reshape(-1)[:10],), {"out": BOX}, "the two arrays share memory"),
    ("pack", (ONES,), {"out": BOX.T.copy().T}, "wanted a C-contiguous array"),
    ("unpack", (ONES,), {}, PHYSICAL),
    ("unpack", (BOX,), {"shape": (9,)}, "wanted the logical shape (10,)"),
    ("unpack", (BOX,), {"out": ONES[:9]}, "wanted the logical shape (10,)"),
    ("unpack", (BOX,), {"out": BOX.reshape(-1)[:10]}, "the two arrays share memory"),
]


@pytest.mark.parametrize(("method", "arrays", "options", "message"), REFUSED)
def test_what_is_refused(
    method: str, arrays: tuple[Any, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(KernelError, match=f"^A of @f: {re.escape(message)}"):
        getattr(compile(ROW_SUM), method)("A", *arrays, **options)


def test_an_unknown_buffer() -> None:
    with pytest.raises(KernelError, match=r"^@f has no buffer 'C'; its buffers: A, B$"):
        compile(ROW_SUM).pack("C", ONES)
    names: Any = ["A"]
    with pytest.raises(KernelError, match=r"^@f has no buffer '\['A'\]'"):
        compile(ROW_SUM).pack(names, ONES)


@pytest.mark.parametrize(("source", "target"), [(1, 2), (2, 1)])
def test_buffers_of_one_name_are_told_apart(source: int, target: int) -> None:
    """Only what is read is packed, and what overlaps what is written is refused."""
    type = tiled("10", '"undef"')
    kernel = compile(f"""
func.func @f(%A_1: {type}, %A_2: {type}) {{
  affine.for %i = 0 to 10 {{
    %v = affine.load %A_{source}[%i] : {type}
    affine.store %v, %A_{target}[%i] : {type}
  }}
  func.return
}}""")
    assert kernel.buffers == ("A", "A#1")
    arrays = [np.arange(10, dtype=np.float32), np.zeros(10, np.float32)][:: 3 - 2 * source]
    kernel(*arrays)
    assert [array.tolist() for array in arrays] == [[*range(10)]] * 2
    array = np.zeros(20, np.float32)
    with pytest.raises(KernelError, match="overlap in memory"):
        kernel(array[:10], array[5:15])
    assert kernel.pack("A#1", ONES).shape == (3, 4)


def test_a_dynamic_size_has_to_be_told() -> None:
    kernel = compile(doubled("?", "1.0 : f32"))
    with pytest.raises(KernelError, match=r"B of @doubled: the logical shape is dynamic: give it"):
        kernel.unpack("B", np.zeros((2, 4), np.float32))
    with pytest.raises(
        KernelError, match=r"B of @doubled: wanted the physical shape \(3, 4\), got"
    ):
        kernel.unpack("B", np.zeros((2, 4), np.float32), shape=(9,))


def needs_of(text: str, buffer: str) -> tuple[bool, bool]:
    kernel = compile(text)
    assert isinstance(kernel, HostKernel)
    needs = entry_needs(kernel._signature)[buffer]  # pyright: ignore[reportPrivateUsage]
    return needs.elements, needs.padding


def test_what_is_written_everywhere_is_not_packed() -> None:
    assert needs_of(doubled("10", '"undef"'), "B") == (False, False)
    assert needs_of(doubled("10", "0.0 : f32"), "B") == (False, False)


def test_padding_that_is_loaded_has_a_value() -> None:
    again = "    %c = affine.load %B[%i] : " + tiled("10", '"undef"')
    text = doubled("10", '"undef"').replace("  }\n", f"{again}\n  }}\n")
    assert needs_of(text, "B") == (False, True)


def test_what_may_not_be_written_everywhere_is_packed() -> None:
    assert needs_of(doubled("10", '"undef"').replace("0 to 10", "0 to 9"), "B")[0]
    assert needs_of(doubled("10", '"undef"', reads="B"), "B")[0]
    kept = compile(doubled("10", '"undef"').replace("0 to 10", "0 to 9"))
    result = np.full(10, 7, np.float32)
    kept(np.ones(10, np.float32), result)
    assert result.tolist() == [2] * 9 + [7]


def test_a_result_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arrays that the kernel writes only go out, whatever is in the memory that they leave from."""
    kernel = compile(doubled("10", '"undef"'))
    result = np.full(10, np.nan, np.float32)
    for _ in range(2):  # the second call uses what the first one packed
        kernel(np.ones(10, np.float32), result)
        assert result.tolist() == [2] * 10


def test_calls_within_calls_have_arrays_of_their_own() -> None:
    kernel = compile(doubled("10", "1.0 : f32", reads="B"))
    first, second = np.ones(10, np.float32), np.full(10, 5, np.float32)
    for _ in range(3):
        kernel(first, first_of := np.ones(10, np.float32))
        kernel(first, second)
        assert first_of.tolist() == [2] * 10
    assert second.tolist() == [40] * 10


def noted(*calls: tuple[float, float]) -> list[Remark]:
    kernel = compile(doubled("4000", "1.0 : f32"))
    cost = packing_cost.PackingCost(["A", "B"])
    with collect_remarks() as said:
        for packing, computing in calls:
            cost.note(kernel._signature, packing, computing)  # pyright: ignore[reportPrivateUsage]
    return said


FIRST, HELD_UP, SHORT, LONG = (1.0, 1e-3), (4e-3, 5e-5), (5e-5, 1e-5), (3e-3, 2e-3)


@pytest.mark.parametrize(
    "calls",
    [
        [FIRST, LONG, LONG, LONG],
        [FIRST, HELD_UP, HELD_UP, SHORT, HELD_UP, LONG, LONG],
        [FIRST, (1e-3, 2e-3), (1e-3, 2e-3), (1e-3, 2e-3), (1e-3, 2e-3)],
    ],
    ids=["of too few calls", "held up", "the kernel takes longer"],
)
def test_of_packing_nothing_is_told(calls: list[tuple[float, float]]) -> None:
    assert not noted(*calls)


def test_packing_that_outweighs_the_kernel_is_told_once() -> None:
    said = noted(FIRST, LONG, (4e-3, 3e-3), LONG, (4e-3, 5e-3), LONG, LONG)
    assert [(remark.id, remark.function) for remark in said] == [("packing-outweighs", "doubled")]
    assert dict(said[0].fields) == {"buffers": "A, B", "packing": 3000, "kernel": 2000}
    assert said[0].message == (
        "a call packs and unpacks A, B in 3000 us, and computes in 2000 us: compile with "
        "packed=True, and use kernel.pack once for arrays that several calls take"
    )

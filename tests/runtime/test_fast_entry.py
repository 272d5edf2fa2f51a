"""Calls that compiled code compares with one that was checked: none gets past a check by it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, aligned_empty, compile
from pad_mlir.runtime.call.fast_entry import layout_is_known
from pad_mlir.runtime.host.host_kernel import HostKernel

ADD = """
func.func @add(%A: memref<3x4xf32>, %B: memref<3x4xf32>, %s: f32, %n: i8, %C: memref<3x4xf32>) {
  %m = arith.sitofp %n : i8 to f32
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<3x4xf32>
      %b = affine.load %B[%i, %j] : memref<3x4xf32>
      %p = arith.mulf %b, %s : f32
      %q = arith.addf %a, %p : f32
      %c = arith.addf %q, %m : f32
      affine.store %c, %C[%i, %j] : memref<3x4xf32>
    }
  }
  func.return
}"""


class Watched:
    """A kernel, and how often a call was checked in full."""

    def __init__(self, text: str, monkeypatch: pytest.MonkeyPatch, **options: Any):
        self.kernel = compile(text, **options)
        self.checked = 0
        original = HostKernel.checked_call

        def counted(kernel: HostKernel, arguments: Any, sizes: Any) -> Any:
            self.checked += kernel is self.kernel
            return original(kernel, arguments, sizes)

        monkeypatch.setattr(HostKernel, "checked_call", counted)

    def __call__(self, *arguments: Any, **sizes: Any) -> Any:
        return self.kernel(*arguments, **sizes)


@pytest.fixture
def add(monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(ADD, monkeypatch)


def ones() -> np.ndarray[Any, Any]:
    return np.ones((3, 4), np.float32)


def test_objects_are_laid_out_as_they_are_read() -> None:
    assert layout_is_known()


def test_a_call_like_one_before(add: Watched) -> None:
    result = ones()
    for number, factor in ((-128, 2.0), (127, -0.5), (0, float("inf")), (5, 1e-50)):
        add(ones(), ones(), factor, number, result)
        assert np.array_equal(result, ones() + ones() * np.float32(factor) + number)
    assert add.checked == 0


OTHERS: list[tuple[str, dict[int, Any], str | None]] = [
    ("a list", {0: [1.0]}, "argument A of @add: wanted a numpy array, got list"),
    ("None", {0: None}, "argument A of @add: wanted a numpy array, got NoneType"),
    ("other elements", {1: ones().astype(np.int32)}, "wanted elements of type float32"),
    ("other byte order", {1: ones().astype(">f4")}, "wanted elements of type float32"),
    ("another rank", {0: np.ones(12, np.float32)}, "wanted 2 axes, shape"),
    ("another shape", {0: np.ones((4, 3), np.float32)}, "wanted shape"),
    ("a shape of no rank", {0: np.ones((), np.float32)}, "wanted 2 axes"),
    ("columns first", {0: np.asfortranarray(ones())}, None),
    ("columns first, written", {4: np.asfortranarray(ones())}, None),
    ("a subclass", {0: ones().view(np.matrix)}, None),
    ("an integer for a float", {2: 2}, None),
    ("numpy's numbers", {2: np.float32(2), 3: np.int8(1)}, None),
    ("a bool", {3: True}, None),
    ("too large a float", {2: 1e300}, "1e+300 is out of range of f32"),
    ("too large an integer", {3: 128}, "128 is out of range of i8"),
    ("a very large integer", {3: 1 << 70}, "is out of range of i8"),
    ("a float for an integer", {3: 1.0}, "wanted an integer of type i8"),
    ("a text", {2: "2"}, "wanted a number of type f32"),
]


@pytest.mark.parametrize(("name", "changes", "message"), OTHERS, ids=[o[0] for o in OTHERS])
def test_another_call_is_checked(
    add: Watched, name: str, changes: dict[int, Any], message: str | None
) -> None:
    arguments: list[Any] = [ones(), ones(), 2.0, 1, ones()]
    add(*arguments)
    assert add.checked == 0
    arguments[4][...] = 1
    for position, value in changes.items():
        arguments[position] = value
    if message is None:
        add(*arguments)
        assert np.array_equal(arguments[4], ones() * 4)
    else:
        with pytest.raises(KernelError) as refused:
            add(*arguments)
        assert message in str(refused.value)
        assert (arguments[4] == 1).all(), "it has run"
    assert add.checked == 1


def test_what_is_read_only_or_shared_is_checked(add: Watched) -> None:
    fixed = ones()
    fixed.flags.writeable = False
    add(fixed, fixed, 1.0, 0, ones())
    assert add.checked == 0
    whole = np.ones((5, 4), np.float32)
    for arguments, message in (
        ((ones(), ones(), 1.0, 0, fixed), "the array is read-only"),
        ((whole[:3], ones(), 1.0, 0, whole[2:]), "A and C overlap in memory"),
        ((whole[2:], ones(), 1.0, 0, whole[:3]), "A and C overlap in memory"),
        ((ones(), whole[:3], 1.0, 0, whole[:3]), "B and C overlap in memory"),
    ):
        with pytest.raises(KernelError, match=message):
            add(*arguments)
    wide = np.ones((6, 4), np.float32)
    add(wide[:3], wide[:3], 1.0, 0, wide[3:])  # side by side
    assert add.checked == 4


@pytest.mark.parametrize("count", [0, 4, 6])
def test_other_numbers_of_arguments(add: Watched, count: int) -> None:
    with pytest.raises(KernelError, match=f"takes 5 arguments .*, got {count}"):
        add(*[ones()] * count)


def test_alignment_of_packed_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    text = ADD.replace("%A: memref<3x4xf32>", "%A: memref<3x4xf32> {llvm.align = 64 : i64}")
    add = Watched(text, monkeypatch, packed=True)
    raw = aligned_empty((4, 4), np.dtype(np.float32))
    raw[...] = 1
    add(raw[:3], ones(), 1.0, 0, ones())
    with pytest.raises(KernelError, match="wanted an array whose address is a multiple of 64"):
        add(raw[1:], ones(), 1.0, 0, ones())
    assert add.checked == 1


SCALED = """
func.func @scaled(%A: memref<?x4xf32>, %B: memref<?x4xf32>,
    %n: index {pad.size = [{of = "A", dim = 0, multiple = 2}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i, %j] : memref<?x4xf32>
      %b = arith.addf %a, %a : f32
      affine.store %b, %B[%i, %j] : memref<?x4xf32>
    }
  }
  func.return
}"""


def test_sizes_that_two_calls_had(monkeypatch: pytest.MonkeyPatch) -> None:
    scaled = Watched(SCALED, monkeypatch)
    calls = ((2, 1), (2, 2), (2, 2), (4, 3), (2, 3), (4, 4), (4, 4), (2, 4), (8, 5), (4, 5))
    for size, checked in calls:
        array = np.arange(4 * size, dtype=np.float32).reshape(size, 4)
        result = np.zeros((size, 4), np.float32)
        scaled(array, result)
        assert result.tolist() == (2 * array).tolist()
        assert scaled.checked == checked
    for wrong, message in ((3, "must be a multiple of 2"), (2, "must be equal")):
        with pytest.raises(KernelError, match=message):
            scaled(np.zeros((wrong, 4), np.float32), np.zeros((4 if wrong == 2 else 3, 4), "f4"))
    before = scaled.checked
    for checked in (1, 2, 2):
        scaled(np.zeros((6, 4), np.float32), np.zeros((6, 4), np.float32), n=6)
        assert scaled.checked == before + checked


def test_a_condition_without_sizes_is_checked_in_each_call() -> None:
    kernel = compile("""
func.func @beyond(%A: memref<16xf32>, %n: index) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 20 {
    affine.store %one, %A[%i] : memref<16xf32>
  }
  func.return
}""")
    whole = np.zeros(20, np.float32)
    for _ in range(3):
        with pytest.raises(KernelError, match="would access A out of bounds on axis 0"):
            kernel(whole[:16], 3)
    assert not whole.any()

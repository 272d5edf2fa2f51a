"""Calls with sizes by name: those like one that was checked run at once, all others are checked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, aligned_empty, compile
from pad_mlir.runtime.host.host_kernel import HostKernel
from pad_mlir.schedule import Schedule

PRODUCT = """
func.func @product(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %s: f32, %D: memref<?xf32>,
    %C: memref<?x?xf32>, %rows: index,
    %m: index {pad.size = [{of = "A", dim = 0, multiple = 2}, {of = "C", dim = 0},
                           {of = "D", dim = 0}]},
    %k: index {pad.size = [{of = "A", dim = 1}, {of = "B", dim = 0}]},
    %n: index {pad.size = [{of = "B", dim = 1, max = 64}, {of = "C", dim = 1, min = 1}]}) {
  affine.for %i = 0 to %rows {
    affine.for %j = 0 to %n {
      %d = affine.load %D[%i] : memref<?xf32>
      affine.store %d, %C[%i, %j] : memref<?x?xf32>
      affine.for %l = 0 to %k {
        %a = affine.load %A[%i, %l] : memref<?x?xf32>
        %b = affine.load %B[%l, %j] : memref<?x?xf32>
        %c = affine.load %C[%i, %j] : memref<?x?xf32>
        %p = arith.mulf %a, %b : f32
        %q = arith.mulf %p, %s : f32
        %r = arith.addf %c, %q : f32
        affine.store %r, %C[%i, %j] : memref<?x?xf32>
      }
    }
  }
  func.return
}"""


def product() -> HostKernel:
    s = Schedule(PRODUCT)
    for name in "ABC":
        s.transform_layout(name, lambda i, j: (i, j // 4, j % 4), pad_value=0.0)
    s.apply_layouts()
    kernel = compile(s.module, packed=True)
    assert isinstance(kernel, HostKernel)
    return kernel


class Call:
    """A call of the kernel, and what it gives."""

    def __init__(self, kernel: HostKernel, m: int, k: int, n: int, names: str = "mkn"):
        rng = np.random.default_rng(m * 10000 + k * 100 + n)
        a, b, d = (rng.integers(-8, 9, s).astype(np.float32) for s in ((m, k), (k, n), (m,)))
        self.wanted = 2 * a @ b + d[:, None]
        self.unpack: Callable[[Any], Any] = lambda C: kernel.unpack("C", C, shape=(m, n))
        C = kernel.pack("C", np.zeros_like(self.wanted))
        self.arguments: list[Any] = [kernel.pack("A", a), kernel.pack("B", b), 2.0, d, C, m]
        given = {"m": m, "k": k, "n": n}
        self.sizes: dict[str, Any] = {name: given[name] for name in names}

    @property
    def result(self) -> Any:
        """What the kernel has written."""
        return self.unpack(self.arguments[4])

    def is_right(self) -> bool:
        """Whether the kernel has written what is wanted; resets it."""
        right = np.array_equal(self.result, self.wanted)
        self.arguments[4][...] = 0
        return right


class Counted:
    """How often a kernel's calls were checked in full."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.checked = 0
        original = HostKernel.checked_call

        def counted(kernel: HostKernel, arguments: Any, sizes: Any) -> Any:
            self.checked += 1
            return original(kernel, arguments, sizes)

        monkeypatch.setattr(HostKernel, "checked_call", counted)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


@pytest.fixture(scope="module")
def used() -> HostKernel:
    """A kernel that remembers calls of these sizes."""
    kernel = product()
    for sizes in ((4, 3, 5), (4, 3, 5), (2, 1, 9), (2, 1, 9), (4, 3, 5)):
        call = Call(kernel, *sizes)
        kernel(*call.arguments, **call.sizes)
        assert call.is_right()
    return kernel


@pytest.fixture(scope="module")
def fresh() -> HostKernel:
    """One that no call was right of."""
    return product()


class Whole(int):
    """An integer of somebody's own."""


WHOLE: list[Callable[[int], Any]] = [
    int,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint32,
    np.uint64,
    np.intp,
]


@pytest.mark.parametrize("whole", WHOLE, ids=lambda whole: whole.__name__)
@pytest.mark.parametrize("names", ["mkn", "knm", "nmk"])
def test_the_same_sizes_again(
    used: HostKernel, counted: Counted, whole: Callable[[int], Any], names: str
) -> None:
    call = Call(used, 4, 3, 5, names)
    used(*call.arguments, **{name: whole(size) for name, size in call.sizes.items()})
    assert call.is_right()
    assert counted.checked == 0


def test_integers_of_other_kinds(used: HostKernel, counted: Counted) -> None:
    call = Call(used, 2, 1, 9)
    for one, checked in ((True, 0), (np.True_, 0), (Whole(1), 1)):
        used(*call.arguments, **call.sizes | {"k": one})
        assert call.is_right()
        assert counted.checked == checked


def test_a_kernel_without_a_call_before(counted: Counted) -> None:
    kernel = product()
    for sizes, checked in (
        ((4, 3, 5), 1),
        ((4, 3, 5), 2),  # remembered
        ((4, 3, 5), 2),
        ((2, 3, 5), 3),
        ((4, 3, 5), 3),
        ((2, 3, 5), 4),  # remembered too
        *[((m, 3, 5), 4) for m in (2, 4) * 3],
    ):
        call = Call(kernel, *sizes)
        kernel(*call.arguments, **call.sizes)
        assert call.is_right()
        assert counted.checked == checked


class Several(int):
    """An integer that says another number when it is converted."""

    def __int__(self) -> int:
        return 77


def test_limits_are_those_of_the_number_that_is_passed() -> None:
    """Of the size of a local buffer, which is given by its position."""
    kernel = compile("""
func.func @f(%n: index {pad.size = [{of = "T", dim = 0, max = 80}]}, %B: memref<1xf32>) {
  %one = arith.constant 1.0 : f32
  %T = memref.alloc(%n) {pad.name = "T"} : memref<?xf32>
  affine.for %i = 0 to %n {
    affine.store %one, %T[%i] : memref<?xf32>
  }
  affine.store %one, %B[0] : memref<1xf32>
  memref.dealloc %T : memref<?xf32>
  func.return
}""")
    kernel(80, np.zeros(1, np.float32))
    for number in (81, Several(81)):
        with pytest.raises(KernelError, match="T has size 81, but must be at least 0, at most 80"):
            kernel(number, np.zeros(1, np.float32))


def test_integers_that_are_other_numbers_too_are_not_remembered() -> None:
    kernel = product()
    call = Call(kernel, 4, 3, 5)
    for _ in range(3):
        kernel(*call.arguments, **call.sizes | {"k": Several(3)})
        assert call.is_right()
    with pytest.raises(KernelError, match=r"the physical shape \(4, 20, 4\) for m = 4, k = 77"):
        kernel(*call.arguments, **call.sizes | {"k": 77})


def test_none_as_a_size_that_arrays_tell() -> None:
    kernel = compile(PRODUCT)
    data = [np.ones(shape, np.float32) for shape in ((4, 3), (3, 5), (4,), (4, 5))]
    for _ in range(3):
        kernel(*data[:2], 2.0, *data[2:], 4, m=None)
        assert (data[3] == 7).all()


def test_arrays_that_have_another_shape_after_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """As another thread may give it to them while the code runs."""
    kernel = product()
    call = Call(kernel, 4, 3, 5)
    a = call.arguments[0]
    wide = np.zeros((4, 2, 4), np.float32)
    original = HostKernel._run  # pyright: ignore[reportPrivateUsage]

    def run(kernel: HostKernel, slots: Any) -> None:
        original(kernel, slots)
        call.arguments[0].shape = (2, 2, 4)

    with monkeypatch.context() as patch:
        patch.setattr(HostKernel, "_run", run)
        for _ in range(3):
            kernel(*call.arguments, **call.sizes)
            a.shape = (4, 1, 4)
    kernel(*call.arguments, **call.sizes)
    for wrong in (a.reshape(2, 2, 4), wide):
        with pytest.raises(KernelError, match=PHYSICAL):
            kernel(wrong, *call.arguments[1:], **call.sizes)


def test_many_sizes_in_turns(counted: Counted) -> None:
    kernel = product()
    calls = [Call(kernel, 4, k, 5) for k in range(1, 9)]
    for _ in range(3):
        for call in calls:
            kernel(*call.arguments, **call.sizes)
            assert call.is_right()
    assert counted.checked == 16
    others = [Call(kernel, 4, 1, n) for n in range(6, 40)]
    for call in others * 3:  # too many at a time: all are checked, and what is known stays
        kernel(*call.arguments, **call.sizes)
        assert call.is_right()
    for _ in range(20):  # a known one that has to be checked again
        kernel(*calls[0].arguments, **calls[0].sizes | {"k": Whole(1)})
    checked = 16 + 3 * len(others) + 20
    for call in calls:
        kernel(*call.arguments, **call.sizes)
        assert call.is_right()
    assert counted.checked == checked


def test_sizes_that_arrays_tell_too(counted: Counted) -> None:
    kernel = compile(PRODUCT)
    assert isinstance(kernel, HostKernel)
    call = Call(kernel, 4, 3, 5)
    for sizes, checked in (
        ({}, 1),
        ({}, 2),
        ({}, 2),
        ({"m": 4}, 3),
        ({"m": 4}, 4),
        ({"m": np.int64(4)}, 4),
        ({"n": 5, "m": 4}, 5),
        ({}, 5),
    ):
        kernel(*call.arguments, **sizes)
        assert call.is_right()
        assert counted.checked == checked
    with pytest.raises(KernelError, match=r"m of @product: it was given as 5, but axis 0 of A"):
        kernel(*call.arguments, m=5)


class Any4:
    """It is equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __repr__(self) -> str:
        return "Any4"


def shared(call: Call) -> Mapping[int, Any]:
    return {0: call.arguments[4]}


def shifted(call: Call) -> Mapping[int, Any]:
    a = call.arguments[0]
    raw = aligned_empty((a.size + 1,), a.dtype)
    return {0: raw[1:].reshape(a.shape)}


def read_only(call: Call) -> Mapping[int, Any]:
    out = call.arguments[4].copy()
    out.flags.writeable = False
    return {4: out}


def resized(position: int, *shape: int) -> Callable[[Call], Mapping[int, Any]]:
    return lambda call: {position: np.zeros(shape, np.float32)}


def instead(position: int, value: Any) -> Callable[[Call], Mapping[int, Any]]:
    return lambda call: {position: value}


def same(call: Call) -> Mapping[int, Any]:
    return {}


LESS = {"m": 4, "k": 3}
RIGHT = {"m": 4, "k": 3, "n": 5}
PHYSICAL = "wanted the physical shape"
WHOLE_ONES = "wanted an integer of type index, got"
NUMBERS = "wanted a number of type index, got"

WRONG: list[tuple[str, Mapping[str, Any], Callable[[Call], Mapping[int, Any]], str]] = [
    ("no sizes", {}, same, "argument k of @product: it is the logical size of axis 1 of A"),
    ("one less", LESS, same, "argument n of @product: it is the logical size of axis 1 of B"),
    ("an unknown one", RIGHT | {"l": 1}, same, "has no size 'l' to give by name; those it has: m"),
    ("an unknown one for n", LESS | {"l": 5}, same, "has no size 'l' to give by name"),
    ("a number by name", RIGHT | {"rows": 4}, same, "takes rows by its position"),
    ("an array by name", RIGHT | {"A": 4}, same, "takes A by its position"),
    ("another m", RIGHT | {"m": 2}, same, "m of @product: it is axis 0 of A, 2, and axis 0 of D"),
    ("another k", RIGHT | {"k": 5}, same, f"A of @product: {PHYSICAL} (4, 2, 4) for m = 4, k = 5"),
    ("another k, in B", RIGHT | {"k": 4}, same, f"B of @product: {PHYSICAL} (4, 2, 4) for k = 4"),
    ("another n", RIGHT | {"n": 9}, same, f"B of @product: {PHYSICAL} (3, 3, 4) for k = 3, n = 9"),
    ("those of another call", {"m": 2, "k": 1, "n": 9}, same, "it is axis 0 of A, 2, and axis 0"),
    ("some of another call", {"m": 4, "k": 1, "n": 9}, same, f"B of @product: {PHYSICAL}"),
    ("exchanged", {"m": 4, "k": 5, "n": 3}, same, PHYSICAL),
    ("one below 0", RIGHT | {"k": -3}, same, "axis 1 of A has size -3, but must be at least 0"),
    ("not a multiple", RIGHT | {"m": 3}, same, "axis 0 of A has size 3, but must be a multiple"),
    ("too many", RIGHT | {"n": 65}, same, "size 65, but must be at least 0, at most 64"),
    ("too few", RIGHT | {"n": 0}, same, "axis 1 of C has size 0, but must be at least 1"),
    ("2^63", RIGHT | {"k": 2**63}, same, f"k of @product: {2**63} is out of range of index"),
    ("-2^63 - 1", RIGHT | {"k": -(2**63) - 1}, same, "is out of range of index"),
    ("2^64 + 3", RIGHT | {"k": 2**64 + 3}, same, "is out of range of index"),
    ("2^32 + 3", RIGHT | {"k": 2**32 + 3}, same, PHYSICAL),
    ("2^62 columns", RIGHT | {"k": 2**62}, same, PHYSICAL),
    ("unsigned 2^64 - 1", RIGHT | {"k": np.uint64(2**64 - 1)}, same, "is out of range of index"),
    ("a float", RIGHT | {"k": 3.0}, same, f"{WHOLE_ONES} 3.0"),
    ("numpy's float", RIGHT | {"k": np.float32(3)}, same, f"{WHOLE_ONES} np.float32(3.0)"),
    ("a complex number", RIGHT | {"k": 3 + 0j}, same, f"{NUMBERS} (3+0j)"),
    ("a fraction", RIGHT | {"k": Fraction(3)}, same, f"{NUMBERS} Fraction(3, 1)"),
    ("a decimal number", RIGHT | {"k": Decimal(3)}, same, f"{NUMBERS} Decimal('3')"),
    ("an array of no axis", RIGHT | {"k": np.array(3)}, same, f"{NUMBERS} array(3)"),
    ("an array", RIGHT | {"k": np.array([3, 3])}, same, f"{NUMBERS} array([3, 3])"),
    ("a text", RIGHT | {"k": "3"}, same, f"{NUMBERS} '3'"),
    ("None", RIGHT | {"k": None}, same, "argument k of @product: it is the logical size"),
    ("what is equal to all", RIGHT | {"k": Any4()}, same, f"{NUMBERS} Any4"),
    ("False", RIGHT | {"k": False}, same, PHYSICAL),
    ("more rows", RIGHT, instead(5, 5), "would access C out of bounds on axis 0: wanted"),
    ("rows of a float", RIGHT, instead(5, 4.0), f"argument rows of @product: {WHOLE_ONES} 4.0"),
    ("a wrong factor", RIGHT, instead(2, "2"), "argument s of @product: wanted a number"),
    ("too large a factor", RIGHT, instead(2, 1e39), "1e+39 is out of range of f32"),
    ("a list", RIGHT, instead(0, [1.0]), "argument A of @product: wanted a numpy array"),
    ("doubles", RIGHT, instead(0, np.zeros((4, 1, 4))), "wanted elements of type float32"),
    ("more columns", RIGHT, resized(0, 4, 2, 4), f"A of @product: {PHYSICAL} (4, 1, 4) for m = 4"),
    ("more rows of B", RIGHT, resized(1, 4, 2, 4), f"B of @product: {PHYSICAL} (3, 2, 4)"),
    ("fewer rows of C", RIGHT, resized(4, 2, 2, 4), f"C of @product: {PHYSICAL} (4, 2, 4)"),
    ("no rows", RIGHT, resized(0, 0, 1, 4), f"A of @product: {PHYSICAL} (4, 1, 4)"),
    ("other tiles", RIGHT, resized(0, 4, 1, 8), "wanted the physical shape (?, ?, 4), got"),
    ("the logical array", RIGHT, resized(0, 4, 3), "wanted 3 axes, the physical shape"),
    ("a shorter D", RIGHT, resized(3, 2), "it is axis 0 of A, 4, and axis 0 of D, 2"),
    ("one array twice", RIGHT, lambda call: {4: call.arguments[1]}, PHYSICAL),
    ("what is written twice", RIGHT, lambda c: {3: c.arguments[4].reshape(-1)[:4]}, "overlap"),
    ("a read-only result", RIGHT, read_only, "the array is read-only, but the kernel writes it"),
]


@pytest.mark.parametrize(
    ("sizes", "change", "message"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG]
)
def test_a_wrong_call_after_right_ones(
    used: HostKernel,
    fresh: HostKernel,
    sizes: Mapping[str, Any],
    change: Callable[[Call], Mapping[int, Any]],
    message: str,
) -> None:
    call = Call(used, 4, 3, 5)
    for position, value in change(call).items():
        call.arguments[position] = value
    given: list[Any] = [a.copy() if isinstance(a, np.ndarray) else a for a in call.arguments]
    said = list[str]()
    for kernel in (used, fresh):
        with pytest.raises(KernelError) as refused:
            kernel(*call.arguments, **sizes)
        said.append(str(refused.value))
    assert message in said[0]
    assert said[0] == said[1]
    for before, after in zip(given, call.arguments, strict=True):
        if isinstance(before, np.ndarray):
            assert (before == after).all(), "it has run"


@pytest.mark.parametrize("count", [0, 5, 7, 9])
def test_sizes_by_position(used: HostKernel, fresh: HostKernel, count: int) -> None:
    call = Call(used, 4, 3, 5)
    given = [*call.arguments, 4, 3, 5][:count]
    for kernel in (used, fresh):
        for sizes in (call.sizes, {}, {"n": 5}):
            with pytest.raises(KernelError, match=f"takes 6 arguments .*, got {count}"):
                kernel(*given, **sizes)


LOCAL = """
func.func @reversed(%A: memref<?xf32>, %B: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  %T = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %t = arith.addf %a, %a : f32
    affine.store %t, %T[-%i + symbol(%n) - 1] : memref<?xf32>
  }
  affine.for %i = 0 to %n {
    %t = affine.load %T[%i] : memref<?xf32>
    affine.store %t, %B[%i] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  func.return
}"""


def test_local_buffers_of_these_sizes(counted: Counted) -> None:
    s = Schedule(LOCAL)
    s.transform_layout("A", lambda i: (i // 8, i % 8), pad_value=0.0)
    s.apply_layouts()
    kernel = compile(s.module, packed=True)
    for size, checked in ((10, 1), (10, 2), (9000, 3), (9000, 4), *[(9000, 4), (10, 4)] * 3):
        data = np.arange(size, dtype=np.float32)
        result = np.zeros_like(data)
        kernel(kernel.pack("A", data), result, n=size)
        assert np.array_equal(result, 2 * data[::-1])
        assert counted.checked == checked
    assert kernel.workspace_bytes >= 36000


def test_threads_that_give_different_sizes() -> None:
    kernel = product()
    shapes = [(m, k, n) for m in (2, 4) for k in (1, 3, 6) for n in (1, 5, 8)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)

    def work(number: int) -> bool:
        calls = [Call(kernel, *shape) for shape in shapes[number * 4 : number * 4 + 5]]
        right = True
        for count in range(600):
            call = calls[count % len(calls) if count % 100 > 50 else 0]
            kernel(*call.arguments, **call.sizes)
            right &= call.is_right()
        return right

    try:
        with ThreadPoolExecutor(4) as pool:
            assert all(pool.map(work, range(4)))
    finally:
        sys.setswitchinterval(interval)

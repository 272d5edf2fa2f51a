"""
Random calls of kernels that remember calls: each gives what it gives where all calls are checked.

`PAD_CALLS_EXAMPLES` says how many calls; 2,000 unless it is set. `PAD_CALLS_SEED` is the first
one's seed. What is given is right, nearly right or wrong, in arrays, numbers and sizes by name.
"""

from __future__ import annotations

import copy
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, aligned_empty, compile
from pad_mlir.runtime.host.host_kernel import HostKernel

from .test_sizes_by_name import LOCAL, PRODUCT, Any4, Several, product

EXAMPLES = int(os.environ.get("PAD_CALLS_EXAMPLES", "2000"))
FIRST_SEED = int(os.environ.get("PAD_CALLS_SEED", "0"))
THREADS = 3


class Raises:
    """No integer after all."""

    def __index__(self) -> int:
        raise RuntimeError("no integer")


class Shared:
    """Memory of another library, which may be on another device."""

    def __init__(self, array: Any, device: tuple[int, int] = (1, 0)):
        self._array, self._device = array, device

    def __dlpack__(self, **options: Any) -> Any:
        if self._device != (1, 0):
            raise BufferError("not here")
        return self._array.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device


class Sub(np.ndarray[Any, Any]):
    """An array of somebody's own."""


Chosen = Callable[[Random, Any], Any]


def _of_type(kind: Callable[[Any], Any]) -> Chosen:
    """The number as one of a type, if it can be one."""

    def change(_: Random, number: Any) -> Any:
        try:
            return kind(number)
        except (OverflowError, ValueError):
            return number

    return change


INTEGERS: tuple[Chosen, ...] = (
    *(_of_type(whole) for whole in (int, np.int16, np.int32, np.uint64)),
    *(lambda r, n, by=by: n + r.choice((-by, by)) for by in (1, 2, 2**32, 2**63, 2**64)),
    lambda _, n: -n,
    lambda _, n: bool(n),
    lambda _, n: np.bool_(n),
    lambda _, n: Several(n),
    lambda _, n: Several(n + 1),
    lambda _, n: float(n),
    lambda _, n: np.array(n),
    lambda r, _: r.choice((None, "3", Any4(), Raises(), np.uint64(2**64 - 1), 2**62, np.nan)),
)
FLOATS: tuple[Chosen, ...] = (
    lambda r, _: r.choice((2, True, 1e39, -1e39, np.inf, np.nan, -0.0, 1e-50, 2**200)),
    *(_of_type(kind) for kind in (np.float32, np.float64, np.float16, str, complex, Several)),
)


def _is_array(given: Any) -> bool:
    return isinstance(given, np.ndarray)


def _shared(other: Any) -> Chosen:
    """What shares memory with another array."""

    def change(random: Random, array: Any) -> Any:
        flat = other.reshape(-1)[random.randrange(3) :]
        return flat[: array.size].reshape(array.shape) if flat.size >= array.size else flat

    return change


def _axes_moved(_: Random, array: Any) -> Any:
    return np.asfortranarray(array)


def _apart(_: Random, array: Any) -> Any:
    room = np.empty((*array.shape, 2), array.dtype)
    room[..., 0] = array
    return room[..., 0]


def _shifted(r: Random, array: Any) -> Any:
    room = aligned_empty((array.nbytes + 64,), np.dtype(np.int8))
    by = r.choice((0, 1, 4, 8, 16, 32))
    other = room[by : by + array.nbytes].view(array.dtype).reshape(array.shape)
    other[...] = array
    return other


def _reshaped(r: Random, array: Any) -> Any:
    """In place, as one may do with an array that was given before."""
    shape = [*array.shape]
    r.shuffle(shape)
    array.shape = r.choice((shape, (array.size,), (1, *array.shape), (*array.shape, 1)))
    return array


def _other_shape(r: Random, array: Any) -> Any:
    shape = [*array.shape]
    axis = r.randrange(len(shape))
    shape[axis] = r.choice((0, 1, max(0, shape[axis] - 1), shape[axis] + 1, 2 * shape[axis]))
    return np.zeros(shape, array.dtype)


def _kept(_: Random, array: Any) -> Any:
    array.flags.writeable = False
    return array


ARRAYS: tuple[Chosen, ...] = (
    *(_axes_moved, _apart, _shifted, _reshaped, _other_shape, _kept),
    lambda r, a: a.astype(r.choice((np.float64, np.int32, np.float16, ">f4"))),
    lambda _, a: a.view(np.int32),
    lambda _, a: a.astype(np.dtype(np.float32, metadata={"of": 1})),
    lambda _, a: a.view(Sub),
    lambda _, a: a.tolist(),
    lambda r, a: Shared(a, r.choice(((1, 0), (1, 0), (2, 0)))),
    lambda _, a: a[::-1],
    lambda _, a: np.broadcast_to(a[:1], a.shape),
    lambda r, _: r.choice((None, 3, "A", np.float32(3))),
)


class Subject:
    """A kernel, what it is called with, and the same one where all calls are checked."""

    def __init__(self, kernel: Any, given: Callable[[Random], tuple[list[Any], dict[str, Any]]]):
        assert isinstance(kernel, HostKernel)
        assert kernel.remembered is not None
        self.kernel, self.given = kernel, given
        self.checked = copy.copy(kernel)
        self.checked._remembered = None  # pyright: ignore[reportPrivateUsage]

    def call(self, random: Random) -> tuple[list[Any], dict[str, Any]]:
        """The arguments of a call, and its sizes by name."""
        arguments, sizes = self.given(random)
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            place = random.randrange(len(arguments))
            old = arguments[place]
            if _is_array(old):
                others = [other for other in arguments if _is_array(other)]
                with_other = random.random() < 0.25
                change = _shared(random.choice(others)) if with_other else random.choice(ARRAYS)
                arguments[place] = change(random, old)
            elif isinstance(old, float):
                arguments[place] = random.choice(FLOATS)(random, old)
            elif isinstance(old, int):
                arguments[place] = random.choice(INTEGERS)(random, old)
        kind = random.randrange(12)
        if kind < 3 and sizes:
            name = random.choice([*sizes])
            sizes[name] = random.choice(INTEGERS)(random, sizes[name])
        elif kind == 3 and sizes:
            del sizes[random.choice([*sizes])]
        elif kind == 4:
            sizes |= {random.choice(("A", "l", "rows", "n", "k", "")): 3}
        elif kind == 5:
            arguments = random.choice((arguments[:-1], [*arguments, 3], arguments[::-1]))
        names = [*sizes]
        random.shuffle(names)
        return arguments, {name: sizes[name] for name in names}

    def differences(self, random: Random, met: Counter[str]) -> str | None:
        """Whether a call gives something else than where all are checked."""
        arguments, sizes = self.call(random)
        held = [_root(a) for a in arguments if _is_array(a) or isinstance(a, Shared)]
        before = [array.copy() for array in held]
        found: list[tuple[str, list[bytes]]] = []
        for kernel in (self.checked, self.kernel):
            for array, data in zip(held, before, strict=True):
                array[...] = data
            try:
                said = repr(kernel(*arguments, **sizes))
            except (KernelError, RuntimeError, TypeError, ValueError) as error:
                said = f"{type(error).__name__}: {error}"
            found.append((said, [array.tobytes() for array in held]))
        met[re.sub(r"\d+", "", found[0][0])[:60]] += 1
        if found[0] == found[1]:
            return None
        shown = [a.shape if _is_array(a) else a for a in arguments]
        return f"{shown}, {sizes}: {found[1][0]}, checked: {found[0][0]}"


def _root(array: Any) -> Any:
    """The array that has the memory, to write to whatever the rights of views of it are."""
    if isinstance(array, Shared):
        array = array._array  # pyright: ignore[reportPrivateUsage]
    while _is_array(array.base):
        array = array.base
    array.flags.writeable = True
    return array


def _data(random: Random, *shape: int) -> Any:
    made = aligned_empty(shape, np.dtype(np.float32))
    made[...] = np.random.default_rng(random.randrange(9)).integers(-8, 9, shape)
    return made


def _of_product(kernel: Any, packed: bool) -> Callable[[Random], tuple[list[Any], dict[str, Any]]]:
    def given(random: Random) -> tuple[list[Any], dict[str, Any]]:
        m, k, n = random.choice((2, 4)), random.choice((1, 3, 5)), random.choice((1, 5, 6))
        a, b, c = ((m, k), (k, n), (m, n))
        if packed:
            a, b, c = ((rows, -(-columns // 4), 4) for rows, columns in (a, b, c))
        arrays = [_data(random, *shape) for shape in (a, b, (m,), c)]
        sizes: dict[str, Any] = {"m": m, "k": k, "n": n}
        if not packed:
            sizes = {name: sizes[name] for name in sizes if random.random() < 0.4}
        return [*arrays[:2], 2.0, *arrays[2:], m], sizes

    return given


def _of_local(random: Random) -> tuple[list[Any], dict[str, Any]]:
    size = random.choice((0, 1, 7, 30, 3000))
    sizes: dict[str, Any] = {"n": size} if random.random() < 0.5 else {}
    return [_data(random, size), _data(random, size)], sizes


@pytest.fixture(scope="module")
def subjects() -> Sequence[Subject]:
    packed, plain = product(), compile(PRODUCT)
    return (
        Subject(packed, _of_product(packed, packed=True)),
        Subject(plain, _of_product(plain, packed=False)),
        Subject(compile(LOCAL), _of_local),
    )


def test_calls_are_as_if_all_were_checked(subjects: Sequence[Subject]) -> None:
    met = Counter[str]()

    def work(thread: int) -> list[str]:
        found: list[str] = []
        for seed in range(FIRST_SEED + thread, FIRST_SEED + EXAMPLES, THREADS):
            random = Random(seed)
            wrong = random.choice(subjects).differences(random, met)
            if wrong is not None:
                found.append(f"seed {seed}: {wrong}")
        return found

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    try:
        with ThreadPoolExecutor(THREADS) as pool:
            failures = [text for texts in pool.map(work, range(THREADS)) for text in texts]
    finally:
        sys.setswitchinterval(interval)
    assert not failures, "\n".join(failures[:20])
    assert EXAMPLES / 4 < met["None"] < EXAMPLES * 3 / 4
    assert len(met) > 20

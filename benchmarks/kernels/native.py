"""C functions by this machine's compilers, and functions of any origin timed by a loop in C."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"
Run: TypeAlias = Callable[[int], float]
"""Calls something so many times, and returns the CPU seconds that they took together."""

_PAGE = 4096  # bytes
_FLAGS = ("-O3", "-march=native", "-fPIC")
_TIMER = """
#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}
double time2(void (*f)(void *, void *), void **a, long n) {
  double start = now();
  for (long k = 0; k < n; k++) f(a[0], a[1]);
  return now() - start;
}
double time3(void (*f)(void *, void *, void *), void **a, long n) {
  double start = now();
  for (long k = 0; k < n; k++) f(a[0], a[1], a[2]);
  return now() - start;
}
double time4(void (*f)(void *, void *, void *, void *), void **a, long n) {
  double start = now();
  for (long k = 0; k < n; k++) f(a[0], a[1], a[2], a[3]);
  return now() - start;
}
double time5(void (*f)(void *, void *, void *, void *, void *), void **a, long n) {
  double start = now();
  for (long k = 0; k < n; k++) f(a[0], a[1], a[2], a[3], a[4]);
  return now() - start;
}
"""


@dataclass(frozen=True)
class Native:
    """A function of two to five bare pointers."""

    address: int
    owner: object
    """An object that keeps the code in memory."""

    def bound(self, arrays: Sequence[Array]) -> Run:
        """The function on these arrays."""
        timer = getattr(_timers(), f"time{len(arrays)}")
        pointers = (ctypes.c_void_p * len(arrays))(*[array.ctypes.data for array in arrays])
        kept = (pointers, arrays, self)

        def run(count: int) -> float:
            return timer(self.address, kept[0], count)

        return run


def compiler(name: str) -> str | None:
    """The path of gcc or of the newest clang; None if it is not installed."""
    if name == "clang":
        numbered = [f"clang-{version}" for version in range(30, 10, -1)]
        return next(filter(None, map(shutil.which, [*numbered, "clang"])), None)
    return shutil.which(name)


def any_compiler() -> str:
    """The path of the compiler that the harness itself uses; else FileNotFoundError."""
    path = shutil.which("cc") or compiler("gcc") or compiler("clang")
    if path is None:
        raise FileNotFoundError("timing needs a C compiler, but there is none; install gcc")
    return path


def version(path: str) -> str:
    """The name and version of a compiler, such as `gcc 12.2.0`."""
    numbers = subprocess.run([path, "-dumpfullversion", "-dumpversion"], capture_output=True)
    return f"{Path(path).name.split('-')[0]} {numbers.stdout.decode().split()[0]}"


def compile_c(text: str, path: str, flags: Sequence[str] = ()) -> ctypes.CDLL:
    """A library of this C text; raises CalledProcessError if the compiler refuses it."""
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    with TemporaryDirectory() as folder:
        source, code = Path(folder, f"{name}.c"), Path(folder, f"{name}.o")
        library = Path(folder, f"{name}.so")
        source.write_text(text)
        subprocess.run([path, *_FLAGS, *flags, "-c", "-o", str(code), str(source)], check=True)
        # Linked with -ffast-math, a library would make this whole process flush denormals.
        subprocess.run([path, "-shared", "-o", str(library), str(code), "-lm"], check=True)
        return ctypes.CDLL(str(library))


def native(library: ctypes.CDLL, name: str) -> Native:
    """A function of a library."""
    address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
    assert address is not None
    return Native(address, library)


def python_run(function: Callable[[], object]) -> Run:
    """A Python function, timed by a loop in Python: its call counts."""

    def run(count: int) -> float:
        start = process_time()
        for _ in range(count):
            function()
        return process_time() - start

    return run


def seconds_in_turns(runs: Mapping[str, Run], rounds: int, round_time: float) -> dict[str, float]:
    """
    The median CPU seconds of a call of each, all in turns: no other process counts.

    Each is called as often in a round as takes `round_time` seconds, at least once, after a call
    that is not counted: it finds what the others left in the caches.
    """
    counts: dict[str, int] = {}
    for name, run in runs.items():
        run(1)
        once = max(run(1), 1e-8)
        few = max(1, int(round_time / 4 / once))
        counts[name] = max(1, int(round_time * few / run(few)))
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            run(1)
            times[name].append(run(counts[name]) / counts[name])
    return {name: median(spent) for name, spent in times.items()}


def aligned(array: Array) -> Array:
    """
    A C-contiguous copy that begins at a page, as large arrays nearly do: where arrays begin in
    their pages decides whether loads wait for stores, which takes a convolution up to 1.35 times.
    """
    raw = np.empty(array.nbytes + _PAGE, np.uint8)
    start = -raw.ctypes.data % _PAGE
    copy = raw[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


@cache
def _timers() -> ctypes.CDLL:
    library = compile_c(_TIMER, any_compiler())
    for timer in (library.time2, library.time3, library.time4, library.time5):
        timer.restype = ctypes.c_double
        timer.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_long]
    return library

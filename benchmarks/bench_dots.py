"""
Times matmuls of bytes as dot products: `python benchmarks/bench_dots.py [--torch PYTHON]`.

In tiles (AMX), where the processor has them, and in vectors: those with layouts by hand and those
that `optimize` proposes, beside the peak of the processor's instruction, numpy, and torch where a
Python that has it is given. One thread, the fastest of many.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import subprocess
import time
from collections.abc import Callable

import numpy as np
from kernels.matmul import matmul
from kernels.native import compile_c
from kernels.problem import I8, I32

from pad_mlir.passes.dot_products.dot_unit import has_tiles
from pad_mlir.runtime import Kernel, aligned_empty, compile
from pad_mlir.schedule import Schedule

SIZES = (127, 509)
_WITHOUT_TILES = "icelake-server"
"""What a processor with AMX is taken for, to time its vectors."""
_TURNS = 40
_PEAK = """
#include <immintrin.h>
#include <time.h>
double peak(void) {
  __m512i a[12], x = _mm512_set1_epi8(3), y = _mm512_set1_epi8(5);
  double best = 1e9;
  for (int k = 0; k < 12; k++) a[k] = _mm512_set1_epi32(k);
  for (int round = 0; round < 100; round++) {
    struct timespec s, e;
    clock_gettime(CLOCK_MONOTONIC, &s);
    for (long i = 0; i < 20000; i++)
      for (int k = 0; k < 12; k++) a[k] = _mm512_dpbusd_epi32(a[k], x, y);
    clock_gettime(CLOCK_MONOTONIC, &e);
    double t = (e.tv_sec - s.tv_sec) + 1e-9 * (e.tv_nsec - s.tv_nsec);
    if (t < best) best = t;
  }
  volatile int sink = 0;
  for (int k = 0; k < 12; k++) sink += _mm512_reduce_add_epi32(a[k]);
  return 20000.0 * 12 * 64 * 2 / best / 1e9;
}
"""
_TORCH = """
import json, sys, time, torch
torch.set_num_threads(1)
found = {}
for n in json.loads(sys.argv[1]):
    a, b = (torch.randint(-128, 128, (n, n), dtype=torch.int8) for _ in range(2))
    f = lambda: torch._int_mm(a, b)
    f(); count = 20 if n > 300 else 400
    def run():
        start = time.perf_counter()
        for _ in range(count): f()
        return (time.perf_counter() - start) / count
    found[n] = min(run() for _ in range(40))
print(json.dumps(found))
"""


def by_hand(n: int, cpu: str) -> Schedule:
    """Panels of 32 columns, in groups of four rows."""
    s = Schedule(matmul(n, n, n, I8, I32).mlir)
    padded = -(-n // 4) * 4
    if padded != n:
        s.transform_layout("A", "(i, k) -> (i, k)", 0, extents=[n, padded])
    groups = "(k, j) -> (j floordiv 32, k floordiv 4, (j mod 32) * 4 + k mod 4)"
    s.transform_layout("B", groups, 0)
    s.transform_layout("C", "(i, j) -> (j floordiv 32, i, j mod 32)", "undef")
    s.sequential_buffer_access("matmul", "C")
    if padded != n:
        s.split("k", 4)
    s.remove_branching_through_overcompute("matmul")
    s.dot_products("matmul", target_cpu=cpu)
    s.register_tile("matmul", target_cpu=cpu)
    return s


def proposed(n: int, cpu: str) -> Schedule:
    """Layouts that nobody gave."""
    s = Schedule(matmul(n, n, n, I8, I32).mlir)
    s.optimize(layouts="auto", target_cpu=cpu)
    return s


def main() -> None:
    """Print one line for each size and program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch", help="a Python that has torch")
    options = parser.parse_args()
    processors = ("native", _WITHOUT_TILES) if has_tiles(None) else ("native",)
    print(f"peak of vpdpbusd: {_peak():.0f} Gop/s")
    times = _torch(options.torch) if options.torch else {}
    for n in SIZES:
        for name, make in (("by hand", by_hand), ("proposed", proposed)):
            for cpu in processors:
                schedule = make(n, cpu)
                kind = "tiles" if "amx." in str(schedule) else "vectors"
                kernel = compile(schedule.module, packed=True)
                _check(schedule, n)
                _show(n, f"{name}, {kind}, physical", _fastest(_physical(kernel)))
        if n in times:
            _show(n, "torch._int_mm", times[n])
        a, b = _bytes(n), _bytes(n)
        _show(n, "numpy", _fastest(lambda a=a, b=b: np.matmul(a, b, dtype=np.int32), turns=3))


def _check(schedule: Schedule, n: int) -> None:
    a, b, c = _bytes(n), _bytes(n), np.zeros((n, n), np.int32)
    schedule.compile()(a, b, c)
    assert (c == a.astype(np.int32) @ b.astype(np.int32)).all()


def _physical(kernel: Kernel) -> Callable[[], object]:
    """A call on arrays that begin with a cache line: a row of a tile is one, and not two halves."""
    types = {"A": np.dtype("i1"), "B": np.dtype("i1"), "C": np.dtype("i4")}
    arrays = [aligned_empty(kernel.physical_shape(name), type) for name, type in types.items()]
    for array in arrays:
        array[...] = 1  # what was never written is the same page everywhere
    return lambda: kernel(*arrays)


def _bytes(n: int) -> np.ndarray:
    return np.random.default_rng(n).integers(-128, 128, (n, n), dtype=np.int8)


def _fastest(call: Callable[[], object], turns: int = _TURNS) -> float:
    def run(count: int) -> float:
        start = time.perf_counter()
        for _ in range(count):
            call()
        return (time.perf_counter() - start) / count

    count = max(1, int(2e-3 / run(2)))
    return min(run(count) for _ in range(turns))


def _show(n: int, name: str, seconds: float) -> None:
    print(f"{n} {name}: {seconds * 1e6:.1f} us, {2 * n**3 / seconds / 1e9:.0f} Gop/s", flush=True)


def _peak() -> float:
    library = compile_c(_PEAK, "gcc", ("-O3", "-march=native", "-funroll-loops"))
    library.peak.restype = ctypes.c_double
    return library.peak()


def _torch(python: str) -> dict[int, float]:
    command = [python, "-W", "ignore", "-c", _TORCH, json.dumps(SIZES)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {int(n): seconds for n, seconds in json.loads(answer).items()}


if __name__ == "__main__":
    main()

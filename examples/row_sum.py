"""
The row sum of row_sum.mlir in tiles loses its guard, and becomes vector code: run by real MLIR, and
compared with numpy.

Run it as `python examples/row_sum.py`; the exit code is 1 if a comparison fails.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects import affine
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from pad_mlir.dialect.annotations import STAGE
from pad_mlir.dialect.picture import draw
from pad_mlir.runtime import Kernel, aligned_empty, compile
from pad_mlir.schedule import Schedule

ROWS, COLUMNS, TILE = 1024, 1021, 16

GUARDED = "guarded"

Floats = NDArray[np.float32]


def main() -> int:
    source = Path(__file__).with_name("row_sum.mlir").read_text()
    section("The function, in logical indices", source)
    s = along_tiles(source, pad_value=0.0)
    twin = compile(s.module.clone(), packed=True)
    section(
        "A in tiles of 16, zeros in the padding; here with 1 row of 29",
        draw(twin.layout("A").place((1, 29))),
    )
    section(f"Loops along the tiles: {guards(s)} guard", str(compute_stage(s)))
    s.remove_branching_through_overcompute("compute")
    section(f"With 0.0 in the padding: {guards(s)} guards", str(compute_stage(s)))
    free = compile(s.module.clone(), packed=True)
    s.flatten_loops("compute")
    s.vectorize("compute")
    s.register_tile("compute")
    section("As vectors of this processor", str(compute_stage(s)))
    section("The steps", f"{s.trace()}\nThe same for pad-opt:\n{s.pipeline()}")

    ones = along_tiles(source, pad_value=1.0)
    ones.remove_branching_through_overcompute("compute")
    section(
        f"With 1.0 in the padding: {guards(ones)} guard, for", "\n".join(map(str, ones.remarks))
    )
    return report(s.compile(), {"vectors": s.compile(packed=True), "no guard": free, GUARDED: twin})


def along_tiles(source: str, pad_value: float) -> Schedule:
    """A in tiles of 16 columns, and the loops in the order of its cells."""
    s = Schedule(source, function="row_sum")
    s.transform_layout("A", lambda i, j: (i, j // TILE, j % TILE), pad_value=pad_value)
    s.sequential_buffer_access("compute", "A")
    return s


def compute_stage(s: Schedule) -> Operation:
    return next(op for op in s.module.walk() if op.attributes.get(STAGE) == StringAttr("compute"))


def guards(s: Schedule) -> int:
    return sum(isinstance(op, affine.IfOp) for op in compute_stage(s).walk())


def section(title: str, text: str) -> None:
    print(f"== {title}\n\n{text.rstrip()}\n")


def report(logical: Kernel, packed: Mapping[str, Kernel]) -> int:
    rng = np.random.default_rng(0)
    reals = rng.random((ROWS, COLUMNS), np.float32)
    integers = rng.integers(-8, 8, (ROWS, COLUMNS)).astype(np.float32)
    checks = {
        "logical call, reals, rtol 1e-5": sums_reals(logical, reals),
        "logical call, integers, every bit": sums_integers(logical, integers),
    } | {
        f"packed call, integers, every bit, A untouched: {name}": keeps_contract(kernel, integers)
        for name, kernel in packed.items()
    }
    lines = [f"{'ok' if passed else 'WRONG':<6}{name}" for name, passed in checks.items()]
    section("Compared with numpy", "\n".join(lines))
    times = microseconds(packed, reals)
    text = [f"{t:7.0f} us  {name:14}{times[GUARDED] / t:5.1f} times" for name, t in times.items()]
    section("Median time of a call, in turns; all may reorder the sum", "\n".join(text))
    return 0 if all(checks.values()) else 1


def sums_reals(kernel: Kernel, A: Floats) -> bool:
    B = np.full(ROWS, np.nan, np.float32)
    kernel(A, B)
    return np.allclose(B, A.sum(1, np.float64), rtol=1e-5, atol=0.0)


def sums_integers(kernel: Kernel, A: Floats) -> bool:
    """Exact in any order, as all partial sums are small integers."""
    B = np.full(ROWS, np.nan, np.float32)
    kernel(A, B)
    return np.array_equal(bits(B), bits(A.sum(1)))


def keeps_contract(kernel: Kernel, A: Floats) -> bool:
    """A call with physical arrays: zeros in A's padding, on which the guard-free loops rely."""
    before = pack(kernel, A)
    after, sums = before.copy(), np.full(ROWS, np.nan, np.float32)
    kernel(after, sums)
    return np.array_equal(bits(sums), bits(A.sum(1))) and np.array_equal(bits(after), bits(before))


def pack(kernel: Kernel, A: Floats) -> Floats:
    """A in its physical layout: rows of 1024 cells, zeros after the 1021 of the matrix."""
    rows = np.zeros((ROWS, 1024), np.float32)
    rows[:, :COLUMNS] = A
    return rows.reshape(kernel.physical_shape("A"))


def bits(values: Floats) -> NDArray[np.uint32]:
    return values.view(np.uint32)


def microseconds(kernels: Mapping[str, Kernel], reals: Floats) -> dict[str, float]:
    """The median of 200 calls of each, `numpy` among them."""
    A, B = aligned_empty((ROWS, 1024), np.dtype(np.float32)), np.empty(ROWS, np.float32)
    calls: dict[str, Callable[[], object]] = {"numpy": lambda: reals.sum(1, out=B)}
    for name, kernel in kernels.items():
        A[...] = pack(kernel, reals).reshape(A.shape)
        physical = A.reshape(kernel.physical_shape("A"))
        calls[name] = lambda kernel=kernel, physical=physical: kernel(physical, B)
    spent: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(200):
        for name, call in calls.items():
            start = perf_counter()
            call()
            spent[name].append(1e6 * (perf_counter() - start))
    return {name: median(times) for name, times in spent.items()}


if __name__ == "__main__":
    sys.exit(main())

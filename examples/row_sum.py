"""
The row sum of row_sum.mlir in tiles loses its guard: run by real MLIR, and compared with numpy.

Run it as `python examples/row_sum.py`; the exit code is 1 if a comparison fails.
"""

from __future__ import annotations

import sys
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
from pad_mlir.runtime import Kernel, compile
from pad_mlir.schedule import Schedule

ROWS, COLUMNS, TILE = 1024, 1021, 4

Floats = NDArray[np.float32]


def main() -> int:
    source = Path(__file__).with_name("row_sum.mlir").read_text()
    section("The function, in logical indices", source)
    s = along_tiles(source, pad_value=0.0)
    twin = compile(s.module.clone(), packed=True)
    section(
        "A in tiles of 4, zeros in the padding; here with 1 row of 5",
        draw(twin.layout("A").place((1, 5))),
    )
    section(f"Loops along the tiles: {guards(s)} guard", str(compute_stage(s)))
    s.remove_branching_through_overcompute("compute")
    section(f"With 0.0 in the padding: {guards(s)} guards", str(compute_stage(s)))
    section("The steps", f"{s.trace()}\nThe same for pad-opt:\n{s.pipeline()}")

    ones = along_tiles(source, pad_value=1.0)
    ones.remove_branching_through_overcompute("compute")
    section(f"With 1.0 in the padding: {guards(ones)} guard, for", "\n".join(ones.remarks))
    return report(s.compile(), compile(s.module.clone(), packed=True), twin)


def along_tiles(source: str, pad_value: float) -> Schedule:
    """A in tiles of 4 columns, and the loops in the order of its cells."""
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


def report(logical: Kernel, packed: Kernel, twin: Kernel) -> int:
    rng = np.random.default_rng(0)
    reals = rng.random((ROWS, COLUMNS), np.float32)
    integers = rng.integers(-8, 8, (ROWS, COLUMNS)).astype(np.float32)
    checks = {
        "logical call, reals, rtol 1e-5": sums_reals(logical, reals),
        "logical call, integers, every bit": sums_integers(logical, integers),
        "packed call, integers, every bit, A untouched": keeps_contract(packed, integers),
        "the guarded twin too": keeps_contract(twin, integers),
    }
    lines = [f"{'ok' if passed else 'WRONG':<6}{name}" for name, passed in checks.items()]
    section("Compared with numpy", "\n".join(lines))
    free, guarded = microseconds(packed, twin, pack(packed, reals), np.empty(ROWS, np.float32))
    times = f"{guarded:7.0f} us  with the guard\n{free:7.0f} us  without it"
    section(f"Median time of a call, in turns: {guarded / free:.2f} times as fast", times)
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
    """A in its physical layout: rows of 1024 cells, zeros behind the 1021 of the matrix."""
    rows = np.zeros((ROWS, 1024), np.float32)
    rows[:, :COLUMNS] = A
    return rows.reshape(kernel.physical_shape("A"))


def bits(values: Floats) -> NDArray[np.uint32]:
    return values.view(np.uint32)


def microseconds(first: Kernel, second: Kernel, A: Floats, B: Floats) -> tuple[float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(200):
        for kernel, spent in zip((first, second), times, strict=True):
            start = perf_counter()
            kernel(A, B)
            spent.append(1e6 * (perf_counter() - start))
    return median(times[0]), median(times[1])


if __name__ == "__main__":
    sys.exit(main())

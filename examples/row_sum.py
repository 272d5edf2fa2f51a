"""
The row sum of row_sum.mlir with padded layouts: lowered by real MLIR, run, and compared with numpy.

Run it as `python examples/row_sum.py`; the exit code is 1 if a comparison fails.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import ModuleOp, UnregisteredOp

from pad_mlir.dialect.picture import draw
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.runtime import Kernel, compile
from pad_mlir.tools.pipeline import parse_pipeline

ROWS, COLUMNS = 1024, 1021
LAYOUTS = """\
pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 16, j mod 16)" pad=0.0},
pad-transform-layout{buffer=B map="(i) -> (i floordiv 24, i mod 24)" pad=undef},
pad-apply-layouts"""
POISONS = (np.nan, 3.4e38, -np.inf)

Floats = NDArray[np.float32]


def main() -> int:
    source = Path(__file__).with_name("row_sum.mlir").read_text()
    section("The function, in logical indices", source)
    module = parse_module(source, "row_sum.mlir")
    run_passes(module, LAYOUTS)
    logical, packed = compile(module), compile(module, packed=True)
    twin = logical.layout("A").place((1, 21))
    section("A in tiles of 16, zeros in the padding; here with 1 row of 21", draw(twin, columns=8))
    section(
        "The same in physical indices, after the passes", f"{LAYOUTS}\n\n{print_module(module)}"
    )
    levels = ("affine", "scf", "cf", "llvm")
    section("Operations at each level of pad-to-host", "\n".join(map(operations(module), levels)))
    return report(logical, packed)


def section(title: str, text: str) -> None:
    print(f"== {title}\n\n{text.rstrip()}\n")


def run_passes(module: ModuleOp, pipeline: str) -> None:
    context = new_context()
    for step in parse_pipeline(pipeline, ALL_PASSES):
        step.apply(context, module)
        module.verify()


def operations(module: ModuleOp) -> Callable[[str], str]:
    """How many operations of which dialects there are when the lowering stops at a level."""

    def counts(stop: str) -> str:
        copy = module.clone()
        run_passes(copy, f"pad-to-host{{stop={stop}}}")
        names = (
            op.op_name.data if isinstance(op, UnregisteredOp) else op.name
            for op in copy.walk()
            if op is not copy
        )
        dialects = Counter(name.partition(".")[0] for name in names)
        listed = ", ".join(f"{count} {name}" for name, count in dialects.most_common())
        return f"stop={stop:<8}{listed}"

    return counts


def report(logical: Kernel, packed: Kernel) -> int:
    rng = np.random.default_rng(0)
    reals = rng.random((ROWS, COLUMNS), np.float32)
    integers = rng.integers(-8, 8, (ROWS, COLUMNS)).astype(np.float32)
    checks = {
        "logical call, reals, rtol 1e-5": sums_reals(logical, reals),
        "logical call, integers, every bit": sums_integers(logical, integers),
        **{
            f"packed call, padding of B is {poison:g}": keeps_contract(packed, integers, poison)
            for poison in POISONS
        },
    }
    lines = [f"{'ok' if passed else 'WRONG':<6}{name}" for name, passed in checks.items()]
    section("Compared with numpy", "\n".join(lines))
    unpacked = reals, np.empty(ROWS, np.float32)
    physical = pack(packed, reals), np.empty(packed.physical_shape("B"), np.float32)
    times = f"""
{microseconds(logical, *unpacked):7.0f} us  with logical arrays, which the call packs and unpacks
{microseconds(packed, *physical):7.0f} us  with physical arrays"""
    section("Median time of a call", times.lstrip("\n"))
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


def keeps_contract(kernel: Kernel, A: Floats, poison: float) -> bool:
    """
    A call with physical arrays.

    A's padding must hold 0.0, as A is read; nothing is promised about that of B, nor of its cells.
    """
    before = pack(kernel, A)
    after, sums = before.copy(), np.full(kernel.physical_shape("B"), poison, np.float32)
    kernel(after, sums)
    wanted = A.sum(1)
    is_right = np.array_equal(bits(sums.reshape(-1)[:ROWS]), bits(wanted))
    return is_right and np.array_equal(bits(after), bits(before))


def pack(kernel: Kernel, A: Floats) -> Floats:
    """A in its physical layout: rows of 1024 cells, zeros behind the 1021 of the matrix."""
    rows = np.zeros((ROWS, 1024), np.float32)
    rows[:, :COLUMNS] = A
    return rows.reshape(kernel.physical_shape("A"))


def bits(values: Floats) -> NDArray[np.uint32]:
    return values.view(np.uint32)


def microseconds(kernel: Kernel, *arrays: Any, calls: int = 100) -> float:
    times = list[float]()
    for _ in range(calls):
        start = perf_counter()
        kernel(*arrays)
        times.append(perf_counter() - start)
    return 1e6 * median(times)


if __name__ == "__main__":
    sys.exit(main())

"""One product of matrices over buffers of four kinds, and a row sum and a copy over flat ones."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

Array = NDArray[np.float32]
FLAT, PLAIN, ROWS = "memref<?xf32>", "memref<?x?xf32>", "memref<?x?xf32, strided<[?, 1]>>"
ROOM = 3
"""Elements after each row of an array with strides."""


def product(kind: str) -> str:
    """C = A B on arguments that are plain, have strides, have views, or are flat."""
    type = {"plain": PLAIN, "strided": ROWS}.get(kind, FLAT)
    sides = {"A": ("n", "l", "i", "k"), "B": ("l", "m", "k", "j"), "C": ("n", "m", "i", "j")}
    viewed = ROWS if kind == "view" else type
    lines = list[str]()
    for name, (rows, row, i, j) in sides.items():
        if kind == "view":
            lines.append(
                f"%{name}V = memref.reinterpret_cast %{name} to offset: [0], sizes: [%{rows}, "
                f"%{row}], strides: [%{row}, 1] : {FLAT} to {ROWS}"
            )
        sides[name] = (f"%{name}{'V' * (kind == 'view')}[%{i}, %{j}] : {viewed}", row, i, j)

    def at(name: str) -> tuple[list[str], str]:
        cell, row, i, j = sides[name]
        if kind != "flat":
            return [], cell
        computed = [f"%{name}r = arith.muli %{i}, %{row} : index"]
        computed.append(f"%{name}p = arith.addi %{name}r, %{j} : index")
        return computed, f"%{name}[%{name}p] : {FLAT}"

    (of_c, c), (of_a, a), (of_b, b) = map(at, "CAB")
    return "\n".join(
        [
            f"func.func @product(%A: {type}, %B: {type}, %C: {type}, %n: index, %m: index, %l: "
            "index) {",
            "%zero = arith.constant 0.0 : f32",
            *lines,
            *("affine.for %i = 0 to %n {", "affine.for %j = 0 to %m {", *of_c),
            f"memref.store %zero, {c}",
            *("affine.for %k = 0 to %l {", *of_a, *of_b),
            f"%a = memref.load {a}\n%b = memref.load {b}\n%c = memref.load {c}",
            "%p = arith.mulf %a, %b fastmath<contract> : f32",
            "%s = arith.addf %c, %p fastmath<reassoc,contract> : f32",
            f"memref.store %s, {c}\n}}\n}}\n}}\nfunc.return\n}}",
        ]
    )


OTHERS = {
    "row sum": """
        affine.store %zero, %B[%i] : memref<?xf32>
        affine.for %j = 0 to %m {
          %r = arith.muli %i, %m : index
          %p = arith.addi %r, %j : index
          %a = memref.load %A[%p] : memref<?xf32>
          %b = affine.load %B[%i] : memref<?xf32>
          %s = arith.addf %b, %a fastmath<reassoc> : f32
          affine.store %s, %B[%i] : memref<?xf32>
        }""",
    "twice": """
        affine.for %j = 0 to %m {
          %r = arith.muli %i, %m : index
          %p = arith.addi %r, %j : index
          %a = memref.load %A[%p] : memref<?xf32>
          %s = arith.addf %a, %a : f32
          memref.store %s, %B[%p] : memref<?xf32>
        }""",
}


def flat(body: str) -> str:
    """A function over the rows of a flat buffer."""
    return f"""func.func @rows(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %m: index) {{
      %zero = arith.constant 0.0 : f32
      affine.for %i = 0 to %n {{ {body}
      }}
      func.return
    }}"""


def stored(matrix: Array, kind: str) -> Array:
    """The matrix as an argument of a kind."""
    if kind == "strided":
        around = np.zeros((len(matrix), matrix.shape[1] + ROOM), np.float32)
        around[:, :-ROOM] = matrix
        return around[:, :-ROOM]
    return matrix.copy() if kind == "plain" else matrix.flatten()


def fastest(call: Callable[[], object], seconds: float) -> float:
    """The fastest of as many calls as that time has, in microseconds."""
    call()
    times, end = list[float](), process_time() + seconds
    while process_time() < end:
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times) * 1e6


def kernel(text: str) -> Callable[..., object]:
    """The function with vectors of this machine."""
    schedule = Schedule(text)
    schedule.optimize(target_cpu="native")
    return compile(schedule.module)


def main() -> None:
    """Print a line for each kernel and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each kernel and size")
    seconds = parser.parse_args().seconds
    draw = np.random.default_rng(0)
    for kind in ("plain", "strided", "view", "flat"):
        run = kernel(product(kind))
        for n in (127, 509):
            a, b = (draw.standard_normal((n, n)).astype(np.float32) for _ in "AB")
            given = [stored(each, kind) for each in (a, b, np.zeros_like(a))]
            took = fastest(lambda run=run, given=given, n=n: run(*given, n, n, n), seconds)
            np.testing.assert_allclose(given[2].reshape(n, n), a @ b, atol=1e-2)
            print(f"product, {kind}, {n}: {took:,.1f} us, {2 * n**3 / took / 1e3:.0f} Gflop/s")
    for name, body in OTHERS.items():
        run = kernel(flat(body))
        for n in (127, 509):
            a = draw.standard_normal((n, n)).astype(np.float32)
            out = np.zeros(n if name == "row sum" else n * n, np.float32)
            flattened = a.flatten()
            given = [flattened, out, n, n]
            took = fastest(lambda run=run, given=given: run(*given), seconds)
            wanted = a.sum(axis=1) if name == "row sum" else 2 * flattened
            np.testing.assert_allclose(out, wanted, atol=1e-3)
            print(f"{name}, flat, {n}: {took:,.1f} us")


if __name__ == "__main__":
    main()

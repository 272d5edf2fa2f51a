"""
Times the functions of `pad-expand-math`: `python benchmarks/bench_math.py [--torch PYTHON]`.

Beside them are the functions of libm and libmvec by gcc, of numpy, and of torch where a Python that
has it is given. One thread, in turns; nanoseconds of CPU time an element.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from activations.torch_process import Torch, torch_of
from kernels.compiled import compile_schedule
from kernels.native import Array, Run, aligned, compile_c, native, python_run
from kernels.native import seconds_in_turns as in_turns
from kernels.problem import F32, F64, Number

from pad_mlir.schedule import Schedule

COUNT = 1 << 20
ROUNDS, ROUND_TIME = 9, 0.01
COLUMNS = ("ours", "ours, afn", "libm", "libmvec", "numpy", "torch")
_VARIANTS = {"libm": ("-fno-math-errno",), "libmvec": ("-ffast-math",)}


class Function(NamedTuple):
    """A function of one number, the range of what it is timed on, and its names."""

    name: str
    low: float
    high: float
    in_c: str = ""
    in_numpy: str = ""
    in_torch: str = ""

    def in_type(self, type: Number) -> str:
        """In C, of x of this type."""
        suffix = "f" if type is F32 else ""
        return self.in_c.replace("sqrt", f"sqrt{suffix}") or f"{self.name}{suffix}(x)"

    def numpy(self) -> Callable[..., Any] | None:
        """Return numpy's, if there is one."""
        return getattr(np, self.in_numpy or self.name, None)


FUNCTIONS = (
    Function("exp", -10, 10),
    Function("exp2", -10, 10),
    Function("expm1", -10, 10),
    Function("log", 1e-3, 1e3),
    Function("log2", 1e-3, 1e3),
    Function("log10", 1e-3, 1e3),
    Function("log1p", -0.9, 100),
    Function("sin", -10, 10),
    Function("cos", -10, 10),
    Function("tan", -10, 10),
    Function("asin", -1, 1, in_numpy="arcsin"),
    Function("acos", -1, 1, in_numpy="arccos"),
    Function("atan", -10, 10, in_numpy="arctan"),
    Function("sinh", -10, 10),
    Function("cosh", -10, 10),
    Function("tanh", -5, 5),
    Function("erf", -3, 3),
    Function("cbrt", -100, 100, in_torch="-"),
    Function("rsqrt", 1e-3, 1e3, in_c="1 / sqrt(x)"),
)


def _ours(function: Function, type: Number, flags: str, arrays: list[Array]) -> Run:
    buffer = f"memref<{COUNT}x{type.mlir}>"
    schedule = Schedule(f"""
func.func @f(%A: {buffer}, %B: {buffer}) {{
  affine.for %i = 0 to {COUNT} {{
    %x = affine.load %A[%i] : {buffer}
    %r = math.{function.name} %x {flags} : {type.mlir}
    affine.store %r, %B[%i] : {buffer}
  }}
  func.return
}}""")
    schedule.vectorize()
    return compile_schedule(schedule).function.bound(arrays)


def runs_of(function: Function, type: Number, torch: Torch | None) -> dict[str, Run]:
    """All ways of a function."""
    random = np.random.default_rng(0)
    x = aligned(random.uniform(function.low, function.high, COUNT).astype(type.dtype))
    arrays = [x, aligned(np.zeros_like(x))]
    found = {
        "ours": _ours(function, type, "", arrays),
        "ours, afn": _ours(function, type, "fastmath<afn>", arrays),
    }
    text = f"""
#include <math.h>
void f(const {type.c} *restrict a, {type.c} *restrict b) {{
  for (int i = 0; i < {COUNT}; i++) {{ {type.c} x = a[i]; b[i] = {function.in_type(type)}; }}
}}"""
    for name, flags in _VARIANTS.items():
        found[name] = native(compile_c(text, "gcc", flags), "f").bound(arrays)
    if (of_numpy := function.numpy()) is not None:
        found["numpy"] = python_run(lambda: of_numpy(x, out=arrays[1]))
    if torch is not None and function.in_torch != "-":
        expression = f"torch.{function.in_torch or function.name}(X, out=out)"
        ((_, found["torch"]),) = torch.runs([expression], {"X": x, "out": arrays[1]})
    return found


def main() -> int:
    """Print a table of functions for each type."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch", help="a Python that has torch")
    parser.add_argument("--only", default="", help="functions that have this in their name")
    parser.add_argument("--type", choices=("f32", "f64"), help="both by default")
    options = parser.parse_args()
    with torch_of(options.torch) as torch:
        for type in (F32, F64):
            if options.type not in (None, type.mlir):
                continue
            print(f"| {type.mlir} | {' | '.join(COLUMNS)} |\n|---|{'---|' * len(COLUMNS)}")
            for function in FUNCTIONS:
                if options.only in function.name:
                    seconds = in_turns(runs_of(function, type, torch), ROUNDS, ROUND_TIME)
                    times = {name: spent / COUNT * 1e9 for name, spent in seconds.items()}
                    shown = [f"{times[k]:.2f}" if k in times else "" for k in COLUMNS]
                    print(f"| {function.name} | {' | '.join(shown)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

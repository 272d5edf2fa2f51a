"""
Times the functions of `pad-expand-math`, and what programs make of them, beside those of libm,
libmvec and numpy: `python benchmarks/bench_math.py`. One thread, in turns, the fastest of several.
"""

from __future__ import annotations

import ctypes
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

COUNT = 1 << 20
_TURNS = 15
_AFN = "fastmath<afn>"
_FREE = "fastmath<afn,reassoc,contract,nnan,ninf,nsz,arcp>"
_OPTIONS = ("-O3", "-march=native", "-fPIC", "-shared")
_VARIANTS = {"libm": ("-fno-math-errno",), "libmvec": ("-ffast-math",)}


class Function(NamedTuple):
    """A function of one number, the range of what it is timed on, and its names."""

    name: str
    low: float
    high: float
    in_c: str = ""
    in_numpy: str = ""

    @property
    def expression(self) -> str:
        """In C, of x."""
        return self.in_c or f"{self.name}f(x)"

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
    Function("cbrt", -100, 100),
    Function("rsqrt", 1e-3, 1e3, in_c="1.0f / sqrtf(x)"),
)

_HALF, _ROOT = 0.5, math.sqrt(0.5)
PROGRAMS: dict[str, tuple[str, str]] = {
    "sigmoid": (
        """
    %n = arith.negf %x {f} : f32
    %e = math.exp %n {f} : f32
    %d = arith.addf %e, %one {f} : f32
    %r = arith.divf %one, %d {f} : f32""",
        "1.0f / (1.0f + expf(-x))",
    ),
    "silu": (
        """
    %n = arith.negf %x {f} : f32
    %e = math.exp %n {f} : f32
    %d = arith.addf %e, %one {f} : f32
    %r = arith.divf %x, %d {f} : f32""",
        "x / (1.0f + expf(-x))",
    ),
    "gelu (erf)": (
        f"""
    %root = arith.constant {_ROOT} : f32
    %half = arith.constant 0.5 : f32
    %s = arith.mulf %x, %root {{f}} : f32
    %e = math.erf %s {{f}} : f32
    %d = arith.addf %e, %one {{f}} : f32
    %h = arith.mulf %x, %half {{f}} : f32
    %r = arith.mulf %h, %d {{f}} : f32""",
        f"0.5f * x * (1.0f + erff(x * {_ROOT}f))",
    ),
    "gelu (tanh)": (
        f"""
    %c = arith.constant 0.044715 : f32
    %scale = arith.constant {math.sqrt(2 / math.pi)} : f32
    %half = arith.constant 0.5 : f32
    %x2 = arith.mulf %x, %x {{f}} : f32
    %x3 = arith.mulf %x2, %x {{f}} : f32
    %t = arith.mulf %x3, %c {{f}} : f32
    %u = arith.addf %x, %t {{f}} : f32
    %v = arith.mulf %u, %scale {{f}} : f32
    %e = math.tanh %v {{f}} : f32
    %d = arith.addf %e, %one {{f}} : f32
    %h = arith.mulf %x, %half {{f}} : f32
    %r = arith.mulf %h, %d {{f}} : f32""",
        f"0.5f * x * (1.0f + tanhf({math.sqrt(2 / math.pi)}f * (x + 0.044715f * x * x * x)))",
    ),
    "softplus": (
        """
    %e = math.exp %x {f} : f32
    %r = math.log1p %e {f} : f32""",
        "log1pf(expf(x))",
    ),
}
"""On each element: in MLIR, with `{f}` for its flags, and in C."""


def _loop(body: str) -> str:
    buffer = f"memref<{COUNT}xf32>"
    return f"""
func.func @f(%A: {buffer}, %B: {buffer}) {{
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to {COUNT} {{
    %x = affine.load %A[%i] : {buffer}
    {body}
    affine.store %r, %B[%i] : {buffer}
  }}
  func.return
}}"""


def _ours(body: str) -> Callable[..., Any]:
    schedule = Schedule(_loop(body))
    schedule.vectorize()
    return compile(schedule.module)


def _in_c(expressions: Sequence[str], folder: Path) -> dict[str, ctypes.CDLL]:
    """Compile loops over the expressions, `f0` and so on, against each library."""
    loop = (
        "void f{k}(const float *restrict a, float *restrict b) {{ for (long i = 0; i < {n}; i++) "
    )
    loop += "{{ float x = a[i]; b[i] = {e}; }} }}\n"
    text = "".join(loop.format(k=k, n=COUNT, e=e) for k, e in enumerate(expressions))
    (folder / "f.c").write_text(f"#include <math.h>\n{text}")
    found = dict[str, ctypes.CDLL]()
    for name, options in _VARIANTS.items():
        made = folder / f"{name}.so"
        line = [os.environ.get("CC", "gcc"), *_OPTIONS, *options, str(folder / "f.c")]
        subprocess.run([*line, "-o", str(made), "-lmvec", "-lm"], check=True)
        found[name] = ctypes.CDLL(str(made))
    return found


def _c_call(library: ctypes.CDLL, number: int) -> Callable[..., Any]:
    function = library[f"f{number}"]

    def call(x: NDArray[Any], y: NDArray[Any]) -> None:
        function(ctypes.c_void_p(x.ctypes.data), ctypes.c_void_p(y.ctypes.data))

    return call


def _numpy_call(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(x: NDArray[Any], y: NDArray[Any]) -> None:
        function(x, out=y)

    return call


def _in_turns(calls: dict[str, Callable[..., Any]], x: NDArray[Any]) -> dict[str, float]:
    """The fewest nanoseconds of the process an element, of each."""
    y, best = np.empty_like(x), dict.fromkeys(calls, math.inf)
    for _ in range(_TURNS):
        for name, call in calls.items():
            began = time.process_time()
            call(x, y)
            best[name] = min(best[name], time.process_time() - began)
    return {name: seconds / COUNT * 1e9 for name, seconds in best.items()}


def _row(name: str, times: dict[str, float]) -> str:
    shown = [f"{times[key]:.2f}" if key in times else "" for key in COLUMNS]
    return f"| {name} | {' | '.join(shown)} |"


COLUMNS = ("ours", "ours, afn", "libm", "libmvec", "numpy")


def main() -> int:
    """Print a table of functions and one of programs."""
    expressions = [f.expression for f in FUNCTIONS] + [c for _, c in PROGRAMS.values()]
    random = np.random.default_rng(0)
    with TemporaryDirectory() as folder:
        libraries = _in_c(expressions, Path(folder))
        print(f"| | {' | '.join(COLUMNS)} |\n|---|{'---|' * len(COLUMNS)}")
        for number, function in enumerate(FUNCTIONS):
            calls = {
                "ours": _ours(f"%r = math.{function.name} %x : f32"),
                "ours, afn": _ours(f"%r = math.{function.name} %x {_AFN} : f32"),
                **{name: _c_call(library, number) for name, library in libraries.items()},
            }
            if (of_numpy := function.numpy()) is not None:
                calls["numpy"] = _numpy_call(of_numpy)
            x = random.uniform(function.low, function.high, COUNT).astype(np.float32)
            print(_row(f"{function.name}, {function.low} to {function.high}", _in_turns(calls, x)))
        for number, (name, (body, _)) in enumerate(PROGRAMS.items(), len(FUNCTIONS)):
            calls = {
                "ours": _ours(body.replace("{f}", "")),
                "ours, afn": _ours(body.replace("{f}", _FREE)),
                **{key: _c_call(library, number) for key, library in libraries.items()},
            }
            x = random.uniform(-5, 5, COUNT).astype(np.float32)
            print(_row(name, _in_turns(calls, x)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

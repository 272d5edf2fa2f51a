"""
Times functions of neural networks, `python benchmarks/bench_activations.py [--torch PYTHON]`.

What `optimize` alone makes of them, with layouts that it proposes and without, stands beside the
same loops by gcc and by clang with glibc's vector functions, numpy, and torch where a Python that
has it is given. One thread, in turns, results checked first; CPU times of the thread.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from activations import elementwise, rows
from activations.program import RESULT, Array, Program
from activations.torch_process import Torch, torch_of
from kernels.compiled import compile_schedule
from kernels.native import Run, aligned, compile_c, compiler, native, python_run
from kernels.native import seconds_in_turns as in_turns

from pad_mlir.schedule import Schedule

PROGRAMS = (*elementwise.PROGRAMS, *rows.PROGRAMS)
ROUNDS, ROUND_TIME = 15, 0.02
EXACT, OURS, LAID_OUT = "ours, no afn", "ours", "ours, own layouts"
C_FLAGS = {"gcc": ("-ffast-math",), "clang": ("-ffast-math", "-fveclib=libmvec")}
OTHERS = (*C_FLAGS, "numpy", "torch")
_TOLERANCE = 1e-5


class WrongResult(Exception):
    """A way that does not compute what it should."""


def runs_of(program: Program, torch: Torch | None) -> dict[str, Run]:
    """All ways of a program, each checked."""
    arrays = program.arrays()
    expected = program.expected(arrays)
    found = dict[str, Run]()

    def add(way: str, result: Array, run: Run) -> None:
        if not np.allclose(result, expected, rtol=_TOLERANCE, atol=_TOLERANCE):
            raise WrongResult(f"{program.name}, {way}: off by {np.abs(result - expected).max()}")
        found[way] = run

    for way in (EXACT, OURS, LAID_OUT):
        schedule = Schedule(program.mlir(afn=way != EXACT))
        schedule.optimize(target_cpu="native", layouts="auto" if way == LAID_OUT else None)
        compiled = compile_schedule(schedule)
        physical = compiled.physical(arrays)
        run = compiled.function.bound(physical)
        run(1)
        add(way, compiled.logical(RESULT, physical[-1]), run)
    for name, flags in C_FLAGS.items():
        if (path := compiler(name)) is not None:
            own = [aligned(array) for array in arrays.values()]
            run = native(compile_c(program.c, path, flags), "f").bound(own)
            run(1)
            add(name, own[-1], run)
    if program.in_numpy is not None:
        own = [aligned(array) for array in arrays.values()]
        call = _called(program.in_numpy, own)
        call()
        add("numpy", own[-1], python_run(call))
    given = {"out" if name == RESULT else name: array for name, array in arrays.items()}
    of_torch = torch.runs(program.in_torch, given) if torch else ()
    for number, (result, run) in enumerate(of_torch):
        add(f"torch {number}" if number else "torch", result, run)
    return found


def _called(function: Callable[..., object], arrays: list[Array]) -> Callable[[], object]:
    return lambda: function(*arrays)


def main() -> None:
    """Print a line for each program, in microseconds, and the fastest of others over ours."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--torch", help="a Python that has torch")
    parser.add_argument("--only", default="", help="programs that have this in their name")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    columns = (EXACT, OURS, LAID_OUT, *OTHERS, "fastest other / ours")
    print(f"| | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    with torch_of(options.torch) as torch:
        for program in PROGRAMS:
            if options.only in program.name:
                print(
                    _row(
                        program.name, in_turns(runs_of(program, torch), options.rounds, ROUND_TIME)
                    )
                )


def _row(name: str, seconds: dict[str, float]) -> str:
    times = {
        way: min(t for w, t in seconds.items() if w.split(" ")[0] == way)
        for way in OTHERS
        if way in seconds
    }
    ours = {way: seconds[way] for way in (EXACT, OURS, LAID_OUT)}
    shown = [
        f"{1e6 * found[way]:.0f}" if way in (found := ours | times) else ""
        for way in (*ours, *OTHERS)
    ]
    ratio = min(times.values()) / min(ours[OURS], ours[LAID_OUT])
    return f"| {name} | {' | '.join(shown)} | {ratio:.2f} |"


if __name__ == "__main__":
    main()

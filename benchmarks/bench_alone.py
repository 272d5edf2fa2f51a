"""Times `optimize` alone on the kernels of `bench_kernels.py`, beside their schedules and numpy."""

from __future__ import annotations

import argparse

from kernels.catalogue import fresh, problems
from kernels.compiled import compile_schedule, is_close
from kernels.measure import NUMPY, WrongResult
from kernels.native import Run, python_run
from kernels.native import seconds_in_turns as in_turns
from kernels.problem import OURS, Problem

from pad_mlir.schedule import Schedule

ROUNDS, ROUND_TIME = 7, 0.02
TARGET = "native"
PLAIN, OWN = "no layouts", "own layouts"
"""The ways in which nobody says more than the processor; the arrays are packed before."""


def measure(problem: Problem, rounds: int) -> dict[str, float]:
    """The median CPU seconds of a call in each way, in turns, each checked first."""
    arrays = problem.arrays()
    expected = problem.expected(arrays)
    runs = dict[str, Run]()
    for way in (OURS, PLAIN, OWN):
        compiled = compile_schedule(_schedule(problem, way))
        physical = compiled.physical(arrays)
        runs[way] = compiled.function.bound(physical)
        runs[way](1)
        got = compiled.logical(problem.output, physical[-1])
        if not is_close(got, expected, problem.tolerance):
            raise WrongResult(f"{problem.name}, {way}: not what numpy gives")
    runs[NUMPY] = python_run(problem.numpy(arrays))
    return in_turns(runs, rounds, ROUND_TIME)


def _schedule(problem: Problem, way: str) -> Schedule:
    if way == OURS:
        return problem.schedules()[OURS]()
    schedule = Schedule(problem.mlir, fp=problem.fp)
    if way == OWN:
        schedule.optimize(target_cpu=TARGET, layouts="auto")
    else:
        schedule.optimize(target_cpu=TARGET)
    return schedule


def main() -> None:
    """Prints a line for each kernel: microseconds, and the schedule's time over each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="NAME", help="kernels that have this in their name")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    chosen = [p for p in (*problems(), *fresh()) if (options.only or "") in p.name]
    if not chosen:
        parser.error(f"no kernel has '{options.only}' in its name")
    for problem in chosen:
        seconds = measure(problem, options.rounds)
        times = (f"{1e6 * s:>10.1f} ({seconds[OURS] / s:.2f})" for s in seconds.values())
        print(f"{problem.name:<46}{''.join(times)}", flush=True)


if __name__ == "__main__":
    main()

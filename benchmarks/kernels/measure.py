"""One kernel in all ways that there are, checked against numpy, then timed in turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .compiled import Compiled, compile_schedule, is_close
from .limits import limit_of
from .native import Array, Run, aligned, compile_c, compiler, native, python_run, seconds_in_turns
from .problem import OURS, Problem
from .tvm_process import TvmResult, time_tvm

LIMIT, NUMPY = "limit", "numpy"
C_COMPILERS: Mapping[str, tuple[str, ...]] = {"gcc": (), "clang": ("-fveclib=libmvec",)}
"""Flags that only one of them needs: gcc finds the vector functions of libm by itself."""


@dataclass(frozen=True)
class Result:
    """Median seconds of a call of one problem, in each of the ways that there are here."""

    name: str
    bound: str | None
    flops: int
    bytes: int
    seconds: Mapping[str, float]
    tvm: TvmResult | None


class WrongResult(Exception):
    """A way of computing a kernel that does not give what numpy gives."""


def runs_of(problem: Problem) -> dict[str, Run]:
    """Each way as a function to time, after a check of what it gives."""
    arrays = problem.arrays()
    expected = problem.expected(arrays)
    runs: dict[str, Run] = {}

    def add(way: str, run: Run, output: Array, compiled: Compiled | None) -> None:
        run(1)
        got = output if compiled is None else compiled.logical(problem.output, output)
        if not is_close(got, expected, problem.tolerance):
            raise WrongResult(f"{problem.name}, {way}: not what numpy gives")
        runs[way] = run

    padded = compile_schedule(problem.schedules()[OURS]())
    for way, schedule in problem.schedules().items():
        compiled = padded if way == OURS else compile_schedule(schedule())
        physical = compiled.physical(arrays)
        add(way, compiled.function.bound(physical), physical[-1], compiled)
    runs[NUMPY] = python_run(problem.numpy(arrays))
    for name, own_flags in C_COMPILERS.items():
        path = compiler(name)
        if path is None:
            continue
        for freedom, flags in problem.c_flags.items():
            logical = [aligned(array) for array in arrays.values()]
            code = native(compile_c(problem.c_logical, path, (*flags, *own_flags)), "kernel")
            add(f"{name}, logical, {freedom}", code.bound(logical), logical[-1], None)
            physical = padded.physical(arrays)
            code = native(compile_c(problem.c_padded, path, (*flags, *own_flags)), "kernel")
            add(f"{name}, padded, {freedom}", code.bound(physical), physical[-1], padded)
    return runs


def measure(problem: Problem, rounds: int, round_time: float, *, with_tvm: bool) -> Result:
    """Medians over so many rounds, each way for so many seconds in each; TVM after the others."""
    runs = runs_of(problem)
    limit = None if problem.bound is None else limit_of(problem.bound)
    if limit is not None:
        runs[LIMIT] = limit.run
    seconds = seconds_in_turns(runs, rounds, round_time)
    if limit is not None:
        seconds[LIMIT] /= limit.share
    bound = None if problem.bound is None else problem.bound.by
    tvm = time_tvm(problem, rounds, round_time) if with_tvm else None
    return Result(problem.name, bound, problem.flops, problem.bytes, seconds, tvm)

"""Kernels that the passes were not written for, scheduled in a few lines: right, and vectors."""

from __future__ import annotations

import numpy as np
import pytest
from kernels.catalogue import fresh, fresh_twins
from kernels.compiled import is_close
from kernels.problem import OURS, Problem
from xdsl.dialects import func

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.common.generated_stages import is_of_padding
from pad_mlir.passes.guards.guard_costs import guards_in
from pad_mlir.runtime import pack, unpack
from pad_mlir.tools.tv import Status, validate

TWINS = {problem.family: problem for problem in fresh_twins()}


def poison(problem: Problem) -> float:
    """For padding that may hold anything; "relaxed" says that no value is NaN or infinite."""
    if problem.numbers[0].dtype.kind == "i":
        return 2**31 - 7
    return np.nan if problem.fp == "strict" else 1e30


def test_each_kernel_has_a_twin():
    assert {problem.family for problem in fresh()} == set(TWINS)


@pytest.mark.parametrize("name", TWINS)
def test_no_guard_is_left_and_lanes_do_the_work(name: str):
    module = TWINS[name].schedules()[OURS]().module
    functions = [op for op in module.walk() if isinstance(op, func.FuncOp)]
    assert all(is_of_padding(guard) for f in functions for guard in guards_in(f))
    assert "vector.store" in str(module) or "vector.reduction" in str(module)
    assert "vector.masked" not in str(module)


@pytest.mark.parametrize("name", TWINS)
def test_padding_without_a_value_is_of_no_matter(name: str):
    problem = TWINS[name]
    arrays = problem.arrays()
    kernel = problem.schedules()[OURS]().compile(packed=True)
    physical = {
        name: pack(array, kernel.layout(name), poison(problem)) for name, array in arrays.items()
    }
    before = {name: array.copy() for name, array in physical.items()}
    kernel(*physical.values())
    out = problem.output
    got = unpack(physical[out], kernel.layout(out), arrays[out].shape)
    assert is_close(got, problem.expected(arrays), problem.tolerance)
    for name in set(arrays) - {out}:
        assert physical[name].tobytes() == before[name].tobytes()


@pytest.mark.parametrize("name", TWINS)
def test_the_schedule_keeps_the_meaning(name: str):
    twin = TWINS[name]
    after = str(twin.schedules()[OURS]())
    verdict = validate(parse_module(twin.mlir, name), parse_module(after, OURS), fp=twin.fp)
    assert verdict.status is Status.VALID, verdict

"""Kernels that the mapping was not written for, as they are laid out for a processor."""

from __future__ import annotations

import pytest
from kernels.catalogue import fresh_twins
from kernels.compiled import is_close

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.schedule import Schedule
from pad_mlir.tools.tv import Status, validate

TWINS = {problem.family: problem for problem in fresh_twins()}


@pytest.mark.gpu
@pytest.mark.parametrize("name", TWINS)
def test_right(name: str) -> None:
    problem = TWINS[name]
    s = Schedule(problem.mlir, fp=problem.fp)
    problem.lay_out(s, "change")
    s.remove_branching_through_overcompute()
    s.flatten_loops()
    s.map_to_gpu()
    assert not [remark for remark in s.remarks if remark.pass_name == "pad-map-to-gpu"]
    before, after = parse_module(problem.mlir, name), parse_module(str(s))
    assert validate(before, after, fp=problem.fp).status is Status.VALID
    arrays = problem.arrays()
    wanted = problem.expected(arrays)
    s.compile(target="opencl")(*arrays.values())
    assert is_close(arrays[problem.output], wanted, problem.tolerance)

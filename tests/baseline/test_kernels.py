"""Each benchmarked kernel with our schedule is the IR that it was."""

import pytest
from kernels.catalogue import problems
from kernels.problem import OURS, Problem

from pad_mlir.dialect.repairs import print_module

from .stored import difference


@pytest.mark.parametrize("problem", problems(), ids=lambda problem: problem.name)
def test_the_schedule_gives_the_same_ir(problem: Problem) -> None:
    name = problem.name.replace("/", "-").replace(" ", "_")
    found = difference(f"kernels/{name}", print_module(problem.schedules()[OURS]().module))
    assert found is None, found

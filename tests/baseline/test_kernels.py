"""Each benchmarked kernel with our schedule, for one processor, is the IR that it was."""

import pytest
from kernels.catalogue import problems
from kernels.problem import OURS, Problem

from pad_mlir.dialect.repairs import print_module
from pad_mlir.passes.vectorize import vector_unit
from pad_mlir.upstream.processors import Processor

from .stored import difference

_PROCESSOR = Processor("x86_64-unknown-linux-gnu", "x86-64-v4")


@pytest.fixture
def one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make vectors for the same processor on every machine."""
    unit = vector_unit.vector_unit(_PROCESSOR.name)
    monkeypatch.setattr(vector_unit, "_asked", lambda cpu: unit)  # pyright: ignore
    return


@pytest.mark.usefixtures("one_processor")
@pytest.mark.parametrize("problem", problems(), ids=lambda problem: problem.name)
def test_the_schedule_gives_the_same_ir(problem: Problem) -> None:
    name = problem.name.replace("/", "-").replace(" ", "_")
    found = difference(f"kernels/{name}", print_module(problem.schedules()[OURS]().module))
    assert found is None, found

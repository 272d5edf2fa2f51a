"""Modules of several functions do the same, laid out in poisoned surroundings, as before."""

import pytest

from . import graph_programs, interface_programs
from .checking import check
from .program import Program


@pytest.mark.parametrize(
    "program",
    [*graph_programs.PROGRAMS, *interface_programs.PROGRAMS],
    ids=lambda program: program.name,
)
def test_program(program: Program) -> None:
    check(program)

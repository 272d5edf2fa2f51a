"""Modules of several functions do the same, laid out in poisoned surroundings, as before."""

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

from . import graph_programs, interface_programs
from .checking import check, lowered
from .program import Program

PROGRAMS = [*graph_programs.PROGRAMS, *interface_programs.PROGRAMS]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_program(program: Program) -> None:
    check(program)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_validated(program: Program) -> None:
    verdict = validate(parse_module(program.text), parse_module(lowered(program)))
    assert verdict.status is Status.VALID, verdict

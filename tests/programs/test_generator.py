"""The generator gives programs that parse, verify, print the same again, and are defined."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module, print_module

from .evaluator import evaluate
from .generator import program
from .inputs import arguments


def test_a_seed_gives_one_program() -> None:
    assert program(7) == program(7)
    assert program(7).text != program(8).text


@pytest.mark.parametrize("seed", range(12))
def test_programs_are_right_and_defined(seed: int) -> None:
    made = program(seed)
    module = parse_module(made.text)
    module.verify()
    printed = print_module(module)
    assert print_module(parse_module(printed)) == printed
    evaluate(module, made.entry, arguments(made, seed))

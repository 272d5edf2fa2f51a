"""The kernels before any pass: their texts, their sizes, and their references."""

from __future__ import annotations

from math import prod

import pytest

from .case import CASES, HERE, KERNELS, Case
from .programs import program
from .running import check_logical, parsed, unproven
from .sizes import COUNT, VALUES, combinations, taken

LARGEST = 64 * 2**20
BY_NAME = {case.name: case for case in CASES}
OWN_TEXT = [case for case in CASES if case.name == case.function or case.without]


def test_fifteen_kernels_and_no_stray_text() -> None:
    assert len(KERNELS) == 15
    assert len(BY_NAME) == len(CASES)
    texts = {path.stem for path in (HERE / "kernels").glob("*.mlir")}
    assert texts == {case.function for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_text_is_right_and_has_the_stages_of_its_verdict(case: Case) -> None:
    module = parsed(case)
    module.verify()
    stages = {
        str(op.attributes["pad.stage"]) for op in module.walk() if "pad.stage" in op.attributes
    }
    assert {f'"{stage}"' for stage in case.guards} <= stages
    assert case.why
    assert "TILE" not in case.pipeline()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_sizes_are_as_many_as_asked_and_within_the_facts(case: Case) -> None:
    what, drawn = program(case.name, case.function), combinations(case)
    assert len(drawn) == len({tuple(sizes.items()) for sizes in drawn}) == COUNT
    assert drawn == combinations(case)
    for sizes in drawn:
        assert what.allowed(sizes)
        assert all(4 * prod(shape) <= LARGEST for shape in what.shapes(sizes).values())
        for name, limit in case.limits.items():
            assert sizes[name] >= limit.min
            assert sizes[name] % limit.multiple == 0


@pytest.mark.parametrize("case", KERNELS, ids=lambda case: case.name)
def test_each_size_has_each_value(case: Case) -> None:
    drawn = combinations(case)
    for name in program(case.name, case.function).sizes:
        assert {sizes[name] for sizes in drawn} >= set(VALUES), name


@pytest.mark.parametrize("case", OWN_TEXT, ids=lambda case: case.name)
def test_text_without_its_schedule_agrees_with_numpy(case: Case) -> None:
    check_logical(case, parsed(case), taken(case))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_text_is_defined_where_it_is_validated(case: Case) -> None:
    module = parsed(case)
    assert unproven(case, module, module) == []

"""The benchmarks' schedules at small sizes: what all of their steps make means what was written."""

from __future__ import annotations

import pytest
from kernels.catalogue import twins
from kernels.problem import GUARDED

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

pytest.importorskip("mlir")

_TWINS = {twin.name: twin for twin in twins()}
_LARGE = "conv2d"  # seconds each
_CASES = [
    (name, variant)
    for name, twin in _TWINS.items()
    for variant in twin.schedules()
    if variant != GUARDED and not name.startswith(_LARGE)
]


@pytest.mark.parametrize(("name", "variant"), _CASES)
def test_schedules_keep_the_meaning(name: str, variant: str) -> None:
    twin = _TWINS[name]
    schedule = twin.schedules()[variant]()
    before, after = parse_module(twin.mlir, name), parse_module(str(schedule), variant)
    assert "vector<" in str(after)
    verdict = validate(before, after, fp=twin.fp)
    assert verdict.status is Status.VALID, verdict

"""
Passes that copy, move and reshape buffers: guards, values around a tile, each step validated.
"""

from __future__ import annotations

from itertools import product

import pytest

from .case import OTHER_PASSES, TILE, Case
from .programs import Sizes, program
from .running import check_logical, check_packed, guards_left, not_valid, scheduled

EDGES = (0, 1, TILE - 1, TILE, TILE + 1)
MOST = 60


def _around_a_tile(case: Case) -> list[Sizes]:
    """All combinations of sizes around one tile, or every few of them."""
    what = program(case.name, case.function)
    limits = {name: case.limits.get(name) for name in what.sizes}
    found: list[Sizes] = []
    for values in product(EDGES, repeat=len(what.sizes)):
        drawn = dict(zip(what.sizes, values, strict=True))
        sizes = {
            name: value if (limit := limits[name]) is None else limit.fitted(value)
            for name, value in drawn.items()
        }
        if what.allowed(sizes) and sizes not in found:
            found.append(sizes)
    return found[:: 1 + len(found) // MOST]


@pytest.mark.parametrize("case", OTHER_PASSES, ids=lambda case: case.name)
def test_guards_and_values(case: Case) -> None:
    module = scheduled(case)
    text = str(module)
    assert [part for part in case.leaves if part not in text] == []
    assert guards_left(case, module) == case.guards, case.why
    check_logical(case, module.clone(), _around_a_tile(case))
    check_packed(case, module.clone(), _around_a_tile(case))


@pytest.mark.parametrize("case", OTHER_PASSES, ids=lambda case: case.name)
def test_each_step_is_valid(case: Case) -> None:
    assert not_valid(case) == []

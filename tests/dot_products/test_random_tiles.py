"""
Random products of two matrices in tiles: exact on the processor, with poisoned padding, and the
step judged by pad-tv where there are few tiles.

`PAD_TILES_EXAMPLES` says how many, `PAD_TILES_SEED` is the first one's seed.
"""

from __future__ import annotations

import os

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.dot_products.dot_unit import has_tiles
from pad_mlir.runtime import compile
from pad_mlir.tools.tv import Status, validate

from .tile_programs import AMX, TileProgram

pytest.importorskip("mlir")

EXAMPLES = int(os.environ.get("PAD_TILES_EXAMPLES", "10"))
FIRST_SEED = int(os.environ.get("PAD_TILES_SEED", "0"))
_SEEDS = range(FIRST_SEED, FIRST_SEED + EXAMPLES)
_JUDGED_EACH, _ENOUGH = 10, 2_000_000
_LEAST_SHARE = 0.4
_WITH_TILES = list[bool]()


@pytest.mark.parametrize("seed", _SEEDS)
def test_sums_are_exact(seed: int) -> None:
    if not has_tiles(None):
        pytest.skip("the processor has no AMX")
    program = TileProgram.of(seed)
    s = program.schedule()
    s.dot_products("matmul")
    _WITH_TILES.append("amx.tile_mul" in str(s))
    wrong = program.difference(compile(s.module, packed=True))
    assert wrong is None, f"{wrong}\n{program}\n{program.text}\n{s}"


def test_many_programs_get_tiles() -> None:
    if len(_WITH_TILES) < EXAMPLES:
        pytest.skip("not all programs were looked at")
    assert sum(_WITH_TILES) > _LEAST_SHARE * len(_WITH_TILES)


@pytest.mark.parametrize("seed", _SEEDS[::_JUDGED_EACH])
def test_the_step_is_not_refuted(seed: int) -> None:
    program = TileProgram.of(seed, small=True)
    s = program.schedule()
    before = str(s)
    s.dot_products("matmul", target_cpu=AMX)
    assert "amx.tile_mul" in str(s)
    texts = (parse_module(text, context=new_context()) for text in (before, str(s)))
    verdict = validate(*texts, budget=_ENOUGH)
    assert verdict.status is not Status.REFUTED, f"{verdict}\n{program}\n{before}\n{s}"

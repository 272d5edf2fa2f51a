"""Products of two matrices as tiles: pad-tv executes them, and they are exact where they run."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.dot_products.dot_unit import has_tiles
from pad_mlir.schedule import Schedule
from pad_mlir.tools.tv import Status, validate

from .programs import matmul_text

pytest.importorskip("mlir")

_ENOUGH = 2_000_000
"""Steps of pad-tv for the products of one tile."""


def _schedule(m: int, n: int, k: int, *, starts_at_zero: bool = True) -> Schedule:
    s = Schedule(matmul_text(m, n, k, left="extui", starts_at_zero=starts_at_zero))
    whole, panels = -(-k // 64) * 64, -(-n // 16)
    s.transform_layout("A", "(i, k) -> (i, k)", 0, extents=[m, whole])
    groups = "(k, j) -> (j floordiv 16, k floordiv 4, (j mod 16) * 4 + k mod 4)"
    s.transform_layout("B", groups, 0, extents=[panels, whole // 4, 64])
    s.transform_layout("C", "(i, j) -> (j floordiv 16, i, j mod 16)", "undef")
    s.sequential_buffer_access("matmul", "C")
    s.split("k", 64 if k > 64 else 4)
    s.remove_branching_through_overcompute("matmul", max_waste=inf)
    return s


@pytest.mark.parametrize(
    ("sizes", "starts_at_zero"),
    [((61, 67, 71), True), ((32, 64, 1100), False), ((16, 16, 2200), True)],
)
def test_they_are_exact(sizes: tuple[int, int, int], starts_at_zero: bool) -> None:
    if not has_tiles(None):
        pytest.skip("the processor has no AMX")
    m, n, k = sizes
    s = _schedule(m, n, k, starts_at_zero=starts_at_zero)
    s.dot_products("matmul")
    assert "amx.tile_muli" in str(s)
    rng = np.random.default_rng(k)
    a, b = (rng.integers(-128, 128, shape, dtype=np.int8) for shape in ((m, k), (k, n)))
    c = np.full((m, n), 7, np.int32)
    s.compile()(a, b, c)
    first = 0 if starts_at_zero else 7
    assert (c == a.view(np.uint8).astype(np.int64) @ b.astype(np.int64) + first).all()


def test_they_are_proven() -> None:
    s = _schedule(16, 16, 64)
    before = str(s)
    s.dot_products("matmul", target_cpu="sapphirerapids")
    after = str(s)
    wrong = after.replace(" zext,", ",")
    assert wrong != after
    for text, wanted in ((after, Status.VALID), (wrong, Status.REFUTED)):
        modules = (parse_module(each, context=new_context()) for each in (before, text))
        assert validate(*modules, budget=_ENOUGH).status is wanted

"""Branch removal where all sizes are parameters, and what it counts, against enumeration."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block

from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.ops import AssumeOp
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import Expr, all_of, var, within
from pad_mlir.index.sets.waste import Waste
from pad_mlir.passes.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)

_CONV2D = (Path(__file__).parent / "symbolic_conv2d.mlir").read_text()
_N, _M, _IO, _II = (var(name) for name in ("n", "m", "io", "ii"))
_Case = tuple[Expr, Expr, tuple[str, ...]]
_TILES = {
    f"tiles of {tile}": (
        all_of([_IO >= 0, tile * _IO < _N, within(_II, tile)]),
        tile * _IO + _II < _N,
        ("io", "ii"),
    )
    for tile in (2, 3, 5)
}
_OTHERS: dict[str, _Case] = {
    "one loop": (all_of([_IO >= 0, _IO < 12]), _IO < _N, ("io",)),
    "two sizes": (all_of([_IO >= 0, _IO < _M]), _IO < _N, ("io",)),
    "from both sides": (all_of([_IO >= 0, _IO < _N]), (_IO >= 2) & (_IO < _N - 1), ("io",)),
    "either": (all_of([_IO >= 0, _IO < _N]), (_IO < 3) | (_IO >= _N - 2), ("io",)),
    "a loop beside": (
        all_of([_IO >= 0, _IO < _M, _II >= 0, _II < 4]),
        _II < _N,
        ("io", "ii"),
    ),
}


def _guards(module: ModuleOp) -> int:
    """The guards that are not around assumes."""
    ifs = [op for op in module.walk() if isinstance(op, affine.IfOp)]
    return sum(not any(isinstance(op, AssumeOp) for op in guard.walk()) for guard in ifs)


def _without_guards(text: str) -> ModuleOp:
    module = parse_module(text)
    PadRemoveBranchingThroughOvercompute(stage="compute").apply(Context(), module)
    return module


def test_conv2d_of_any_size_loses_its_guard() -> None:
    assert _guards(parse_module(_CONV2D)) == 1
    assert _guards(_without_guards(_CONV2D)) == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%many = arith.cmpi sge, %C", "%many = arith.cmpi sge, %K"),  # waste
        ("16 * d0 + d1 - s0 >= 0)>(%co, %ci)[%C] {\n              %w", None),  # W unknown
        ("(s0 + s1 - 1)>()[%P, %R]", "(s0 + s1 - 2)>()[%P, %R]"),  # a row of X unknown
        ("affine.store %zero, %Y", "affine.store %Zero, %Y"),  # -0.0
    ],
)
def test_conv2d_keeps_its_guard_where_a_fact_is_missing(old: str, new: str | None) -> None:
    assert old in _CONV2D
    text = _CONV2D.replace(old, new or old.replace("d1 - s0", "d1 - 1 - s0"))
    text = text.replace("%c15 =", "%Zero = arith.constant -0.0 : f32\n  %c15 =")
    assert _guards(_without_guards(text)) == 1


@pytest.mark.parametrize("case", [*_TILES, *_OTHERS])
@pytest.mark.parametrize("least", [0, 3, 8])
def test_refused_where_some_size_wastes_more(case: str, least: int) -> None:
    domain, condition, names = {**_TILES, **_OTHERS}[case]
    domain = all_of([domain, _M < 20, var("n") >= least])
    n, m, io, ii = np.ogrid[:26, :20, :26, : 26 if "ii" in names else 1]
    values = {"n": n, "m": m, "io": io, "ii": ii}
    inside = np.broadcast_to(domain.evaluate(values), (26, 20, 26, ii.size))
    held = inside & condition.evaluate(values)
    original, every = (points.sum(axis=(2, 3)) for points in (held, inside))
    for limit in (0.0, 0.25, 1.0, 3.0):
        refusal = Waste(domain, condition, names, InstanceReader(Block()).shown).refusal(limit)
        wasteful = bool((every - original > limit * original).any())
        assert (refusal is not None) == wasteful, refusal


def test_iterators_that_depend_on_each_other() -> None:
    """Of a triangle of 10, n = 5 leaves 8; larger n leave more."""
    domain = all_of([within(_IO, 4), _II >= 0, _II <= _IO, _N >= 5])
    waste = Waste(domain, _IO + _II < _N, ("io", "ii"), InstanceReader(Block()).shown)
    assert (waste.inserted, waste.original) == (None, None)
    assert waste.refusal(0.25) is None
    assert waste.refusal(0.2) is not None


def test_a_loop_without_a_last_iteration() -> None:
    waste = Waste(_II >= 0, _II < 14, ("ii",), InstanceReader(Block()).shown)
    assert (waste.inserted, waste.original) == (None, 14)
    assert waste.refusal(100.0) is not None


def test_a_size_along_an_axis_that_varies_has_no_name() -> None:
    module = parse_module("""
        func.func @f(%A: memref<?x?xi32>) {
          affine.for %i = 0 to 2 {
            %d = memref.dim %A, %i : memref<?x?xi32>
          }
          func.return
        }
    """)
    dim = next(op for op in module.walk() if op.name == "memref.dim")
    function = next(iter(module.ops))
    assert InstanceReader(function.regions[0].block).index(dim.results[0]) is None

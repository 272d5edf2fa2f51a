"""Models as JAX and PyTorch export them, against the frameworks' own outputs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue

from pad_mlir.dialect.annotations import buffer_name
from pad_mlir.index.expr import Expr
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.layout.borders.filled_copies import filled_copies
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule, ScheduleError

from .inputs import Array
from .stored import ALL, MODELS, expected_array, given_arrays, imported, name_of

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")


_REASSOCIATED = MODELS if ALL else MODELS[::2]
"""What is computed with sums in any order, as is; the others are with sums in theirs."""


def _has_returned_view(buffer: SSAValue) -> bool:
    users = (use.operation for use in buffer.uses)
    views = (result for user in users for result in user.results)
    return any(isinstance(use.operation, ReturnOp) for view in views for use in view.uses)


def _in_fours(*index: Expr) -> tuple[Expr, ...]:
    return (*index[:-1], index[-1] // 4, index[-1] % 4)


def _check(path: Path, module: ModuleOp) -> None:
    expected = expected_array(path)
    given = given_arrays(module)
    before = [array.copy() for array in given]
    result: Array = np.asarray(compile(module)(*given))
    assert result.shape == expected.shape
    np.testing.assert_allclose(result, expected, rtol=2e-5, atol=4e-6)
    assert all(map(np.array_equal, given, before))


@pytest.mark.parametrize(
    ("path", "math"),
    [
        (path, math)
        for path in MODELS
        for math in ("exact", "reassociate")
        if ALL or (path in _REASSOCIATED) == (math == "reassociate")
    ],
    ids=lambda value: value if isinstance(value, str) else name_of(value),
)
def test_a_model_computes_what_its_framework_does(path: Path, math: str) -> None:
    _check(path, imported(path, math))


@pytest.mark.parametrize("path", MODELS if ALL else MODELS[::2], ids=name_of)
def test_with_layouts_on_all_that_it_computes_in_between(path: Path) -> None:
    """The padding holds anything, so no stage may use what it finds there."""
    schedule = Schedule(imported(path))
    buffers = [
        buffer_name(op.memref)
        for op in schedule.module.walk()
        if isinstance(op, memref.AllocOp) and not _has_returned_view(op.memref)
    ]
    refused = 0
    with collect_remarks():
        for name in buffers:
            assert name is not None
            try:
                schedule.transform_layout(name, _in_fours, "undef")
            except ScheduleError:  # a view of it splits or merges an axis, or it has none
                refused += 1
        schedule.apply_layouts()
        schedule.remove_branching_through_overcompute()
    assert refused <= len(buffers) // 3
    assert str(schedule).count("pad.logical") >= len(buffers) - refused
    _check(path, schedule.module)


_BORDERS = {
    **{"jax-convnext": (1, 1), "jax-resnet": (2, 1), "jax-separable": (1, 1), "jax-unet": (4, 1)},
    **{"jax-wavenet": (4, 1), "torch-convnext": (1, 1), "torch-resnet": (2, 1)},
    **{"torch-separable": (1, 1), "torch-unet": (4, 2), "torch-wavenet": (4, 1)},
}
"""How many copies into borders there are, and how many of them stay: of arguments, and a view."""


@pytest.mark.parametrize("path", MODELS, ids=name_of)
def test_borders_are_padding_of_what_is_computed(path: Path) -> None:
    schedule = Schedule(imported(path))
    before = _border_copies(schedule.module)
    schedule.lay_out_borders()
    after = _border_copies(schedule.module)
    assert (before, after) == _BORDERS.get(name_of(path), (0, 0))
    stays = [remark for remark in schedule.remarks if remark.id.startswith("border-copied")]
    assert len(stays) == after
    assert {remark.id for remark in stays} <= {"border-copied.argument", "border-copied.not-local"}
    if before == after and path in _REASSOCIATED:
        assert schedule.module.is_structurally_equivalent(imported(path))
    else:
        _check(path, schedule.module)


def _border_copies(module: ModuleOp) -> int:
    functions = [op for op in module.body.block.ops if isinstance(op, FuncOp)]
    return sum(len([*filled_copies(block)]) for op in functions for block in op.body.blocks)

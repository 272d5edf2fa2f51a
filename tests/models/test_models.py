"""Models as JAX and PyTorch export them, against the frameworks' own outputs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue
from xdsl.utils.hints import isa

from pad_mlir.dialect.annotations import buffer_name
from pad_mlir.frontends import from_linalg
from pad_mlir.index.expr import Expr
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule, ScheduleError

from .inputs import Array, arrays

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_HERE = Path(__file__).parent
_MODELS = sorted(_HERE.glob("*/*.mlir"))
_TYPES = {"f32": np.float32, "i8": np.int8, "i64": np.int64}


def _imported(path: Path, math: Any = "reassociate") -> ModuleOp:
    return from_linalg(path.read_text(), math=math, file=path.name)


def _given(module: ModuleOp) -> list[Array]:
    function = next(op for op in module.body.block.ops if isinstance(op, FuncOp))
    wanted = list[tuple[str, tuple[int, ...], Any]]()
    for argument in function.args:
        type = argument.type
        assert isa(type, MemRefType)
        element = _TYPES[str(type.element_type)]
        wanted.append((buffer_name(argument) or "", type.get_shape(), element))
    return arrays(wanted)


def _has_returned_view(buffer: SSAValue) -> bool:
    users = (use.operation for use in buffer.uses)
    views = (result for user in users for result in user.results)
    return any(isinstance(use.operation, ReturnOp) for view in views for use in view.uses)


def _in_fours(*index: Expr) -> tuple[Expr, ...]:
    return (*index[:-1], index[-1] // 4, index[-1] % 4)


def _check(path: Path, module: ModuleOp) -> None:
    expected: Array = np.load(path.with_suffix(".npy"))
    given = _given(module)
    before = [array.copy() for array in given]
    result: Array = np.asarray(compile(module)(*given))
    assert result.shape == expected.shape
    np.testing.assert_allclose(result, expected, rtol=2e-5, atol=4e-6)
    assert all(map(np.array_equal, given, before))


@pytest.mark.parametrize("path", _MODELS, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("math", ["exact", "reassociate"])
def test_a_model_computes_what_its_framework_does(path: Path, math: str) -> None:
    _check(path, _imported(path, math))


@pytest.mark.parametrize("path", _MODELS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_with_layouts_on_all_that_it_computes_in_between(path: Path) -> None:
    """The padding holds anything, so no stage may use what it finds there."""
    schedule = Schedule(_imported(path))
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

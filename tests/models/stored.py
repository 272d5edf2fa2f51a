"""The models whose texts are kept here, with arguments and what their frameworks compute."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.utils.hints import isa

from pad_mlir.dialect.annotations import buffer_name
from pad_mlir.frontends import from_linalg

from .inputs import Array, arrays

MODELS = sorted(Path(__file__).parent.glob("*/*.mlir"))
_TYPES = {"f32": np.float32, "i8": np.int8, "i64": np.int64}
ALL = os.environ.get("PAD_MODELS") == "all"
"""Else each slow test takes half of the models, or less."""


def name_of(path: Path) -> str:
    """The framework and the model."""
    return f"{path.parent.name}-{path.stem}"


def imported(path: Path, math: Any = "reassociate") -> ModuleOp:
    """The model as loops, a module of the caller's own."""
    return _imported(path, math).clone()


@cache
def _imported(path: Path, math: Any) -> ModuleOp:
    return from_linalg(path.read_text(), math=math, file=path.name)


def given_arrays(module: ModuleOp) -> list[Array]:
    """The arguments with which its output was computed."""
    function = next(op for op in module.body.block.ops if isinstance(op, FuncOp))
    wanted = list[tuple[str, tuple[int, ...], Any]]()
    for argument in function.args:
        type = argument.type
        assert isa(type, MemRefType)
        element = _TYPES[str(type.element_type)]
        wanted.append((buffer_name(argument) or "", type.get_shape(), element))
    return arrays(wanted)


def expected_array(path: Path) -> Array:
    """What the framework computes."""
    return np.load(path.with_suffix(".npy"))

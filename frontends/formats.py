"""The formats that `pad-opt --import` takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp

from ..passes.pipeline.float_freedom import Freedom
from .linalg import from_linalg
from .stablehlo import from_stablehlo
from .torch_modules import from_torch_mlir

_Importer: TypeAlias = Callable[[bytes, Freedom, str], ModuleOp]

_IMPORTERS: Mapping[str, _Importer] = {
    "linalg": lambda content, math, file: from_linalg(content.decode(), math=math, file=file),
    "stablehlo": lambda content, math, file: from_stablehlo(content.decode(), math=math, file=file),
    "torch": lambda content, math, file: from_torch_mlir(content, "torch", math=math, file=file),
    "onnx": lambda content, math, file: from_torch_mlir(content, "onnx", math=math, file=file),
}


def import_from(format: str, content: bytes, math: Freedom | None, file: str) -> ModuleOp:
    """
    A module of what a file contains, in one of the formats.

    Frameworks promise no order of sums, so `math` is "reassociate" by default; linalg is exact.
    Raises ParseError at the place of what is wrong, or PadError.
    """
    default: Freedom = "exact" if format == "linalg" else "reassociate"
    return _IMPORTERS[format](content, math or default, file)

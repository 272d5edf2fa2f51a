"""What is no module is refused in words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.diagnostics import PadError
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.bridge import from_upstream, to_upstream

_TEXT = "func.func @f() {\n  func.return\n}\n"


def upstream_module() -> Any:
    ir = pytest.importorskip("mlir.ir")
    return ir.Module.parse(_TEXT, ir.Context())


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (upstream_module, "Module; from_upstream(module) of pad_mlir.runtime.bridge makes one"),
        (lambda: Path("k.mlir"), "Path; give the file's text, path.read_text()"),
        (lambda: None, "wanted an xDSL ModuleOp or MLIR text, got NoneType"),
        (
            lambda: parse_module(_TEXT).body.block.first_op,
            "got 'func.func'; give the module that it is",
        ),
        (lambda: "k 1.mlir", "'k 1.mlir' looks like a file name; give the file's text"),
    ],
)
def test_compile(make: Callable[[], Any], error: str) -> None:
    with pytest.raises(KernelError) as raised:
        compile(make())
    assert error in str(raised.value)


@pytest.mark.parametrize(
    ("given", "got"),
    [
        (_TEXT, "str; mlir.ir.Module.parse(text) makes one of text"),
        (parse_module(_TEXT), "an xDSL ModuleOp"),
        (3, "int"),
    ],
)
def test_from_upstream(given: object, got: str) -> None:
    with pytest.raises(PadError) as raised:
        from_upstream(given)
    assert str(raised.value) == f"from_upstream wanted an upstream mlir.ir.Module, got {got}"


@pytest.mark.parametrize(
    ("make", "got"),
    [
        (lambda: _TEXT, "str; parse_module(text) of pad_mlir.dialect.repairs makes a module of"),
        (upstream_module, "Module; from_upstream(module) of pad_mlir.runtime.bridge makes one"),
    ],
)
def test_to_upstream(make: Callable[[], Any], got: str) -> None:
    with pytest.raises(PadError) as raised:
        to_upstream(make())
    assert str(raised.value).startswith("to_upstream wanted an xDSL ModuleOp, got ")
    assert got in str(raised.value)

"""Inputs that are not modules are refused with a plain error."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from pad_mlir.analysis.contracts.contracts import contracts_of
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.ahead_of_time import emit
from pad_mlir.runtime.bridge import from_upstream, to_upstream
from pad_mlir.schedule import Schedule, ScheduleError

_TEXT = "func.func @f() {\n  func.return\n}\n"


def upstream_module() -> Any:
    ir = pytest.importorskip("mlir.ir")
    return ir.Module.parse(_TEXT, ir.Context())


def header(given: Any) -> bytes:
    return emit(given, "header")


WRONG: list[tuple[Callable[[], Any], str]] = [
    (upstream_module, "Module; from_upstream(module) of pad_mlir.runtime.bridge makes one"),
    (lambda: Path("k.mlir"), "Path; give the file's text, path.read_text()"),
    (lambda: StringIO(_TEXT), "StringIO; give the file's text, file.read()"),
    (lambda: _TEXT.encode(), "bytes; give text, data.decode()"),
    (lambda: Schedule(_TEXT), "Schedule; give its module, .module"),
    (lambda: None, "got NoneType"),
    (lambda: parse_module(_TEXT).body.block.first_op, "got 'func.func'; give the module that it"),
    (lambda: "k 1.mlir", "'k 1.mlir' looks like a file name; give the file's text"),
]


@pytest.mark.parametrize(("make", "error"), WRONG)
@pytest.mark.parametrize(
    ("take", "kind"),
    [
        (compile, KernelError),
        (header, KernelError),
        (Schedule, ScheduleError),
    ],
)
def test_a_module_or_text(
    take: Callable[[Any], object], kind: type[Exception], make: Callable[[], Any], error: str
) -> None:
    with pytest.raises(kind) as raised:
        take(make())
    assert str(raised.value).startswith(("wanted an xDSL ModuleOp or MLIR text, ", "wanted MLIR"))
    assert error in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(("make", "error"), WRONG[:-1])
def test_a_module(make: Callable[[], Any], error: str) -> None:
    with pytest.raises(TypeError) as raised:
        contracts_of(make())
    assert str(raised.value).startswith("contracts_of wanted an xDSL ModuleOp, ")
    assert error in str(raised.value)


@pytest.mark.parametrize(("make", "error"), [*WRONG[:6], WRONG[-1]])
def test_a_text(make: Callable[[], Any], error: str) -> None:
    with pytest.raises(TypeError) as raised:
        parse_module(make())
    assert str(raised.value).startswith("wanted MLIR text, ")
    assert error in str(raised.value)


@pytest.mark.parametrize("take", [compile, header])
def test_what_is_no_mlir_is_one_line(take: Callable[[str], object]) -> None:
    with pytest.raises(KernelError, match=r"^<string>:1:1: operation 'hello' is not [^\n]*$"):
        take("hello world")


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"function": ["f"]}, "function is ['f'], but must be the name of a function"),
        ({"packed": 3}, "packed is 3, but must be True, False, a name or a list of names"),
        ({"check_assumes": "no"}, "check_assumes is 'no', but must be True or False"),
        ({"target_cpu": 3}, "target_cpu is 3, but must be the name of a processor"),
    ],
)
def test_options_of_compile(options: dict[str, Any], error: str) -> None:
    with pytest.raises(KernelError) as raised:
        compile(_TEXT, **options)
    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("kind", "target_cpu", "error"),
    [
        ("headr", None, "kind is 'headr', but must be one of llvm-ir, asm, obj, shared, header"),
        ("obj", 3, "target_cpu is 3, but must be the name of a processor"),
    ],
)
def test_options_of_emit(kind: Any, target_cpu: Any, error: str) -> None:
    with pytest.raises(KernelError) as raised:
        emit(_TEXT, kind, target_cpu=target_cpu)
    assert str(raised.value) == error


def test_contexts_are_not_mixed_up() -> None:
    with pytest.raises(PadError, match=r"^wanted an upstream .*, got an xDSL Context$"):
        to_upstream(parse_module(_TEXT), new_context())
    theirs = upstream_module()
    with pytest.raises(TypeError, match=r"but must be an xDSL Context$"):
        from_upstream(theirs, theirs.context)


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

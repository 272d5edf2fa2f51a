"""Modules of the upstream Python bindings as ours and back: nothing is lost, locations neither."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import (
    BytesAttr,
    FileLineColLoc,
    FusedLoc,
    NameLoc,
    StringAttr,
    UnregisteredOp,
)
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.locations import show_location
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.assumes.pad_remove_assume import PadRemoveAssume
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime.bridge import from_upstream, load_dialect, to_upstream
from pad_mlir.schedule import Schedule, ScheduleError

ir = pytest.importorskip("mlir.ir", reason="needs the MLIR wheels (extra mlir)")
EXAMPLES = Path(__file__).parents[2] / "examples"


def upstream(text: str, *, allow_unregistered: bool = False) -> Any:
    context = ir.Context()
    context.allow_unregistered_dialects = allow_unregistered
    load_dialect(context)
    return ir.Module.parse(text, context)


def asm(module: Any) -> str:
    return module.operation.get_asm(
        print_generic_op_form=True, use_local_scope=True, enable_debug_info=True
    )


MODULE = """
module @all attributes {test.version = 3 : i8} {
  memref.global "private" constant @table : memref<2xf32> = dense<[-0.0, 0xFF800000]>
  func.func @ours(%p: memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>],
      [-0.0 : f32], {}>> {pad.name = "P"} loc("P"("a.mlir":1:2)), %c: i1) {
    "pad.assume"(%c) {check = "static"} : (i1) -> () loc("b.mlir":3:4)
    %u = "pad.undef"() : () -> f32 loc(unknown)
    return loc(callsite("f"("a.mlir":1:2) at "b.mlir":3:4))
  }
  // xDSL has none of these operations.
  func.func @opaque(%t: tensor<4x4xf32>, %i: index, %j: index) -> tensor<16xf32> {
    %m = affine.max affine_map<(d0, d1) -> (d0, d1 + 4)>(%i, %j)
    %v = linalg.copy ins(%t : tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) -> tensor<4x4xf32>
    %r = tensor.collapse_shape %v [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    %x = "nobody.knows"(%m) <{inside = 1 : i8}> {outside} : (index) -> i64
    return %r : tensor<16xf32>
  }
}
"""


def test_there_and_back_is_exact() -> None:
    module = upstream(MODULE, allow_unregistered=True)
    again = to_upstream(from_upstream(module), module.context)
    assert asm(again) == asm(module)


def test_a_module_of_ours_needs_no_context() -> None:
    ours = parse_module(
        "func.func @f() -> f32 {\n %u = pad.undef : f32\n return %u : f32\n}", "f.mlir"
    )
    there = to_upstream(ours)
    assert '"pad.undef"() : () -> f32 loc("f.mlir":2:7)' in asm(there)
    back = from_upstream(there)
    assert back.is_structurally_equivalent(ours)
    assert [op.location for op in back.walk()] == [op.location for op in ours.walk()]


def test_contexts_are_told_once() -> None:
    context = ir.Context()
    for _ in range(3):  # upstream itself aborts the process at the second time
        load_dialect(context)
    first = to_upstream(parse_module("func.func private @f()"), context)
    assert first.context == context


@pytest.mark.parametrize(
    "location",
    [
        '"a.mlir":1:2',
        '"x"("a.mlir":1:2)',
        'callsite("f"("a.mlir":1:2) at "b.mlir":3:4)',
        'fused["a.mlir":1:2, "b.mlir":3:4]',
        'fused<"tag">["x", "a.mlir":1:2]',
    ],
)
def test_locations_stay_and_name_a_place(location: str) -> None:
    module = upstream(f"func.func private @f() loc({location})")
    ours = from_upstream(module)
    function = next(iter(ours.ops))
    assert show_location(function.location) == "a.mlir:1:2: "
    assert f"loc({location})" in asm(to_upstream(ours))


def test_an_unknown_location_stays_unknown() -> None:
    ours = from_upstream(upstream("func.func private @f() loc(unknown)"))
    assert show_location(next(iter(ours.ops)).location) == ""
    assert "private" in print_module(ours, debuginfo=True)
    assert "upstream" not in print_module(ours, debuginfo=True)


@pytest.mark.parametrize(
    ("location", "kind"),
    [
        ('fused<"tag">["a.mlir":1:2]', FusedLoc),
        ('"a.mlir":1:2 to 3:5', FileLineColLoc),
        ('"a.mlir":1:2 to :5', FileLineColLoc),
    ],
)
def test_xdsl_reads_fewer_locations(location: str, kind: type[object]) -> None:
    source = f"func.func private @f() loc({location})"
    with pytest.raises(ParseError):
        Parser(new_context(), source).parse_module()
    found = next(iter(parse_module(source).ops)).location
    assert isinstance(found, kind)
    assert show_location(found) == "a.mlir:1:2: "


def test_text_that_is_not_ascii_stays_text() -> None:
    module = upstream('func.func private @f() attributes {test.of = "größe"} loc("größe.mlir":1:2)')
    ours = from_upstream(module)
    function = next(iter(ours.ops))
    assert function.attributes["test.of"] == StringAttr("größe")
    assert show_location(function.location) == "größe.mlir:1:2: "
    assert asm(to_upstream(ours, module.context)) == asm(module)
    stock = Parser(new_context(), asm(module).replace(' loc("gr\\C3\\B6\\C3\\9Fe.mlir":1:2)', ""))
    assert isinstance(next(iter(stock.parse_module().ops)).attributes["test.of"], BytesAttr)


NAMED = """
func.func @f(%0: memref<14xf32> loc("A"("a.mlir":1:2)), %1: memref<14xf32> loc("a.mlir":1:9)) {
  return
}
"""


def test_buffers_have_the_names_of_their_locations() -> None:
    ours = from_upstream(upstream(NAMED))
    function = next(iter(ours.ops))
    assert isinstance(function, func.FuncOp)
    assert isinstance(function.args[0].location, NameLoc)
    s = Schedule(ours)
    s.transform_layout("A", lambda i: (i // 4, i % 4))
    with pytest.raises(ScheduleError, match="A, arg1"):
        s.transform_layout("B", lambda i: (i // 4, i % 4))


def test_names_of_buffers_and_loops_stay() -> None:
    text = """
func.func @f(%A: memref<?xf32>, %n: index {pad.size = [{of = "A", dim = 0}]}, %C: memref<?xf32>) {
  %T = memref.alloc(%n) : memref<?xf32>
  affine.for %row = 0 to %n {
    %x = affine.load %A[%row] : memref<?xf32>
    affine.store %x, %T[%row] : memref<?xf32>
  }
  affine.for %row = 0 to %n {
    %x = affine.load %T[%row] : memref<?xf32>
    affine.store %x, %C[%row] : memref<?xf32>
  }
  memref.dealloc %T : memref<?xf32>
  func.return
}
"""
    ours = parse_module(text, "f.mlir")
    before = print_module(ours, debuginfo=True)
    there = to_upstream(ours)
    assert print_module(ours, debuginfo=True) == before
    back = from_upstream(there)
    kept = re.findall(r"%[A-Za-z]\w*", print_module(back))
    assert {"%A", "%C", "%n", "%T", "%row"} <= {*kept}
    places = [show_location(op.location) for op in back.walk()]
    assert places == [show_location(op.location) for op in ours.walk()]
    assert asm(to_upstream(back)) == asm(there)


def test_remarks_of_foreign_modules_are_at_their_source() -> None:
    module = upstream(
        """
func.func @f(%c: i1) {
  "pad.assume"(%c) {check = "static"} : (i1) -> () loc("row"("user.mlir":8:15))
  return
}"""
    )
    ours = from_upstream(module)
    with pytest.raises(PadError) as error, collect_remarks():
        PadRemoveAssume().apply(new_context(), ours)
    assert error.value.op is not None
    assert show_location(error.value.op.location) == "user.mlir:8:15: "


def test_a_wrong_use_of_the_dialect_is_an_error() -> None:
    wrong = upstream(
        """
func.func private @f(memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4)>],
    ["undef"], {}>>) loc("user.mlir":2:1)"""
    )  # IRDL can't tell
    with pytest.raises(PadError, match=r"indices 0 and 1 both map to \[0\]") as error:
        from_upstream(wrong)
    assert error.value.op is not None
    assert show_location(error.value.op.location) == "user.mlir:2:1: "


def test_a_layout_of_the_wrong_form_is_an_error() -> None:
    wrong = upstream('func.func private @f(memref<4xf32, #pad.layout<[], ["undef"], {}>>)')
    with pytest.raises(PadError, match="cannot read what upstream MLIR prints"):
        from_upstream(wrong)


def test_an_operation_that_the_context_does_not_know_is_an_error() -> None:
    module = upstream('"nobody.knows"() : () -> ()', allow_unregistered=True)
    assert isinstance(next(iter(from_upstream(module).ops)), UnregisteredOp)
    with pytest.raises(PadError, match=r"operation 'nobody\.knows' is not registered"):
        from_upstream(module, new_context())
    with pytest.raises(PadError) as error:
        to_upstream(from_upstream(module))
    assert str(error.value) == (
        "upstream MLIR has no dialect of 'nobody.knows'; lower it first, or give a context with "
        "allow_unregistered_dialects = True"
    )
    assert isinstance(error.value.op, UnregisteredOp)


def test_a_layout_beside_a_memory_space_is_an_error() -> None:
    ours = parse_module(
        """
func.func private @f(
    memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>, 3>
)""",
        "f.mlir",
    )
    with pytest.raises(PadError, match="multiple memory spaces") as error:
        to_upstream(ours)
    assert error.value.op is not None
    assert show_location(error.value.op.location) == "f.mlir:2:1: "


def test_the_example_runs_and_keeps_locations() -> None:
    run = subprocess.run(
        [sys.executable, EXAMPLES / "upstream_passes.py"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    source = (EXAMPLES / "linalg_row_sum.mlir").read_text().splitlines()
    places = re.findall(r'linalg_row_sum\.mlir":(\d+):(\d+)\)', run.stdout)
    assert [source[int(line) - 1][int(column) - 1 :] for line, column in places] == [
        "arith.addf %sum, %a : f32"
    ]
    assert "memref<64x4x16xf32>" in run.stdout
    assert "affine.if" not in run.stdout
    assert run.stderr == ""


def test_arguments_without_names_are_numbered_as_upstream_shows_them() -> None:
    text = """
    func.func @f(%A: memref<9xf32>, %B: memref<9xf32>) { return }
    func.func @g(%A: memref<9xf32> loc("A")) {
      affine.for %i = 0 to 9 { affine.for %j = 0 to 9 { } }
      affine.for %i = 0 to 9 { }
      return
    }
    """
    with ir.Context():
        taken = str(from_upstream(ir.Module.parse(text)))
    assert "@f(%arg0: memref<9xf32>, %arg1: memref<9xf32>)" in taken
    assert "@g(%A: memref<9xf32>)" in taken
    assert taken.count("affine.for %arg1") == 2
    assert "affine.for %arg2" in taken

"""The places of errors and remarks."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest
from xdsl.dialects.builtin import UnknownLoc
from xdsl.ir import Operation
from xdsl.xdsl_opt_main import xDSLOptMain

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import collect_remarks, remark
from pad_mlir.passes.loops.pad_split import PadSplit
from pad_mlir.schedule import Schedule
from pad_mlir.schedule.record.explaining import explain

TEXT = """
func.func @f(%A: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.store %x, %A[%i] : memref<14xf32>
    }
  } {pad.stage = "s"}
  func.return
}
"""


def operation(name: str) -> Operation:
    return next(op for op in parse_module(TEXT, "a.mlir").walk() if op.name == name)


def shown(error: PadError) -> str:
    return "".join(traceback.format_exception_only(error))


def test_a_traceback_tells_the_place_of_an_error() -> None:
    with pytest.raises(PadError) as raised:
        PadSplit("q", 4).apply(new_context(), parse_module(TEXT, "a.mlir"))
    assert str(raised.value) == "there is no loop 'q' in @f; its loops are: i"
    assert shown(raised.value).endswith("its loops are: i\nat a.mlir:2:1\n")


def test_without_a_place_the_operation_is_named() -> None:
    store = operation("affine.store")
    at: Operation | None = store
    while at is not None:
        at.location = UnknownLoc()
        at = at.parent_op()
    assert shown(PadError("no", store)).endswith("PadError: no\nat 'affine.store' in @f\n")
    assert shown(PadError("no")).endswith("PadError: no\n")


def test_an_operation_without_a_place_is_where_what_it_is_in_is() -> None:
    store = operation("affine.store")
    store.location = UnknownLoc()
    assert shown(PadError("no", store)).endswith("\nat a.mlir:4:5\n")
    with collect_remarks() as remarks:
        remark("some-pass", store, "so it is")
    assert str(remarks[0]) == "a.mlir:4:5: remark: [some-pass] so it is"


def test_a_guard_without_a_place_is_where_its_loop_is() -> None:
    module = parse_module(TEXT, "a.mlir")
    next(op for op in module.walk() if op.name == "affine.if").location = UnknownLoc()
    (explanation,) = explain(module, None, 1.0, "strict")
    assert explanation.location == "a.mlir:3:3: "
    assert str(Schedule(module).explain()[0]).startswith("a.mlir:3:3: s: guard")


def test_stock_xdsl_opt_tells_the_place(tmp_path: Path) -> None:
    source = tmp_path / "source.mlir"
    source.write_text(print_module(parse_module(TEXT, "a.mlir"), generic=True, debuginfo=True))
    with pytest.raises(PadError) as raised:
        xDSLOptMain(args=[str(source), "-p", "pad-split{loop=q factor=4}"]).run()
    assert shown(raised.value).endswith("\nat a.mlir:2:1\n")

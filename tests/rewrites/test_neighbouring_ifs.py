"""Ifs side by side that become one: on equal or opposite conditions, with little between them."""

from __future__ import annotations

import pytest
from xdsl.dialects import func, scf
from xdsl.ir import Operation

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.simplify.branch_merging import merge_neighbours

MODULE = """
func.func private @unknown()
func.func @f(%A: memref<8xf32>, %I: memref<8xi32>, %n: index, %m: index, %k: i32, %x: f32) {{
  %c5 = arith.constant 5 : index
  %less = arith.cmpi slt, %n, %c5 : index
  %same = arith.cmpi sgt, %c5, %n : index
  %opposite = arith.cmpi sge, %n, %c5 : index
  %other = arith.cmpi slt, %m, %c5 : index
  {}
  func.return
}}"""
STORE = "affine.store %x, %A[0] : memref<8xf32>"
CALL = "func.call @unknown() : () -> ()"
DIVISION = "%q = arith.divsi %k, %k : i32"


def chosen(condition: str, body: str = STORE, attributes: str = "") -> str:
    return f"scf.if %{condition} {{\n{body}\n}}{attributes}"


def ifs(*lines: str) -> tuple[func.FuncOp, list[Operation]]:
    *_, function = parse_module(MODULE.format("\n".join(lines))).ops
    assert isinstance(function, func.FuncOp)
    return function, [op for op in function.body.block.ops if isinstance(op, scf.IfOp)]


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([chosen("less"), chosen("less")], 1),
        ([chosen("less"), chosen("same")], 1),
        ([chosen("less"), chosen("opposite")], 1),
        ([chosen("less"), chosen("same"), chosen("opposite")], 1),
        ([chosen("less"), chosen("other")], 2),
        ([chosen("less"), chosen("other"), chosen("less")], 3),
        # with something between
        ([chosen("less"), "%s = arith.addi %n, %m : index", chosen("less")], 1),
        ([chosen("less"), STORE, chosen("less")], 2),
        ([chosen("less"), CALL, chosen("less")], 2),
        # a division by zero may not come before what ends the program
        ([chosen("less"), DIVISION, chosen("less")], 1),
        ([chosen("less", CALL), "%s = arith.addi %n, %m : index", chosen("less")], 1),
        ([chosen("less", CALL), DIVISION, chosen("less")], 2),
        ([chosen("less"), DIVISION, chosen("less", CALL)], 1),
        # stages of their own
        ([chosen("less", attributes=' {pad.stage = "s"}'), chosen("less")], 1),
        ([chosen("less"), chosen("less", attributes=' {pad.stage = "s"}')], 2),
    ],
)
def test_neighbours(lines: list[str], left: int) -> None:
    function, roots = ifs(*lines)
    merge_neighbours(roots)
    function.verify()
    assert len([op for op in function.body.block.ops if isinstance(op, scf.IfOp)]) == left


@pytest.mark.parametrize(
    ("named", "left"), [((0, 1, 2), 1), ((0, 1), 2), ((1, 2), 2), ((0, 2), 3), ((1,), 3)]
)
def test_only_those_that_are_named(named: tuple[int, ...], left: int) -> None:
    function, roots = ifs(*[chosen("less")] * 3)
    merge_neighbours([roots[k] for k in named])
    assert len([op for op in function.body.block.ops if isinstance(op, scf.IfOp)]) == left

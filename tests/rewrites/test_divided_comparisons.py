"""Comparisons of a quotient, which pad-simplify makes ones of the dividend: all small numbers."""

from __future__ import annotations

import numpy as np
import pytest
from xdsl.dialects import arith, func
from xdsl.ir import SSAValue

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.simplify.pad_simplify import PadSimplify

from .evaluated import Numbers, evaluate

SIGNED = ("slt", "sle", "sgt", "sge")


def compared(predicate: str, left: str, right: str, op: str, least: int) -> str:
    return f"""
func.func @f(%x: index, %n: index, %m: index) -> i1 {{
  %least = arith.constant {least} : index
  %c0 = arith.constant 0 : index
  %above = arith.cmpi sge, %x, %least : index
  %natural = arith.cmpi sge, %n, %c0 : index
  pad.assume %above : i1
  pad.assume %natural : i1
  %q = arith.{op} %x, %n : index
  %holds = arith.cmpi {predicate}, {left}, {right} : index
  func.return %holds : i1
}}"""


@pytest.mark.parametrize("predicate", SIGNED)
@pytest.mark.parametrize("sides", [("%q", "%m"), ("%m", "%q")])
@pytest.mark.parametrize(("op", "least"), [("floordivsi", -30), ("divsi", 0), ("divsi", -30)])
def test_a_comparison_holds_for_the_same_numbers(
    predicate: str, sides: tuple[str, str], op: str, least: int
) -> None:
    text = compared(predicate, *sides, op, least)
    x, n, m = (g.reshape(-1) for g in np.mgrid[least:31, 1:9, -9:10])
    before, after = parse_module(text), parse_module(text)
    PadSimplify().apply(new_context(), after)
    divides = [o for o in after.walk() if o.name == f"arith.{op}"]
    assert bool(divides) == (least < 0 and op == "divsi")
    results: list[Numbers] = []
    for module in (before, after):
        (function,) = module.ops
        assert isinstance(function, func.FuncOp)
        block = function.body.block
        values: dict[SSAValue, Numbers] = dict(zip(block.args, (x, n, m), strict=True))
        evaluate([o for o in block.ops if o.dialect_name() == arith.Arith.name], values, 64)
        end = block.last_op
        assert end is not None
        results.append(values[end.operands[0]])
    np.testing.assert_array_equal(results[1], results[0])

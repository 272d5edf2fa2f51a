"""Which values are index expressions, and what they are."""

from __future__ import annotations

import pytest
from xdsl.dialects import func
from xdsl.dialects.test import TestOp as User

from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import all_of, conjuncts, eq, var


def shown(loop: str, op: str) -> str | None:
    """The expression of what `%x`, computed of a loop's `%i`, is."""
    module = parse_module(f"""
      func.func @f(%n: index) {{
        %c4 = arith.constant 4 : index
        affine.for %i = {loop} {{
          %x = {op} : index
          "test.op"(%x) : (index) -> ()
        }}
        func.return
      }}
    """)
    user = next(op for op in module.walk() if isinstance(op, User))
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    reader = InstanceReader(function.body.block)
    index = reader.index(user.operands[0])
    return None if index is None else reader.shown(index)


@pytest.mark.parametrize(
    ("op", "wanted"),
    [
        ("arith.remsi %i, %c4", "i % 4"),
        ("arith.remui %i, %c4", "i % 4"),
        ("arith.divsi %i, %c4", "i // 4"),
        ("arith.divui %i, %c4", "i // 4"),
        ("arith.floordivsi %i, %c4", "i // 4"),
    ],
)
def test_division_towards_zero_is_one_of_natural_numbers(op: str, wanted: str) -> None:
    assert shown("0 to 9", op) == wanted
    for loop in ("-1 to 9", "affine_map<(d0) -> (d0)>(%n) to 9"):
        found = shown(loop, op)
        if "floordivsi" in op:
            assert found == wanted, loop
        elif op.startswith("arith.divui") or op.startswith("arith.remui"):
            assert found is None, loop
        else:
            negative = "-(-i // 4)" if "div" in op else "-(-i % 4)"
            assert found == f"select(i >= 0, {wanted}, {negative})", loop


def test_what_is_granted_may_be_left_out() -> None:
    """What is left of a condition says the same wherever the rest is granted, inside loops too."""
    (function,) = parse_module("""
func.func @f(%A: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
  }
  func.return
}""").ops
    assert isinstance(function, func.FuncOp)
    reader = InstanceReader(function.body.block)
    load = next(op for op in function.walk() if op.name == "affine.load")
    n = reader.index(function.args[1])
    assert n is not None
    granted = [n >= 1, eq(n % 8, 0), var("m") > n]
    reader.take_for_granted(all_of(granted))
    instances = reader.instances(load)
    assert instances is not None
    renamed = instances.renamed("_2")
    for own in (instances, renamed):
        left = own.without_granted(own.condition)
        assert {*conjuncts(left)} == {*conjuncts(own.condition)} - {*granted} != set()
        assert own.without_granted(all_of([*granted, n > 5])) == (n > 5)

"""Which values are index expressions, and what they are."""

from __future__ import annotations

from random import Random

import pytest
from xdsl.dialects import func
from xdsl.dialects.test import TestOp as User

from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import all_of, conjuncts, eq, var
from pad_mlir.index.sets.engine import engine


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


def test_far_facts_are_granted_anyway() -> None:
    """What is left of a condition says the same wherever the rest is granted, and no less."""
    i, j, n, m, k = map(var, "ijnmk")
    known = [n >= 1, m > n, eq(k % 8, 0), k >= 0, eq(m % 4, 0), eq(2 * j, k), k < 16 * m]
    own = [i >= 0, i < n, i + j <= 7, m > 3, eq(i % 2, 0)]
    chosen, dropped = Random(3), 0
    for _ in range(200):
        (function,) = parse_module("func.func @f() { func.return }").ops
        assert isinstance(function, func.FuncOp)
        reader = InstanceReader(function.body.block)
        granted = all_of(chosen.sample(known, chosen.randint(0, 5)))
        reader.take_for_granted(granted)
        condition = all_of([granted, *chosen.sample(own, chosen.randint(0, 3))])
        near = reader.without_far_facts(condition, ["i"])
        dropped += near != condition
        said, wanted = (engine().set(granted & some) for some in (near, condition))
        assert said.is_equal(wanted)
        assert {*conjuncts(near)} <= {*conjuncts(condition)}
    assert dropped > 50

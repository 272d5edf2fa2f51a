"""Quotients and remainders of i4 that `pad-simplify` replaces, at each value that is assumed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import cast

import pytest
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Block, SSAValue

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.simplify.pad_simplify import PadSimplify

_MEANING: dict[str, Callable[[int, int], int]] = {
    "floordivsi": lambda a, b: a // b,
    "divsi": lambda a, b: abs(a) // b * (1 if a >= 0 else -1),
    "divui": lambda a, b: (a % 16) // b,
    "remsi": lambda a, b: abs(a) % b * (1 if a >= 0 else -1),
    "remui": lambda a, b: (a % 16) % b,
}


def _returned(name: str, low: int, high: int, divisor: int) -> SSAValue:
    module = parse_module(f"""
        func.func @f(%n: i4) -> i4 {{
          %low = arith.constant {low} : i4
          %high = arith.constant {high} : i4
          %divisor = arith.constant {divisor} : i4
          %above = arith.cmpi sge, %n, %low : i4
          %below = arith.cmpi sle, %n, %high : i4
          %both = arith.andi %above, %below : i1
          pad.assume %both : i1
          %r = arith.{name} %n, %divisor : i4
          func.return %r : i4
        }}""")
    PadSimplify().apply(new_context(), module)
    end = next(op for op in module.walk() if isinstance(op, func.ReturnOp))
    return end.operands[0]


def _value(given: SSAValue, name: str, n: int) -> int | None:
    """The value at n; None if the operation is still there."""
    op = given.owner
    if isinstance(op, Block):
        return n
    if isinstance(op, arith.ConstantOp):
        return cast("IntegerAttr", op.value).value.data
    assert op.name == f"arith.{name}"
    return None


@pytest.mark.parametrize("name", _MEANING)
def test_replaced_quotients(name: str) -> None:
    replaced = 0
    for low, high, divisor in product((-8, -1, 0, 2), (1, 3, 7), (1, 3, 4)):
        given = _returned(name, low, high, divisor)
        for n in range(low, high + 1):
            value = _value(given, name, n)
            if value is not None:
                replaced += 1
                wrong = (value - _MEANING[name](n, divisor)) % 16
                assert not wrong, f"{name} by {divisor} of {n} in {low}..{high}: {value}"
    assert replaced > 20

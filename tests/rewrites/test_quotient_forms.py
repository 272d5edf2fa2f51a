"""
Each form of a division against Python's `//` and `%`: all numbers of i8, by all positive divisors,
in ranges between edges; then the pass, on each operation that divides integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, product

import numpy as np
import pytest
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import i8
from xdsl.ir import Block, SSAValue
from xdsl.rewriter import InsertPoint

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.common.diagnostics import collect_remarks
from pad_mlir.passes.index_arithmetic.integer_code import IntegerCode
from pad_mlir.passes.index_arithmetic.pad_lower_index_arithmetic import PadLowerIndexArithmetic
from pad_mlir.passes.index_arithmetic.quotients import (
    Bounds,
    Divisor,
    ceiling_quotient,
    floor_quotient,
    floor_remainder,
    needs_sign,
)

from .evaluated import DIVISIONS, Numbers, evaluate, wrapped

LEAST, MOST = -128, 127
EDGES = (-128, -127, -100, -8, -7, -1, 0, 1, 7, 64, 100, 127)


def emitted(form: Callable[[IntegerCode, SSAValue], SSAValue | None], x: Numbers) -> Numbers | None:
    """What a form computes; None if there is none."""
    block = Block([func.ReturnOp()], arg_types=[i8])
    end = block.last_op
    assert end is not None
    code = IntegerCode(i8, InsertPoint.before(end), end, {})
    result = form(code, block.args[0])
    if result is None:
        return None
    values: dict[SSAValue, Numbers] = {block.args[0]: x}
    evaluate([op for op in block.ops if op is not end], values, 8)
    return np.broadcast_to(values[result], x.shape)


def ranges() -> Iterator[tuple[Bounds, Numbers]]:
    """Ranges of dividends, with and without the knowledge of their ends."""
    for low in EDGES:
        for high in (edge for edge in EDGES if edge >= low):
            yield Bounds(low, high), np.arange(low, high + 1)
    for edge in EDGES:
        yield Bounds(edge, None), np.arange(edge, MOST + 1)
        yield Bounds(None, edge), np.arange(LEAST, edge + 1)
    yield Bounds(), np.arange(LEAST, MOST + 1)


DIVISORS = (1, 2, 3, 7, 8, 9, 63, 64, 65, 100, 127)


@pytest.mark.parametrize("divisor", DIVISORS)
def test_each_form_is_exact_for_all_numbers_in_its_range(divisor: int) -> None:
    by = Divisor(divisor)
    for dividend, x in ranges():
        ends = Bounds(*(None if end is None else end + divisor - 1 for end in dividend))
        found = [
            emitted(partial(floor_quotient, divisor=by, dividend=dividend), x),
            emitted(partial(floor_remainder, divisor=by, dividend=dividend), x),
            *(
                emitted(partial(ceiling_quotient, divisor=by, dividend=dividend, raised=raised), x)
                for raised in (ends, Bounds())
            ),
        ]
        assert found[0] is not None
        assert found[1] is not None
        has_one_sign = dividend.is_natural or (dividend.high is not None and dividend.high <= 0)
        assert found[3] is not None or not has_one_sign
        rounded_up = -(-x // divisor)
        for result, expected in zip(
            found, (x // divisor, x % divisor, *[rounded_up] * 2), strict=True
        ):
            if result is not None:
                np.testing.assert_array_equal(result, expected, f"{dividend}")


@pytest.mark.parametrize("divisor", DIVISORS)
def test_a_sign_is_needed_where_no_multiple_of_the_divisor_may_be_added(divisor: int) -> None:
    """So that no number of a range that has both signs is negative, or beyond the type."""
    has_own_form = divisor & (divisor - 1) == 0
    for low, high in product(EDGES, range(LEAST, MOST + 1)):
        more = next(m for m in count(0, divisor) if low + m >= 0)
        has_both = low < 0 <= high
        wanted = has_both and high + more > MOST and not has_own_form
        assert needs_sign(Bounds(low, high), Divisor(divisor), 8) is wanted, (low, high)
    for dividend in (Bounds(None, 3), Bounds(-3, None), Bounds()):
        assert needs_sign(dividend, Divisor(divisor), 8) is not has_own_form


def function(op: str, divisor: int, low: int, high: int, index: int) -> str:
    return f"""
func.func @f{index}(%x: i8) -> i8 {{
  %low = arith.constant {low} : i8
  %high = arith.constant {high} : i8
  %above = arith.cmpi sge, %x, %low : i8
  %below = arith.cmpi sle, %x, %high : i8
  pad.assume %above : i1
  pad.assume %below : i1
  %n = arith.constant {divisor} : i8
  %q = {op} %x, %n : i8
  func.return %q : i8
}}"""


WINDOWS = ((-128, 127), (0, 127), (-128, -1), (-128, 0), (-5, 20))
BY = (-128, -7, -1, 1, 3, 8, 64, 127)


@pytest.mark.parametrize("op", DIVISIONS)
def test_the_pass_keeps_what_each_operation_gives(op: str) -> None:
    cases = [(n, *window) for n in BY for window in WINDOWS]
    text = "".join(function(op, *case, k) for k, case in enumerate(cases))
    module = parse_module(text)
    with collect_remarks():
        PadLowerIndexArithmetic().apply(new_context(), module)
    for (n, low, high), each in zip(cases, module.ops, strict=True):
        assert isinstance(each, func.FuncOp)
        x = np.arange(low, high + 1)
        with_quotient = op in ("arith.divsi", "arith.floordivsi", "arith.ceildivsi")
        if n == -1 and with_quotient:
            x = x[x != LEAST]  # whose quotient is not a number of the type
        block = each.body.block
        skipped = (arith.CmpiOp, func.ReturnOp)
        ops = [o for o in block.ops if o.name != "pad.assume" and not isinstance(o, skipped)]
        ops += [o for o in block.ops if isinstance(o, arith.CmpiOp) and o.predicate.value.data < 3]
        ops.sort(key=list(block.ops).index)
        values: dict[SSAValue, Numbers] = {block.args[0]: x}
        evaluate(ops, values, 8)
        end = block.last_op
        assert end is not None
        expected = wrapped(DIVISIONS[op](x, np.array([n]), 8), 8)
        found = np.broadcast_to(values[end.operands[0]], x.shape)
        np.testing.assert_array_equal(found, expected, f"{op} by {n} in {low}..{high}")

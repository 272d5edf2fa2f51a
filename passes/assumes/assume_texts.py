"""The statement of an assume in words, for an error if it does not hold."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, IntegerAttr
from xdsl.ir import Operation, SSAValue

from ...analysis.accesses.views import root_of
from ...analysis.memory.assumptions import under_bitcasts
from ...analysis.values.constants import reinterpreted
from ...dialect.annotations import LOGICAL, argument_attributes, buffer_name
from ...dialect.ir.locations import show_location
from ...dialect.ir.memory_access import Load, buffer_of, is_load
from ...dialect.ops import AssumeOp
from ..common.generated_stages import is_of_padding

_FLOAT_EQUAL, _INTEGER_EQUAL = 1, 0


def assume_text(assume: AssumeOp) -> str:
    """`f.mlir:3:5: A is assumed to hold 0.0`, or that the condition does not hold."""
    equation = _equation(assume.condition)
    text = "the assumed condition does not hold"
    buffer = None if equation is None else root_of(buffer_of(equation[0]))
    if equation is not None and buffer is not None and (name := buffer_name(buffer)) is not None:
        text = f"{name} is assumed to hold {equation[1]}"
        if _is_contract(assume, buffer):
            text += ": its padding must be written before the call"
    return f"{show_location(assume.location)}{text}"


def _is_contract(assume: Operation, buffer: SSAValue) -> bool:
    """Whether an assume restates what the layout of an argument promises."""
    return is_of_padding(assume) and LOGICAL in argument_attributes(buffer)


def _equation(condition: SSAValue) -> tuple[Load, str] | None:
    """The load and the constant of `elsewhere or load == constant`."""
    op = condition.owner
    if isinstance(op, arith.OrIOp):
        found = [e for operand in op.operands if (e := _equation(operand)) is not None]
        return found[0] if len(found) == 1 else None
    equal = isinstance(op, arith.CmpiOp) and op.predicate.value.data == _INTEGER_EQUAL
    if isinstance(op, arith.CmpfOp):
        equal = op.predicate.value.data == _FLOAT_EQUAL
    if not equal or not isinstance(op, arith.CmpiOp | arith.CmpfOp):
        return None
    for left, right in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        load, constant = under_bitcasts(left).owner, right.owner
        if not is_load(load) or not isinstance(constant, arith.ConstantOp):
            continue
        held = reinterpreted(constant.value, load.results[0].type)
        if isinstance(held, IntegerAttr | FloatAttr):
            return load, str(held.value.data)
    return None

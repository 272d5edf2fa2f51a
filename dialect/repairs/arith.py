"""
`arith.cmpi`, `arith.cmpf` and `arith.select` of vectors, and comparisons with attributes.

xDSL 0.74 takes an i1 only, whatever is compared or selected, and drops the attributes of
comparisons.
"""

from typing import Self

from xdsl.dialects import arith
from xdsl.dialects.arith import (
    CMPF_COMPARISON_OPERATIONS,
    CMPI_COMPARISON_OPERATIONS,
    FastMathFlagsAttr,
)
from xdsl.dialects.builtin import IntegerAttr, TensorType, VectorType, i1, i64
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

_NO_FLAGS = FastMathFlagsAttr("none")


def _condition_type(operand_type: Attribute) -> Attribute:
    """I1 in the shape of the operands."""
    if isa(operand_type, VectorType):
        return VectorType(i1, operand_type.shape, operand_type.scalable_dims)
    if isa(operand_type, TensorType):
        return TensorType(i1, operand_type.get_shape(), operand_type.encoding)
    return i1


def _parse_predicate(parser: Parser, predicates: list[str]) -> IntegerAttr:
    position = parser.pos
    predicate = parser.parse_identifier()
    if predicate not in predicates:
        parser.raise_error(f"expected one of {', '.join(predicates)}", position, parser.pos)
    return IntegerAttr(predicates.index(predicate), i64)


def _verify_comparison(op: arith.CmpiOp | arith.CmpfOp) -> None:
    if op.lhs.type != op.rhs.type:
        raise VerifyException(f"compares {op.lhs.type} with {op.rhs.type}")
    if op.result.type != (wanted := _condition_type(op.lhs.type)):
        raise VerifyException(f"expected a result of type {wanted}, got {op.result.type}")


class CmpiOp(arith.CmpiOp):
    """`%c = arith.cmpi slt, %a, %b {attributes} : vector<4xi32>`."""

    name = "arith.cmpi"

    def verify_(self) -> None:
        _verify_comparison(self)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        predicate = _parse_predicate(parser, CMPI_COMPARISON_OPERATIONS)
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operand_type = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(v, operand_type) for v in (lhs, rhs)],
            result_types=[_condition_type(operand_type)],
            properties={"predicate": predicate},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {CMPI_COMPARISON_OPERATIONS[self.predicate.value.data]}, ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.lhs.type)


class CmpfOp(arith.CmpfOp):
    """`%c = arith.cmpf olt, %a, %b fastmath<nnan> {attributes} : vector<4xf32>`."""

    name = "arith.cmpf"

    def verify_(self) -> None:
        _verify_comparison(self)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        predicate = _parse_predicate(parser, CMPF_COMPARISON_OPERATIONS)
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        fastmath = _NO_FLAGS
        if parser.parse_optional_keyword("fastmath") is not None:
            fastmath = FastMathFlagsAttr(FastMathFlagsAttr.parse_parameter(parser))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operand_type = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(v, operand_type) for v in (lhs, rhs)],
            result_types=[_condition_type(operand_type)],
            properties={"predicate": predicate, "fastmath": fastmath},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {CMPF_COMPARISON_OPERATIONS[self.predicate.value.data]}, ")
        printer.print_list(self.operands, printer.print_ssa_value)
        if self.fastmath != _NO_FLAGS:
            printer.print_string(" fastmath")
            self.fastmath.print_parameter(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.lhs.type)


class SelectOp(arith.SelectOp):
    """`%x = arith.select %c, %a, %b {attributes} : vector<4xi1>, vector<4xf32>`."""

    name = "arith.select"

    def verify_(self) -> None:
        if not self.lhs.type == self.rhs.type == self.result.type:
            types = ", ".join(map(str, (self.lhs.type, self.rhs.type, self.result.type)))
            raise VerifyException(f"expected alternatives and result of one type, got {types}")
        if self.cond.type not in (i1, wanted := _condition_type(self.result.type)):
            raise VerifyException(f"expected a condition of type {wanted}, got {self.cond.type}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        types = [parser.parse_type()]
        if parser.parse_optional_punctuation(",") is not None:
            types.append(parser.parse_type())
        condition_type = types[0] if len(types) == 2 else i1
        types = [condition_type, types[-1], types[-1]]
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=[types[-1]],
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_ssa_value)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        if self.cond.type != i1:
            printer.print_attribute(self.cond.type)
            printer.print_string(", ")
        printer.print_attribute(self.result.type)

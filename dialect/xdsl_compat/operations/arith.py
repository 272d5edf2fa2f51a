"""
`arith.cmpi`, `arith.cmpf`, `arith.select` and conversions of vectors, comparisons with attributes,
and the overflow flags of `arith.trunci`.

xDSL 0.74 takes an i1 only, whatever is compared or selected, drops the attributes of comparisons,
converts scalars only, and has no flags on `arith.trunci`.
"""

from types import UnionType
from typing import Self, TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.arith import (
    CMPF_COMPARISON_OPERATIONS,
    CMPI_COMPARISON_OPERATIONS,
    FastMathFlagsAttr,
    IntegerOverflowAttr,
)
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

_Kind: TypeAlias = type[Attribute] | UnionType

_NO_FLAGS = FastMathFlagsAttr("none")
_OVERFLOW = "overflowFlags"
_NO_OVERFLOW = IntegerOverflowAttr("none")


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


def _element_of(type: Attribute) -> Attribute:
    if isa(type, VectorType) or isa(type, TensorType):
        return type.element_type
    return type


def _in_shape_of(type: Attribute, element: Attribute) -> Attribute:
    """The type with another type of elements."""
    if isa(type, VectorType):
        return VectorType(element, type.shape, type.scalable_dims)
    if isa(type, TensorType):
        return TensorType(element, type.get_shape(), type.encoding)
    return element


def _verify_conversion(op: Operation, source: _Kind, target: _Kind) -> None:
    operand, result = op.operands[0].type, op.results[0].type
    element = _element_of(result)
    if not isinstance(_element_of(operand), source) or not isinstance(element, target):
        raise VerifyException(f"cannot convert {operand} to {result}")
    if _in_shape_of(operand, element) != result:
        raise VerifyException(f"expected types of one shape, got {operand} and {result}")


def _verify_conversion_widths(op: Operation, *, wider: bool) -> None:
    _verify_conversion(op, IntegerType, IntegerType)
    before, after = _width(op.operands[0].type), _width(op.results[0].type)
    if (after > before) is not wider or after == before:
        relation = "larger" if wider else "smaller"
        raise VerifyException(f"the result's width must be {relation} than the operand's")


def _width(type: Attribute) -> int:
    element = _element_of(type)
    assert isa(element, IntegerType)
    return element.width.data


class _Conversion(Operation):
    """`%y = arith.sitofp %x {attributes} : vector<4xi32> to vector<4xf32>`."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        properties: dict[str, Attribute] = {}
        if parser.parse_optional_keyword("overflow") is not None:
            properties[_OVERFLOW] = IntegerOverflowAttr(IntegerOverflowAttr.parse_parameter(parser))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source = parser.parse_type()
        parser.parse_keyword("to")
        target = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(operand, source)],
            result_types=[target],
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.operands[0])
        flags = self.properties.get(_OVERFLOW, _NO_OVERFLOW)
        if isinstance(flags, IntegerOverflowAttr) and flags != _NO_OVERFLOW:
            printer.print_string(" overflow")
            flags.print_parameter(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.operands[0].type)
        printer.print_string(" to ")
        printer.print_attribute(self.results[0].type)


class ExtSIOp(_Conversion, arith.ExtSIOp):
    name = "arith.extsi"

    def verify_(self) -> None:
        _verify_conversion_widths(self, wider=True)


class ExtUIOp(_Conversion, arith.ExtUIOp):
    name = "arith.extui"

    def verify_(self) -> None:
        _verify_conversion_widths(self, wider=True)


class TruncIOp(_Conversion, arith.TruncIOp):
    name = "arith.trunci"

    def verify_(self) -> None:
        _verify_conversion_widths(self, wider=False)


class SIToFPOp(_Conversion, arith.SIToFPOp):
    name = "arith.sitofp"

    def verify_(self) -> None:
        _verify_conversion(self, IntegerType, AnyFloat)


class UIToFPOp(_Conversion, arith.UIToFPOp):
    name = "arith.uitofp"

    def verify_(self) -> None:
        _verify_conversion(self, IntegerType, AnyFloat)


class FPToSIOp(_Conversion, arith.FPToSIOp):
    name = "arith.fptosi"

    def verify_(self) -> None:
        _verify_conversion(self, AnyFloat, IntegerType)


class FPToUIOp(_Conversion, arith.FPToUIOp):
    name = "arith.fptoui"

    def verify_(self) -> None:
        _verify_conversion(self, AnyFloat, IntegerType)


class IndexCastOp(_Conversion, arith.IndexCastOp):
    name = "arith.index_cast"

    def verify_(self) -> None:
        from_index = isinstance(_element_of(self.input.type), IndexType)
        kinds = (IndexType, IntegerType) if from_index else (IntegerType, IndexType)
        _verify_conversion(self, *kinds)

"""
`arith.cmpi`, `arith.cmpf`, `arith.select` and conversions of vectors, comparisons with attributes,
and the overflow flags of `arith.trunci`.

xDSL 0.74 takes an i1 only, whatever is compared or selected, drops the attributes of comparisons,
converts scalars only, and has no flags on `arith.trunci`.
"""

from collections.abc import Callable
from types import UnionType
from typing import ClassVar, Self, TypeAlias

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
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from .rows import repaired

_Kind: TypeAlias = type[Attribute] | UnionType

_NO_FLAGS = FastMathFlagsAttr("none")
_FASTMATH, _OVERFLOW = "fastmath", "overflowFlags"
_NO_OVERFLOW = IntegerOverflowAttr("none")


def _condition_type(operand_type: Attribute) -> Attribute:
    """Return `i1`, or a vector or tensor of `i1` with the shape of the operands."""
    if isa(operand_type, VectorType):
        return VectorType(i1, operand_type.shape, operand_type.scalable_dims)
    if isa(operand_type, TensorType):
        return TensorType(i1, operand_type.get_shape(), operand_type.encoding)
    return i1


class _Comparison(Operation):
    """`%c = arith.cmpf olt, %a, %b fastmath<nnan> {attributes} : vector<4xf32>`."""

    predicates: ClassVar[list[str]]

    def verify_(self) -> None:
        (lhs, rhs), (result,) = self.operand_types, self.result_types
        if lhs != rhs:
            raise VerifyException(f"compares {lhs} with {rhs}")
        if result != (wanted := _condition_type(lhs)):
            raise VerifyException(f"expected a result of type {wanted}, got {result}")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        predicate = parser.parse_identifier()
        if predicate not in cls.predicates:
            parser.raise_error(f"expected one of {', '.join(cls.predicates)}", position, parser.pos)
        number = IntegerAttr(cls.predicates.index(predicate), i64)
        properties: dict[str, Attribute] = {"predicate": number}
        parser.parse_punctuation(",")
        lhs = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        rhs = parser.parse_unresolved_operand()
        if issubclass(cls, arith.CmpfOp):
            properties[_FASTMATH] = _NO_FLAGS
            if parser.parse_optional_keyword(_FASTMATH) is not None:
                flags = FastMathFlagsAttr.parse_parameter(parser)
                properties[_FASTMATH] = FastMathFlagsAttr(flags)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        operand_type = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(v, operand_type) for v in (lhs, rhs)],
            result_types=[_condition_type(operand_type)],
            properties=properties,
            attributes=attributes,
        )


def _print_comparison(
    op: arith.CmpiOp | arith.CmpfOp, printer: Printer, predicates: list[str]
) -> None:
    printer.print_string(f" {predicates[op.predicate.value.data]}, ")
    printer.print_list(op.operands, printer.print_ssa_value)
    if isinstance(op, arith.CmpfOp) and op.fastmath != _NO_FLAGS:
        printer.print_string(" fastmath")
        op.fastmath.print_parameter(printer)
    printer.print_op_attributes(op.attributes)
    printer.print_string(" : ")
    printer.print_attribute(op.lhs.type)


class CmpiOp(_Comparison, arith.CmpiOp):
    name = "arith.cmpi"
    predicates = CMPI_COMPARISON_OPERATIONS

    def print(self, printer: Printer) -> None:
        _print_comparison(self, printer, CMPI_COMPARISON_OPERATIONS)


class CmpfOp(_Comparison, arith.CmpfOp):
    name = "arith.cmpf"
    predicates = CMPF_COMPARISON_OPERATIONS

    def print(self, printer: Printer) -> None:
        _print_comparison(self, printer, CMPF_COMPARISON_OPERATIONS)


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


def _verify_widening(op: Operation) -> None:
    _verify_conversion(op, IntegerType, IntegerType)
    if _width(op.results[0]) <= _width(op.operands[0]):
        raise VerifyException("the result's width must be larger than the operand's")


def _verify_narrowing(op: Operation) -> None:
    _verify_conversion(op, IntegerType, IntegerType)
    if _width(op.results[0]) >= _width(op.operands[0]):
        raise VerifyException("the result's width must be smaller than the operand's")


def _verify_to_float(op: Operation) -> None:
    _verify_conversion(op, IntegerType, AnyFloat)


def _verify_from_float(op: Operation) -> None:
    _verify_conversion(op, AnyFloat, IntegerType)


def _verify_index_cast(op: Operation) -> None:
    from_index = isinstance(_element_of(op.operands[0].type), IndexType)
    kinds = (IndexType, IntegerType) if from_index else (IntegerType, IndexType)
    _verify_conversion(op, *kinds)


def _width(value: SSAValue) -> int:
    element = _element_of(value.type)
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


_RULES: dict[type[Operation], Callable[[Operation], None]] = {
    arith.ExtSIOp: _verify_widening,
    arith.ExtUIOp: _verify_widening,
    arith.TruncIOp: _verify_narrowing,
    arith.SIToFPOp: _verify_to_float,
    arith.UIToFPOp: _verify_to_float,
    arith.FPToSIOp: _verify_from_float,
    arith.FPToUIOp: _verify_from_float,
    arith.IndexCastOp: _verify_index_cast,
}
CONVERSIONS = tuple(repaired(op, (_Conversion,), verify_=rule) for op, rule in _RULES.items())

"""
The conversions of `arith` on vectors, and the overflow flags of `arith.trunci`.

xDSL 0.74 takes scalars only, and has no flags on `arith.trunci`.
"""

from types import UnionType
from typing import Self, TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.arith import IntegerOverflowAttr
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, TensorType, VectorType
from xdsl.ir import Attribute, Operation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

_Kind: TypeAlias = type[Attribute] | UnionType

_FLAGS = "overflowFlags"
_NO_FLAGS = IntegerOverflowAttr("none")


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


def _verify(op: Operation, source: _Kind, target: _Kind) -> None:
    operand, result = op.operands[0].type, op.results[0].type
    element = _element_of(result)
    if not isinstance(_element_of(operand), source) or not isinstance(element, target):
        raise VerifyException(f"cannot convert {operand} to {result}")
    if _in_shape_of(operand, element) != result:
        raise VerifyException(f"expected types of one shape, got {operand} and {result}")


def _verify_widths(op: Operation, *, wider: bool) -> None:
    _verify(op, IntegerType, IntegerType)
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
            properties[_FLAGS] = IntegerOverflowAttr(IntegerOverflowAttr.parse_parameter(parser))
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
        flags = self.properties.get(_FLAGS, _NO_FLAGS)
        if isinstance(flags, IntegerOverflowAttr) and flags != _NO_FLAGS:
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
        _verify_widths(self, wider=True)


class ExtUIOp(_Conversion, arith.ExtUIOp):
    name = "arith.extui"

    def verify_(self) -> None:
        _verify_widths(self, wider=True)


class TruncIOp(_Conversion, arith.TruncIOp):
    name = "arith.trunci"

    def verify_(self) -> None:
        _verify_widths(self, wider=False)


class SIToFPOp(_Conversion, arith.SIToFPOp):
    name = "arith.sitofp"

    def verify_(self) -> None:
        _verify(self, IntegerType, AnyFloat)


class UIToFPOp(_Conversion, arith.UIToFPOp):
    name = "arith.uitofp"

    def verify_(self) -> None:
        _verify(self, IntegerType, AnyFloat)


class FPToSIOp(_Conversion, arith.FPToSIOp):
    name = "arith.fptosi"

    def verify_(self) -> None:
        _verify(self, AnyFloat, IntegerType)


class FPToUIOp(_Conversion, arith.FPToUIOp):
    name = "arith.fptoui"

    def verify_(self) -> None:
        _verify(self, AnyFloat, IntegerType)


class IndexCastOp(_Conversion, arith.IndexCastOp):
    name = "arith.index_cast"

    def verify_(self) -> None:
        from_index = isinstance(_element_of(self.input.type), IndexType)
        kinds = (IndexType, IntegerType) if from_index else (IntegerType, IndexType)
        _verify(self, *kinds)

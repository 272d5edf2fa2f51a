"""`affine.apply` and `affine.min` with their attributes, and `affine.max`, which xDSL lacks."""

from collections.abc import Sequence

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr, IndexType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException


def parse_dims_and_symbols(parser: Parser) -> list[SSAValue]:
    """`(%i, %j)[%n]`, both parts optional."""

    def operand() -> SSAValue:
        return parser.parse_operand(IndexType())

    dims = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, operand)
    syms = parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, operand)
    return [*(dims or ()), *(syms or ())]


def print_dims_and_symbols(
    printer: Printer, attribute: AffineMapAttr | AffineSetAttr, operands: Sequence[SSAValue]
) -> None:
    """The map or set with its operands: `affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]`."""
    num_dims = attribute.data.num_dims
    printer.print_string(" ")
    printer.print_attribute(attribute)
    with printer.in_parens():
        printer.print_list(operands[:num_dims], printer.print_ssa_value)
    if attribute.data.num_symbols:
        with printer.in_square_brackets():
            printer.print_list(operands[num_dims:], printer.print_ssa_value)


def _parse_map(parser: Parser) -> tuple[AffineMapAttr, list[SSAValue], dict[str, Attribute]]:
    position = parser.pos
    attribute = parser.parse_attribute()
    if not isinstance(attribute, AffineMapAttr):
        parser.raise_error("expected affine map", position, parser.pos)
    return attribute, parse_dims_and_symbols(parser), parser.parse_optional_attr_dict()


class ApplyOp(affine.ApplyOp):
    """`%x = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%i) {attributes}`."""

    name = "affine.apply"

    @classmethod
    def parse(cls, parser: Parser) -> "ApplyOp":
        affine_map, operands, attributes = _parse_map(parser)
        op = cls(operands, affine_map)
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        print_dims_and_symbols(printer, self.map, self.mapOperands)
        printer.print_op_attributes(self.attributes)


class MinOp(affine.MinOp):
    """`%x = affine.min affine_map<(d0) -> (d0, 4)>(%i) {attributes}`."""

    name = "affine.min"

    @classmethod
    def parse(cls, parser: Parser) -> "MinOp":
        affine_map, operands, attributes = _parse_map(parser)
        op = cls(operands, affine_map)
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        print_dims_and_symbols(printer, self.map, self.arguments)
        printer.print_op_attributes(self.attributes)


@irdl_op_definition
class MaxOp(IRDLOperation):
    """`%x = affine.max affine_map<(d0) -> (d0, 4)>(%i)`: the greatest of the map's results."""

    name = "affine.max"

    arguments = var_operand_def(IndexType())
    result = result_def(IndexType())
    map = prop_def(AffineMapAttr)

    traits = traits_def(Pure())

    def __init__(self, map_operands: Sequence[SSAValue | Operation], affine_map: AffineMapAttr):
        super().__init__(
            operands=[map_operands], properties={"map": affine_map}, result_types=[IndexType()]
        )

    def verify_(self) -> None:
        wanted = self.map.data.num_dims + self.map.data.num_symbols
        if len(self.arguments) != wanted:
            raise VerifyException(
                f"expects {wanted} operands, the dimensions and symbols of its map, "
                f"got {len(self.arguments)}"
            )

    @classmethod
    def parse(cls, parser: Parser) -> "MaxOp":
        affine_map, operands, attributes = _parse_map(parser)
        op = cls(operands, affine_map)
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        print_dims_and_symbols(printer, self.map, self.arguments)
        printer.print_op_attributes(self.attributes)

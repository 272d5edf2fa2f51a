"""
Affine accesses with SSA indices that are dimensions, `affine.apply` and `affine.min` with their
attributes, and `affine.max`, which xDSL lacks.

xDSL 0.74 reads every SSA index of an access as a symbol, prints symbols without `symbol(..)`, and
has no attribute dictionary in these forms.
"""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr, IndexType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    VariadicOperandVariable,
    irdl_custom_directive,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ..syntax.affine_text import parse_ssa_map, print_ssa_map
from .rows import formatted


def parse_dims_and_symbols(parser: Parser) -> list[UnresolvedOperand]:
    """`(%i, %j)[%n]`, both parts optional."""
    operands = list[UnresolvedOperand]()
    for delimiter in (parser.Delimiter.PAREN, parser.Delimiter.SQUARE):
        operands += (
            parser.parse_optional_comma_separated_list(delimiter, parser.parse_unresolved_operand)
            or ()
        )
    return operands


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


@irdl_custom_directive
class Indices(CustomDirective):
    """`[%i floordiv 4, symbol(%n)]`."""

    map: AttributeVariable
    indices: VariadicOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        affine_map, indices = parse_ssa_map(parser)
        self.map.set(state, AffineMapAttr(affine_map))
        self.indices.set(state, indices)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        attribute = cast("AffineMapAttr", self.map.get(op))
        print_ssa_map(printer, attribute.data, self.indices.get(op))


_ACCESS = "$memref custom<Indices>($map, $indices) attr-dict `:` type($memref)"
ACCESSES = (
    formatted(affine.LoadOp, _ACCESS, directives=[Indices]),
    formatted(affine.StoreOp, f"$value `,` {_ACCESS}", directives=[Indices]),
    formatted(affine.VectorLoadOp, f"{_ACCESS} `,` type($result)", directives=[Indices]),
    formatted(affine.VectorStoreOp, f"$value `,` {_ACCESS} `,` type($value)", directives=[Indices]),
)


@irdl_custom_directive
class MapOfOperands(CustomDirective):
    """`affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n]`."""

    map: AttributeVariable
    operands: VariadicOperandVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        position = parser.pos
        attribute = parser.parse_attribute()
        if not isinstance(attribute, AffineMapAttr):
            parser.raise_error("expected affine map", position, parser.pos)
        self.map.set(state, attribute)
        self.operands.set(state, parse_dims_and_symbols(parser))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        attribute = cast("AffineMapAttr", self.map.get(op))
        print_dims_and_symbols(printer, attribute, self.operands.get(op))


ApplyOp = formatted(
    affine.ApplyOp,
    "custom<MapOfOperands>($map, $mapOperands) attr-dict",
    directives=[MapOfOperands],
)
_EXTREMUM = "custom<MapOfOperands>($map, $arguments) attr-dict"
MinOp = formatted(affine.MinOp, _EXTREMUM, directives=[MapOfOperands])


@irdl_op_definition
class MaxOp(IRDLOperation):
    """`%x = affine.max affine_map<(d0) -> (d0, 4)>(%i)`: the greatest of the map's results."""

    name = "affine.max"

    arguments = var_operand_def(IndexType())
    result = result_def(IndexType())
    map = prop_def(AffineMapAttr)

    assembly_format = _EXTREMUM
    custom_directives = (MapOfOperands,)

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

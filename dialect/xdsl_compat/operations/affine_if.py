"""`affine.if` in upstream's pretty syntax; xDSL 0.74 has only the generic one."""

from collections.abc import Sequence

from xdsl.dialects import affine
from xdsl.dialects.builtin import AffineSetAttr
from xdsl.ir import Attribute, Region
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..syntax.affine_text import resolve_indices
from .affine_maps import parse_dims_and_symbols, print_dims_and_symbols


def ensure_yield(region: Region) -> Region:
    """Adds the `affine.yield` that the pretty form leaves out."""
    if not isinstance(region.block.last_op, affine.YieldOp):
        region.block.add_op(affine.YieldOp.get())
    return region


def parse_arrow_types(parser: Parser) -> Sequence[Attribute]:
    """`-> f32`, `-> (f32, f32)`, or nothing."""
    if parser.parse_optional_punctuation("->") is None:
        return ()
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return (parser.parse_type(),) if types is None else types


def print_arrow_types(printer: Printer, types: Sequence[Attribute]) -> None:
    """The inverse of `parse_arrow_types`."""
    if not types:
        return
    printer.print_string(" -> ")
    if len(types) == 1:
        printer.print_attribute(types[0])
        return
    with printer.in_parens():
        printer.print_list(types, printer.print_attribute)


class IfOp(affine.IfOp):
    """`affine.if affine_set<(d0) : (d0 - 14 >= 0)>(%i) { .. } else { .. } {attributes}`."""

    name = "affine.if"

    @classmethod
    def parse(cls, parser: Parser) -> "IfOp":
        position = parser.pos
        condition = parser.parse_attribute()
        if not isinstance(condition, AffineSetAttr):
            parser.raise_error("expected affine set", position, parser.pos)
        operands = resolve_indices(parser, parse_dims_and_symbols(parser))
        types = parse_arrow_types(parser)
        then_region = ensure_yield(parser.parse_region(()))
        else_region = Region()
        if parser.parse_optional_keyword("else") is not None:
            else_region = ensure_yield(parser.parse_region(()))
        return cls.create(
            operands=operands,
            result_types=types,
            properties={"condition": condition},
            attributes=parser.parse_optional_attr_dict(),
            regions=[then_region, else_region],
        )

    def print(self, printer: Printer) -> None:
        print_dims_and_symbols(printer, self.condition, self.args)
        print_arrow_types(printer, self.result_types)
        for keyword, region in ((" ", self.then_region), (" else ", self.else_region)):
            if not region.blocks:
                continue
            printer.print_string(keyword)
            printer.print_region(
                region, print_empty_block=False, print_block_terminators=bool(self.res)
            )
        printer.print_op_attributes(self.attributes)

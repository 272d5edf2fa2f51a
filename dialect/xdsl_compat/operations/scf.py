"""
`scf.parallel` in upstream's pretty syntax, `scf.execute_region` with its attributes, `scf.for` and
`scf.if` with one result type without parentheses, and `scf.for` read without a hook in all
operations.
"""

from collections.abc import Sequence
from typing import Self

from xdsl.dialects import scf
from xdsl.dialects.builtin import IndexType, i1
from xdsl.dialects.utils import parse_assignment
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator

from .affine_if import parse_arrow_types, print_arrow_types


def _parse_indices(parser: Parser) -> list[SSAValue]:
    return parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parser.parse_operand(IndexType())
    )


def _print_values(printer: Printer, prefix: str, values: Sequence[SSAValue]) -> None:
    printer.print_string(prefix)
    with printer.in_parens():
        printer.print_list(values, printer.print_ssa_value)


class ForOp(scf.ForOp):
    """
    `scf.for %i = %a to %b step %c iter_args(%x = %y) -> (f32) : i32 { .. } {attributes}`.

    To add a yield, xDSL 0.74 sets a hook in the class of all operations, and restores it: with two
    threads at once a hook stays there for good.
    """

    name = "scf.for"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        iterator = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        bounds = [parser.parse_unresolved_operand()]
        for keyword in ("to", "step"):
            parser.parse_keyword(keyword)
            bounds.append(parser.parse_unresolved_operand())
        position = parser.pos
        carried: list[tuple[Parser.UnresolvedArgument, UnresolvedOperand]] = []
        types: Sequence[Attribute] = ()
        if parser.parse_optional_keyword("iter_args") is not None:
            carried = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parse_assignment(parser)
            )
            types = parse_arrow_types(parser)
        inits = parser.resolve_operands([init for _, init in carried], types, position)
        typed = parser.parse_optional_punctuation(":") is not None
        index = parser.parse_type() if typed else IndexType()
        lower, upper, step = [parser.resolve_operand(bound, index) for bound in bounds]
        named = zip([iterator, *(name for name, _ in carried)], [index, *types], strict=True)
        body = parser.parse_region([name.resolve(type) for name, type in named])
        last = body.block.last_op
        if not carried and (
            last is None or not last.has_trait(IsTerminator, value_if_unregistered=False)
        ):
            body.block.add_op(scf.YieldOp())
        op = cls(lower, upper, step, inits, body)
        op.attributes |= parser.parse_optional_attr_dict()
        return op


class IfOp(scf.IfOp):
    """`scf.if %c -> f32 { .. } else { .. } {attributes}`; xDSL 0.74 wants `-> (f32)`."""

    name = "scf.if"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        condition = parser.parse_operand(i1)
        types = parse_arrow_types(parser)
        then = cls.parse_region_with_yield(parser)
        has_else = parser.parse_optional_keyword("else") is not None
        other = cls.parse_region_with_yield(parser) if has_else else Region()
        return cls(condition, types, then, other, parser.parse_optional_attr_dict())


class ParallelOp(scf.ParallelOp):
    """`scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> f32 { .. } {attributes}`."""

    name = "scf.parallel"

    @classmethod
    def parse(cls, parser: Parser) -> "ParallelOp":
        ivs = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        parser.parse_punctuation("=")
        lower = _parse_indices(parser)
        parser.parse_keyword("to")
        upper = _parse_indices(parser)
        parser.parse_keyword("step")
        steps = _parse_indices(parser)
        position = parser.pos
        inits = (
            parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_unresolved_operand
            )
            if parser.parse_optional_keyword("init") is not None
            else []
        )
        types = parse_arrow_types(parser)
        init_values = parser.resolve_operands(inits, types, position)
        body = parser.parse_region([iv.resolve(IndexType()) for iv in ivs])
        if not isinstance(body.block.last_op, scf.ReduceOp):
            body.block.add_op(scf.ReduceOp())
        op = cls(lower, upper, steps, body, init_values)
        op.attributes |= parser.parse_optional_attr_dict()
        return op

    def print(self, printer: Printer) -> None:
        _print_values(printer, " ", self.body.block.args)
        _print_values(printer, " = ", self.lowerBound)
        _print_values(printer, " to ", self.upperBound)
        _print_values(printer, " step ", self.step)
        if self.initVals:
            _print_values(printer, " init ", self.initVals)
        print_arrow_types(printer, self.result_types)
        printer.print_string(" ")
        printer.print_region(
            self.body,
            print_entry_block_args=False,
            print_empty_block=False,
            print_block_terminators=bool(self.initVals),
        )
        printer.print_op_attributes(self.attributes)


class ExecuteRegionOp(scf.ExecuteRegionOp):
    """
    `%x = scf.execute_region -> f32 { .. } {attributes}`: xDSL 0.74 reads and drops the attributes,
    and prints no `scf.yield` without values, which nobody then reads.
    """

    name = "scf.execute_region"

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        types = parse_arrow_types(parser)
        region = parser.parse_region()
        attributes = parser.parse_optional_attr_dict()
        return cls.create(result_types=types, regions=[region], attributes=attributes)

    def print(self, printer: Printer) -> None:
        print_arrow_types(printer, self.result_types)
        printer.print_string(" ")
        printer.print_region(self.region, print_entry_block_args=False)
        printer.print_op_attributes(self.attributes)

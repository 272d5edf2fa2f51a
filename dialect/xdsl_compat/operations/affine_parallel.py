"""`affine.parallel` in upstream's pretty syntax; xDSL 0.74 has only the generic one."""

from collections.abc import Callable, Sequence

from xdsl.dialects import affine
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DenseIntElementsAttr,
    IndexType,
    IntegerAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.parser import Parser
from xdsl.printer import Printer

from ..syntax.affine_text import parse_ssa_expressions, print_ssa_expr, resolve_indices
from .affine_if import ensure_yield


def _parse_bounds(
    parser: Parser, keyword: str
) -> tuple[AffineMapAttr, DenseIntElementsAttr, Sequence[SSAValue]]:
    """`(0, max(%a, %b - 1))`: a map of all expressions, how many each bound has, the operands."""
    groups: list[list[AffineExpr]] = []

    def parse_list(parse_expr: Callable[[], AffineExpr]) -> None:
        def parse_bound() -> list[AffineExpr]:
            if parser.parse_optional_keyword(keyword) is None:
                return [parse_expr()]
            return parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_expr)

        groups.extend(parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_bound))

    num_dims, num_syms, operands = parse_ssa_expressions(parser, parse_list)
    results = tuple(e for group in groups for e in group)
    counts = DenseIntElementsAttr.from_list(
        TensorType(i32, [len(groups)]), [len(g) for g in groups]
    )
    affine_map = AffineMapAttr(AffineMap(num_dims, num_syms, results))
    return affine_map, counts, resolve_indices(parser, operands)


def _print_bounds(
    printer: Printer,
    keyword: str,
    affine_map: AffineMap,
    counts: Sequence[int],
    operands: Sequence[SSAValue],
) -> None:
    results = iter(affine_map.results)

    def print_expr(expr: AffineExpr) -> None:
        print_ssa_expr(printer, expr, affine_map.num_dims, operands)

    def print_bound(count: int) -> None:
        if count == 1:
            print_expr(next(results))
            return
        with printer.delimited(f"{keyword}(", ")"):
            printer.print_list([next(results) for _ in range(count)], print_expr)

    with printer.in_parens():
        printer.print_list(counts, print_bound)


class ParallelOp(affine.ParallelOp):
    """`affine.parallel (%i, %j) = (0, %a) to (min(%n, 16), 14) step (2, 1) { .. } {attributes}`."""

    name = "affine.parallel"

    @classmethod
    def parse(cls, parser: Parser) -> "ParallelOp":
        ivs = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        parser.parse_punctuation("=")
        lower, lower_groups, lower_operands = _parse_bounds(parser, "max")
        parser.parse_keyword("to")
        upper, upper_groups, upper_operands = _parse_bounds(parser, "min")
        steps = [1] * len(ivs)
        if parser.parse_optional_keyword("step") is not None:
            steps = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parser.parse_integer(allow_boolean=False)
            )
        if parser.parse_optional_keyword("reduce") is not None:
            parser.raise_error(
                "affine.parallel with a reduction can't be held by xDSL; "
                "use affine.for with iter_args, or scf.parallel"
            )
        body = ensure_yield(parser.parse_region([iv.resolve(IndexType()) for iv in ivs]))
        properties: dict[str, Attribute] = {
            "reductions": ArrayAttr(()),
            "lowerBoundsMap": lower,
            "lowerBoundsGroups": lower_groups,
            "upperBoundsMap": upper,
            "upperBoundsGroups": upper_groups,
            "steps": ArrayAttr(IntegerAttr(step, i64) for step in steps),
        }
        return cls.create(
            operands=[*lower_operands, *upper_operands],
            properties=properties,
            attributes=parser.parse_optional_attr_dict(),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        lower, upper = self.lowerBoundsMap.data, self.upperBoundsMap.data
        num_lower = lower.num_dims + lower.num_symbols
        operands = self.map_operands
        steps = [step.value.data for step in self.steps]
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(self.body.block.args, printer.print_ssa_value)
        printer.print_string(" = ")
        groups = self.lowerBoundsGroups.get_values()
        _print_bounds(printer, "max", lower, groups, operands[:num_lower])
        printer.print_string(" to ")
        groups = self.upperBoundsGroups.get_values()
        _print_bounds(printer, "min", upper, groups, operands[num_lower:])
        if any(step != 1 for step in steps):
            printer.print_string(" step ")
            with printer.in_parens():
                printer.print_list(steps, printer.print_int)
        printer.print_string(" ")
        printer.print_region(
            self.body,
            print_entry_block_args=False,
            print_empty_block=False,
            print_block_terminators=False,
        )
        printer.print_op_attributes(self.attributes)

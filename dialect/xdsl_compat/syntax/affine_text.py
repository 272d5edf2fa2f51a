"""Affine expressions as text: read with MLIR's rules, printed as MLIR prints them."""

# xDSL has no public way to share the position between its parsers.
# pyright: reportPrivateUsage=false

import operator
from collections.abc import Callable, Sequence
from functools import reduce

from xdsl.dialects.builtin import IndexType
from xdsl.ir import SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineConstraintExpr,
    AffineConstraintKind,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
)
from xdsl.parser import AffineParser, Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

from .lexer import check_index


class RepairedAffineParser(AffineParser):
    """xDSL's parser with clean errors for what it can't hold, and `symbol(%n)` beside `%i`."""

    def _parse_primary(self, parse_optional_bare_id: Callable[[], AffineExpr | None]) -> AffineExpr:
        span = self._current_token.span
        expression = super()._parse_primary(parse_optional_bare_id)
        if isinstance(expression, AffineConstantExpr):
            check_index(expression.value, span)
        return expression

    def _create_binop_expr(self, lhs: AffineExpr, rhs: AffineExpr, binop: MLIRToken) -> AffineExpr:
        divisor = rhs if binop.text in ("floordiv", "ceildiv", "mod") else None
        if isinstance(divisor, AffineConstantExpr) and divisor.value <= 0:
            raise ParseError(
                binop.span, f"'{binop.text}' expects a positive divisor, got {divisor.value}"
            )
        try:
            return super()._create_binop_expr(lhs, rhs, binop)
        except NotImplementedError:
            raise ParseError(
                binop.span,
                f"semi-affine expression: one operand of '{binop.text}' has to be a constant; "
                "compute it with arith operations on index values instead",
            ) from None

    def _parse_affine_constraint(
        self, parse_optional_bare_id: Callable[[], AffineExpr | None]
    ) -> AffineConstraintExpr:
        """`a <= b` becomes `b - a >= 0`, as in MLIR."""
        constraint = super()._parse_affine_constraint(parse_optional_bare_id)
        if constraint.kind is not AffineConstraintKind.le:
            return constraint
        return AffineConstraintExpr(AffineConstraintKind.ge, -constraint.lhs, constraint.rhs)

    def parse_ssa_expressions(
        self, parse_list: Callable[[Callable[[], AffineExpr]], None]
    ) -> tuple[list[UnresolvedOperand], list[UnresolvedOperand]]:
        """Runs `parse_list` with a parser of one expression; gives dimensions and symbols."""
        dims: dict[tuple[str, int], UnresolvedOperand] = {}
        syms: dict[tuple[str, int], UnresolvedOperand] = {}

        def position(values: dict[tuple[str, int], UnresolvedOperand]) -> int | None:
            token = self._parse_optional_token(MLIRTokenKind.PERCENT_IDENT)
            if token is None:
                return None
            number = self._parse_optional_token(MLIRTokenKind.HASH_IDENT)
            value = UnresolvedOperand(token.span, int(number.text[1:]) if number else 0)
            key = (value.operand_name, value.index)
            values.setdefault(key, value)
            return list(values).index(key)

        def parse_value() -> AffineExpr | None:
            if (dim := position(dims)) is not None:
                return AffineExpr.dimension(dim)
            if self.parse_optional_keyword("symbol") is None:
                return None
            with self.in_parens():
                return AffineExpr.symbol(self.expect(lambda: position(syms), "expected SSA value"))

        parse_list(lambda: self._parse_affine_expr(parse_value))
        return list(dims.values()), list(syms.values())


def parse_ssa_expressions(
    parser: Parser, parse_list: Callable[[Callable[[], AffineExpr]], None]
) -> tuple[int, int, list[UnresolvedOperand]]:
    """How many dimensions and symbols `parse_list` reads, and the operands."""
    dims, syms = RepairedAffineParser(parser._parser_state).parse_ssa_expressions(parse_list)
    return len(dims), len(syms), [*dims, *syms]


def parse_ssa_map(parser: Parser) -> tuple[AffineMap, list[UnresolvedOperand]]:
    """`[%i floordiv 4, symbol(%n) - 1]` as a map and its operands, dimensions first."""
    results: list[AffineExpr] = []

    def parse_list(parse_expr: Callable[[], AffineExpr]) -> None:
        results.extend(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parse_expr))

    num_dims, num_syms, operands = parse_ssa_expressions(parser, parse_list)
    return AffineMap(num_dims, num_syms, tuple(results)), operands


def resolve_indices(
    parser: Parser, operands: Sequence[UnresolvedOperand]
) -> list[SSAValue[IndexType]]:
    """The operands of a map or a set."""
    index = IndexType()
    return [parser.resolve_operand(operand, index) for operand in operands]


def print_ssa_expr(
    printer: Printer, expr: AffineExpr, num_dims: int, operands: Sequence[SSAValue]
) -> None:
    """The expression with the operands in it, symbols as `symbol(%n)`."""

    def print_leaf(leaf: AffineExpr) -> None:
        if isinstance(leaf, AffineDimExpr):
            printer.print_ssa_value(operands[leaf.position])
            return
        with printer.delimited("symbol(", ")"):
            printer.print_ssa_value(operands[num_dims + _position(leaf)])

    _print_expr(_as_read(expr), printer.print_string, print_leaf)


def print_ssa_map(printer: Printer, affine_map: AffineMap, operands: Sequence[SSAValue]) -> None:
    """The inverse of `parse_ssa_map`."""
    with printer.in_square_brackets():
        printer.print_list(
            affine_map.results,
            lambda e: print_ssa_expr(printer, e, affine_map.num_dims, operands),
        )


def affine_map_text(affine_map: AffineMap) -> str:
    """`(d0)[s0] -> (d0 * 4 - s0)`: no more parentheses than mlir-opt prints."""
    results = ", ".join(_expr_text(e) for e in affine_map.results)
    return f"{_space(affine_map)} -> ({results})"


def affine_set_text(affine_set: AffineSet) -> str:
    """`(d0) : (d0 - 14 >= 0)`: no more parentheses than mlir-opt prints."""
    constraints = ", ".join(
        f"{_expr_text(c.lhs)} {c.kind.value} {_expr_text(c.rhs)}" for c in affine_set.constraints
    )
    return f"{_space(affine_set)} : ({constraints})"


def _space(data: AffineMap | AffineSet) -> str:
    dims = ", ".join(f"d{i}" for i in range(data.num_dims))
    syms = ", ".join(f"s{i}" for i in range(data.num_symbols))
    return f"({dims})[{syms}]" if data.num_symbols else f"({dims})"


def _expr_text(expr: AffineExpr) -> str:
    parts: list[str] = []

    def print_leaf(leaf: AffineExpr) -> None:
        parts.append(f"{'d' if isinstance(leaf, AffineDimExpr) else 's'}{_position(leaf)}")

    _print_expr(_as_read(expr), parts.append, print_leaf)
    return "".join(parts)


def _position(leaf: AffineExpr) -> int:
    position = getattr(leaf, "position", None)
    if not isinstance(position, int):
        raise ValueError(f"unknown affine expression {leaf}")
    return position


def _as_read(expr: AffineExpr) -> AffineExpr:
    """The expression that its text is read as: sums from left to right, with constants folded."""
    if not isinstance(expr, AffineBinaryOpExpr):
        return expr
    if expr.kind is AffineBinaryOpKind.Add:
        first, *others = map(_as_read, _terms(expr))
        return reduce(operator.add, others, first)
    lhs, rhs = _as_read(expr.lhs), _as_read(expr.rhs)
    if not isinstance(rhs, AffineConstantExpr) or rhs.value == 0:
        return AffineBinaryOpExpr(expr.kind, lhs, rhs)  # no text is read as it
    match expr.kind:
        case AffineBinaryOpKind.Mul:
            return lhs * rhs
        case AffineBinaryOpKind.FloorDiv:
            return lhs // rhs
        case AffineBinaryOpKind.CeilDiv:
            return lhs.ceil_div(rhs)
        case _:
            return lhs % rhs


def _terms(expr: AffineExpr) -> list[AffineExpr]:
    """
    The operands of a sum from left to right; a sum among them is replaced by its own operands.
    """
    terms, pending = list[AffineExpr](), [expr]
    while pending:
        term = pending.pop()
        if isinstance(term, AffineBinaryOpExpr) and term.kind is AffineBinaryOpKind.Add:
            pending += (term.rhs, term.lhs)
        else:
            terms.append(term)
    return terms


def _print_expr(
    expr: AffineExpr,
    write: Callable[[str], None],
    print_leaf: Callable[[AffineExpr], None],
    *,
    tight: bool = False,
) -> None:
    """As MLIR's AsmPrinter: the operands of a product, division or modulo are tight."""

    def operand(e: AffineExpr, *, tight: bool = False) -> None:
        _print_expr(e, write, print_leaf, tight=tight)

    if isinstance(expr, AffineConstantExpr):
        write(str(expr.value))
        return
    if not isinstance(expr, AffineBinaryOpExpr):
        print_leaf(expr)
        return
    if tight:
        write("(")
    if expr.kind is AffineBinaryOpKind.Add:
        operand(expr.lhs)
        match expr.rhs:
            case AffineConstantExpr(value=value) if value < 0:
                write(f" - {-value}")
            case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, lhs, AffineConstantExpr(value=-1)):
                write(" - ")
                operand(lhs, tight=_is_sum(lhs))
            case AffineBinaryOpExpr(
                AffineBinaryOpKind.Mul, lhs, AffineConstantExpr(value=value)
            ) if value < 0:
                write(" - ")
                operand(lhs, tight=True)
                write(f" * {-value}")
            case rhs:
                write(" + ")
                operand(rhs)
    elif expr.kind is AffineBinaryOpKind.Mul and expr.rhs == AffineConstantExpr(-1):
        write("-")
        operand(expr.lhs, tight=True)
    else:
        operand(expr.lhs, tight=True)
        write(f" {expr.kind.get_token()} ")
        operand(expr.rhs, tight=True)
    if tight:
        write(")")


def _is_sum(expr: AffineExpr) -> bool:
    return isinstance(expr, AffineBinaryOpExpr) and expr.kind is AffineBinaryOpKind.Add

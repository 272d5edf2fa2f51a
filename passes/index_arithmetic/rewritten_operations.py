"""The operations that divide integers, each replaced by one that divides in a cheaper form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from xdsl.dialects import affine, arith, memref, scf, vector
from xdsl.dialects.builtin import AffineMapAttr, IndexType, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineExpr
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.integers import bits_of
from ...analysis.instances.point_reader import PointReader
from ...dialect.ir.affine_conversion import from_affine_map, from_affine_set
from ...dialect.ir.memory_access import MappedAccess, access_of
from ...dialect.ir.operations import is_a, operations_in
from ...dialect.ir.reasons import Declined, because
from ...index.connected import divisors
from ...index.expr import Expr, rebuild, var
from ...index.queries.conditions import Refuted, implies
from ..common.dead_code import erase_if_dead
from ..common.diagnostics import suppress_missed_remarks
from ..simplify.assumed_values import only_assumed
from .carried_quotients import CarriedQuotients, find_place
from .index_writer import IndexWriter, Knowledge, Values
from .integer_code import Computed, is_integer
from .quotients import Bounds, Divisor, exponent, floor_quotient, floor_remainder, needs_sign
from .sign_corrections import drop_decided_choices, remainder_of

Told: TypeAlias = Callable[[Operation, str, Declined], None]
"""Told of a division at an operation that stays, by the id of a remark, and why."""

_INDEX = IndexType()
_DIVIDES = (AffineBinaryOpKind.FloorDiv, AffineBinaryOpKind.CeilDiv, AffineBinaryOpKind.Mod)
_ACCESSES: dict[str, type[Operation]] = {
    "affine.load": memref.LoadOp,
    "affine.store": memref.StoreOp,
    "affine.vector_load": vector.LoadOp,
    "affine.vector_store": vector.StoreOp,
}
_IF = (affine.IfOp,)
_EXTREMES = {"affine.min": "min", "affine.max": "max"}
_FLOOR, _DIFFERENCE = (arith.FloorDivSIOp,), (arith.SubiOp,)
_CEILING = (arith.CeilDivSIOp, arith.CeilDivUIOp)
_QUOTIENTS = (arith.DivSIOp, arith.DivUIOp)
_REMAINDERS = (arith.RemSIOp, arith.RemUIOp)
_UNSIGNED = (arith.DivUIOp, arith.RemUIOp, arith.CeilDivUIOp)
_DIVISIONS = (*_FLOOR, *_CEILING, *_QUOTIENTS, *_REMAINDERS)
_MAPPED = frozenset(("affine.if", "affine.apply", *_ACCESSES, *_EXTREMES))
_LOOKED_AT = _MAPPED.union(op.name for op in (*_DIVISIONS, *_DIFFERENCE, arith.SelectOp))
"""The names of operations that divisions, or choices between integers, are rewritten in."""


def may_divide(op: Operation) -> bool:
    """Whether an operation divides integers, or its affine map or set does."""
    if op.name in _MAPPED:  # most are neither
        return any(map(_divides, _expressions(op)))
    return is_a(op, _DIVISIONS) and is_integer(op.results[0].type)


def _expressions(op: Operation) -> Sequence[AffineExpr]:
    """The results of the map of an operation that is rewritten, or the sides of its set."""
    if is_a(op, _IF):
        return [side for c in op.condition.data.constraints for side in (c.lhs, c.rhs)]
    if op.name in _MAPPED:
        return cast("AffineMapAttr", op.properties["map"]).data.results
    return ()


def _divides(expr: AffineExpr) -> bool:
    if type(expr) is not AffineBinaryOpExpr:
        return False
    return expr.kind in _DIVIDES or _divides(expr.lhs) or _divides(expr.rhs)


class Divisions:
    """
    The divisions inside a function. All questions are about the function as it was: what is
    rewritten first does not matter for the rest.
    """

    def __init__(self, reader: PointReader, told: Told, *, narrow: bool, carry: bool):
        self._reader, self._told = reader, told
        self._narrow, self._carry = narrow, carry
        self._computed: Computed = {}
        self._carried = CarriedQuotients(reader, self._computed, narrow=narrow)
        self._meanings: dict[SSAValue, Expr] = {}
        self._instead: dict[SSAValue, SSAValue] = {}
        """What computes an index instead, which affine operations do not take."""
        self._remainders: dict[Operation, tuple[SSAValue, SSAValue, Operation]] = {}
        self._dividing: dict[Operation, None] = {}

    def rewrite(self, root: Operation) -> None:
        """Rewrite the divisions inside an operation."""
        every = operations_in(root)
        dividing = [op for op in every if may_divide(op) and not only_assumed(op)]
        if not dividing:
            return
        ops = [op for op in every if op.name in _LOOKED_AT and not only_assumed(op)]
        ops = drop_decided_choices(ops, self._reader)
        self._dividing.update((op, None) for op in dividing if op.parent is not None)
        for op in ops:
            if is_a(op, _DIFFERENCE) and (division := remainder_of(op)) is not None:
                self._remainders[op] = division.operands[0], division.operands[1], division
        for op in self._dividing:
            for value in op.operands:
                self._read(value)
            _ = self._reader.around(op, *(self._meanings[value] for value in op.operands))
        for op in ops:
            if op.parent is not None:
                self._visit(op)
        self._carried.finish()
        for value in self._instead:
            if isinstance(value.owner, Operation):
                erase_if_dead(value.owner)

    def _read(self, value: SSAValue) -> None:
        if value not in self._meanings:
            found = self._reader.index(value)
            # No name of a reader begins so.
            self._meanings[value] = var(f"?{len(self._meanings)}") if found is None else found

    def _visit(self, op: Operation) -> None:
        divides = op in self._dividing
        if is_a(op, _DIVISIONS):
            if divides:
                self._divide(op)
        elif op in self._remainders:
            self._take_remainder(op, *self._remainders[op])
        elif divides or (self._takes_other(op) and _expressions(op)):
            for value in op.operands:
                self._read(value)
            self._expand(op)

    def _takes_other(self, op: Operation) -> bool:
        """Whether something else is computed now in place of an operand."""
        return bool(self._instead) and any(operand in self._instead for operand in op.operands)

    def _expand(self, op: Operation) -> None:
        """Replace an affine operation by one on indices that are computed before."""
        operands = list(op.operands)
        if op.name in _ACCESSES:
            access = access_of(op)
            assert isinstance(access, MappedAccess)
            operands = list(access.index_operands(op))
        names = [f"o{k}" for k in range(len(operands))]
        given = [self._instead.get(operand, operand) for operand in operands]
        meanings = [self._meanings[operand] for operand in operands]
        values = Values(
            dict(zip(names, given, strict=True)), dict(zip(names, meanings, strict=True))
        )
        writer = self._writer(op, values)
        read = [var(name) for name in names]
        if isinstance(op, affine.IfOp):
            _replace_if(op, writer.condition(from_affine_set(op.condition.data, read)))
            return
        map = cast("AffineMapAttr", op.properties["map"]).data
        index = from_affine_map(map, read)
        if op.name in _ACCESSES:
            self._tell_signs(op, index, writer)
            _replace_access(op, [writer.index(axis) for axis in index])
            return
        whole = index[0]
        for other in index[1:]:
            whole = rebuild(_EXTREMES[op.name], (whole, other))
        self._tell_signs(op, index, writer)
        self._replace(op, writer.index(whole))

    def _writer(self, op: Operation, values: Values, type: Attribute = _INDEX) -> IndexWriter:
        return IndexWriter(
            op,
            values,
            Knowledge(self._reader, op),
            self._computed,
            narrow=self._narrow,
            type=type,
        )

    def _replace(self, op: Operation, value: SSAValue) -> None:
        """Use another value for the result of an operation, where no affine operation needs it."""
        result = op.results[0]
        if value is result:
            return
        self._meanings.setdefault(value, self._meaning_of(result))
        if isinstance(op, affine.ApplyOp) or op.name in _EXTREMES:
            self._instead[result] = value
            result.replace_uses_with_if(value, lambda use: not _is_affine(use.operation))
            if value.name_hint is None:
                value.name_hint = result.name_hint
            return
        if value.name_hint is None:
            value.name_hint = result.name_hint
        Rewriter.replace_op(op, [], [value])

    def _meaning_of(self, value: SSAValue) -> Expr:
        self._read(value)
        return self._meanings[value]

    def _divide(self, op: Operation) -> None:
        left, right = op.operands
        self._read(left)
        self._read(right)
        values = Values(
            {"x": left, "n": right}, {"x": self._meanings[left], "n": self._meanings[right]}
        )
        writer = self._writer(op, values, op.results[0].type)
        found = self._cheaper(op, left, right, writer)
        if found is not None:
            self._replace(op, found)

    def _take_remainder(
        self, op: Operation, left: SSAValue, right: SSAValue, division: Operation
    ) -> None:
        """Replace `x - n * (x / n)` by a remainder that is carried, or computed before loops."""
        dividend, divisor = self._meanings[left], self._meanings[right]
        known = Knowledge(self._reader, op)
        if divisor.constant is not None or not isinstance(op.results[0].type, IndexType):
            return
        enclosed = known.given(divisor > 0).bounds(dividend)
        if not known.holds(divisor >= 0):
            return
        if not is_a(division, _FLOOR) and not enclosed.is_natural:
            return
        with suppress_missed_remarks(lambda _: True):  # the division has told them
            found = self._without_division(op, "%", dividend, divisor, known, enclosed)
        if found is not None:
            product = op.operands[1].owner
            self._replace(op, found)
            if isinstance(product, Operation):
                erase_if_dead(product)

    def _cheaper(
        self, op: Operation, left: SSAValue, right: SSAValue, writer: IndexWriter
    ) -> SSAValue | None:
        """What gives the result of a division in a cheaper way; None if nothing does."""
        dividend, divisor = self._meanings[left], self._meanings[right]
        if is_a(op, _UNSIGNED) and (shift := _unsigned_shift(op, right)) is not None:
            return _by_bits(op, left, shift, writer)
        if divisor.constant == 0:
            return None
        known = writer.knowledge
        if not known.holds(divisor >= 0):
            if not is_a(op, _UNSIGNED):
                self._told(op, "signed-division", self._may_be_negative(op, right, "divisor"))
            return None
        enclosed = known.given(divisor > 0).bounds(dividend)
        has_sign = enclosed.is_natural or enclosed.is_negative
        is_index = isinstance(op.results[0].type, IndexType)
        x, n = var("x"), divisor if divisor.constant is not None else var("n")
        by = writer.divisor(n)
        if not is_index and not has_sign and (by.shift is None or not is_a(op, _FLOOR)):
            if is_a(op, (*_FLOOR, arith.CeilDivSIOp)):
                self._told(op, "signed-division", self._may_be_negative(op, left, "dividend"))
            return None
        if is_a(op, _CEILING):
            if isinstance(op, arith.CeilDivUIOp) and not enclosed.is_natural:
                return None
            return writer.ceiling(left, x, n)
        if not is_a(op, _FLOOR) and not enclosed.is_natural:
            return None
        kind = "%" if is_a(op, _REMAINDERS) else "//"
        if divisor.constant is None and is_index:
            carried = self._without_division(op, kind, dividend, divisor, known, enclosed)
            if carried is not None:
                return carried
        if needs_sign(enclosed, by, writer.code.bits):
            self._told(op, "signed-division", self._may_be_negative(op, left, "dividend"))
        form = floor_quotient if kind == "//" else floor_remainder
        return form(writer.code, left, by, enclosed)

    def _without_division(
        self,
        op: Operation,
        kind: str,
        dividend: Expr,
        divisor: Expr,
        known: Knowledge,
        enclosed: Bounds,
    ) -> SSAValue | None:
        """What a loop carries, or what is divided before the loops that change no operand."""
        place = find_place(op, (dividend, divisor), self._reader)
        if place.loop is not None and self._carry:
            try:
                return self._carried.find(place, known, dividend, divisor).value(kind)
            except Declined as declined:
                self._told(op, "division-in-loop", declined)
        if not place.is_hoisted or divisors(dividend) or divisors(divisor):
            return None  # what they divide by may be 0 there
        writer = self._carried.writer(place.op, known.given(divisor > 0), dividend, divisor)
        if writer is None:
            return None
        try:
            by = self._carried.positive(writer, place.op, divisor)
        except Declined as declined:
            self._told(op, "division-in-loop", declined)
            return None
        form = floor_quotient if kind == "//" else floor_remainder
        return form(writer.code, writer.index(dividend), by, enclosed)

    def _tell_signs(self, op: Operation, index: Sequence[Expr], writer: IndexWriter) -> None:
        """Tell of each division of an index whose sign has to be computed."""
        for part in dict.fromkeys(part for axis in index for part in _parts(axis)):
            if part.op not in ("//", "%") or part.operands[1].constant is None:
                continue
            by = Divisor(part.operands[1].constant)
            if by.shift is not None:
                continue
            dividend = writer.values.meaning(part.operands[0])
            if needs_sign(writer.knowledge.bounds(dividend), by, writer.code.bits):
                why = self._unknown_sign(op, dividend, "dividend")
                self._told(op, "signed-division", why)

    def _may_be_negative(self, op: Operation, value: SSAValue, which: str) -> Declined:
        return self._unknown_sign(op, self._meanings[value], which)

    def _unknown_sign(self, op: Operation, expr: Expr, which: str) -> Declined:
        shown = self._reader.shown(expr)
        around = self._reader.around(op, expr)
        # The one that is next to the right ones says most.
        contexts = [] if around is None else [around & (expr >= -1), around]
        verdicts = (implies(context, expr >= 0) for context in contexts)
        found = next((each for each in verdicts if isinstance(each, Refuted)), None)
        if not isinstance(found, Refuted):
            return Declined(f"the sign of the {which} {shown} is not known", reason="sign")
        number = expr.evaluate(found.witness)
        names = [name for name in dict.fromkeys(expr.variables())]
        at = ", ".join(f"{self._reader.shown(var(n))} = {found.witness[n]}" for n in names)
        where = f" where {at}" if at and expr.op != "var" else ""
        text = f"the {which} {shown} may be {number}{where}"
        return Declined(because(text, "sign", {"value": number}))


def _parts(expr: Expr) -> list[Expr]:
    return [expr, *(part for operand in expr.operands for part in _parts(operand))]


def _is_affine(op: Operation) -> bool:
    return op.dialect_name() == "affine"


def _unsigned_shift(op: Operation, divisor: SSAValue) -> int | None:
    """The exponent of a constant power of two, read without a sign."""
    constant = divisor.owner
    if not isinstance(constant, arith.ConstantOp) or not isinstance(constant.value, IntegerAttr):
        return None
    number, bits = constant.value.value.data, bits_of(divisor.type)
    return exponent(number if bits is None else number % 2**bits)


def _by_bits(op: Operation, x: SSAValue, shift: int, writer: IndexWriter) -> SSAValue | None:
    """An unsigned division by a power of two."""
    code = writer.code
    if isinstance(op, arith.RemUIOp):
        return code.constant(0) if shift == 0 else code.binary(arith.AndIOp, x, 2**shift - 1)
    if shift == 0:
        return x
    quotient = code.binary(arith.ShRUIOp, x, shift)
    if isinstance(op, arith.DivUIOp):
        return quotient
    rest = code.binary(arith.AndIOp, x, 2**shift - 1)
    return code.binary(arith.AddiOp, quotient, code.one_if(code.compare("ne", rest, 0)))


def _replace_access(op: Operation, index: Sequence[SSAValue]) -> None:
    """Replace an access at what a map says by one at these indices."""
    access = access_of(op)
    before, after = op.operands[: access.buffer_at + 1], op.operands[access.buffer_at + 1 :]
    rest = after[len(access.index_operands(op)) :]
    properties = {name: value for name, value in op.properties.items() if name != "map"}
    made = _ACCESSES[op.name].create(
        operands=[*before, *index, *rest],
        result_types=op.result_types,
        properties=properties,
        attributes=dict(op.attributes),
    )
    made.location = op.location
    for old, new in zip(op.results, made.results, strict=True):
        new.name_hint = old.name_hint
    Rewriter.insert_op(made, InsertPoint.before(op))
    Rewriter.replace_op(op, [], made.results)


def _replace_if(op: affine.IfOp, condition: SSAValue) -> None:
    """Replace an if on a set by one on a condition."""
    first, second = regions = [op.detach_region(region) for region in list(op.regions)]
    for region in regions:
        for block in region.blocks:
            if isinstance(end := block.last_op, affine.YieldOp):
                last = scf.YieldOp(*end.operands)
                last.location = end.location
                Rewriter.insert_op(last, InsertPoint.before(end))
                Rewriter.erase_op(end)
    made = scf.IfOp(condition, op.result_types, first, second)
    made.attributes |= op.attributes
    made.location = op.location
    for old, new in zip(op.results, made.results, strict=True):
        new.name_hint = old.name_hint
    Rewriter.insert_op(made, InsertPoint.before(op))
    Rewriter.replace_op(op, [], made.results)

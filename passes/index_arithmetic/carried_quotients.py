"""
Quotients and remainders that a loop carries from one iteration to the next, so that it does not
divide.

Where the dividend grows by the same in each iteration, the remainder grows by the remainder of
that, less the divisor where that reaches it, and then the quotient grows by one more. What they
begin with is computed before the loop, by a divisor that is at least 1 there too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.point_reader import PointReader
from ...dialect.ir.loop_like import find_loop
from ...dialect.ir.operations import is_a
from ...dialect.ir.poison_flags import may_be_poison
from ...dialect.ir.reasons import Declined
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...index.connected import divisors, names_in
from ...index.expr import Expr, lift, rebuild
from ...index.normal import tidy
from ..common.for_loops import LOOPS, Loop
from .index_writer import IndexWriter, Knowledge, Values
from .integer_code import Computed, IntegerCode
from .quotients import Divisor, floor_quotient, floor_remainder

_IFS = (affine.IfOp, scf.IfOp)


@dataclass(frozen=True)
class Place:
    """Where a division is computed."""

    op: Operation
    """The outermost operation before which the operands are there."""
    loop: Operation | None
    """What repeats that, with other operands each time."""
    is_hoisted: bool
    """Whether there are loops between the operation that divides and this one."""


def find_place(op: Operation, operands: Sequence[Expr], reader: PointReader) -> Place:
    """The place of the division by an operation whose operands are these."""
    names = frozenset[str]().union(*map(names_in, operands))
    blocks = {_block_of(value) for name in names if (value := reader.find_value(name)) is not None}
    place, is_hoisted = op, False
    while place.parent is not reader.scope and (around := place.parent_op()) is not None:
        is_loop = find_loop(around) is not None
        if not is_loop and not is_a(around, _IFS):
            break  # when it runs what is in it is not known
        if any(block is not None and _contains(around, block) for block in blocks):
            break
        place, is_hoisted = around, is_hoisted or is_loop
    loop: Operation = place
    while loop.parent is not reader.scope and (around := loop.parent_op()) is not None:
        loop = around
        if find_loop(loop) is not None or isinstance(loop, scf.WhileOp):
            return Place(place, loop, is_hoisted)
        if not is_a(loop, _IFS):
            break
    return Place(place, None, is_hoisted)


def _block_of(value: SSAValue) -> Block | None:
    return value.owner if isinstance(value.owner, Block) else value.owner.parent


def _contains(op: Operation, block: Block) -> bool:
    current = block.parent_op()
    while current is not None and current is not op:
        current = current.parent_op()
    return current is op


@dataclass(frozen=True)
class Growth:
    """By what a quotient and a remainder grow in an iteration, until the remainder wraps around."""

    remainder: SSAValue | None
    """None where that is by what `of` grows."""
    quotient: SSAValue | None = None
    """None for 0."""
    is_one: bool = False
    of: CarriedQuotient | None = None


@dataclass(eq=False)
class CarriedQuotient:
    """A quotient and a remainder that are block arguments of a loop."""

    block: Block
    divisor: SSAValue
    firsts: tuple[SSAValue, SSAValue]
    """The quotient and the remainder of the first iteration."""
    growth: Growth
    remainder: BlockArgument
    quotient: BlockArgument | None = None

    def value(self, op: str) -> SSAValue:
        """The quotient, `//`, or the remainder, in an iteration."""
        if op == "%":
            return self.remainder
        if self.quotient is None:
            self.quotient = self.block.insert_arg(IndexType(), len(self.block.args))
            self.quotient.name_hint = "quotient"
        return self.quotient


class CarriedQuotients:
    """The quotients that the loops of a function carry."""

    def __init__(self, reader: PointReader, computed: Computed, *, narrow: bool):
        self._reader, self._computed, self._narrow = reader, computed, narrow
        self._found: dict[Loop, dict[tuple[Expr, Expr], CarriedQuotient]] = {}

    def writer(self, place: Operation, knowledge: Knowledge, *exprs: Expr) -> IndexWriter | None:
        """
        What writes expressions of the reader before an operation; None if a value is missing.

        Where the operation that they are of does not run, what they divide by may be 0.
        """
        names = frozenset[str]().union(*map(names_in, exprs))
        values = self._reader.values_at(names, place)
        if values is None:
            return None
        return IndexWriter(
            place, Values(values, {}), knowledge, self._computed, narrow=self._narrow
        )

    def positive(self, writer: IndexWriter, place: Operation, divisor: Expr) -> Divisor:
        """
        A divisor where it may be that nothing divides by it, and so may be 0: then another one.

        Raises Declined where it may be poison, by which nothing may divide either.
        """
        values = [writer.values.values[name] for name in names_in(divisor)]
        if any(map(may_be_poison, values)):
            shown = self._reader.shown(divisor)
            text = f"{shown} may be poison where nothing divides by it"
            raise Declined(text, reason="divisor-poison")
        number, known = writer.index(divisor), Knowledge(self._reader, place)
        if not known.holds(divisor > 0):
            number = writer.code.binary(arith.MaxSIOp, number, 1)
        # Of few bits it may be 0 again, unless it is below that bound at this place too.
        return Divisor(number, known.bounds(divisor).high)

    def find(
        self, place: Place, knowledge: Knowledge, dividend: Expr, divisor: Expr
    ) -> CarriedQuotient:
        """
        The quotient that the loop of a place carries; where it is divided the divisor is known to
        be positive. Raises Declined.
        """
        loop = place.loop
        if not is_a(loop, LOOPS):
            in_parallel = loop is not None and find_loop(loop) is not None
            text = "its iterations have no order" if in_parallel else "it is no counted loop"
            raise Declined(text, reason="no-sequential-loop")
        known = self._found.setdefault(loop, {})
        if (dividend, divisor) not in known:
            known[dividend, divisor] = self._make(loop, place, knowledge, dividend, divisor)
        return known[dividend, divisor]

    def _make(
        self, loop: Loop, place: Place, knowledge: Knowledge, dividend: Expr, divisor: Expr
    ) -> CarriedQuotient:
        block, reader = loop.body.block, self._reader
        knowledge = knowledge.given(divisor > 0)
        index = str(reader.index(block.args[0]))
        writer = None
        start, step = dividend, lift(0)
        if (ranges := reader.ranges(loop)) is not None:
            ((lowers, _, step),) = ranges
            lower = reduce(lambda a, b: rebuild("max", (a, b)), lowers)
            start = dividend.substitute({index: lower})
            writer = self.writer(loop, knowledge, start, step, divisor)
        if writer is None or index in names_in(divisor) or divisors(divisor):
            shown = reader.shown(divisor if index in names_in(divisor) else dividend)
            raise Declined(f"{shown} is not known before it", reason="operand-changes")
        if dividend.op == "//" and index in names_in(dividend.operands[0]):
            # Where it may be 0, what this is the quotient of was undefined already.
            if not knowledge.holds(dividend.operands[1] >= 0):
                raise Declined(self._irregular(dividend), reason="not-linear")
            inner = self.find(place, knowledge, *dividend.operands)
            if inner.growth.quotient is not None:
                raise Declined(self._irregular(dividend), reason="not-linear")
            growth, first = Growth(None, of=inner), inner.firsts[0]
        else:
            factor = factor_of(dividend, index)
            if factor is None or divisors(start) or divisors(factor * step):
                raise Declined(self._irregular(dividend), reason="not-linear")
            growth = self._growth(writer, loop, tidy(factor * step), divisor)
            first = writer.index(start)
        firsts = self._firsts(writer, loop, start, divisor, first)
        remainder = block.insert_arg(IndexType(), len(block.args))
        remainder.name_hint = "remainder"
        return CarriedQuotient(block, writer.index(divisor), firsts, growth, remainder)

    def _irregular(self, dividend: Expr) -> str:
        return f"{self._reader.shown(dividend)} does not grow by the same in each iteration"

    def _growth(self, writer: IndexWriter, loop: Loop, growth: Expr, divisor: Expr) -> Growth:
        known = writer.knowledge
        if not known.holds(growth >= 0):
            shown = self._reader.shown(growth)
            raise Declined(f"the dividend grows by {shown}, which may be negative", reason="falls")
        if known.holds(growth <= divisor):
            return Growth(writer.index(growth), is_one=growth == lift(1))
        number, by = self.positive(writer, loop, divisor), writer.index(growth)
        enclosed = known.bounds(growth)
        return Growth(
            floor_remainder(writer.code, by, number, enclosed),
            floor_quotient(writer.code, by, number, enclosed),
        )

    def _firsts(
        self, writer: IndexWriter, loop: Loop, start: Expr, divisor: Expr, first: SSAValue
    ) -> tuple[SSAValue, SSAValue]:
        known = writer.knowledge
        if known.holds((start >= 0) & (start < divisor)):
            return writer.code.constant(0), first
        number, enclosed = self.positive(writer, loop, divisor), known.bounds(start)
        return (
            floor_quotient(writer.code, first, number, enclosed),
            floor_remainder(writer.code, first, number, enclosed),
        )

    def finish(self) -> None:
        """Make the loops anew with what they carry."""
        for loop, found in self._found.items():
            if found:
                _carry(loop, list(found.values()))


def factor_of(expr: Expr, name: str) -> Expr | None:
    """By what an expression grows where a name grows by 1; None if that differs."""
    if name not in names_in(expr):
        return lift(0)
    if expr.op == "var":
        return lift(1)
    if expr.op not in ("+", "*"):
        return None
    left, right = expr.operands
    if expr.op == "+":
        first, second = factor_of(left, name), factor_of(right, name)
        return None if first is None or second is None else first + second
    if name in names_in(right):
        left, right = right, left
    factor = None if name in names_in(right) else factor_of(left, name)
    return None if factor is None else factor * right


def _carry(loop: Loop, quotients: Sequence[CarriedQuotient]) -> None:
    block = loop.body.block
    end = block.last_op
    assert end is not None
    code = IntegerCode(IndexType(), InsertPoint.before(end), end, {})
    wraps = dict[CarriedQuotient, SSAValue]()
    following = dict[SSAValue, tuple[SSAValue, SSAValue]]()
    for each in quotients:
        growth = each.growth
        by = code.one_if(wraps[growth.of]) if growth.of is not None else growth.remainder
        assert by is not None
        grown = code.binary(arith.AddiOp, each.remainder, by)
        # Without a sign: the sum of two remainders may leave the range of numbers with one.
        is_one = growth.is_one or growth.of is not None
        wraps[each] = wrap = code.compare("eq" if is_one else "uge", grown, each.divisor)
        rest = code.constant(0) if is_one else code.binary(arith.SubiOp, grown, each.divisor)
        following[each.remainder] = each.firsts[1], code.choose(wrap, rest, grown)
        if each.quotient is not None and not each.quotient.uses:
            block.erase_arg(each.quotient)
        elif each.quotient is not None:
            quotient: SSAValue = each.quotient
            if growth.quotient is not None:
                quotient = code.binary(arith.AddiOp, quotient, growth.quotient)
            more = code.binary(arith.AddiOp, quotient, 1)
            following[each.quotient] = each.firsts[0], code.choose(wrap, more, quotient)
    new = [argument for argument in block.args if argument in following]
    end.operands = [*end.operands, *(following[argument][1] for argument in new)]
    _replace(loop, [following[argument][0] for argument in new])


def _replace(loop: Loop, more: Sequence[SSAValue]) -> None:
    """Make a loop anew that carries more."""
    if isinstance(loop, affine.ForOp):
        inits = [*loop.inits, *more]
        bounds = loop.lowerBoundOperands, loop.upperBoundOperands
        maps = loop.lowerBoundMap, loop.upperBoundMap
        region = loop.detach_region(loop.body)
        made: Loop = affine_for(*bounds, inits, *maps, region, loop.step)
    else:
        inits, region = [*loop.iter_args, *more], loop.detach_region(loop.body)
        made = scf.ForOp(loop.lb, loop.ub, loop.step, inits, region)
    made.attributes |= loop.attributes
    made.location = loop.location
    for old, new in zip(loop.results, made.results, strict=False):
        new.name_hint = old.name_hint
    Rewriter.replace_op(loop, made, made.results[: len(loop.results)])

"""Whether an assume holds, by what is around it and by all facts before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, FloatAttr, IndexType, IntegerAttr
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialect.annotations import INSIDE
from ...dialect.ir.memory_access import Load, buffer_of, is_load
from ...dialect.ir.operations import is_a
from ...dialect.ops import AssumeOp, UndefOp
from ...index.comparisons import is_refuted_fast_path
from ...index.expr import FALSE, Expr
from ...index.queries.conditions import Proven, Refuted, Unknown, Verdict
from ...index.sets.cells import points_at
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine
from ..instances.sizes import known_sizes, stated_condition
from ..values.comparisons import outcome, outcome_of_same
from ..values.constants import compare, reinterpreted
from ..values.folding import Folder
from ..values.known import Arbitrary, Exactly, Known, SomeZero
from ..values.numbers import Numbers
from ..values.poison import computing, has_flags, may_be_poison
from .assumptions import informative_first, under_bitcasts
from .facts import BlockFacts
from .known_values import known_value
from .negative_zero import NegativeZeros

_FEW = 8
_LOGIC = (arith.AndIOp, arith.OrIOp, arith.XOrIOp)
_ASSUMES = (AssumeOp,)


@dataclass(frozen=True)
class _Part:
    """Iterations of an assume, and what is known in them of loads and of conditions on indices."""

    points: IntSet
    loads: dict[SSAValue, Known]
    truth: dict[SSAValue, bool]


def may_be_refuted(assume: AssumeOp, facts: BlockFacts) -> bool:
    """
    Whether `judge` may refute an assume; it cannot if nothing is known of what feeds the condition.
    """
    stage, loads = facts.reader.stage(assume), _loads_feeding(assume.condition)
    if stage is None or any(facts.may_tell(buffer_of(load), stage) for load in loads):
        return True
    if _holds_at_some_sizes(assume, stage, facts):
        return False
    values = _Values(_Part(engine().empty, {}, {}), NegativeZeros(facts))
    return _may_be_false(assume.condition, values)


def hold_together(assumes: Sequence[AssumeOp], facts: BlockFacts) -> set[AssumeOp]:
    """
    Of the assumes in the block itself those on sizes, where sizes are found, without isl, at which
    all of them hold: none is false whatever the sizes are.
    """
    on_sizes = dict[AssumeOp, Expr]()
    for op in assumes:
        if op.parent is facts.scope and INSIDE not in op.attributes:
            stated = stated_condition(op, facts.reader)
            if stated is not None and not _loads_feeding(op.condition):
                on_sizes[op] = stated
    if not on_sizes:
        return set()
    last, condition = on_sizes.popitem()
    is_possible = is_refuted_fast_path(known_sizes(last, facts.reader) & condition, FALSE)
    return {*on_sizes, last} if is_possible else set()


def _holds_at_some_sizes(assume: AssumeOp, stage: Operation, facts: BlockFacts) -> bool:
    """
    Whether sizes are found, without isl, at which an assume in no loop or guard holds, after few
    others.
    """
    if stage is not assume or _has_many_before(assume):
        return False
    if (condition := facts.reader.condition(assume.condition)) is None:
        return False
    return is_refuted_fast_path(known_sizes(stage, facts.reader) & condition, FALSE)


def _has_many_before(assume: AssumeOp) -> bool:
    """Whether so many assumes come before one that all of them for each are too much to read."""
    count, op = 0, assume.prev_op
    while op is not None and count <= _FEW:
        count, op = count + is_a(op, _ASSUMES), op.prev_op
    return count > _FEW


def _may_be_false(value: SSAValue, values: _Values) -> bool:
    """Whether a condition may be known to be false somewhere; those on indices may."""
    op = value.owner
    match op:
        case arith.OrIOp():
            return _may_be_false(op.lhs, values) and _may_be_false(op.rhs, values)
        case arith.AndIOp():
            return _may_be_false(op.lhs, values) or _may_be_false(op.rhs, values)
        case arith.CmpfOp():
            return values.truth(value) is False
        case arith.CmpiOp() if not isinstance(op.lhs.type, IndexType):
            return values.truth(value) is False
        case _:
            return True


def judge(assume: AssumeOp, facts: BlockFacts) -> Verdict:
    """
    Whether the condition holds at all iterations of the loops around, over which a witness is.

    Refuted where it certainly is reached and false, whatever the sizes are.
    """
    try:
        with engine().budget():
            return _judge(assume, facts)
    except (GaveUp, NotAffine) as error:
        return Unknown(str(error))


def _judge(assume: AssumeOp, facts: BlockFacts) -> Verdict:
    stage = facts.reader.stage(assume)
    instances = facts.reader.instances(assume)
    if stage is None or instances is None:
        return Unknown("it is in no stage of the function")
    context = facts.sizes_at(stage)
    reached = engine().set(instances.condition).intersect(context)
    parts = [_Part(reached, {}, {})]
    for leaf, condition in _on_indices(assume.condition, facts):
        parts = list(_split_by_condition(parts, leaf, engine().set(condition)))
    for load in _loads_feeding(assume.condition):
        parts = list(_split_by_load(parts, load, facts))
    zeros = NegativeZeros(facts)
    values = [(part, _Values(part, zeros).truth(assume.condition)) for part in parts]
    for part, value in values:
        if value is False and instances.exact:
            somewhere = engine().project(part.points, instances.iterators)
            if context.is_subset(somewhere):
                return Refuted(engine().example(part.points, instances.iterators) or {})
    if all(value for _, value in values):
        return Proven()
    return Unknown("what it speaks of is not known")


# --- cutting up the iterations


def _on_indices(value: SSAValue, facts: BlockFacts) -> Iterator[tuple[SSAValue, Expr]]:
    """The conditions on indices, as large as can be, that a condition is made of."""
    condition = facts.reader.condition(value)
    if condition is not None:
        yield value, condition
    elif isinstance(value.owner, _LOGIC):
        for operand in value.owner.operands:
            yield from _on_indices(operand, facts)


def _split_by_condition(
    parts: Sequence[_Part], leaf: SSAValue, condition: IntSet
) -> Iterator[_Part]:
    for part in parts:
        holds = part.points.intersect(condition)
        for points, value in ((holds, True), (part.points.subtract(holds), False)):
            if not points.is_empty():
                yield _Part(points, part.loads, {**part.truth, leaf: value})


def _loads_feeding(value: SSAValue) -> list[Load]:
    ops = computing([value])
    owners = [value.owner, *(operand.owner for op in ops for operand in op.operands)]
    return [op for op in dict.fromkeys(owners) if is_load(op)]


def _split_by_load(parts: Sequence[_Part], load: Load, facts: BlockFacts) -> Iterator[_Part]:
    """By what the cells that are loaded hold."""
    stored = known_value(load, facts)
    if isinstance(stored, SSAValue):
        constant = stored.owner
        stored = Exactly(constant.value) if isinstance(constant, arith.ConstantOp) else None
    stage, index = facts.reader.stage(load), facts.reader.cell(load)
    known = [] if stage is None or index is None else facts.known(buffer_of(load), stage)
    held = informative_first(known)
    for part in parts:
        rest = part.points
        if stored is not None:
            yield _Part(rest, {**part.loads, load.results[0]: stored}, part.truth)
            continue
        for fact in held:
            assert index is not None
            points = points_at(fact.cells, index).intersect(rest)
            if not points.is_empty():
                yield _Part(points, {**part.loads, load.results[0]: fact.value}, part.truth)
                rest = rest.subtract(points)
        if not rest.is_empty():
            yield _Part(rest, part.loads, part.truth)


# --- what the condition is


@dataclass(frozen=True)
class _Values:
    """Conditions and values in one part of the iterations."""

    part: _Part
    zeros: NegativeZeros

    def truth(self, value: SSAValue) -> bool | None:
        """Whether a condition holds in all of the part, or nowhere; None if it is not known."""
        if value in self.part.truth:
            return self.part.truth[value]
        op = value.owner
        match op:
            case arith.ConstantOp() if isinstance(op.value, IntegerAttr):
                return bool(op.value.value.data)
            case arith.AndIOp() | arith.OrIOp():
                # One operand may decide.
                decisive = isinstance(op, arith.OrIOp)
                both = [self.truth(op.lhs), self.truth(op.rhs)]
                return decisive if decisive in both else None if None in both else not decisive
            case arith.XOrIOp():
                both = [self.truth(op.lhs), self.truth(op.rhs)]
                # That a value can be chosen tells nothing of the opposite.
                open_ = None in both or any(map(_is_undef, _producers(value)))
                return None if open_ else both[0] is not both[1]
            case arith.CmpiOp() | arith.CmpfOp():
                return self._compared(op)
            case _:
                return None

    def _compared(self, op: arith.CmpiOp | arith.CmpfOp) -> bool | None:
        if any(map(_is_undef, op.operands)):
            return True if self._holds_of_undef(op) else None
        left, right = map(self._constant, op.operands)
        if left is not None and right is not None:
            return compare(op, left, right)
        if isinstance(op, arith.CmpfOp):
            return self._of_kind(op, left, right)
        predicate = op.predicate.value.data
        never = any(
            bits is not None and self._is_never_that(value, bits)
            for value, bits in ((op.lhs, right), (op.rhs, left))
        )
        return predicate == 1 if never and predicate in (0, 1) else None

    def _holds_of_undef(self, op: arith.CmpiOp | arith.CmpfOp) -> bool:
        """
        Whether a comparison of something readable holds for some value of an undef, which nothing
        else is compared with.
        """
        if not any(value in self.part.loads for value in op.operands):
            return False
        undefs = [value for value in op.operands if _is_undef(value)]
        if len(undefs) != 1 or not undefs[0].has_one_use():
            return False
        # What holds of equal integers, or of different ones; on floats, what holds of a NaN.
        predicate = op.predicate.value.data
        if isinstance(op, arith.CmpiOp):
            return predicate in (0, 1, 3, 5, 7, 9)
        return predicate >= 8 and not has_flags(op)

    def _of_kind(
        self, op: arith.CmpfOp, left: Attribute | None, right: Attribute | None
    ) -> bool | None:
        """Return the result of a comparison, by what kind of numbers its operands are."""
        numbers = Numbers(self.part.loads, op)
        if op.lhs is op.rhs:
            return outcome_of_same(op, numbers.of(op.lhs))
        for position, (constant, other) in enumerate(((left, op.rhs), (right, op.lhs))):
            if constant is not None:
                return outcome(op, constant, position, numbers.of(other))
        return None

    def _constant(self, value: SSAValue) -> Attribute | None:
        """The constant that a value is; for comparisons by value, a zero has no sign."""
        source = under_bitcasts(value)
        folded = self._fold(source)
        if source is not value:
            return reinterpreted(folded.value, value.type) if isinstance(folded, Exactly) else None
        if isinstance(folded, SomeZero) and isinstance(value.type, AnyFloat):
            return FloatAttr(0.0, value.type)
        return folded.value if isinstance(folded, Exactly) else None

    def _fold(self, value: SSAValue) -> Known | SSAValue:
        loads = {v: known for v, known in self.part.loads.items() if known != Arbitrary()}
        return Folder(loads, self.zeros.never, may_be_poison).fold(value)

    def _is_never_that(self, value: SSAValue, bits: Attribute) -> bool:
        """Whether a value never has the bits of -0.0, if these are such."""
        source = under_bitcasts(value)
        zero = reinterpreted(bits, source.type)
        if not isinstance(zero, FloatAttr) or str(zero.value.data) != "-0.0":
            return False
        load = source.owner
        # What the caller left in an argument, only an access tells of.
        local = not is_load(load) or isinstance(buffer_of(load).owner, Operation)
        return local and self.zeros.never(source)


def _is_undef(value: SSAValue) -> bool:
    return isinstance(value.owner, UndefOp)


def _producers(value: SSAValue) -> list[SSAValue]:
    """Return the values that a value is computed from, and those between, by arithmetic."""
    return [operand for op in computing([value]) for operand in op.operands]

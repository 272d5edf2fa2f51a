"""
Stores of what their cells hold since it was computed: from the same indices, or from known cells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects import arith
from xdsl.dialects.builtin import FloatAttr, IndexType, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.hints import isa

from ...dialect.ir.memory_access import Load, Store, buffer_of, is_load, is_store, stored_in
from ...index.expr import FALSE, Expr, all_of, eq, lift, var
from ...index.queries.conditions import Piece, is_covered, is_implied
from ...index.queries.instances import before
from ...index.sets.cells import points_at, union, visited
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine
from ..accesses.accesses import Access, at_one_cell, renamed, touched
from ..instances.enclosing_loops import runs_in_order
from ..instances.reader import InstanceReader
from ..values.constants import fold_constants
from ..values.folding import Folder, surely_equal
from ..values.known import Exactly, Known, SomeZero
from ..values.poison import computing, has_flags
from .assumptions import Fact
from .facts import BlockFacts
from .known_values import is_left_as_loaded
from .negative_zero import NegativeZeros

_MOST_ACCESSES = 64
_MOST_WRITES = 16
_MOST_LOADS = 4


def holds_computed(store: Store, facts: BlockFacts) -> bool:
    """Whether the cell surely holds the stored value, which is computed; False where not shown."""
    buffer = buffer_of(store)
    if not facts.is_tracked(buffer) or not runs_in_order(store, facts.scope):
        return False
    owner = buffer.owner
    if isinstance(owner, Operation) and facts.reader.stage(owner) not in (None, owner):
        return False  # another buffer in each iteration of the loops around
    found = facts.accesses_by(store, buffer)
    own = found[0].access if found else None
    if own is None or own.index is None or len(facts.accesses(buffer)) > _MOST_ACCESSES:
        return False
    return any(_is_shown(way, store, own, facts) for way in (_holds_formula, _holds_folded))


def _is_shown(
    way: Callable[[Store, Access, BlockFacts], bool], store: Store, own: Access, facts: BlockFacts
) -> bool:
    try:
        with engine().budget():
            return way(store, own, facts)
    except (GaveUp, NotAffine):
        return False


# --- the same formula of indices


@dataclass(frozen=True)
class _Formula:
    """
    A value made of an integer by conversions; integers as they are modulo the size of their type.

    `value` is one that is made once, in place of a formula.
    """

    number: Expr
    conversions: tuple[Operation, ...] = ()
    type: Attribute | None = None
    value: SSAValue | None = None

    def is_like(self, other: _Formula) -> bool:
        """Whether both have equal values where both have equal numbers."""
        ours, theirs = (_kinds(f.conversions) for f in (self, other))
        return self.value is other.value and self.type == other.type and ours == theirs


def _kinds(conversions: Sequence[Operation]) -> list[tuple[str, Attribute, Attribute]]:
    return [(op.name, op.operands[0].type, op.results[0].type) for op in conversions]


_TO_FLOAT = (arith.SIToFPOp, arith.UIToFPOp)
_BETWEEN_FLOATS = (arith.ExtFOp, arith.TruncFOp)


def _formula(value: SSAValue, facts: BlockFacts) -> _Formula | None:
    conversions, current = list[Operation](), value
    while isinstance(current.owner, (*_TO_FLOAT, *_BETWEEN_FLOATS)):
        op = current.owner
        if has_flags(op):
            return None
        conversions.insert(0, op)
        current = op.operands[0]
    number = _number(current, facts.reader)
    if number is not None and (number.constant is None or not conversions):
        return _Formula(number, tuple(conversions), value.type)
    return _Formula(lift(0), value=value) if _is_made_once(value, facts.scope) else None


def _number(value: SSAValue, reader: InstanceReader) -> Expr | None:
    """An integer value as an expression, to be taken modulo the size of its type."""
    if isinstance(value.type, IndexType) and (index := reader.index(value)) is not None:
        return index
    op = value.owner
    if not isinstance(op, Operation) or has_flags(op):
        return None
    if isinstance(op, arith.ConstantOp):
        return lift(op.value.value.data) if isinstance(op.value, IntegerAttr) else None
    if isinstance(op, arith.IndexCastOp | arith.TruncIOp):
        return _number(op.operands[0], reader)
    if not isinstance(op, arith.AddiOp | arith.SubiOp | arith.MuliOp):
        return None
    left, right = (_number(operand, reader) for operand in op.operands)
    if left is None or right is None:
        return None
    if isinstance(op, arith.AddiOp):
        return left + right
    if isinstance(op, arith.SubiOp):
        return left - right
    return left * right


def _is_made_once(value: SSAValue, scope: Block) -> bool:
    """Whether a value is one in a run of a block: a constant, or made in it, or before it."""
    owner = value.owner
    if isinstance(owner, arith.ConstantOp):
        return True
    made_in = owner.parent if isinstance(owner, Operation) else owner
    block: Block | None = scope
    while block is not None and block is not made_in:
        block = block.parent_block()
    return block is not None


def _agreement(own: _Formula, other: _Formula) -> Expr | None:
    """The condition that two formulas give one value; None where none is found."""
    if own.is_like(other):
        return eq(own.number, other.number)
    for constant, formula in ((own, other), (other, own)):
        if constant.value is not None and formula.conversions:
            number = _source(constant.value, formula.conversions)
            if number is not None:
                return eq(formula.number, lift(number))
    return None


def _source(value: SSAValue, conversions: Sequence[Operation]) -> int | None:
    """The integer of which conversions make a float constant, bit for bit."""
    constant = value.owner.value if isinstance(value.owner, arith.ConstantOp) else None
    if not isinstance(constant, FloatAttr):
        return None
    number = constant.value.data
    type = conversions[0].operands[0].type
    assert isa(type, IntegerType)  # a vector of integers has no number
    if not -(1 << (type.width.data - 1)) <= number < 1 << type.width.data:
        return None  # neither a signed nor an unsigned one
    found: Attribute | None = IntegerAttr(int(number), type)
    for op in conversions:
        found = None if found is None else fold_constants(op, [found])
    return int(number) if found == constant else None


def _holds_formula(store: Store, own: Access, facts: BlockFacts) -> bool:
    """Whether the cell was given, by stores of the same, what it is given, and nothing since."""
    formula = _formula(stored_in(store), facts)
    every = facts.until(buffer_of(store), facts.reader.stage(store))
    writes = [access for access in every if access.writes and access.op is not store]
    if formula is None or len(writes) > _MOST_WRITES or any(w.index is None for w in writes):
        return False
    agreements = [_agreement_with(write, formula, facts) for write in writes]
    if all(agreement is None for agreement in agreements):
        return False
    same, others = list[Access](), list[Access]()
    for write, agreement in zip(writes, agreements, strict=True):
        later = renamed(write, "_w")
        earlier = at_one_cell(own, later) & before(later.instances, own.instances)
        if agreement is not None and is_implied(earlier, agreement):
            same += [later] if write.must else []
        elif not is_implied(earlier, FALSE):
            others.append(renamed(write, "_o"))
    names = own.instances.iterators
    given = [
        Piece(
            w.instances.iterators,
            at_one_cell(own, w) & before(w.instances, own.instances),
            _at(names),
        )
        for w in same
    ]
    if not is_covered(own.instances.condition, given, names):
        return False
    return all(_is_hidden(other, same, own) for other in others)


def _is_hidden(other: Access, writes: Sequence[Access], own: Access) -> bool:
    """Whether one of some writes comes between another one and an access of the same cell."""
    names = (*own.instances.iterators, *other.instances.iterators)
    changed = at_one_cell(own, other) & before(other.instances, own.instances)
    between = [
        Piece(
            w.instances.iterators,
            all_of(
                [
                    at_one_cell(own, w),
                    before(other.instances, w.instances),
                    before(w.instances, own.instances),
                ]
            ),
            _at(names),
        )
        for w in writes
    ]
    return is_covered(changed, between, names)


def _agreement_with(write: Access, formula: _Formula, facts: BlockFacts) -> Expr | None:
    """The condition that a write, its names renamed, leaves the result of a formula."""
    op = write.op
    found = _formula(stored_in(op), facts) if is_store(op) and write.as_is else None
    if found is None:
        return None
    number = found.number.substitute(write.instances.renaming("_w"))
    return _agreement(formula, replace(found, number=number))


def _at(names: Sequence[str]) -> tuple[Expr, ...]:
    return tuple(map(var, names))


# --- computed from known cells


@dataclass(frozen=True)
class _Part:
    """Some instances of a store, and what the loads that feed its value give there."""

    points: IntSet
    known: Mapping[SSAValue, Known]


def _holds_folded(store: Store, own: Access, facts: BlockFacts) -> bool:
    """Whether the value, folded by what the loads that feed it give, is what the cell holds."""
    loads = _loads_feeding(stored_in(store))
    if len(loads) > _MOST_LOADS:
        return False
    held = {buffer: _lasting(buffer, store, facts) for buffer in map(buffer_of, loads)}
    for part in _parts(own, loads, held, facts):
        # A value that is poison may be any, so no operand has to be none.
        folder = Folder(part.known, NegativeZeros(facts).never, lambda _: False)
        value = folder.fold(stored_in(store))
        if isinstance(value, SSAValue):
            load = value.owner
            if not is_load(load) or not is_left_as_loaded(store, load, facts):
                return False
            continue
        assert own.index is not None
        ours = _lasting(buffer_of(store), store, facts)
        cells = visited(part.points, own.index, own.instances.iterators)
        if not cells.is_subset(union(f.cells for f in ours if surely_equal(f.value, value))):
            return False
    return True


def _loads_feeding(value: SSAValue) -> list[Load]:
    ops = computing([value])
    owners = dict.fromkeys(operand.owner for op in ops for operand in op.operands)
    return [op for op in owners if is_load(op)]


def _lasting(buffer: SSAValue, store: Store, facts: BlockFacts) -> list[Fact]:
    """
    Return what cells hold all through the stage of a store, that one aside: each time that it
    changes nothing, it has changed nothing until the next.
    """
    stage = facts.reader.stage(store)
    if stage is None or not facts.may_tell(buffer, stage):
        return []
    known = [f for f in facts.before(buffer, stage) if isinstance(f.value, Exactly | SomeZero)]
    if not known:
        return []
    writes = [access for access in facts.writes_in(buffer, stage) if access.op is not store]
    changed = union(map(touched, writes))
    return [replace(fact, cells=fact.cells.subtract(changed)) for fact in known]


def _parts(
    own: Access,
    loads: Sequence[Load],
    held: Mapping[SSAValue, Sequence[Fact]],
    facts: BlockFacts,
) -> list[_Part]:
    """The instances of a store, cut up by what is known of the loads that feed its value."""
    parts = [_Part(engine().set(own.instances.condition), {})]
    for load in loads:
        index = facts.reader.cell(load)
        if index is None or facts.reader.stage(load) is not facts.reader.stage(own.op):
            continue
        value = load.results[0]
        for fact in held[buffer_of(load)]:
            where = points_at(fact.cells, index)
            parts = [cut for part in parts for cut in _cut(part, value, where, fact.value)]
    return [part for part in parts if not part.points.is_empty()]


def _cut(part: _Part, value: SSAValue, where: IntSet, known: Known) -> Sequence[_Part]:
    if value in part.known:
        return [part]
    inside = part.points.intersect(where)
    if inside.is_empty():
        return [part]
    rest = _Part(part.points.subtract(where), part.known)
    return [_Part(inside, {**part.known, value: known}), rest]

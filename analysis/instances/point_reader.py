"""Reads all integers and conditions at one instance of an operation, and what is known there."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import FloatAttr, IndexType, IntegerAttr, IntegerType, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ...dialect.ir.effects import is_pure
from ...dialect.ir.operations import is_a
from ...dialect.ops import AssumeOp
from ...index.boxes import interval_of
from ...index.connected import connected, divisors, has_products, names_in
from ...index.expr import FALSE, TRUE, Expr, all_of, conjuncts, eq, lift, ne, select, var
from ...index.queries.conditions import bounds
from .computed_ranges import Interval, range_of_result
from .integers import (
    bits_of,
    compared,
    in_range,
    is_beyond_maps,
    is_readable,
    is_small,
    read,
    signed,
)
from .launched_threads import launched, range_of_id
from .reader import InstanceReader
from .sizes import fixed_sizes

_FUNCTION = (func.FuncOp,)
_TELLING = (AssumeOp, memref.AllocOp, memref.AllocaOp)
_LOGIC = (arith.AndIOp, arith.OrIOp, arith.XOrIOp)
_BITS_OF_INDEX = 64


class PointReader(InstanceReader):
    """
    Reads integers of any width and conditions on data too, for questions on one instance.

    A value that is computed by nothing that expressions can say has a name, wherever it is: it is
    one value at one instance, another at the next. So none of what this reads may be asked of two
    instances at once. What is computed from `pad.undef` has no name: an assume says of it that some
    value makes it hold (design, "Assume").
    """

    def __init__(self, scope: Block, names_of: PointReader | None = None):
        """
        With the names of another reader, to write affine maps of: what multiplies or divides by
        values has a name too, and so has what is chosen, or made of a number that may wrap around.
        """
        super().__init__(scope)
        self._products = names_of is None
        self._conditions: dict[SSAValue, Expr | None] = {}
        self._computed: dict[tuple[object, ...], str] = {}
        self._bits: dict[str, int] = {}
        self._ranges: dict[str, Interval] = {}
        self._casts: dict[str, dict[SSAValue, None]] = {}
        self._sizes: list[Expr] | None = None
        if names_of is not None:
            self._names, self._values = names_of._names, names_of._values
            self._bits, self._casts = names_of._bits, names_of._casts
            self._ranges = names_of._ranges

    def around(self, op: Operation, *about: Expr) -> Expr | None:
        """
        Return what is known where an operation runs, as far as an answer about these expressions
        may depend on it: loops, ifs, sizes and assumes. None where it is not inside the scope.
        """
        instances = self.surroundings(op)
        if instances is None:
            return None
        products = any(map(has_products, about))
        own, facts = list[Expr](), list[Expr]()
        for part in conjuncts(instances.condition):
            (facts if self._is_on_data(part) else own).append(part)
        facts += self._known_sizes()
        facts += self._assumed(op)
        facts += launched(op, self)
        if not products:
            own = [part for part in own if not has_products(part)]
            facts = [part for part in facts if not has_products(part)]
        else:
            # Before the operation runs, all that it uses has been divided: by 0 that is undefined.
            for part in (*about, *own, *facts):
                facts += [ne(divisor, 0) for divisor in divisors(part)]
        if not (
            facts or self._bits or self._ranges or any(map(self._may_equal, self._values.values()))
        ):
            return all_of(own)  # as in most programs: indices, and nothing known but loops and ifs
        facts += self._equal_values([*about, *own, *facts])
        names = dict.fromkeys(name for expr in (*about, *own) for name in expr.variables())
        near = connected(dict.fromkeys(facts), names)
        names |= dict.fromkeys(name for fact in near for name in fact.variables())
        ranges = [part for name in names for part in self._range_of(name)]
        return all_of([*own, *near, *ranges])

    def index(self, value: SSAValue) -> Expr | None:
        """A number over names, or None if it is computed from undef."""
        return self._expression(value)

    def number(self, value: SSAValue) -> Expr | None:
        """The same."""
        return self._expression(value)

    def _one_value(self, value: SSAValue, found: Expr | None) -> Expr | None:
        return self._named(value) if found is None else found

    def condition(self, value: SSAValue) -> Expr | None:
        """An i1 value as a predicate; None if it is computed from undef."""
        if value.type != i1:
            return None
        if value not in self._conditions:
            _ = self.index(value)  # which reads what it is made of first, however long that is
        return self._conditions[value]

    def value_at(self, name: str, type: Attribute, op: Operation) -> SSAValue | None:
        """The value of this type that a name stands for, where an operation may use it."""
        own = self._values.get(name)  # None for the size of a buffer that no value gives
        for value in (*(() if own is None else (own,)), *self._casts.get(name, ())):
            if value.type == type and is_visible(value, op):
                return value
        return None

    def values_at(self, names: Iterable[str], op: Operation) -> dict[str, SSAValue] | None:
        """The indices that names stand for; None if an operation cannot use one of them."""
        found = {name: self.value_at(name, IndexType(), op) for name in names}
        if any(value is None for value in found.values()):
            return None
        return cast("dict[str, SSAValue]", found)

    def _made_of(self, value: SSAValue) -> Sequence[SSAValue]:
        op = value.owner
        if not isinstance(op, arith.SelectOp | arith.CmpiOp):
            return super()._made_of(value)
        return op.operands if self._may_nest(value, op.operands) else ()

    def _index(self, value: SSAValue) -> Expr | None:
        op = value.owner
        if value.type == i1:
            found = self._condition(value)
            self._conditions[value] = found if is_small(found) else self._truth(value)
            return None
        if not _is_integer(value.type):
            return None
        if isinstance(op, Block):
            return self._named(value)
        if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
            return lift(signed(op.value))
        if self._nested.get(value, 0) > self.most_nested:
            return self._named(value)
        if not self._products and _is_widened(value):
            return self._named(value)
        read_as = self._computation(value, op)
        if read_as is None or not is_small(read_as):
            return self._named(value)
        return read_as if self._products or not is_beyond_maps(read_as) else self._named(value)

    def _computation(self, value: SSAValue, op: Operation) -> Expr | None:
        if isinstance(op, arith.SelectOp):
            holds, arms = self.condition(op.cond), self.indices([op.lhs, op.rhs])
            return None if holds is None or arms is None else select(holds, *arms)
        if not is_readable(op):
            return None if isinstance(op, memref.DimOp) else super()._index(value)
        if any(operand.type == i1 for operand in op.operands):
            truth = self.condition(op.operands[0])
            # Each widens by its sign, unless it is said to have none.
            one = 1 if "ui" in op.name else -1
            return None if truth is None else select(truth, lift(one), lift(0))
        operands = self.indices(list(op.operands))
        if operands is None:
            return None
        found = read(op, operands, partial(self._limits, op))
        if found is not None and found.op == "var" and isinstance(op, arith.IndexCastOp):
            self._casts.setdefault(str(found), {})[value] = None
        return found

    def _limits(self, op: Operation, expr: Expr) -> tuple[int | None, int | None]:
        around = self.around(op, expr)
        if around is None:
            return None, None
        found = interval_of(expr, around)
        return bounds(expr, around) if None in found else found

    def _condition(self, value: SSAValue) -> Expr | None:
        op = value.owner
        if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
            return TRUE if op.value.value.data else FALSE
        if self._nested.get(value, 0) > self.most_nested:
            return self._truth(value)
        if isinstance(op, _LOGIC) and value.type == i1:
            left, right = self.condition(op.lhs), self.condition(op.rhs)
            if left is None or right is None:
                return None
            if isinstance(op, arith.XOrIOp):
                return _differ(left, right)
            return left & right if isinstance(op, arith.AndIOp) else left | right
        if isinstance(op, arith.SelectOp):
            holds, yes, no = map(self.condition, op.operands)
            if holds is None or yes is None or no is None:
                return None
            return (holds & yes) | (~holds & no)
        if isinstance(op, arith.CmpfOp):
            return self._comparison_of_floats(op)
        if isinstance(op, arith.CmpiOp) and (found := self._comparison(op)) is not None:
            return found
        if isinstance(op, arith.TruncIOp) and (number := self.index(op.input)) is not None:
            return ne(number % 2, 0)
        return self._truth(value)

    def _truth(self, value: SSAValue) -> Expr | None:
        """A condition that no expression says more of, by its name; None if it is from undef."""
        return None if self.is_from_undef(value) else ne(var(self._name_of_truth(value)), 0)

    def _comparison(self, op: arith.CmpiOp) -> Expr | None:
        predicate = op.predicate.value.data
        if op.lhs.type == i1:
            left, right = self.condition(op.lhs), self.condition(op.rhs)
            if left is None or right is None or predicate > 1:
                return None
            return _differ(left, right) if predicate else either_both_or_none(left, right)
        if not _is_integer(op.lhs.type):
            return None
        operands = self.indices([op.lhs, op.rhs])
        if operands is None:
            return None
        left, right = operands
        return compared(predicate, left, right)

    def _comparison_of_floats(self, op: arith.CmpfOp) -> Expr | None:
        """By the places of both in the order of all floats, and whether one of them is NaN."""
        left, right = self.place_of(op.lhs), self.place_of(op.rhs)
        if left is None or right is None:
            return None
        predicate = op.predicate.value.data
        ordered = ~left.is_nan & ~right.is_nan
        if predicate in _ON_NAN:
            return (FALSE, ordered, ~ordered, TRUE)[_ON_NAN.index(predicate)]
        orders = eq, operator.gt, operator.ge, operator.lt, operator.le, ne
        holds = orders[(predicate - 1) % 7](left.place, right.place)
        return ordered & holds if predicate < 7 else ~ordered | holds

    def place_of(self, value: SSAValue) -> Place | None:
        """Where a float is among all; None if it is computed from undef."""
        op = value.owner
        if isinstance(op, arith.ConstantOp) and isinstance(op.value, FloatAttr):
            return _constant_place(op.value.value.data)
        if self.is_from_undef(value):
            return None
        name = self._name(value)
        self._values[unordered := name + "_nan"] = value
        return Place(var(name), ne(var(unordered), 0))

    def _name_of_truth(self, value: SSAValue) -> str:
        """The name of an i1 value; conditions that are computed alike have one."""
        op = value.owner
        if isinstance(op, Block) or not is_pure(op):
            return self._name(value)
        flags = (*op.properties.items(), *op.attributes.items())
        key = (op.name, tuple(op.operands), frozenset(flags), op.results.index(value))
        return self._computed.setdefault(key, self._name(value))

    def _named(self, value: SSAValue) -> Expr | None:
        """The name of a value that no expression says more of."""
        if self.is_from_undef(value):
            return None
        name = self._name(value)
        if (bits := bits_of(value.type)) is not None:
            self._bits[name] = bits
        if isinstance(value.owner, Operation) and name not in self._ranges:
            found = range_of_id(value.owner) or range_of_result(value.owner, self._interval)
            if found is not None:
                self._ranges[name] = found
        low, high = self._ranges.get(name, (0, 1))
        return lift(low) if low == high else var(name)

    def _interval(self, value: SSAValue) -> Interval | None:
        """Two numbers that enclose an integer where it is made."""
        number, op = self.index(value), value.owner
        if number is None or isinstance(op, Block):
            return None
        if number.constant is not None:
            return number.constant, number.constant
        low, high = self._limits(op, number)
        return None if low is None or high is None else (low, high)

    def _is_on_data(self, part: Expr) -> bool:
        """Whether a condition speaks of more than indices."""
        types = (self._values[name].type for name in names_in(part))
        return any(not isinstance(type, IndexType) for type in types)

    def _equal_values(self, known: Iterable[Expr]) -> Iterator[Expr]:
        """Which of the values that are spoken of are others too."""
        pending, seen = [name for expr in known for name in expr.variables()], set[str]()
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                for equality in self._equalities(name):
                    yield equality
                    pending += equality.variables()

    def _may_equal(self, value: SSAValue) -> bool:
        """Whether more is known of an index than its conditions; of what has bits that is asked."""
        return _is_widened(value)

    def _equalities(self, name: str) -> Iterator[Expr]:
        """Which other values the value of a name certainly is."""
        value = self._values.get(name)
        if not self._products and value is not None and _is_widened(value):
            assert isinstance(value.owner, Operation), "it is the result of a cast"
            number = self.index(value.owner.operands[0])
            if number is not None:
                yield eq(var(name), number)

    def _range_of(self, name: str) -> Iterator[Expr]:
        if (bits := self._bits.get(name)) is not None:
            yield from in_range(var(name), bits)
        if (found := self._ranges.get(name)) is not None:
            yield var(name) >= found[0]
            yield var(name) <= found[1]

    def _known_sizes(self) -> list[Expr]:
        if self._sizes is None:
            self._sizes = []  # what is asked on the way
            self._sizes = list(fixed_sizes(self._scope, self))
        return self._sizes

    def _assumed(self, op: Operation) -> Iterator[Expr]:
        """What the assumes and allocations say that certainly ran before an operation."""
        found: list[AssumeOp | memref.AllocOp | memref.AllocaOp] = []
        current: Operation | None = op
        while current is not None and not is_a(current, _FUNCTION):
            earlier = current.prev_op
            while earlier is not None:
                if is_a(earlier, _TELLING):
                    found.append(earlier)
                earlier = earlier.prev_op
            current = current.parent_op()
        # The first one first: to read a later one may take what an earlier one says.
        for each in reversed(found):
            if isinstance(each, AssumeOp):
                yield from self._said(each.condition)
                continue
            for size in each.dynamic_sizes:
                if (extent := self.index(size)) is not None and extent.constant is None:
                    yield extent >= 0

    def _said(self, condition: SSAValue) -> Iterator[Expr]:
        """The facts that follow from a condition that holds, part by part: some may be of undef."""
        op = condition.owner
        if isinstance(op, arith.AndIOp):
            yield from self._said(op.lhs)
            yield from self._said(op.rhs)
        elif (said := self.condition(condition)) is not None:
            yield from conjuncts(said)


_ON_NAN = (0, 7, 14, 15)
"""The predicates of `cmpf` that look for NaN at most: `false`, `ord`, `uno`, `true`."""


@dataclass(frozen=True)
class Place:
    """Where a float is in the order of all floats, both zeros in one place, if it is no NaN."""

    place: Expr
    is_nan: Expr


def _constant_place(number: float) -> Place:
    if math.isnan(number):
        return Place(lift(0), TRUE)
    # The bits of a magnitude, as a number, are ordered as the magnitudes are.
    magnitude = int.from_bytes(struct.pack(">d", abs(number)))
    return Place(lift(-magnitude if number < 0 else magnitude), FALSE)


def _is_integer(type: Attribute) -> bool:
    return isinstance(type, IntegerType | IndexType)


def _is_widened(value: SSAValue) -> bool:
    """Whether an index is an integer that has a width, of which a cast drops no bits."""
    if not isinstance(value.owner, arith.IndexCastOp) or not isinstance(value.type, IndexType):
        return False
    bits = bits_of(value.owner.input.type)
    return bits is not None and bits <= _BITS_OF_INDEX


def either_both_or_none(left: Expr, right: Expr) -> Expr:
    """The condition that two conditions both hold, or neither."""
    return (left & right) | (~left & ~right)


def _differ(left: Expr, right: Expr) -> Expr:
    return (left & ~right) | (~left & right)


def is_visible(value: SSAValue, op: Operation) -> bool:
    """Whether an operation may use a value."""
    block = value.owner if isinstance(value.owner, Block) else value.owner.parent
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    if current is None or isinstance(value.owner, Block):
        return current is not None
    return value.owner is not current and value.owner.is_before_in_block(current)

"""Conditions on the sizes of a call under which the accesses of a function stay inside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import eq as equal
from typing import TypeAlias, cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import IndexType, MemRefType, UnrankedMemRefType
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.utils.hints import isa

from ...dialect.annotations import argument_names, buffer_name
from ...dialect.ir.operations import is_a, operations_in
from ...dialect.ops import AssumeOp
from ...index.comparisons import is_refuted_fast_path, is_said
from ...index.connected import components, has_products, names_in
from ...index.expr import FALSE, TRUE, Expr, all_of, any_of, eq, var
from ...index.normal import ONE, Named, cost, named_sums, total
from ...index.queries.conditions import is_implied
from ...index.queries.instances import Instances
from ...index.sets.engine import GaveUp, IntSet, NotAffine, engine, question
from ...index.sets.from_isl import names_of
from ...index.simplify.extreme_values import cases_of_strides
from ..accesses.accesses import feeds_only_assumes
from ..accesses.in_bounds import bounds_of
from ..instances.reader import InstanceReader
from ..instances.sizes import extents, is_conjunction, known_sizes
from .corners import at_corners

_VIEWS = (
    memref.CastOp,
    memref.MemorySpaceCastOp,
    memref.SubviewOp,
    memref.ExpandShapeOp,
    memref.CollapseShapeOp,
    memref.ReinterpretCastOp,
    memref.ViewOp,
)
_ASSUMES, _BUFFER = (AssumeOp,), (MemRefType,)
_Alike: TypeAlias = "tuple[str | None, int | None, Instances, object]"
_Sum: TypeAlias = "tuple[Expr, Named]"
"""When a sum is asked about, and its terms."""
_REMEMBERED = 20_000
_MANY = 64
"""Goals from which on it is worth looking for what several nests ask in common."""
_EXTENT = "extent"  # how a reader names the size of an axis
_LOGICAL_SIZE = "size"  # how it names that before the layout of a buffer was applied


@dataclass(frozen=True)
class Goal:
    """A condition that is to hold at each instance of an operation, as in a size check."""

    op: Operation
    buffer: str | None
    """The one that is accessed or allocated; None if it is about no buffer."""
    axis: int | None
    instances: Instances
    condition: Expr


def access_goals(
    function: func.FuncOp,
    reader: InstanceReader,
    is_asked: Callable[[SSAValue], bool] = lambda buffer: True,
) -> Iterator[Goal]:
    """
    Yield the conditions that accesses and views are inside of the buffers that are asked for, each
    once: most that are unrolled differ along one axis. Those of blocks that only some calls reach
    are among them if they are not shown to hold, and not exact.
    """
    yield from _goals_of(operations_in(function), reader, is_asked)
    for place in other_blocks(function):
        for goal in _goals_of(operations_in(place.block), place.reader, is_asked):
            yield from place.unless_shown(goal)


def _goals_of(
    ops: Iterable[Operation], reader: InstanceReader, is_asked: Callable[[SSAValue], bool]
) -> Iterator[Goal]:
    told = set[tuple[SSAValue, int, Instances, Expr]]()
    names = dict[SSAValue, str]()
    for op in ops:
        if not any(is_a(v.type, _BUFFER) and is_asked(v) for v in op.operands):
            continue
        if op.results and feeds_only_assumes(op):
            continue
        for bound in bounds_of(op, reader):
            what = bound.buffer, bound.axis, bound.instances, bound.condition
            if is_asked(bound.buffer) and what not in told:
                told.add(what)
                if bound.buffer not in names:
                    names[bound.buffer] = _viewed(bound.buffer)
                name = names[bound.buffer]
                yield Goal(op, name, bound.axis, bound.instances, bound.condition)


@dataclass(frozen=True)
class OtherBlock:
    """A block of a function that not each call has to reach, with names of its own for values."""

    block: Block
    reader: InstanceReader
    known: Expr

    def unless_shown(self, goal: Goal) -> Iterator[Goal]:
        """What is left of a goal for the calls of the function."""
        if not is_implied(self.known & goal.instances.condition, goal.condition):
            yield replace(goal, instances=Instances(exact=False), condition=FALSE)


def other_blocks(function: func.FuncOp) -> Iterator[OtherBlock]:
    """The blocks after the first one."""
    for block in function.body.blocks:
        if block is not function.body.blocks[0] and block.first_op is not None:
            reader = InstanceReader(block)
            yield OtherBlock(block, reader, known_sizes(block.first_op, reader))


def takes_sizes(function: func.FuncOp) -> bool:
    """Whether calls of a function differ in sizes, or in other indices."""
    block = function.body.blocks[0]
    return block.first_op is not None and any(map(_is_size, block.args))


def needed_sizes(
    goals: Sequence[Goal], sizes: CallSizes
) -> tuple[dict[tuple[str | None, int | None], list[Expr]], list[Goal]]:
    """
    The conditions on sizes, by buffer and axis, under which goals hold that are not seen to hold at
    each call, and the goals that depend on more than sizes.

    What is assumed at each call is asked as it is, and what is called may ask of products; all else
    under it, alternatives apart.
    """
    asked: dict[tuple[str | None, int | None], list[Expr]] = {}
    rest: list[Goal] = []
    for goal in goals:
        is_as_it_is = is_a(goal.op, _ASSUMES) or has_products(goal.condition)
        stated = sizes.stated(goal) if is_as_it_is else None
        if stated is None:
            rest.append(goal)
        elif is_refuted_fast_path(sizes.context, stated) or not is_implied(sizes.context, stated):
            asked.setdefault((goal.buffer, goal.axis), []).append(stated)
            if is_conjunction(stated):
                # A product is one by its name only: sets have no products.
                sizes.context &= goal.condition if has_products(stated) else stated
    asks_near = len(rest) >= _MANY
    rest = _strictest([g for g in rest if not is_said(g.instances.condition, g.condition)])
    questions = [(sizes.when(goal), goal.condition) for goal in rest]
    if asks_near:
        questions = [sizes.question(goal) for goal in rest]
    strongest = _Strongest(questions)
    inside: dict[tuple[str | None, int | None], list[Expr]] = {}
    untested: list[Goal] = []
    seen = set[tuple[str | None, int | None, Instances, Expr]]()
    for goal, (when, condition) in zip(rest, questions, strict=True):
        axis = (goal.buffer, goal.axis)
        what = (*axis, goal.instances, goal.condition)
        if strongest.is_implied(when, condition) or what in seen:
            continue
        seen.add(what)
        found = sizes.never(sizes.when(goal) & ~goal.condition, goal.instances)
        if found is not None:
            inside.setdefault(axis, []).append(found)
        elif (product := sizes.of_products(goal)) is not None:
            of_axis = asked.setdefault(axis, [])
            of_axis += [product] if product not in of_axis else []
        else:
            untested.append(goal)
    for axis, found in inside.items():
        needed = [sizes.resolved(each) for each in sizes.joined(found) if each != TRUE]
        asked.setdefault(axis, []).extend(needed)
    return asked, untested


def _strictest(goals: Sequence[Goal]) -> list[Goal]:
    """
    The goals without those that others follow from: of rows side by side, all but the first and the
    last one.
    """
    least = dict[_Alike, list[int]]()
    found = list[tuple[Goal, _Alike, list[int]]]()
    for goal in goals:
        sums = named_sums(goal.condition)
        named, constants = tuple([each for each, _ in sums]), [constant for _, constant in sums]
        alike = goal.buffer, goal.axis, goal.instances, named or goal.condition
        least[alike] = list(map(min, constants, least.get(alike, constants)))
        found.append((goal, alike, constants))
    return [
        goal
        for goal, alike, constants in found
        if not constants or any(map(equal, constants, least[alike]))
    ]


class _Strongest:
    """
    Answers whether conditions hold, of `x + 1 <= n` and `x + 5 <= n` by the second if it does.

    Accesses that are unrolled differ by a constant only.
    """

    def __init__(self, goals: Iterable[tuple[Expr, Expr]]):
        self._least: dict[_Sum, int] = {}
        self._holds: dict[_Sum, bool] = {}
        for when, goal in goals:
            for named, constant in named_sums(goal):
                key = when, named
                self._least[key] = min(constant, self._least.get(key, constant))

    def is_implied(self, when: Expr, goal: Expr) -> bool:
        """Whether one of the conditions is shown to hold."""
        sums = named_sums(goal)
        if sums and all(self._is_natural((when, named), constant) for named, constant in sums):
            return True
        return is_implied(when, goal)

    def _is_natural(self, key: _Sum, constant: int) -> bool:
        assert constant >= self._least[key]
        if key not in self._holds:
            when, named = key
            least = total({**dict(named), ONE: self._least[key]})
            self._holds[key] = is_implied(when, least >= 0)
        return self._holds[key]


class CallSizes:
    """The sizes that the caller of a function gives, and the facts about them."""

    @property
    def shown(self) -> dict[str, Expr]:
        """How the names are shown."""
        names = argument_names(self.reader.scope.args)
        return {
            name: var(names[v.index] if axis is None else size_name(names[v.index], axis))
            for name, (v, axis) in self.named.items()
        }

    def given(self, value: SSAValue) -> Expr | None:
        """An index as an expression of the sizes that the caller gives; None if it is none."""
        found = self.reader.index(value)
        return None if found is None else self._resolved(found)

    def stated(self, goal: Goal) -> Expr | None:
        """The condition of each call, as it is; None if it is about more than sizes."""
        always = goal.instances.exact and goal.instances.condition == TRUE
        return self._resolved(goal.condition) if always else None

    def resolved(self, condition: Expr) -> Expr:
        """A condition of what was asked, over the sizes that the caller gives."""
        found = self._resolved(condition)
        assert found is not None
        return found

    def _resolved(self, expr: Expr) -> Expr | None:
        dims: dict[str, Expr] = {}
        if (found := self.reader.spelled_out(expr)) is None:
            return None
        for name in dict.fromkeys(found.variables()):
            if name in self.named or (made := self.reader.find_value(name)) is None:
                continue
            op = made.owner
            if isinstance(op, memref.DimOp) and self._is_dim(name):
                axis, sizes = self.reader.index(op.index), extents(op.source, self.reader)
                assert axis is not None
                assert sizes is not None
                dims[name] = sizes[cast("int", axis.constant)]
        found = found.substitute(dims)
        return found if {*found.variables()} <= {*self.named} else None

    def __init__(self, block: Block):
        self.reader = InstanceReader(block)
        self._when: dict[Expr, Expr] = {}
        self._given: dict[str, bool] = {}
        self._near: dict[
            tuple[Expr, frozenset[str], tuple[str, ...]], tuple[Expr, tuple[str, ...]]
        ] = {}
        self.named = {n: size for value in block.args for n, size in _names(value, self.reader)}
        """What callers give, by its name: an index, or the size of an axis of a buffer."""
        self.context = all_of(var(name) >= 0 for name in self.named if name.startswith(_EXTENT))
        assert block.first_op is not None
        self.context &= known_sizes(block.first_op, self.reader)
        self.context &= all_of(self._of_untied(block))

    def _of_untied(self, block: Block) -> Iterator[Expr]:
        """Yield what callers give of layouts whose logical sizes they do not give."""
        for value in block.args:
            for name, (_, axis) in _names(value, self.reader):
                stored = None if axis is None else extents(value, self.reader)
                if stored is None or axis is None or {*stored[axis].variables()} <= {*self.named}:
                    continue
                yield eq(var(name), stored[axis])

    def when(self, goal: Goal) -> Expr:
        """When an instance of a goal runs, with what is known of the sizes."""
        condition = goal.instances.condition
        if condition not in self._when:
            self._when[condition] = self.context & condition
        return self._when[condition]

    def question(self, goal: Goal) -> tuple[Expr, Expr]:
        """
        What a goal depends on of when its instances run, and the goal, with numbers for the names
        of its iterators: nests that tiles leave ask the same of most axes.
        """
        own = [n for n in goal.condition.variables() if n in goal.instances.iterators]
        key = goal.instances.condition, names_in(goal.condition), goal.instances.iterators
        if key not in self._near:
            self._near[key] = self._when_near(goal)
        near, of_near = self._near[key]
        names = tuple(dict.fromkeys((*own, *of_near)))
        return _numbered(near, names), _numbered(goal.condition, names)

    def _when_near(self, goal: Goal) -> tuple[Expr, tuple[str, ...]]:
        """What a goal depends on of when its instances run, and the iterators in that."""
        names = names_in(goal.condition)
        near = [e for e in components(self.when(goal)) if not names.isdisjoint(names_in(e))]
        own = dict.fromkeys(n for e in near for n in e.variables() if n in goal.instances.iterators)
        return all_of(near), tuple(own)

    def never(self, failing: Expr, instances: Instances) -> Expr | None:
        """The condition on the sizes that nothing fails; None if it takes more to know."""
        if not instances.exact:
            return None
        others = [n for n in dict.fromkeys(failing.variables()) if not self._is_given(n)]
        if not all(n in instances.iterators or self._is_dim(n) for n in others):
            return None
        try:
            return all_of(
                any_of(self._never(part, others) for part in components(case))
                for case in cases_of_strides(failing, others)
            )
        except (GaveUp, NotAffine):
            return None

    def of_products(self, goal: Goal) -> Expr | None:
        """The same for products of sizes and iterators, over the sizes that the caller gives."""
        iterators = goal.instances.iterators
        found = at_corners(
            goal.condition,
            goal.instances,
            self.context,
            lambda name: name not in iterators and (self._is_given(name) or self._is_dim(name)),
        )
        return None if found is None else self._resolved(found)

    def _never(self, failing: Expr, others: Sequence[str]) -> Expr:
        """The same of a condition that has no name in common with what else has to hold."""
        if failing in components(self.context):
            return FALSE
        with question():
            bad = engine().project(engine().set(failing), others)
            return self._condition(bad.complement())

    def joined(self, conditions: Sequence[Expr]) -> list[Expr]:
        """All of them in one where that is no longer, as of a loop and of what is left of it."""
        found = list(dict.fromkeys(conditions))
        if len(found) > 1:
            try:
                with question():
                    every = self._condition(engine().set(all_of(found)).coalesce())
            except GaveUp:
                every = all_of(found)
            if cost(every) <= sum(map(cost, found)):
                found = [every]
        return found

    def _condition(self, points: IntSet) -> Expr:
        names = names_of(points)
        near = [part for part in components(self.context) if not names.isdisjoint(names_in(part))]
        context = all_of(near)
        tied = [n for n in context.variables() if not self._is_given(n)]
        known = engine().project(engine().set(context), tied)
        return engine().condition(points.gist(known), known)

    def _is_given(self, name: str) -> bool:
        """Whether the caller gives it, or it is a product or a quotient of what he gives."""
        if name in self.named:
            return True
        if name not in self._given:
            spelled_out = self.reader.spelled_out(var(name))
            is_computed = spelled_out is not None and spelled_out is not var(name)
            self._given[name] = is_computed and self._resolved(var(name)) is not None
        return self._given[name]

    def _is_dim(self, name: str) -> bool:
        """Whether it is a size, which the context ties to those that are given."""
        if name.startswith(_EXTENT):
            return False
        if name.startswith(_LOGICAL_SIZE):
            return True
        op = self.reader.value(name).owner
        if not isinstance(op, memref.DimOp) or isinstance(op.source.type, UnrankedMemRefType):
            return False
        axis, sizes = self.reader.index(op.index), extents(op.source, self.reader)
        if axis is None or sizes is None or (k := axis.constant) is None or k >= len(sizes):
            return False
        return all(n in self.named for n in sizes[k].variables())


@lru_cache(_REMEMBERED)
def _numbered(condition: Expr, names: tuple[str, ...]) -> Expr:
    """A condition with numbers for these names."""
    return condition.substitute({name: var(f"%{k}") for k, name in enumerate(names)})


def _is_size(value: SSAValue) -> bool:
    if isa(value.type, MemRefType):
        return any(size < 0 for size in value.type.get_shape())
    return isinstance(value.type, IndexType)


def _names(
    value: BlockArgument, reader: InstanceReader
) -> Iterator[tuple[str, tuple[BlockArgument, int | None]]]:
    """The names that the reader has for the sizes that a caller gives."""
    if isinstance(value.type, IndexType):
        yield str(reader.index(value)), (value, None)
    if isa(value.type, MemRefType):
        for axis, size in enumerate(value.type.get_shape()):
            if size < 0:
                yield str(reader.extent(value, axis)), (value, axis)


def _viewed(buffer: SSAValue) -> str:
    """A buffer's name; for a view, the name of the viewed buffer."""
    name = buffer_name(buffer)
    if name is None and isinstance(op := buffer.owner, Operation) and is_a(op, _VIEWS):
        return _viewed(op.operands[0])
    return name or shown_name(buffer)


def shown_name(value: SSAValue) -> str:
    """How a buffer or an argument is named in conditions and messages; no two arguments alike."""
    if isinstance(value, BlockArgument) and isinstance(value.owner.parent_op(), func.FuncOp):
        return argument_names(value.owner.args)[value.index]
    return buffer_name(value) or "a buffer"


def size_name(buffer: str, axis: int) -> str:
    """The name of a buffer's size in the conditions."""
    return f"dim({buffer}, {axis})"

"""Conditions on the sizes of a call under which a function stays inside its buffers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects import func, memref
from xdsl.dialects.builtin import IndexType, MemRefType, UnrankedMemRefType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.utils.hints import isa

from ..analysis.accesses.accesses import feeds_only_assumes
from ..analysis.accesses.in_bounds import bounds_of
from ..analysis.instances.reader import InstanceReader
from ..analysis.instances.sizes import extents, known_sizes
from ..dialect.annotations import buffer_name
from ..dialect.ir.operations import is_a, operations_in, operations_of
from ..dialect.ir.symbols import lookup_symbol
from ..index.connected import components, names_in
from ..index.expr import FALSE, TRUE, Expr, all_of, any_of, conjuncts, lift, var
from ..index.normal import ONE, Terms, cost, sums_at_least_0, total
from ..index.queries.conditions import bounds, is_implied
from ..index.queries.instances import Instances
from ..index.sets.engine import GaveUp, IntSet, NotAffine, engine, question
from ..index.sets.from_isl import names_of
from ..index.simplify.extreme_values import cases_of_strides
from ..passes.common.diagnostics import RemarkForm, remark
from .element_types import lanes_of
from .errors import KernelError

_NOT_TESTED = RemarkForm(
    "size-not-tested",
    "calls are not tested for it: {buffer} is not shown to be accessed inside of axis {axis}, and "
    "that depends on more than sizes",
)

_NAME = "compile"
_VIEWS = (
    memref.CastOp,
    memref.MemorySpaceCastOp,
    memref.SubviewOp,
    memref.ExpandShapeOp,
    memref.CollapseShapeOp,
    memref.ReinterpretCastOp,
    memref.ViewOp,
)
_MOST_BYTES = 2**63 - 1
_Sum: TypeAlias = "tuple[Expr, frozenset[tuple[Expr, int]]]"
"""When a sum is asked about, and its terms."""
_EXTENT = "extent"  # how a reader names the size of an axis
_LOGICAL_SIZE = "size"  # how it names that before the layout of a buffer was applied


@dataclass(frozen=True)
class SizeCheck:
    """
    A condition on the sizes of a call: else an access of a buffer is outside of an axis, or if that
    is None, the buffer cannot be allocated.
    """

    buffer: str
    axis: int | None
    condition: Expr
    """Over the names of index arguments, and `dim(A, 0)` for the size of an axis."""

    @property
    def failure(self) -> str:
        """What a call would do that does not satisfy it."""
        if self.axis is None:
            return f"allocate {self.buffer} with a negative size, or with 2^63 bytes or more"
        return f"access {self.buffer} out of bounds on axis {self.axis}"

    def refuse_unless_met(self, function: str, sizes: Mapping[str, int]) -> None:
        """Raise KernelError if the sizes of a call do not satisfy it."""
        if self.condition.evaluate(sizes):
            return
        names = dict.fromkeys(self.condition.variables())
        raise KernelError(
            f"@{function} would {self.failure}: wanted {self.condition}, but "
            f"{', '.join(f'{name} is {sizes[name]}' for name in names)}"
        )


def size_name(buffer: str, axis: int) -> str:
    """The name of a buffer's size in the conditions."""
    return f"dim({buffer}, {axis})"


def size_checks(function: func.FuncOp) -> tuple[SizeCheck, ...]:
    """
    The conditions on the sizes of a call that are not seen to hold at each one; none where all
    sizes are static. Those of functions that it calls are among them.

    A remark tells of an access that is not shown to stay inside and depends on more than sizes.
    """
    return _Checks({}).of(function)


def _of_allocations(function: func.FuncOp) -> Iterator[SizeCheck]:
    """What the sizes of local buffers need that are allocated in each call of a function."""
    block = function.body.blocks[0]
    if block.first_op is None:
        return
    made = [op for op in block.ops if isinstance(op, memref.AllocOp | memref.AllocaOp)]
    sizes = _Sizes(block) if any(op.dynamic_sizes for op in made) else None
    for op in made:
        if sizes is None or not op.dynamic_sizes:
            continue
        given = [sizes.given(value) for value in op.dynamic_sizes]
        known = [size for size in given if size is not None]
        if len(known) == len(given):
            condition = _fits(op.memref.type, known, sizes.context)
            if condition != TRUE:
                shown = condition.substitute(sizes.shown)
                yield SizeCheck(_shown(op.memref), None, shown)


def _fits(type: MemRefType[Attribute], sizes: Sequence[Expr], context: Expr) -> Expr:
    """The condition that these sizes are none below 0, and that an index can count the bytes."""
    element = 1  # at least, of elements that no array has
    with suppress(KernelError):
        element = bytes_of(type)
    total = lift(prod(size for size in type.get_shape() if size >= 0) * element)
    parts: list[Expr] = []
    most: int | None = total.constant
    for size in sizes:
        least, greatest = bounds(size, context)
        if least is None or least < 0:
            parts.append(size >= 0)
        most = None if most is None or greatest is None else most * greatest
        if total.constant != 1:
            parts.append(size <= lift(_MOST_BYTES) // Expr("max", (total, lift(1))))
        total = total * size
    is_small = most is not None and most <= _MOST_BYTES
    return all_of(part for part in parts if not is_small or part.op == ">=")


def bytes_of(type: MemRefType[Attribute]) -> int:
    """Bytes of an element."""
    element, lanes = lanes_of(type.element_type)
    return prod(lanes) * element.dtype.itemsize


class _Checks:
    """The checks of functions that call one another."""

    def __init__(self, known: dict[func.FuncOp, tuple[SizeCheck, ...]]):
        self._known = known

    def of(self, function: func.FuncOp) -> tuple[SizeCheck, ...]:
        if function not in self._known:
            self._known[function] = ()  # what calls itself is not followed
            self._known[function] = (*self._found(function), *_of_allocations(function))
        return self._known[function]

    def _found(self, function: func.FuncOp) -> tuple[SizeCheck, ...]:
        block = function.body.blocks[0]
        if block.first_op is None or not any(_is_size(value) for value in block.args):
            return ()
        sizes = _Sizes(block)
        goals = [*_goals(function, sizes.reader), *self._of_calls(function, sizes.reader)]
        strongest = _Strongest((sizes.when(goal), goal.condition) for goal in goals)
        inside: dict[tuple[str, int | None], list[Expr]] = {}
        told = set[tuple[str, int | None]]()
        seen = set[tuple[str, int | None, Instances, Expr]]()
        for goal in goals:
            axis = (goal.buffer, goal.axis)
            what = (*axis, replace(goal.instances, time=()), goal.condition)
            when = sizes.when(goal)
            if what in seen or strongest.is_implied(when, goal.condition):
                continue
            seen.add(what)
            found = sizes.never(when & ~goal.condition, goal.instances)
            if found is not None:
                inside.setdefault(axis, []).append(found)
            elif axis not in told and goal.axis is not None:
                told.add(axis)
                remark(_NAME, goal.op, _NOT_TESTED, buffer=goal.buffer, axis=goal.axis)
        return tuple(
            SizeCheck(*axis, condition)
            for axis, found in inside.items()
            for condition in sizes.joined(found)
            if condition != TRUE
        )

    def _of_calls(self, function: func.FuncOp, reader: InstanceReader) -> Iterator[_Goal]:
        for call in operations_of(function, func.CallOp):
            callee, instances = lookup_symbol(call, call.callee), reader.instances(call)
            if not isinstance(callee, func.FuncOp) or callee.is_declaration or instances is None:
                continue
            checks = self.of(callee)
            given = _given(callee, call, reader) if checks else {}
            for check in checks:
                name = f"{check.buffer} of @{callee.sym_name.data}"
                if all(variable in given for variable in check.condition.variables()):
                    inside, when = check.condition.substitute(given), instances
                else:
                    inside, when = FALSE, replace(instances, exact=False)
                yield _Goal(call, name, check.axis, when, inside)


@dataclass(frozen=True)
class _Goal:
    """A condition that is to hold at each instance of an operation, as in a size check."""

    op: Operation
    buffer: str
    axis: int | None
    instances: Instances
    condition: Expr


def _goals(function: func.FuncOp, reader: InstanceReader) -> Iterator[_Goal]:
    """Yield the conditions that accesses and views are inside of their buffers."""
    for op in operations_in(function):
        if not any(isinstance(value.type, MemRefType) for value in op.operands):
            continue
        if op.results and feeds_only_assumes(op):
            continue
        for bound in bounds_of(op, reader):
            name = _viewed(bound.buffer)
            yield _Goal(op, name, bound.axis, bound.instances, bound.condition)


class _Strongest:
    """
    Answers whether conditions hold, of `x + 1 <= n` and `x + 5 <= n` by the second if it does.

    Accesses that are unrolled differ by a constant only.
    """

    def __init__(self, goals: Iterable[tuple[Expr, Expr]]):
        self._least: dict[_Sum, int] = {}
        self._holds: dict[_Sum, bool] = {}
        self._sums: dict[Expr, list[Terms]] = {}
        for when, goal in goals:
            for summands in self._sums_of(goal):
                key, constant = _split(when, summands)
                self._least[key] = min(constant, self._least.get(key, constant))

    def is_implied(self, when: Expr, goal: Expr) -> bool:
        """Whether one of the conditions is shown to hold."""
        sums = self._sums_of(goal)
        if sums and all(self._is_natural(*_split(when, each)) for each in sums):
            return True
        return is_implied(when, goal)

    def _sums_of(self, goal: Expr) -> list[Terms]:
        """The sums that a goal says to be at least 0; none if that is not all it says."""
        if goal not in self._sums:
            sums = [sums_at_least_0(part) for part in conjuncts(goal)]
            self._sums[goal] = [each for of in sums for each in of] if all(sums) else []
        return self._sums[goal]

    def _is_natural(self, key: _Sum, constant: int) -> bool:
        assert constant >= self._least[key]
        if key not in self._holds:
            when, named = key
            least = total({**dict(named), ONE: self._least[key]})
            self._holds[key] = is_implied(when, least >= 0)
        return self._holds[key]


def _split(when: Expr, summands: Terms) -> tuple[_Sum, int]:
    """A sum without its constant, at which time, and the constant."""
    named = frozenset(item for item in summands.items() if item[0] is not ONE)
    return (when, named), summands.get(ONE, 0)


def _given(callee: func.FuncOp, call: func.CallOp, reader: InstanceReader) -> dict[str, Expr]:
    """The sizes that a call passes, by the names that the callee's conditions have."""
    found: dict[str, Expr] = {}
    for value, operand in zip(callee.args, call.operands, strict=True):
        if isinstance(value.type, IndexType) and (size := reader.index(operand)) is not None:
            found[_shown(value)] = size
        if isinstance(value.type, MemRefType):
            for axis, size in enumerate(extents(operand, reader) or ()):
                found[size_name(_shown(value), axis)] = size
    return found


class _Sizes:
    """The sizes that the caller of a function gives, and the facts about them."""

    @property
    def shown(self) -> dict[str, Expr]:
        """How the names are shown."""
        return {name: var(shown) for name, shown in self._named.items()}

    def given(self, value: SSAValue) -> Expr | None:
        """An index as an expression of the sizes that the caller gives; None if it is none."""
        found = self.reader.index(value)
        if found is None:
            return None
        dims: dict[str, Expr] = {}
        for name in dict.fromkeys(found.variables()):
            if name in self._named or (made := self.reader.find_value(name)) is None:
                continue
            op = made.owner
            if isinstance(op, memref.DimOp) and self._is_dim(name):
                axis, sizes = self.reader.index(op.index), extents(op.source, self.reader)
                assert axis is not None
                assert sizes is not None
                dims[name] = sizes[cast("int", axis.constant)]
        found = found.substitute(dims)
        return found if {*found.variables()} <= {*self._named} else None

    def __init__(self, block: Block):
        self.reader = InstanceReader(block)
        self._when: dict[Expr, Expr] = {}
        self._named = {n: shown for value in block.args for n, shown in _names(value, self.reader)}
        self.context = all_of(var(name) >= 0 for name in self._named if name.startswith(_EXTENT))
        assert block.first_op is not None
        self.context &= known_sizes(block.first_op, self.reader)

    def when(self, goal: _Goal) -> Expr:
        """When an instance of a goal runs, with what is known of the sizes."""
        condition = goal.instances.condition
        if condition not in self._when:
            self._when[condition] = self.context & condition
        return self._when[condition]

    def never(self, failing: Expr, instances: Instances) -> Expr | None:
        """The condition on the sizes that nothing fails; None if it takes more to know."""
        if not instances.exact:
            return None
        others = [n for n in dict.fromkeys(failing.variables()) if n not in self._named]
        if not all(n in instances.iterators or self._is_dim(n) for n in others):
            return None
        try:
            return all_of(
                any_of(self._never(part, others) for part in components(case))
                for case in cases_of_strides(failing, others)
            )
        except (GaveUp, NotAffine):
            return None

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
        return [condition.substitute(self.shown) for condition in found]

    def _condition(self, points: IntSet) -> Expr:
        names = names_of(points)
        near = [part for part in components(self.context) if not names.isdisjoint(names_in(part))]
        context = all_of(near)
        tied = [n for n in context.variables() if n not in self._named]
        known = engine().project(engine().set(context), tied)
        return engine().condition(points.gist(known), known)

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
        return all(n in self._named for n in sizes[k].variables())


def _is_size(value: SSAValue) -> bool:
    if isa(value.type, MemRefType):
        return any(size < 0 for size in value.type.get_shape())
    return isinstance(value.type, IndexType)


def _names(value: BlockArgument, reader: InstanceReader) -> Iterator[tuple[str, str]]:
    """The names that the reader has for the sizes that a caller gives, and how they are shown."""
    if isinstance(value.type, IndexType):
        yield str(reader.index(value)), _shown(value)
    if isa(value.type, MemRefType):
        for axis, size in enumerate(value.type.get_shape()):
            if size < 0:
                yield str(reader.extent(value, axis)), size_name(_shown(value), axis)


def _viewed(buffer: SSAValue) -> str:
    """A buffer's name; for a view, the name of the viewed buffer."""
    name = buffer_name(buffer)
    if name is None and isinstance(op := buffer.owner, Operation) and is_a(op, _VIEWS):
        return _viewed(op.operands[0])
    return name or _shown(buffer)


def _shown(value: SSAValue) -> str:
    unnamed = f"arg{value.index}" if isinstance(value, BlockArgument) else "a buffer"
    return buffer_name(value) or unnamed

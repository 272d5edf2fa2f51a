"""Reads when an operation runs off its enclosing loops and conditions, and indices as `Expr`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial, reduce

from xdsl.dialects import affine, arith, func, memref, scf
from xdsl.dialects.builtin import AffineMapAttr, IndexType, IntegerAttr, IntegerType, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue, Use

from ...dialect.annotations import buffer_name
from ...dialect.attributes import LaidOutType
from ...dialect.ir.affine_conversion import from_affine_map, from_affine_set
from ...dialect.ir.loop_like import LoopLike, Range, find_loop, loop_of
from ...dialect.ir.memory_access import access_of
from ...dialect.ir.operations import is_a, operations_in
from ...index.connected import has_products, names_in
from ...index.expr import FALSE, TRUE, Expr, all_of, eq, lift, ne, rebuild, select, var
from ...index.queries.conditions import bounds
from ...index.queries.instances import Instances, Iteration, Position
from ...index.simplify.linear_forms import without_products
from .enclosing_loops import is_iterator, values_of
from .integers import (
    chooses,
    compared,
    is_beyond_maps,
    is_readable,
    is_small,
    read,
    signed,
)
from .sizes import (
    Tied,
    arguments_tied,
    known_sizes,
    logical_sizes,
    name_of_axis,
    number_of_argument,
    read_extents,
)
from .symbols import cast_of, is_number, is_symbol
from .undef_flow import in_function, reached_by_undef

_INTEGER = (IntegerType,)
_EXTREMES: dict[str, str] = {
    **dict.fromkeys(("affine.min", "arith.minsi"), "min"),
    **dict.fromkeys(("affine.max", "arith.maxsi"), "max"),
}


class InstanceReader:
    """Reads the instances of operations inside one block, and the index values there, as `Expr`."""

    most_nested = 150
    """Operations that an index goes through, beyond which it is not read: expressions are trees."""

    def __init__(
        self,
        scope: Block,
        without: Collection[Operation] = (),
        either: Collection[Operation] = (),
    ):
        """
        `without`: the `if` operations to ignore, as though their conditions always held; `either`:
        those to ignore as though both arms always ran.
        """
        self._scope = scope
        self._without, self._either = without, either
        self._names: dict[SSAValue, str] = {}
        self._values: dict[str, SSAValue] = {}
        self._exprs: dict[SSAValue, Expr | None] = {}
        self._indices: dict[SSAValue, Expr | None] = {}
        self._nested: dict[SSAValue, int] = {}
        self._extents: dict[tuple[SSAValue, int], str] = {}
        self._logical_sizes: dict[tuple[SSAValue, int], str] = {}
        self._shapes: dict[SSAValue, tuple[Attribute, tuple[Expr, ...] | None]] = {}
        self._sizes_of_contracts: dict[SSAValue, tuple[LaidOutType, dict[str, Expr] | None]] = {}
        self._tied: dict[Block, Tied] = {}
        self._entered: dict[Block, Instances | None] = {scope: Instances()}
        self._times: dict[Block, tuple[Position, ...]] = {scope: ()}
        self._places: dict[Operation, int] = {}
        self._holding: dict[Operation | None, Expr] = {}
        self._defined: dict[str, Expr] = {}
        self._from_undef: set[SSAValue] | None = None

    @property
    def scope(self) -> Block:
        """The block inside which it reads."""
        return self._scope

    def take_over(self, other: InstanceReader) -> None:
        """Read under the names of another reader of the scope; take for granted what it does."""
        self._without = other._without
        self._names, self._values = other._names, other._values
        self._extents, self._places = other._extents, other._places
        self._logical_sizes = other._logical_sizes
        self._defined = other._defined
        self._entered = {self._scope: other._entered[self._scope]}

    def share_names(self, other: InstanceReader) -> None:
        """Read under the names of another reader of the scope, in which nothing was read yet."""
        self._names, self._values = other._names, other._values
        self._extents, self._logical_sizes = other._extents, other._logical_sizes
        self._defined = other._defined

    def take_for_granted(self, condition: Expr) -> None:
        """A condition on free names that holds whenever the scope runs."""
        self._entered = {self._scope: Instances(condition=condition, granted=condition)}

    def read_again(self, stage: Operation, without: Collection[Operation]) -> None:
        """Forgets what was read inside an operation of the scope, and has these ifs always hold."""
        self._without = without
        for op in operations_in(stage):
            if op is not stage:
                self._places.pop(op, None)
            values: list[SSAValue] = list(op.results)
            for region in op.regions:
                for block in region.blocks:
                    self._entered.pop(block, None)
                    self._times.pop(block, None)
                    values += block.args
            for value in values:
                self._exprs.pop(value, None)
                self._indices.pop(value, None)
                self._shapes.pop(value, None)
                self._nested.pop(value, None)

    def instances(self, op: Operation) -> Instances | None:
        """The executions of `op`, or None if it is not inside the scope."""
        found = self.surroundings(op)
        if found is None:
            return None
        return replace(found, time=self._time(op))

    def surroundings(self, op: Operation) -> Instances | None:
        """As `instances`, but for their time, which takes a look at all that is in the block."""
        return None if op.parent is None else self._instances_of_block(op.parent)

    def stage(self, op: Operation) -> Operation | None:
        """The operation of the scope's block that `op` is or is inside of."""
        current: Operation | None = op
        while current is not None and current.parent is not self._scope:
            current = current.parent_op()
        return current

    def latest_first(self, uses: Iterable[Use]) -> list[Use]:
        """
        Uses, from the last in the program to the first; those outside the scope come at the end.

        So a parser leaves them. After a rewrite their own order tells how the program came about,
        on which no answer may depend.
        """
        found = list(uses)
        if len(found) > 1:
            found.sort(key=lambda use: (self._path(use.operation), use.index), reverse=True)
        return found

    def _path(self, op: Operation) -> list[int]:
        """The places of what an operation is inside of, from the scope's block on."""
        if op.parent is None or not self._inside(op.parent):
            return []
        return [place for place in self._time(op) if not isinstance(place, Iteration)]

    def index(self, value: SSAValue) -> Expr | None:
        """
        An index value over iterators and free names, or None if it is not a quasi-affine
        function of them.
        """
        found = self._indices.get(value, ...)
        if found is ...:
            op = value.owner
            is_integer = is_a(value.type, _INTEGER)
            computed = is_integer and isinstance(op, Operation) and is_readable(op)
            found = self._indices[value] = None if computed else self.number(value)
        return found

    def index_with_products(self, value: SSAValue) -> Expr | None:
        """As `index`, and where values are multiplied or divided by one another too."""
        found = self.index(value)
        if found is None and isinstance(value.type, IndexType):
            found = self._expression(value)
        return found

    def number(self, value: SSAValue) -> Expr | None:
        """As `index`, of an integer too, by its sign."""
        found = self._expression(value)
        return None if found is not None and has_products(found) else found

    def _expression(self, value: SSAValue) -> Expr | None:
        """As `number`, and where values are multiplied or divided by one another too."""
        found = self._exprs.get(value, ...)
        if found is not ...:
            return found
        # What it is made of comes first, one after the other: chains may be as long as they like.
        pending = [value]
        while pending:
            each = pending[-1]
            made_of = () if each in self._exprs else self._made_of(each)
            if rest := [operand for operand in made_of if operand not in self._exprs]:
                pending += reversed(rest)
            elif pending.pop() not in self._exprs:
                self._exprs[each] = self._index(each)
        return self._exprs[value]

    def _made_of(self, value: SSAValue) -> Sequence[SSAValue]:
        """The operands that the expression of a value is made of."""
        op = value.owner
        if isinstance(op, Block):
            return ()
        if isinstance(op, arith.SelectOp):
            compared = op.cond.owner
            of_condition = compared.operands if isinstance(compared, arith.CmpiOp) else ()
            made_of = (*op.operands[1:], *of_condition)
        elif is_readable(op) or isinstance(op, affine.ApplyOp) or op.name in _EXTREMES:
            made_of = op.operands
        else:
            return ()
        return made_of if self._may_nest(value, made_of) else ()

    def _may_nest(self, value: SSAValue, operands: Sequence[SSAValue]) -> bool:
        """Whether what a value is computed by is not nested too deep to be read."""
        inner = max((self._nested.get(operand, 0) for operand in operands), default=0)
        self._nested[value] = inner + 1
        return inner < self.most_nested

    def indices(self, values: Sequence[SSAValue]) -> tuple[Expr, ...] | None:
        """All of them, or None if one cannot be read."""
        return _all([self.index(value) for value in values])

    def _expressions(self, values: Sequence[SSAValue]) -> tuple[Expr, ...] | None:
        return _all([self._expression(value) for value in values])

    def cell(self, op: Operation) -> tuple[Expr, ...] | None:
        """
        The cell that a memory access is at, the first one where it is at several; None if it may
        be any.
        """
        access = access_of(op)
        operands = self.indices(access.index_operands(op))
        return None if operands is None else access.index(op, operands)

    def condition(self, value: SSAValue) -> Expr | None:
        """
        An i1 value as a predicate over iterators and free names, or None if it cannot be read.
        """
        op = value.owner
        if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
            return TRUE if op.value.value.data else FALSE
        if isinstance(op, arith.CmpiOp) and op.lhs.type != i1:
            return self._comparison(op)
        if isinstance(op, arith.TruncIOp):
            number = self._integer(op.input)
            return None if number is None else self._linear(ne(number % 2, 0), op)
        if isinstance(op, arith.SelectOp):
            holds, yes, no = map(self.condition, op.operands)
            if holds is None or yes is None or no is None:
                return None
            return (holds & yes) | (~holds & no)
        if not isinstance(op, arith.CmpiOp | arith.AndIOp | arith.OrIOp | arith.XOrIOp):
            return None
        left, right = map(self.condition, op.operands)
        if left is None or right is None:
            return None
        if isinstance(op, arith.AndIOp | arith.OrIOp):
            return left & right if isinstance(op, arith.AndIOp) else left | right
        predicate = 1 if isinstance(op, arith.XOrIOp) else op.predicate.value.data
        if predicate == 0:
            return (left & right) | (~left & ~right)
        return (left & ~right) | (~left & right) if predicate == 1 else None

    def holds(self, op: affine.IfOp | scf.IfOp) -> Expr | None:
        """When the first arm of an if runs; None if that cannot be read."""
        if op in self._without:
            return TRUE
        if isinstance(op, scf.IfOp):
            return self.condition(op.cond)
        operands = self.indices(list(op.args))
        return None if operands is None else from_affine_set(op.condition.data, operands)

    def _comparison(self, op: arith.CmpiOp) -> Expr | None:
        left, right = self._integer(op.lhs), self._integer(op.rhs)
        if left is None or right is None:
            return None
        limits = partial(self._limits, op)
        return self._linear(compared(op.predicate.value.data, left, right, limits), op)

    def _integer(self, value: SSAValue) -> Expr | None:
        """The expression of a value that is computed of indices and of arguments alone."""
        found = self._expression(value)
        return found if found is not None and self._is_of_indices(found) else None

    def _linear(self, condition: Expr, op: Operation) -> Expr | None:
        """The condition, of an operation there, in a form that sets are made of."""
        if not has_products(condition):
            return condition if is_small(condition) or not chooses(condition) else None
        whole = condition.substitute(self._defined)
        found = without_products(whole, self._known_at(op)) if is_small(whole) else None
        return found if is_small(found) else None

    def is_from_undef(self, value: SSAValue) -> bool:
        """
        Whether a value may be computed from undef; iterators and arguments are not.

        An assume says of such a value that some choice of it makes the condition hold.
        """
        if isinstance(value.owner, Block):
            around = value.owner.parent_op()
            if around is None or isinstance(around, func.FuncOp) or is_iterator(value):
                return False
        if self._from_undef is None:
            top = in_function(self._scope)
            self._from_undef = set() if top is None else reached_by_undef(top)
        return value in self._from_undef

    def known_sizes(self, stage: Operation | None) -> Expr:
        """As `sizes.known_sizes`, of an operation of the scope, read once."""
        if stage not in self._holding:
            self._holding[stage] = TRUE  # what is asked on the way
            self._holding[stage] = TRUE if stage is None else known_sizes(stage, self)
        return self._holding[stage]

    def _known_at(self, op: Operation) -> Expr:
        """What holds where an operation runs, by loops, ifs, sizes and assumes."""
        known, instances = self.known_sizes(self.stage(op)), self.surroundings(op)
        return known & (TRUE if instances is None else instances.condition)

    def _limits(self, op: Operation, expr: Expr) -> tuple[int | None, int | None]:
        """Two numbers that enclose an expression where an operation runs."""
        found: tuple[int | None, int | None] = None, None
        if not has_products(expr):
            instances = self.surroundings(op)
            found = bounds(expr, TRUE if instances is None else instances.condition)
        return bounds(expr, self._known_at(op)) if None in found else found

    def _place(self, op: Operation) -> int:
        place = self._places.get(op)
        if place is None and op.parent is not None:
            self._places |= {other: k for k, other in enumerate(op.parent.ops)}
            place = self._places[op]
        assert place is not None
        return place

    def value(self, name: str) -> SSAValue:
        """The value that a name in the expressions of this reader stands for."""
        return self._values[name]

    def find_value(self, name: str) -> SSAValue | None:
        """As `value`; None for the size of a buffer that no value gives."""
        return self._values.get(name)

    def spelled_out(self, expr: Expr) -> Expr | None:
        """
        An expression with products and quotients of indices in place of their names; None where
        one of them takes too many others.
        """
        wholes: dict[str, Expr] = {}
        for name in names_in(expr) & self._defined.keys():
            whole = self._defined[name]
            while is_small(whole) and not self._defined.keys().isdisjoint(names_in(whole)):
                whole = whole.substitute(self._defined)
            if not is_small(whole):
                return None
            wholes[name] = whole
        return expr.substitute(wholes) if wholes else expr

    def extent(self, buffer: SSAValue, axis: int) -> Expr | None:
        """Return a name for the size of an axis; None if it may differ between iterations."""
        if not self._is_once(buffer.owner):
            return None
        return var(name_of_axis(self._extents, "extent", buffer, axis))

    def extents(self, buffer: SSAValue) -> tuple[Expr, ...] | None:
        """The size of each axis of a buffer, as `sizes.extents`: each access asks for it."""
        known = self._shapes.get(buffer)
        if known is None or known[0] is not buffer.type:
            known = self._shapes[buffer] = buffer.type, read_extents(buffer, self)
        return known[1]

    def logical_sizes(self, buffer: SSAValue, contract: LaidOutType) -> dict[str, Expr] | None:
        """The sizes `s0`, `s1`, .. of an applied layout of a buffer, as `sizes.logical_sizes`."""
        known = self._sizes_of_contracts.get(buffer)
        if known is None or known[0] is not contract:
            known = contract, logical_sizes(buffer, contract, self)
            self._sizes_of_contracts[buffer] = known
        return known[1]

    def tied(self, block: Block) -> Tied:
        """The arguments of a block that are sizes of others of its arguments."""
        if block not in self._tied:
            self._tied[block] = arguments_tied(block)
        return self._tied[block]

    def logical_size(self, buffer: SSAValue, axis: int) -> Expr | None:
        """As `extent`, of the shape that a buffer had before its layout was applied."""
        if not self._is_once(buffer.owner):
            return None
        return var(name_of_axis(self._logical_sizes, "size", buffer, axis))

    def shown(self, expr: Expr) -> str:
        """An expression under the names that the source has."""
        names = {name: var(v.name_hint or name) for name, v in self._values.items()}
        for (buffer, axis), name in self._extents.items():
            names[name] = var(f"dim({buffer_name(buffer) or 'a buffer'}, {axis})")
        for (buffer, axis), name in self._logical_sizes.items():
            names[name] = var(f"size({buffer_name(buffer) or 'a buffer'}, {axis})")
        return str(expr.substitute(names))

    def _is_once(self, owner: Block | Operation) -> bool:
        """
        Whether the result of an operation or block is one value each time that the scope runs.
        """
        block = owner if isinstance(owner, Block) else owner.parent
        return block is None or block is self._scope or not self._inside(block)

    def _name(self, value: SSAValue) -> str:
        name = self._names.get(value)
        if name is None:
            number = number_of_argument(value)
            name = f"a{number}"
            if number is None or name in self._values:  # an argument of another function has it
                name = f"v{len(self._names)}"
            self._names[value] = name
            self._values[name] = value
        return name

    def _instances_of_block(self, block: Block) -> Instances | None:
        found = self._entered.get(block, ...)
        if found is ...:
            found = self._entered[block] = self._enter(block)
        return found

    def _time(self, op: Operation) -> tuple[Position, ...]:
        """When an operation inside the scope runs."""
        block = op.parent
        assert block is not None
        if (found := self._times.get(block)) is None:
            found = self._times[block] = self._time_inside(block)
        return (*found, self._place(op))

    def _time_inside(self, block: Block) -> tuple[Position, ...]:
        op = block.parent_op()
        assert op is not None
        if (loop := find_loop(op)) is not None:
            iterators = tuple(map(self._name, loop.iterators(op)))
            return (*self._time(op), Iteration(iterators, not loop.is_parallel))
        which = next(k for k, region in enumerate(op.regions) if region is block.parent)
        return (*self._time(op), which)

    def _enter(self, block: Block) -> Instances | None:
        op = block.parent_op()
        if (
            op is None
            or op.parent is None
            or (outer := self._instances_of_block(op.parent)) is None
        ):
            return None
        if (loop := find_loop(op)) is not None:
            return self._enter_loop(op, loop, outer)
        first = op.regions[0] is block.parent
        if op in self._either:
            return outer
        if isinstance(op, affine.IfOp | scf.IfOp):
            return _guarded(outer, self.holds(op), first)
        return replace(outer, exact=False)

    def _enter_loop(self, op: Operation, loop: LoopLike, outer: Instances) -> Instances:
        names = tuple(map(self._name, loop.iterators(op)))
        exact, conditions = outer.exact, [outer.condition]
        ranges = loop.ranges(op, self.indices)
        for name, range in zip(names, ranges or (), strict=False):
            inside = values_of(var(name), *range)
            exact = exact and inside is not None
            conditions += inside or ()
        return replace(
            outer,
            iterators=(*outer.iterators, *names),
            condition=all_of(conditions),
            exact=exact and ranges is not None,
        )

    def ranges(self, op: Operation) -> list[Range] | None:
        """The range of each iterator of a loop; None if a bound cannot be read."""
        return loop_of(op).ranges(op, self.indices)

    def _index(self, value: SSAValue) -> Expr | None:
        op = value.owner
        if isinstance(op, Block):
            if not is_iterator(value) and not self._is_once(op):
                return None
            return var(self._name(cast_of(value) if is_symbol(value) else value))
        match op:
            case arith.ConstantOp() if isinstance(op.value, IntegerAttr):
                return lift(signed(op.value))
            case affine.ApplyOp() if self._nested.get(value, 0) <= self.most_nested:
                operands = self._expressions(list(op.mapOperands))
                return None if operands is None else from_affine_map(op.map.data, operands)[0]
            case memref.DimOp() if self._is_once(op.source.owner) and self._is_fixed(op.index):
                return var(self._name(value))
            case _:
                pass
        found: Expr | None = None
        if self._nested.get(value, 0) <= self.most_nested:
            found = self._read_operation(op)
        if self._is_once(op) and isinstance(value.type, IndexType):
            return self._one_value(value, found)
        return found if found is None or not chooses(found) or is_small(found) else None

    def _one_value(self, value: SSAValue, found: Expr | None) -> Expr | None:
        """
        An index that is one value each time that the scope runs: its name, where no map says more.
        """
        is_index = found is not None and found.op == "var" and self._is_index(found)
        if found is not None and (is_index or found.op != "var") and not is_beyond_maps(found):
            return found
        name = self._name(value)
        if found is not None:
            self._defined[name] = found
        return var(name)

    def _read_operation(self, op: Operation) -> Expr | None:
        """An operation on indices and integers; None if more than that goes into it."""
        if not is_number(op.results[0]):
            return None
        if op.name in _EXTREMES and isinstance(op.results[0].type, IndexType):
            return self._extreme(op)
        if isinstance(op, arith.SelectOp):
            holds, yes, no = self.condition(op.cond), self._integer(op.lhs), self._integer(op.rhs)
            return None if holds is None or yes is None or no is None else select(holds, yes, no)
        if not is_readable(op) or any(operand.type == i1 for operand in op.operands):
            return None
        operands = _all([self._integer(operand) for operand in op.operands])
        # Flags are dropped where an operation is inserted: then it wraps around.
        limits = partial(self._limits, op)
        return None if operands is None else read(op, operands, limits, flagged=False)

    def _is_index(self, name: Expr) -> bool:
        value = self._values.get(str(name.args[0]))
        return value is None or isinstance(value.type, IndexType)

    def _is_of_indices(self, expr: Expr) -> bool:
        values = (self._values[name] for name in expr.variables() if name in self._values)
        return all(isinstance(value.type, IndexType) or is_symbol(value) for value in values)

    def _is_fixed(self, axis: SSAValue) -> bool:
        return isinstance(axis.owner, arith.ConstantOp) or self._is_once(axis.owner)

    def _extreme(self, op: Operation) -> Expr | None:
        """A minimum or maximum."""
        operands = self._expressions(list(op.operands))
        if operands is None:
            return None
        if isinstance(map := op.properties.get("map"), AffineMapAttr):
            operands = from_affine_map(map.data, operands)
        return reduce(lambda a, b: rebuild(_EXTREMES[op.name], (a, b)), operands)

    def _inside(self, block: Block) -> bool:
        """
        Whether a block is the scope or inside it, where values may differ from one instance to the
        next.
        """
        current: Block | None = block
        while current is not None and current is not self._scope:
            op = current.parent_op()
            current = op.parent if op is not None else None
        return current is self._scope


def _all(exprs: Sequence[Expr | None]) -> tuple[Expr, ...] | None:
    known = [e for e in exprs if e is not None]
    return tuple(known) if len(known) == len(exprs) else None


def _guarded(outer: Instances, holds: Expr | None, first: bool) -> Instances:
    """The instances inside an arm of an if, the first arm where the condition holds."""
    if holds is None:
        return replace(outer, exact=False)
    return replace(outer, condition=outer.condition & (holds if first else ~holds))


def compare(predicate: int, left: Expr, right: Expr) -> Expr | None:
    """
    A signed comparison; unsigned ones agree with it only where both sides are known to be >= 0.
    """
    match predicate:
        case 0:
            return eq(left, right)
        case 1:
            return ne(left, right)
        case 2:
            return left < right
        case 3:
            return left <= right
        case 4:
            return left > right
        case 5:
            return left >= right
        case _:
            return None

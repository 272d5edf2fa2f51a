"""One loop in place of a contiguous pair, where every index is then free of divisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from xdsl.dialects import affine, arith
from xdsl.dialects.builtin import AffineMapAttr, DenseArrayBase, IndexType, StringAttr, i32
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.accesses.views import root_of, strides
from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import LOOP, STAGE, buffer_name
from ...dialect.ir.affine_conversion import from_affine_set, to_affine_map
from ...dialect.ir.effects import is_pure
from ...dialect.ir.memory_access import LoadOrStore, access_of, buffer_of, is_load_or_store
from ...dialect.ir.operations import operation_name, operations_in
from ...dialect.ir.reasons import Declined, because
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...index.expr import COMPARISONS, TRUE, Expr, lift, rebuild, var
from ...index.normal import Terms, divides, terms, tidy
from ...index.queries.conditions import is_implied
from ...index.simplify.forms import simplify_index
from ...index.simplify.recombination import recombined
from ..common.generated_stages import free_name
from ..common.index_codegen import Emitter, has_extreme, is_affine_operand
from ..common.index_writing import takes_any_index
from ..common.remedies import apply_first
from ..common.stages import loop_name, names_around
from ..simplify.decided_conditions import outermost_block
from .flat_accesses import FlatAccess, flat_access, set_access

_Values: TypeAlias = Callable[[Sequence[Expr]], dict[str, SSAValue]]
"""The values of the names in expressions."""
_Rewrite: TypeAlias = Callable[[_Values], None]


@dataclass(frozen=True)
class Pair:
    """
    Two loops that are nested with nothing else, the inner one from 0 to `size`, or to less where
    the one loop ends.
    """

    outer: affine.ForOp
    inner: affine.ForOp
    first: int
    """The lower bound of the one loop."""

    last: int | None
    """The upper bound of the one loop; None if it is known at run time only."""

    size: int
    upper: AffineMapAttr
    """That bound as a map, of these operands."""

    operands: tuple[SSAValue, ...]


def pair_at(outer: affine.ForOp) -> Pair | None:
    """The loop and the one right inside; None if they are not a contiguous pair."""
    terminator = outer.body.block.last_op
    inner = terminator.prev_op if terminator is not None else None
    if not isinstance(inner, affine.ForOp) or STAGE in inner.attributes:
        return None
    if not all(map(is_pure, list(outer.body.block.ops)[:-2])):
        return None
    reader = InstanceReader(outermost_block(outer))
    own, other = _range(reader, outer), _range(reader, inner)
    if own is None or other is None or len(own[1]) != 1 or other[0] != 0:
        return None
    (first, (tiles,)), (_, ends) = own, other
    sizes = [end.constant for end in ends if end.constant is not None]
    limits = [end for end in ends if end.constant is None]
    if len(sizes) != 1 or sizes[0] < 1 or len(limits) > 1:
        return None
    size, upper, operands = sizes[0], _many(outer, sizes[0]), outer.upperBoundOperands
    last = tiles * size
    if limits:
        found = _end(reader, outer, last, tidy(limits[0] + _iterator(reader, outer) * size))
        if found is None:
            return None
        last, upper, operands = found
    if last.constant is not None and last.constant <= first * size:
        return None
    bound = AffineMapAttr(upper), tuple(operands)
    return Pair(outer, inner, first * size, last.constant, size, *bound)


def _range(reader: InstanceReader, loop: affine.ForOp) -> tuple[int, tuple[Expr, ...]] | None:
    """The lower bound and the upper ones of a loop that runs in steps of 1 from a constant on."""
    ranges = reader.ranges(loop)
    if ranges is None or len(ranges[0].lowers) != 1:
        return None
    (lower,), uppers, step = ranges[0]
    return None if lower.constant is None or step.constant != 1 else (lower.constant, uppers)


def _iterator(reader: InstanceReader, loop: affine.ForOp) -> Expr:
    iterator = reader.index(loop.body.block.args[0])
    assert iterator is not None
    return iterator


def _end(
    reader: InstanceReader, outer: affine.ForOp, whole: Expr, end: Expr
) -> tuple[Expr, AffineMap, Sequence[SSAValue]] | None:
    """
    The number of iterations where the inner loop ends at this number of them, which its limit
    tells (`n` of `n - 16 * io`), its map and operands; None if whole rounds may be fewer.
    """
    names = list(dict.fromkeys(end.variables()))
    values = {name: reader.value(name) for name in names}
    if any(_is_inside(outer, value) for value in values.values()):
        return None
    if end.constant is not None and whole.constant is not None:
        end = lift(min(end.constant, whole.constant))
    else:
        around = reader.instances(outer)
        if not is_implied(TRUE if around is None else around.condition, end <= whole):
            return None
    as_map = to_affine_map([end], names)
    if as_map is None or not takes_affine([end], values):
        return None
    return end, as_map, list(values.values())


def _is_inside(loop: affine.ForOp, value: SSAValue) -> bool:
    owner = value.owner
    inside = owner if isinstance(owner, Operation) else owner.parent_op()
    return inside is not None and loop.is_ancestor(inside)


class Flattening:
    """
    The parts of a pair's body that use the two iterators, and their form with the one iterator.
    """

    def __init__(self, pair: Pair):
        """Raises Declined if something would have to divide."""
        self._pair = pair
        self._reader = InstanceReader(outermost_block(pair.outer))
        old = [str(self._reader.index(a)) for a in _iterators(pair)]
        self._new = f"{old[0]}'"
        one = var(self._new)
        self._old = {old[0]: one // pair.size, old[1]: one % pair.size}
        self._is_one_round = pair.last == pair.first + pair.size
        if self._is_one_round:
            # Of one iteration only: what would be divided is known.
            self._old = {old[0]: lift(pair.first // pair.size), old[1]: one - pair.first}
        self._speaking: dict[SSAValue, None] = dict.fromkeys(_iterators(pair))
        """The iterators, and the indices that are computed of them."""
        self._check_carried()
        self._rewrites = [
            rewrite for op in operations_in(pair.outer.body) for rewrite in self._rewrites_of(op)
        ]

    def _check_carried(self) -> None:
        carried, given = self._pair.outer.body.block.args[1:], self._pair.inner.results
        terminator = self._pair.outer.body.block.last_op
        assert terminator is not None
        through = tuple(self._pair.inner.inits) == tuple(carried)
        out = tuple(terminator.operands) == tuple(given)
        if not (through and out) or any(v.has_more_than_one_use() for v in (*carried, *given)):
            raise Declined(
                "what the inner one carries starts anew, or is used, between the two",
                reason="carried-value",
            )

    def _rewrites_of(self, op: Operation) -> list[_Rewrite]:
        places = [k for k, operand in enumerate(op.operands) if operand in self._speaking]
        if not places or op is self._pair.inner:
            return []
        if is_pure(op) and len(op.results) == 1:
            result = op.results[0]
            if self._reader.index(result) is not None:
                self._speaking[result] = None
                return []
        if isinstance(op, affine.IfOp):
            return [self._condition(op)]
        rewrites = list[_Rewrite]()
        if isinstance(op, affine.ForOp):
            bounds = len(op.lowerBoundOperands) + len(op.upperBoundOperands)
            if any(k < bounds for k in places):
                rewrites.append(self._bounds(op))
            places = [k for k in places if k >= bounds]
        elif is_load_or_store(op) and takes_any_index(op) and self._reader.cell(op) is not None:
            access = access_of(op)
            first = access.buffer_at + 1
            indices = range(first, first + len(access.index_operands(op)))
            if any(k in indices for k in places):
                rewrites.append(self._access(op))
            places = [k for k in places if k not in indices]
        return rewrites + [self._operand(op, k) for k in places]

    def _access(self, op: LoadOrStore) -> _Rewrite:
        index, is_affine = self._reader.cell(op), access_of(op).map(op) is not None
        assert index is not None
        find = partial(self._found, op, index)
        in_order = self._goes_in_order(op, index)
        if in_order and (not is_affine or self._are_affine(index)):
            return lambda values: _set_access(op, find(), values)
        found = find() if in_order is not False else None
        if found is None or (is_affine and not self._are_affine(found.index)):
            buffer = buffer_name(buffer_of(op)) or "a buffer"
            if (waiting := apply_first(buffer_of(op))) is not None:
                raise Declined(because(waiting, "layout-not-applied", of=buffer))
            shown = ", ".join(map(self._reader.shown, index))
            raise _division(buffer, f"[{shown}]")
        return lambda values: _set_access(op, found, values)

    def _goes_in_order(self, op: LoadOrStore, index: Sequence[Expr]) -> bool | None:
        """
        Whether the place of an access in memory is one of the one iterator without a division, as
        is seen directly of a linear one: then all axes in one have such an index, if no others.

        None where that is not seen.
        """
        steps, size = strides(buffer_of(op).type), self._pair.size
        if steps is None or strides(root_of(buffer_of(op)).type) is None:
            return None
        place: Terms = {}
        for axis, step in zip(index, steps, strict=True):
            for term, factor in terms(axis).items():
                place[term] = place.get(term, 0) + factor * step
        if any(term.operands for term in place):
            return None
        outer, inner = (place.get(var(name), 0) for name in self._old)
        if size == 1 or self._is_one_round or outer == inner * size:
            return True
        # The place goes back, or jumps, each time that the outer loop goes on.
        return False if self._pair.last is not None and self._runs_always(op) else None

    def _runs_always(self, op: Operation) -> bool:
        """Whether nothing between the inner loop and an operation asks for the iterators."""
        around = op.parent_op()
        while isinstance(around, affine.ForOp | affine.IfOp) and around is not self._pair.inner:
            if any(operand in self._speaking for operand in around.operands):
                return False
            around = around.parent_op()
        return around is self._pair.inner

    def _found(self, op: LoadOrStore, index: Sequence[Expr]) -> FlatAccess | None:
        own = [axis.substitute(self._old) for axis in index]
        context = partial(self._context, op)
        # What other loops divide stays as it is where no view is free of it.
        found = flat_access(buffer_of(op), own, context, divides)
        return found or flat_access(buffer_of(op), own, context, self._divides)

    def _condition(self, op: affine.IfOp) -> _Rewrite:
        operands = self._reader.indices(list(op.args))
        assert operands is not None
        old = from_affine_set(op.condition.data, operands)
        condition = self._with_new(old, op)
        if self._divides(condition) or not self._are_affine([condition]):
            raise _division("the condition", f" {self._reader.shown(old)}")
        return partial(_set_condition, op, condition)

    def _bounds(self, op: affine.ForOp) -> _Rewrite:
        ranges = self._reader.ranges(op)
        assert ranges is not None
        sides = list[tuple[Expr, ...]]()
        for old in ranges[0][:2]:
            sides.append(tuple(self._with_new(bound, op) for bound in old))
            if any(map(self._divides, sides[-1])) or not self._are_affine(sides[-1]):
                shown = ", ".join(map(self._reader.shown, old))
                raise _division("the bound", f" {shown} of a loop inside")
        return partial(_set_bounds, op, sides)

    def _operand(self, op: Operation, place: int) -> _Rewrite:
        old = self._reader.index(op.operands[place])
        assert old is not None
        expr = self._with_new(old, op)
        if self._divides(expr):
            raise _division(self._reader.shown(old), f", which '{operation_name(op)}' takes,")
        return partial(_set_operand, op, place, expr)

    def _context(self, op: Operation) -> Expr:
        """The condition on the one iterator under which an operation runs."""
        instances = self._reader.instances(op)
        assert instances is not None
        return instances.condition.substitute(self._old)

    def _with_new(self, expr: Expr, op: Operation) -> Expr:
        """The value that an operation takes, or each side of a condition, by the one iterator."""
        if expr.op in (*COMPARISONS, "and"):
            return rebuild(expr.op, tuple(self._with_new(part, op) for part in expr.operands))
        quick = recombined(expr.substitute(self._old))
        return simplify_index(quick, self._context(op)) if divides(quick) else quick

    def _divides(self, expr: Expr) -> bool:
        """Whether something with the one iterator in it is divided."""
        own = expr.op in ("//", "%") and self._new in expr.variables()
        return own or any(map(self._divides, expr.operands))

    def _are_affine(self, exprs: Sequence[Expr]) -> bool:
        """Whether affine operations can take these."""
        names = {name for expr in exprs for name in expr.variables()} - {self._new}
        return takes_affine(exprs, {name: self._reader.value(name) for name in names})

    def apply(self) -> affine.ForOp:
        """Puts the one loop in place of the two, and returns it."""
        outer, inner = self._pair.outer, self._pair.inner
        loop, block = _empty_loop(self._pair)
        Rewriter.insert_op(loop, InsertPoint.before(outer))
        own = {self._new: block.args[0]}

        def values(exprs: Sequence[Expr]) -> dict[str, SSAValue]:
            names = dict.fromkeys(name for expr in exprs for name in expr.variables())
            return {n: own[n] if n in own else self._reader.value(n) for n in names}

        for rewrite in self._rewrites:
            rewrite(values)
        for old, new in zip(inner.body.block.args[1:], block.args[1:], strict=True):
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        end = InsertPoint.at_end(block)
        for op in [*outer.body.block.ops, *inner.body.block.ops]:
            if op is inner or op is outer.body.block.last_op:
                continue
            op.detach()
            # What needs no iterator needs no loop either.
            fixed = not op.operands and is_pure(op)
            Rewriter.insert_op(op, InsertPoint.before(loop) if fixed else end)
        for old, new in zip(outer.results, loop.results, strict=True):
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        Rewriter.erase_op(outer)
        for value in reversed(self._speaking):
            if isinstance(value.owner, Operation):
                _erase_with_constants(value.owner)
        return loop


def takes_affine(exprs: Iterable[Expr], values: Mapping[str, SSAValue]) -> bool:
    """Whether an affine operation can take expressions over the names of these values."""
    return not any(map(has_extreme, exprs)) and all(map(is_affine_operand, values.values()))


def _erase_with_constants(op: Operation) -> None:
    constants = [o.owner for o in op.operands if isinstance(o.owner, arith.ConstantOp)]
    Rewriter.erase_op(op)
    for constant in dict.fromkeys(constants):
        if constant.result.first_use is None:
            Rewriter.erase_op(constant)


def _iterators(pair: Pair) -> list[SSAValue]:
    return [pair.outer.body.block.args[0], pair.inner.body.block.args[0]]


def _empty_loop(pair: Pair) -> tuple[affine.ForOp, Block]:
    """The one loop, and its body with nothing in it yet."""
    outer, name = pair.outer, _name(pair)
    inits = list(outer.inits)
    types = [value.type for value in inits]
    block = Block(arg_types=[IndexType(), *types])
    block.args[0].name_hint = name
    operands = pair.operands if pair.last is None else ()
    last = pair.upper if pair.last is None else pair.last
    loop = affine_for([], operands, inits, pair.first, last, Region(block))
    kept = {**pair.inner.attributes, **outer.attributes}
    loop.attributes.update({LOOP: StringAttr(name)})
    loop.attributes.update({key: value for key, value in kept.items() if key != LOOP})
    loop.location = outer.location
    return loop, block


def _many(loop: affine.ForOp, size: int) -> AffineMap:
    """The upper bound of a loop, so many times."""
    upper = loop.upperBoundMap.data
    return AffineMap(upper.num_dims, upper.num_symbols, (upper.results[0] * size,))


def _name(pair: Pair) -> str:
    """The stem of both names (`i` of `io` and `ii`), or both where another loop has that name."""
    first, second = (loop_name(loop) or "loop" for loop in (pair.outer, pair.inner))
    stem, taken = first[:-1], names_around(pair.outer, [pair.outer, pair.inner])
    if stem and stem == second[:-1] and stem not in taken:
        return stem
    return free_name(f"{first}_{second}", taken)


def _set_access(op: LoadOrStore, found: FlatAccess | None, values: _Values) -> None:
    assert found is not None, "an access in order has a view"
    set_access(op, found, values(found.index))


def _set_condition(op: affine.IfOp, condition: Expr, values: _Values) -> None:
    made = Emitter(InsertPoint.before(op), op).affine_set(condition, values([condition]))
    assert made is not None, "a conjunction with other indices is one"
    op.properties["condition"], op.operands = made


def _set_bounds(op: affine.ForOp, sides: Sequence[Sequence[Expr]], values: _Values) -> None:
    operands, counts = list[SSAValue](), list[int]()
    for name, bounds in zip(("lowerBoundMap", "upperBoundMap"), sides, strict=True):
        own = values(bounds)
        map = to_affine_map(bounds, list(own))
        assert map is not None, "bounds of affine loops are affine"
        op.properties[name] = AffineMapAttr(map)
        operands += own.values()
        counts.append(len(own))
    inits = list(op.inits)
    op.operands = [*operands, *inits]
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [*counts, len(inits)])


def _set_operand(op: Operation, place: int, expr: Expr, values: _Values) -> None:
    old = op.operands[place]
    new = Emitter(InsertPoint.before(op), op).index(expr, values([expr]))
    new.name_hint = new.name_hint or old.name_hint
    op.operands[place] = new


def _division(of: str, which: str) -> Declined:
    return Declined(
        because(f"{of}{which} would take a division of the index of one loop", "division", of=of)
    )

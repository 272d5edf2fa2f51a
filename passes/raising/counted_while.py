"""`scf.while` loops that count, as `affine.for`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.effects import is_pure, is_speculatable
from ...dialect.ir.locations import show_location
from ...dialect.ir.reasons import Declined, because
from ...dialect.xdsl_compat.affine_loops import affine_for
from ...index.expr import Expr, eq, lift, rebuild, var
from ...index.normal import scale, terms, tidy, total
from ..common.dead_code import erase_unused_value
from ..common.index_codegen import Emitter
from .affine_values import AffineValues, Bound, as_bound, bound_not_affine, is_affine
from .raised_loops import check_width

_MIRRORED = (0, 1, 4, 5, 2, 3, 8, 9, 6, 7)
"""By number, the predicates of `cmpi` with their sides swapped."""
_SIGNED = {6: 2, 7: 3, 8: 4, 9: 5}
_NSW = arith.IntegerOverflowFlag.NSW
_MOST_STEPS = 50
_MOST_PARTS = 4
_NO_COUNTER = "gives its condition, or a part of it, and compares no counter with a bound"
_ROUND = "%round"
"""In expressions, the number of a round, from 0 on."""


@dataclass(frozen=True)
class _Counter:
    """A value that each round of a loop changes by a constant."""

    place: int
    """Its position among what the loop carries."""
    step: int
    no_wrap: bool
    """Whether the operation that changes it says that it does not wrap around."""


@dataclass(frozen=True)
class _Count:
    """The values of a counter: from the first on, as long as they do not reach the end."""

    counter: _Counter
    first: Expr
    end: Expr

    @property
    def rounds(self) -> Expr:
        """How often the loop runs, where that is not negative."""
        step = self.counter.step
        distance = self.end - self.first if step > 0 else self.first - self.end
        return tidy((distance + (abs(step) - 1)) // abs(step))

    @property
    def last(self) -> Expr:
        """What the counter is after the loop."""
        return tidy(self.first + rebuild("max", (self.rounds, lift(0))) * self.counter.step)


def raise_while(loop: scf.WhileOp, values: AffineValues) -> affine.ForOp:
    """Make an `affine.for` of a loop that counts; raises Declined, and leaves it as it is."""
    before = loop.before_region.block
    condition = before.last_op
    assert isinstance(condition, scf.ConditionOp), "how the first region of a loop ends"
    for op in before.ops:
        if op is not condition and not (is_pure(op) and is_speculatable(op)):
            raise _because_of(op, "runs before the condition, once more than the body")
    counts = [_count(loop, condition, each, values) for each in _parts(condition.condition, loop)]
    first = counts[0]
    if any(count.counter != first.counter for count in counts):
        raise Declined(
            "its condition compares several counters", loop, reason="condition-not-counted"
        )
    nearest = "min" if first.counter.step > 0 else "max"
    end = reduce(lambda a, b: rebuild(nearest, (a, b)), [count.end for count in counts])
    return _build(loop, _Count(first.counter, first.first, end), values)


def _parts(condition: SSAValue, loop: scf.WhileOp) -> list[arith.CmpiOp]:
    """The comparisons that all have to hold for a loop to go on; raises Declined."""
    found, pending = list[arith.CmpiOp](), [condition]
    while pending:
        op = pending.pop(0).owner
        if isinstance(op, arith.AndIOp) and len(found) + len(pending) < _MOST_PARTS:
            pending = [op.lhs, op.rhs, *pending]
        elif isinstance(op, arith.CmpiOp):
            found.append(op)
        else:
            if isinstance(op, Operation):
                raise _because_of(op, _NO_COUNTER)
            text = "its condition compares no counter with a bound"
            raise Declined(text, loop, reason="condition-not-counted")
    return found


def _because_of(op: Operation, what: str) -> Declined:
    place = show_location(op.location).rstrip(": ")
    text = f"'{op.name}'" + (f" at {place}" if place else "") + f" {what}"
    return Declined(because(text, "condition-not-counted", by=op.name), op)


def _counters(
    loop: scf.WhileOp, condition: scf.ConditionOp, values: AffineValues
) -> list[_Counter]:
    end = loop.after_region.block.last_op
    assert isinstance(end, scf.YieldOp), "how the second region of a loop ends"
    found = list[_Counter]()
    for place, (argument, given) in enumerate(
        zip(loop.before_region.block.args, end.operands, strict=True)
    ):
        if not isinstance(argument.type, IndexType | IntegerType):
            continue
        inner, by, ops = _advanced(given, values)
        if not isinstance(inner.owner, Block) or inner.owner is not loop.after_region.block:
            continue
        outer, further, more = _advanced(condition.args[_place(inner)], values)
        if outer is argument:
            ops += more
            no_wrap = len(ops) == 1 and _has_no_signed_wrap(ops[0])
            found.append(_Counter(place, by + further, no_wrap))
    return found


def _place(argument: SSAValue) -> int:
    assert isinstance(argument, BlockArgument), "it belongs to a block"
    return argument.index


def _advanced(value: SSAValue, values: AffineValues) -> tuple[SSAValue, int, list[Operation]]:
    """What a value is more than another by a constant, that constant, and what adds it."""
    by, ops = 0, list[Operation]()
    while isinstance(op := value.owner, arith.AddiOp | arith.SubiOp) and len(ops) < _MOST_STEPS:
        sides = [op.lhs, op.rhs]
        numbers = [values.reader.index(side) for side in sides]
        constants = [None if number is None else number.constant for number in numbers]
        if constants[1] is not None:
            by += constants[1] if isinstance(op, arith.AddiOp) else -constants[1]
            value = op.lhs
        elif constants[0] is not None and isinstance(op, arith.AddiOp):
            by += constants[0]
            value = op.rhs
        else:
            break
        ops.append(op)
    return value, by, ops


def _has_no_signed_wrap(op: Operation) -> bool:
    flags = op.properties.get("overflowFlags")
    return isinstance(flags, arith.IntegerOverflowAttr) and _NSW in flags.data


def _count(
    loop: scf.WhileOp, condition: scf.ConditionOp, compared: arith.CmpiOp, values: AffineValues
) -> _Count:
    counters = _counters(loop, condition, values)
    for reader in values.readers:
        sides = reader.indices([compared.lhs, compared.rhs])
        if sides is None:
            break
        for counter in counters:
            name = str(reader.index(loop.before_region.block.args[counter.place]))
            summands = terms(tidy(sides[0] - sides[1]))
            factor = summands.pop(var(name), 0)
            if abs(factor) == 1 and name not in total(summands).variables():
                predicate = compared.predicate.value.data
                bound = total(scale(summands, -factor))
                side = compared.rhs
                if factor == -1:
                    side, predicate = compared.lhs, _MIRRORED[predicate]
                return _counted(loop, counter, predicate, bound, side, values)
    if not counters:
        raise Declined(
            "no value that it carries is advanced by a constant in each round",
            loop,
            reason="no-counter",
        )
    raise _because_of(compared, _NO_COUNTER)


def _counted(
    loop: scf.WhileOp,
    counter: _Counter,
    predicate: int,
    bound: Expr,
    side: SSAValue,
    values: AffineValues,
) -> _Count:
    """The values of a counter that runs on while `counter <predicate> bound`."""
    init = loop.arguments[counter.place]
    try:
        bound = values.resolved(bound, side, loop)
        first = values.index(init, loop)
    except Declined as declined:
        raise bound_not_affine("the bound or the start of its counter", declined) from None
    step = counter.step
    if predicate in _SIGNED:
        if step < 0 or not values.known((first >= 0) & (bound >= 0), loop):
            raise Declined(
                "its counter is compared as an unsigned number, and not shown to be at least 0",
                loop,
                reason="unsigned-counter",
            )
        predicate = _SIGNED[predicate]
    end = _end(predicate, step, first, bound, loop, values)
    count = _Count(counter, first, end)
    if not counter.no_wrap:
        _check_width(init.type, count, loop, values)
    return count


def _end(
    predicate: int, step: int, first: Expr, bound: Expr, loop: Operation, values: AffineValues
) -> Expr:
    """The first value that a counter does not have, for as long as it counts towards it."""
    match predicate:
        case 2 if step > 0:
            return bound
        case 3 if step > 0:
            return tidy(bound + 1)
        case 4 if step < 0:
            return bound
        case 5 if step < 0:
            return tidy(bound - 1)
        case 1 if step != 0:
            meets = eq((bound - first) % abs(step), 0)
            ahead = first <= bound if step > 0 else first >= bound
            if values.known(ahead & meets, loop):
                return bound
            raise Declined(
                "its counter is not shown to meet the bound that it must not be equal to",
                loop,
                reason="loop-may-not-end",
            )
        case _:
            raise Declined(
                f"its counter changes by {step} in each round, not towards its bound",
                loop,
                reason="loop-may-not-end",
            )


def _check_width(type: Attribute, count: _Count, loop: Operation, values: AffineValues) -> None:
    """Raise Declined where the counter might wrap around after its last round."""
    step = count.counter.step
    if step > 0:
        check_width(type, [tidy(count.end - 1 + step)], values, loop)
    else:
        check_width(type, [tidy(count.end + 1 + step)], values, loop, downwards=True)


def _build(loop: scf.WhileOp, count: _Count, values: AffineValues) -> affine.ForOp:
    counter = count.counter
    if counter.step > 0:
        lower, upper = as_bound(count.first, "max"), as_bound(count.end, "min")
    else:
        upper = as_bound(count.rounds, "min")
        lower = Bound((lift(0),)) if is_affine(count.first) else None
    if lower is None or upper is None:
        raise Declined(
            f"its counter goes from {values.reader.shown(count.first)} to "
            f"{values.reader.shown(count.end)}, which is not affine",
            loop,
            reason="bound-not-affine",
        )
    lower_map, first = values.map(lower.exprs, loop)
    upper_map, second = values.map(upper.exprs, loop)
    arguments = loop.before_region.block.args
    kept = [argument for k, argument in enumerate(arguments) if k != counter.place]
    inits = [init for k, init in enumerate(loop.arguments) if k != counter.place]
    body = _body(loop, count, kept, values)
    made = affine_for(
        first,
        second,
        inits,
        lower_map,
        upper_map,
        Region(body),
        max(counter.step, 1),
    )
    made.location = loop.location
    for result, argument in zip(made.results, kept, strict=True):
        result.name_hint = argument.name_hint
    Rewriter.insert_op(made, InsertPoint.before(loop))
    _replace_results(loop, count, kept, made.results, values)
    made.attributes |= loop.attributes
    Rewriter.erase_op(loop)
    values.forget()
    return made


def _body(
    loop: scf.WhileOp, count: _Count, kept: Sequence[BlockArgument], values: AffineValues
) -> Block:
    """What runs in each round: what computes the condition's operands, and the second region."""
    before, after = loop.before_region.block, loop.after_region.block
    counter = before.args[count.counter.place]
    body = Block(arg_types=[IndexType(), *(argument.type for argument in kept)])
    for new, old in zip(body.args, [counter, *kept], strict=True):
        new.name_hint = old.name_hint
    names = list(dict.fromkeys(count.first.variables()))
    emitter = Emitter(InsertPoint.at_end(body), loop)
    value: SSAValue = body.args[0]
    if count.counter.step < 0:
        operands = dict(zip(names, values.operands(names, loop), strict=True))
        at = count.first + var(_ROUND) * count.counter.step
        value = emitter.index(at, {**operands, _ROUND: value})
        value.name_hint = counter.name_hint
    mapper: dict[SSAValue, SSAValue] = dict(zip(kept, body.args[1:], strict=True))
    mapper[counter] = _as(counter.type, value, emitter)
    condition, clones = _copied(before, mapper, emitter)
    for argument, given in zip(after.args, condition.args, strict=True):
        own = mapper.get(given, given)
        own.name_hint = own.name_hint or argument.name_hint
        argument.replace_all_uses_with(own)
    end = after.last_op
    assert end is not None
    for op in list(after.ops):
        op.detach()
        if op is not end:
            body.add_op(op)
    carried = [o for k, o in enumerate(end.operands) if k != count.counter.place]
    last = affine.YieldOp.get(*carried)
    last.location = end.location
    body.add_op(last)
    end.erase()
    for clone in reversed(clones):
        erase_unused_value(clone)
    return body


def _copied(
    before: Block, mapper: dict[SSAValue, SSAValue], emitter: Emitter
) -> tuple[scf.ConditionOp, list[Operation]]:
    """Put copies of what computes the condition where the emitter is."""
    condition, clones = before.last_op, list[Operation]()
    assert isinstance(condition, scf.ConditionOp)
    for op in before.ops:
        if op is not condition:
            clones.append(op.clone(mapper))
            clones[-1].location = op.location
            emitter.move(clones[-1])
    return condition, clones


def _as(type: Attribute, index: SSAValue, emitter: Emitter) -> SSAValue:
    if isinstance(type, IndexType):
        return index
    return emitter.insert(arith.IndexCastOp(index, type)).results[0]


def _replace_results(
    loop: scf.WhileOp,
    count: _Count,
    kept: Sequence[BlockArgument],
    carried: Sequence[SSAValue],
    values: AffineValues,
) -> None:
    """Replace what the loop gives: the operands of its condition when that does not hold."""
    before = loop.before_region.block
    emitter = Emitter(InsertPoint.before(loop), loop)
    counter = before.args[count.counter.place]
    mapper: dict[SSAValue, SSAValue] = dict(zip(kept, carried, strict=True))
    last = values.simplest(count.last, loop)
    names = list(dict.fromkeys(last.variables()))
    operands = dict(zip(names, values.operands(names, loop), strict=True))
    mapper[counter] = _as(counter.type, emitter.index(last, operands), emitter)
    condition, clones = _copied(before, mapper, emitter)
    results = [mapper.get(given, given) for given in condition.args]
    for result, value in zip(loop.results, results, strict=True):
        result.replace_all_uses_with(value)
    for op in (*reversed(clones), mapper[counter].owner):
        if isinstance(op, Operation):
            erase_unused_value(op)

"""Conditions that a loop does not change, and how each moves before it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.activity import AnyLoop, If
from ...analysis.instances.point_reader import is_visible
from ...analysis.values.invariance import (
    check_movable,
    computed_by,
    may_branch_on,
    surely_runs,
)
from ...dialect.ir.affine_conversion import from_affine_set
from ...dialect.ir.operations import operation_name
from ...dialect.ir.reasons import Declined, Reason
from ...dialect.ops import AssumeOp
from ...index.expr import TRUE, Expr, all_of, conjuncts, var
from ...index.queries.conditions import is_implied
from ...index.sets.engine import GaveUp, NotAffine, engine
from ...index.simplify.forms import readable
from ..common.index_codegen import Emitter
from ..simplify.assumed_values import only_assumed
from ..simplify.branch_merging import index_condition, inline_arm
from ..simplify.decided_conditions import outermost_reader
from .unswitching import Condition, Unswitched, finish, unswitch

_LOGIC = (arith.AndIOp, arith.OrIOp, arith.XOrIOp)
STATEMENT, EXPRESSION, BOOLEAN = "if-else-stmt", "if-else-expr", "boolean-expression"


@dataclass(frozen=True)
class Choice:
    """
    A condition and the loop before which it can be tested.

    `value` is an i1; else `part`, over the operands or the names of an if on indices, is what the
    test has of its condition, and `rest` what stays.
    """

    user: Operation
    loop: AnyLoop
    moved: tuple[Operation, ...]
    value: SSAValue | None = None
    part: Expr = TRUE
    rest: Expr | None = None
    names: tuple[tuple[str, SSAValue], ...] = ()


@dataclass(frozen=True)
class Reluctant:
    """A condition that no loop around changes, and why it stays all the same."""

    user: Operation
    reason: Reason


class ConditionFinder:
    """Finds the conditions inside an operation that loops around them do not change."""

    def __init__(self, root: Operation, flags: Collection[str], moves_bindings: bool):
        self._root = root
        self._flags = flags
        self._moves_bindings = moves_bindings
        self._reader = outermost_reader(root)
        self.reluctant = list[Reluctant]()

    def choices(self) -> Iterator[Choice]:
        """Each with the outermost loop that it can move over."""
        for op in self._root.walk():
            if isinstance(op, affine.IfOp):
                yield from self._of_affine_if(op)
            for value, kind in _conditions_of(op):
                yield from self._of_value(op, value, kind)

    def decided_parts(self) -> Iterator[Choice]:
        """
        The parts of conditions that loops further out decide, of conditions in loops further
        inside.
        """
        for op in self._root.walk():
            if not isinstance(op, If) or BOOLEAN not in self._flags:
                continue
            condition = index_condition(op, self._reader)
            for part in () if condition is None else conjuncts(condition):
                for loop in self._loops_around(op):
                    choice = self._decided_part(op, part, loop)
                    if choice is not None:
                        yield choice
                        break

    def _loops_around(self, op: Operation) -> list[AnyLoop]:
        loops = list[AnyLoop]()
        current: Operation | None = op
        while current is not None and current is not self._root:
            current = current.parent_op()
            if isinstance(current, AnyLoop):
                loops.insert(0, current)
        return loops

    def _of_value(self, op: Operation, value: SSAValue, kind: str | None) -> Iterator[Choice]:
        """The condition as a whole, or, where parts of it may move, the largest that can."""
        if self._is_decided(op, self._reader.condition(value)):
            return
        whole = kind in self._flags or BOOLEAN in self._flags
        if whole and (choice := self._movable(op, value)) is not None:
            yield choice
            return
        owner = value.owner
        if BOOLEAN in self._flags and isinstance(owner, _LOGIC) and owner.result.type == i1:
            for operand in dict.fromkeys(owner.operands):
                yield from self._of_value(op, operand, None)

    def _is_decided(self, op: Operation, condition: Expr | None) -> bool:
        """Whether a condition always holds where an operation runs, or never."""
        if condition is None:
            return False
        around = self._reader.surroundings(op)
        known = TRUE if around is None else around.condition
        return any(is_implied(known, goal) for goal in (condition, ~condition))

    def _movable(self, op: Operation, value: SSAValue) -> Choice | None:
        reason: Declined | None = None
        for loop in self._loops_around(op):
            ops = computed_by([value], loop)
            if ops is None:
                continue
            try:
                self._check(op, [value], ops, loop, value in op.operands)
            except Declined as stays:
                reason = reason or stays
                continue
            return Choice(op, loop, tuple(ops), value)
        if reason is not None:
            self.reluctant.append(Reluctant(op, reason.why))
        return None

    def _check(
        self,
        op: Operation,
        values: list[SSAValue],
        ops: list[Operation],
        loop: AnyLoop,
        whole: bool,
    ) -> None:
        """Raises Declined if what an operation branches on may not be computed before it."""
        check_movable(ops, loop, self._reader)
        # Of `false and undef` an if may be, of undef not.
        tested = whole and isinstance(op, If) and surely_runs(op, loop, self._reader)
        if not tested and not all(map(may_branch_on, values)):
            raise Declined(
                "it may be poison or undef, and a branch on it before the loop could be "
                "undefined behaviour",
                op,
                reason="poison",
            )
        if self._moves_bindings:
            return
        for moved in ops:
            users = [use.operation for result in moved.results for use in result.uses]
            is_binding = any(user is not op and user not in ops for user in users)
            if is_binding and moved.results[0].type != i1:
                name = moved.results[0].name_hint
                what = f"%{name}" if name else f"the result of '{operation_name(moved)}'"
                remedy = "bindings=required-by-condition moves it"
                raise Declined(f"others use {what} too", moved, remedy, reason="shared-binding")

    def _of_affine_if(self, op: affine.IfOp) -> Iterator[Choice]:
        kind = EXPRESSION if op.results else STATEMENT
        operands = {f"o{k}": operand for k, operand in enumerate(op.args)}
        condition = from_affine_set(op.condition.data, list(map(var, operands)))
        if self._is_decided(op, index_condition(op, self._reader)):
            return
        parts = conjuncts(condition)
        for loop in self._loops_around(op):
            free = [p for p in parts if self._is_free(p, operands, loop)]
            enough = kind in self._flags and len(free) == len(parts)
            if not free or not (enough or BOOLEAN in self._flags):
                continue
            part = all_of(free)
            used = {name: operands[name] for name in dict.fromkeys(part.variables())}
            ops = computed_by(used.values(), loop) or []
            try:
                self._check(op, list(used.values()), ops, loop, len(free) == len(parts))
            except Declined as stays:
                self.reluctant.append(Reluctant(op, stays.why))
                continue
            rest = all_of(p for p in parts if p not in free)
            yield Choice(op, loop, tuple(ops), None, part, rest, tuple(operands.items()))
            return

    def _is_free(self, part: Expr, operands: dict[str, SSAValue], loop: AnyLoop) -> bool:
        return computed_by([operands[name] for name in part.variables()], loop) is not None

    def _decided_part(self, op: If, part: Expr, loop: AnyLoop) -> Choice | None:
        """The iterations around a loop for which a part of a condition always holds inside it."""
        inside, around = self._reader.surroundings(op), self._reader.surroundings(loop)
        if inside is None or around is None:
            return None
        try:
            with engine().budget():
                context = engine().set(around.condition)
                failing = engine().set(inside.condition & ~part)
                inner = inside.iterators[len(around.iterators) :]
                decided = context.subtract(engine().project(failing, inner))
                if decided.is_empty() or context.is_subset(decided):
                    return None
                condition = readable(decided, context, ())
        except (GaveUp, NotAffine):
            return None
        # The size of a buffer may be asked for after the loop only, or nowhere.
        names = dict[str, SSAValue]()
        for name in condition.variables():
            value = self._reader.find_value(name)
            if value is None or not is_visible(value, loop):
                return None
            names[name] = value
        try:
            self._check(op, list(names.values()), [], loop, False)
        except Declined:
            return None
        return Choice(op, loop, (), None, condition, None, tuple(names.items()))


def _conditions_of(op: Operation) -> Iterator[tuple[SSAValue, str | None]]:
    """The i1 values that an operation uses, with the flag that stands for its use of them."""
    if isinstance(op, AssumeOp | affine.YieldOp | scf.YieldOp | AnyLoop) or _is_logic(op):
        return
    for operand in op.operands:
        if operand.type == i1:
            if isinstance(op, scf.IfOp):
                yield operand, EXPRESSION if op.results else STATEMENT
            else:
                first = isinstance(op, arith.SelectOp) and operand is op.cond
                yield operand, EXPRESSION if first else None


def _is_logic(op: Operation) -> bool:
    return isinstance(op, _LOGIC) and op.result.type == i1


def hoist(choice: Choice) -> Operation:
    """Tests a condition before its loop; the if that does."""
    for op in choice.moved:
        op.detach()
        Rewriter.insert_op(op, InsertPoint.before(choice.loop))
    made = unswitch(choice.loop, _condition(choice))
    if choice.value is not None:
        _replace(choice.value, made)
    elif choice.rest is not None:
        assert isinstance(choice.user, affine.IfOp)
        copy = made.copies[choice.user]
        assert isinstance(copy, affine.IfOp)
        inline_arm(copy, 1)
        _leave(choice.user, choice.rest, dict(choice.names))
    finish(made)
    return made.conditional


def _condition(choice: Choice) -> Condition:
    if choice.value is not None:
        return choice.value
    emitter = Emitter(InsertPoint.before(choice.loop), choice.user)
    values = dict(choice.names)
    made = emitter.affine_set(choice.part, values)
    return made if made is not None else emitter.condition(choice.part, values)


def _replace(value: SSAValue, made: Unswitched) -> None:
    """In each arm the condition is a constant."""
    for loop, known in ((made.holds, True), (made.fails, False)):
        constant = arith.ConstantOp(IntegerAttr(int(known), i1))
        constant.location = made.conditional.location
        Rewriter.insert_op(constant, InsertPoint.before(loop))
        for use in list(value.uses):
            if loop.is_ancestor(use.operation) and not only_assumed(use.operation):
                use.operation.operands[use.index] = constant.result


def _leave(op: affine.IfOp, rest: Expr, operands: dict[str, SSAValue]) -> None:
    if rest == TRUE:
        inline_arm(op, 0)
        return
    made = Emitter(InsertPoint.before(op), op).affine_set(rest, operands)
    assert made is not None, "a part of an affine set is one"
    op.operands = made[1]
    op.properties["condition"] = made[0]

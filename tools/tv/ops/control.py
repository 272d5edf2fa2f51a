"""Steps of loops and ifs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import index as as_index
from typing import Any, TypeAlias

from xdsl.dialects import affine, scf
from xdsl.ir import Operation, Region

from ..machine.fork import fork
from ..machine.program import Body, Frame, Handler, Meeting, Step
from ..machine.state import Machine
from ..memory.roles import is_plainly_decided
from ..values.affine_code import Registers, compile_map, compile_set
from ..values.errors import DependsOnData, NotValidated, Undecided, Undefined
from ..values.scalars import Integer, scalar_of

_ROUND = 100
"""The cost of a round of a loop that may never end."""
_State: TypeAlias = "tuple[int, list[Any]]"
"""How many writes there were, and the values that a loop carries."""


def _copy(r: Registers, sources: Sequence[int], targets: Sequence[int]) -> None:
    if len(sources) == 1 == len(targets):
        r[targets[0]] = r[sources[0]]
        return
    values = [r[slot] for slot in sources]
    for slot, value in zip(targets, values, strict=True):
        r[slot] = value


def _loop(
    frame: Frame,
    op: Operation,
    body: Body,
    bounds: Callable[[Registers], Iterable[int]],
    inits: list[int],
) -> Step:
    """A sequential loop, its first block argument the index, the others carried."""
    index, *carried = body.arguments
    frame.name_indices(op, [index])
    results = frame.slots(op.results)

    run_body, does_nothing = body.run, not body.steps and not carried

    def run_plain(r: Registers) -> None:
        for i in bounds(r):
            r[index] = i
            run_body(r)
            if does_nothing:
                return

    def run(r: Registers) -> None:
        _copy(r, inits, carried)
        for i in bounds(r):
            r[index] = i
            run_body(r)
            _copy(r, body.results, carried)
        _copy(r, carried, results)

    def walk(r: Registers) -> Iterator[Meeting]:
        _copy(r, inits, carried)
        for i in bounds(r):
            r[index] = i
            yield from body.walk(r)
            _copy(r, body.results, carried)
        _copy(r, carried, results)

    if body.has_meetings:
        return walk
    return run if carried else run_plain


def _affine_for(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, affine.ForOp)
    lower = compile_map(op.lowerBoundMap.data, frame.slots(op.lowerBoundOperands))
    upper = compile_map(op.upperBoundMap.data, frame.slots(op.upperBoundOperands))
    step = op.step.value.data
    frame.note_deciding([*op.lowerBoundOperands, *op.upperBoundOperands])

    def bounds(r: Registers) -> range:
        return range(max(lower(r)), min(upper(r)), step)

    return _loop(frame, op, frame.region(op.body, may_meet=True), bounds, frame.slots(op.inits))


def _scf_for(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, scf.ForOp)
    slots = frame.slots([op.lb, op.ub, op.step])
    scalar = scalar_of(op.lb.type)
    assert isinstance(scalar, Integer)
    body = frame.region(op.body, may_meet=True)
    frame.note_deciding([op.lb, op.ub, op.step])

    def bounds(r: Registers) -> Iterable[int]:
        lower, upper, step = (scalar.signed(as_index(r[slot])) for slot in slots)
        if step <= 0:
            raise Undefined("the step of a loop is not positive")
        return map(scalar.wrap, range(lower, upper, step))

    return _loop(frame, op, body, bounds, frame.slots(op.iter_args))


def _arms(frame: Frame, *regions: Region) -> list[Body | None]:
    return [frame.region(r, may_meet=True) if r.blocks else None for r in regions]


def _affine_if(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, affine.IfOp)
    holds = compile_set(op.condition.data, frame.slots(op.args))
    arms = _arms(frame, op.then_region, op.else_region)
    return _branch(frame, op, lambda r: int(holds(r)), *arms)


def _scf_if(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, scf.IfOp)
    condition = frame.slot(op.cond)
    arms = _arms(frame, op.true_region, op.false_region)
    return _branch(frame, op, lambda r: r[condition], *arms)


def _branch(
    frame: Frame,
    op: Operation,
    condition: Callable[[Registers], Any],
    then: Body | None,
    other: Body | None,
) -> Step:
    assert then is not None
    results = frame.slots(op.results)
    machine, domain = frame.machine, frame.machine.domain
    is_plain = is_plainly_decided(op.operands)

    def run(r: Registers) -> None:
        holds = condition(r)
        decided = holds if type(holds) is int else domain.decide(holds)
        if decided is None:
            fork(frame, op, r, holds, then, other)
            return
        if not is_plain:
            machine.roles_are_doubtful = True
        taken = then if decided else other
        if taken is not None:
            taken.run(r)
            if results:
                _copy(r, taken.results, results)

    def walk(r: Registers) -> Iterator[Meeting]:
        chosen, causes = domain.causes(condition(r))
        if causes:
            raise NotValidated("whether threads meet may depend on poison")
        holds = domain.decide(chosen)
        if holds is None:
            raise Undecided(chosen)
        taken = then if holds else other
        if taken is not None:
            yield from taken.walk(r)
            _copy(r, taken.results, results)

    has_meetings = any(arm is not None and arm.has_meetings for arm in (then, other))
    return walk if has_meetings else run


def _scf_while(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, scf.WhileOp)
    before, after = frame.region(op.before_region), frame.region(op.after_region)
    inits, results = frame.slots(op.arguments), frame.slots(op.results)
    machine = frame.machine

    def run(r: Registers) -> None:
        _copy(r, inits, before.arguments)
        state: _State | None = None
        machine.roles_are_doubtful = True
        while True:
            machine.meter.spend(_ROUND)
            before.run(r)
            condition, *values = before.results
            decided = _decided(frame, op, r, r[condition])
            if not decided:
                _copy(r, values, results)
                return
            _copy(r, values, after.arguments)
            after.run(r)
            _copy(r, after.results, before.arguments)
            state = _next_state(machine, state, [r[slot] for slot in before.arguments])

    return run


def _decided(frame: Frame, op: Operation, r: Registers, condition: Any) -> int:
    """Whether a loop goes on."""
    domain = frame.machine.domain
    chosen, causes = domain.causes(condition)
    for cause in causes:
        loops = frame.loops(op, r)
        frame.machine.demand(domain.negation(cause), "a branch depends on poison", op, loops)
    decided = domain.decide(chosen)
    if decided is None:
        if domain.is_undef(chosen):
            raise Undefined("a branch depends on undef")
        raise DependsOnData("how often a loop runs depends on the data", values=(chosen,))
    return decided


def _next_state(machine: Machine, last: _State | None, carried: list[Any]) -> _State:
    """
    Return the state at the start of an iteration. A loop whose iteration changes nothing never
    ends: that raises NotValidated for `before`, and Undefined for `after`.
    """
    state = machine.memory.changes, carried
    if last is None or last[0] != state[0]:
        return state
    if all(x is y or (type(x) is int and x == y) for x, y in zip(last[1], carried, strict=True)):
        if machine.side == "before":
            # No undefined behaviour: nothing may be concluded from it, and nothing be proven.
            raise NotValidated("the original does not terminate: a loop stays as it is")
        raise Undefined("a loop never ends: a round of it changes nothing")
    return state


def _block_of(frame: Frame, op: Operation) -> Step:
    """An operation that runs its region once."""
    body, results = frame.region(op.regions[0]), frame.slots(op.results)

    def run(r: Registers) -> None:
        # An analysis of loops and ifs may know nothing of it, nor of the cases of a switch.
        frame.machine.roles_are_doubtful = True
        body.run(r)
        _copy(r, body.results, results)

    return run


def _index_switch(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, scf.IndexSwitchOp)
    cases = dict(zip(op.cases.iter_values(), map(frame.region, op.case_regions), strict=True))
    default = frame.region(op.default_region)
    argument, results = frame.slot(op.arg), frame.slots(op.results)
    frame.note_deciding([op.arg])

    def run(r: Registers) -> None:
        frame.machine.roles_are_doubtful = True
        taken = cases.get(as_index(r[argument]), default)
        taken.run(r)
        _copy(r, taken.results, results)

    return run


CONTROL: dict[str, Handler] = {
    "affine.for": _affine_for,
    "affine.if": _affine_if,
    "scf.for": _scf_for,
    "scf.if": _scf_if,
    "scf.while": _scf_while,
    "scf.execute_region": _block_of,
    "memref.alloca_scope": _block_of,
    "scf.index_switch": _index_switch,
}

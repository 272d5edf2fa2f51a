"""Loops, branches, calls and assumes of the evaluator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, cast

from xdsl.dialects import affine, arith, func, scf
from xdsl.dialects.builtin import DenseIntElementsAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from .affine_functions import map_function, set_function, slots_function
from .machine import Frame, FunctionCode, Handler, Step, assign, decided, lanes_of
from .races import Accesses, ParallelAccesses
from .scalar_kinds import FloatKind, kind_of, vector_type
from .scalar_operations import reduction
from .values import FREE, POISON, Special, Undefined, Unsupported, Value


def _index(value: Value, what: str, op: Operation) -> int:
    if isinstance(value, int):
        return value
    raise Undefined(f"{what} is {value}", op)


def _evaluated(function: Callable[[Frame], Any], frame: Frame, what: str, op: Operation) -> Any:
    try:
        return function(frame)
    except TypeError:
        raise Undefined(f"{what} is not a number", op) from None
    except ZeroDivisionError:
        raise Undefined(f"{what} divides by zero", op) from None


def _loop(
    code: FunctionCode, op: Operation, block: Block, bounds: Callable[[Frame], range], inits: Any
) -> Step:
    """A loop with one iterator and values that it carries."""
    body = code.block(block)
    last = block.last_op
    iterator, *carried = code.slots_of(block.args)
    yielded = code.slots_of(last.operands) if last is not None and carried else ()
    sources, results = code.slots_of(inits), code.slots_of(op.results)

    def run(frame: Frame) -> None:
        iterations = bounds(frame)
        values = [frame[k] for k in sources]
        for i in iterations:
            frame[iterator] = i
            if carried:
                assign(frame, carried, values)
            body(frame)
            if carried:
                values = [frame[k] for k in yielded]
        assign(frame, results, values)

    return run


def _scf_for(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, scf.ForOp)
    lower, upper, step = code.slots_of((op.lb, op.ub, op.step))

    def bounds(frame: Frame) -> range:
        stride = _index(frame[step], "a step", op)
        if stride <= 0:
            raise Undefined(f"a step is {stride}", op)
        return range(
            _index(frame[lower], "a bound", op), _index(frame[upper], "a bound", op), stride
        )

    return _loop(code, op, op.body.block, bounds, op.iter_args)


def _affine_for(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, affine.ForOp)
    lower = map_function(op.lowerBoundMap.data, code.slots_of(op.lowerBoundOperands))
    upper = map_function(op.upperBoundMap.data, code.slots_of(op.upperBoundOperands))
    step = op.step.value.data

    def bounds(frame: Frame) -> range:
        least = _evaluated(lower, frame, "a bound", op)
        most = _evaluated(upper, frame, "a bound", op)
        return range(max(least), min(most), step)

    return _loop(code, op, op.body.block, bounds, op.inits)


def _if(code: FunctionCode, op: Operation) -> Step:
    if isinstance(op, affine.IfOp):
        holds = set_function(op.condition.data, code.slots_of(op.args))
        regions = op.then_region, op.else_region

        def condition(frame: Frame) -> bool:
            return _evaluated(holds, frame, "a condition", op)

    else:
        assert isinstance(op, scf.IfOp)
        slot = code.slot(op.cond)
        regions = op.true_region, op.false_region

        def condition(frame: Frame) -> bool:
            return decided(frame[slot], op)

    (then, _, then_slots), (other, _, other_slots) = map(code.yielding, regions)
    results = code.slots_of(op.results)

    def run(frame: Frame) -> None:
        arm, slots = (then, then_slots) if condition(frame) else (other, other_slots)
        arm(frame)
        assign(frame, results, [frame[k] for k in slots])

    return run


def _while(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, scf.WhileOp)
    before, before_arguments, _ = code.yielding(op.before_region)
    after, after_arguments, yielded = code.yielding(op.after_region)
    last = op.before_region.block.last_op
    assert isinstance(last, scf.ConditionOp)
    condition, passed = code.slot(last.condition), code.slots_of(last.args)
    sources, results = code.slots_of(op.arguments), code.slots_of(op.results)

    def run(frame: Frame) -> None:
        values = [frame[k] for k in sources]
        while True:
            assign(frame, before_arguments, values)
            before(frame)
            values = [frame[k] for k in passed]
            if not decided(frame[condition], last):
                break
            assign(frame, after_arguments, values)
            after(frame)
            values = [frame[k] for k in yielded]
        assign(frame, results, values)

    return run


def _index_switch(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, scf.IndexSwitchOp)
    argument, results = code.slot(op.arg), code.slots_of(op.results)
    regions = [code.yielding(region) for region in op.case_regions]
    arms = dict(zip(op.cases.get_values(), regions, strict=True))
    default = code.yielding(op.default_region)

    def run(frame: Frame) -> None:
        arm, _, slots = arms.get(_index(frame[argument], "a case", op), default)
        arm(frame)
        assign(frame, results, [frame[k] for k in slots])

    return run


def _region_op(code: FunctionCode, op: Operation) -> Step:
    """`scf.execute_region` and `memref.alloca_scope`."""
    region, results = code.region(op.regions[0]), code.slots_of(op.results)
    machine, scope = code.machine, op.name == "memref.alloca_scope"

    def run(frame: Frame) -> None:
        first = len(machine.local_buffers)
        assign(frame, results, region(frame))
        if scope:
            for buffer in machine.local_buffers[first:]:
                buffer.cells = None
            del machine.local_buffers[first:]

    return run


def _parallel(
    code: FunctionCode,
    op: Operation,
    block: Block,
    ranges: Callable[[Frame], list[range]],
    iteration_end: Callable[[Frame, list[Value]], list[Value]],
    initial: Callable[[Frame], list[Value]],
) -> Step:
    body, iterators = code.block(block), code.slots_of(block.args)
    machine, results = code.machine, code.slots_of(op.results)

    def run(frame: Frame) -> None:
        axes = ranges(frame)
        values = initial(frame)
        enclosing, shared = machine.accesses, ParallelAccesses()
        for point in product(*axes):
            machine.accesses = Accesses()
            assign(frame, iterators, point)
            body(frame)
            try:
                shared.add(machine.accesses, enclosing)
            except Undefined as error:
                raise Undefined(error.reason, op) from None
            machine.accesses = enclosing
            values = iteration_end(frame, values)
        assign(frame, results, values)

    return run


def _scf_parallel(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, scf.ParallelOp)
    lower, upper, steps = map(code.slots_of, (op.lowerBound, op.upperBound, op.step))
    inits = code.slots_of(op.initVals)
    last = op.body.block.last_op
    reduced: list[tuple[int, Step, tuple[int, ...], tuple[int, ...]]] = []
    if isinstance(last, scf.ReduceOp):
        for value, region in zip(last.args, last.reductions, strict=True):
            reduced.append((code.slot(value), *code.yielding(region)))

    def ranges(frame: Frame) -> list[range]:
        found: list[range] = []
        for low, high, stride in zip(lower, upper, steps, strict=True):
            numbers = [_index(frame[k], "a bound", op) for k in (low, high, stride)]
            if numbers[2] <= 0:
                raise Undefined(f"a step is {numbers[2]}", op)
            found.append(range(*numbers))
        return found

    def iteration_end(frame: Frame, values: list[Value]) -> list[Value]:
        combined: list[Value] = []
        for value, (source, step, arguments, (result,)) in zip(values, reduced, strict=True):
            assign(frame, arguments, (value, frame[source]))
            step(frame)
            combined.append(frame[result])
        return combined

    def initial(frame: Frame) -> list[Value]:
        return [frame[k] for k in inits]

    return _parallel(code, op, op.body.block, ranges, iteration_end, initial)


def _affine_parallel(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, affine.ParallelOp)
    slots = code.slots_of(op.map_operands)
    lower_map, upper_map = op.lowerBoundsMap.data, op.upperBoundsMap.data
    lower = map_function(lower_map, slots[: lower_map.num_dims + lower_map.num_symbols])
    upper = map_function(upper_map, slots[lower_map.num_dims + lower_map.num_symbols :])
    lower_groups, upper_groups = map(_groups, (op.lowerBoundsGroups, op.upperBoundsGroups))
    steps = [step.value.data for step in op.steps]
    last = op.body.block.last_op
    yielded = code.slots_of(last.operands) if last is not None and op.results else ()
    kinds = [attr.data for attr in op.reductions]
    combine = [reduction(k, r.type) for k, r in zip(kinds, op.results, strict=False)]
    identities = [_identity(k, r.type) for k, r in zip(kinds, op.results, strict=False)]

    def ranges(frame: Frame) -> list[range]:
        least = [max(g) for g in _grouped(_evaluated(lower, frame, "a bound", op), lower_groups)]
        most = [min(g) for g in _grouped(_evaluated(upper, frame, "a bound", op), upper_groups)]
        return [range(*bounds) for bounds in zip(least, most, steps, strict=True)]

    def iteration_end(frame: Frame, values: list[Value]) -> list[Value]:
        new = [frame[k] for k in yielded]
        return [f(x, y) for f, x, y in zip(combine, values, new, strict=True)]

    return _parallel(code, op, op.body.block, ranges, iteration_end, lambda frame: identities)


def _groups(attr: DenseIntElementsAttr) -> list[int]:
    return [int(value) for value in cast("Any", attr).get_values()]


def _grouped(values: tuple[int, ...], groups: list[int]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for size in groups:
        found.append(values[:size])
        values = values[size:]
    return found


def _identity(kind_name: str, type: Attribute) -> Value:
    kind = kind_of(type)
    if isinstance(kind, FloatKind):
        table = {"addf": -0.0, "mulf": 1.0, "maximumf": -float("inf"), "minimumf": float("inf")}
        table |= {"maxnumf": float("nan"), "minnumf": float("nan")}
    else:
        table = {"addi": 0, "muli": 1, "ori": 0, "xori": 0, "andi": -1, "maxs": kind.low}
        table |= {"mins": kind.high, "maxu": 0, "minu": -1}
    if kind_name not in table:
        raise Unsupported(f"a reduction by {kind_name}")
    return table[kind_name]


def _apply(code: FunctionCode, op: Operation) -> Step:
    operands = code.slots_of(op.operands)
    function = map_function(cast("Any", op).map.data, operands)
    (result,) = code.slots_of(op.results)
    pick: Callable[[Sequence[int]], int] = max if op.name == "affine.max" else min

    def run(frame: Frame) -> None:
        try:
            frame[result] = pick(function(frame))
        except TypeError:  # an undef is not an index: what is left is poison, or undef by accident
            specials = [frame[k] for k in operands if isinstance(frame[k], Special)]
            frame[result] = POISON if POISON in specials else specials[0]
        except ZeroDivisionError:
            raise Undefined("division by zero", op) from None

    return run


def _call(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, func.CallOp)
    machine, name = code.machine, op.callee.string_value()
    arguments, results = slots_function(code.slots_of(op.operands)), code.slots_of(op.results)

    def run(frame: Frame) -> None:
        assign(frame, results, machine.call(name, arguments(frame)))

    return run


def _sides(condition: SSAValue) -> list[SSAValue]:
    """The operands of an `or` of conditions."""
    if isinstance(condition.owner, arith.OrIOp):
        return [side for operand in condition.owner.operands for side in _sides(operand)]
    return [condition]


def _assume(code: FunctionCode, op: Operation) -> Step:
    condition = code.slot(op.operands[0])
    sides = [code.slot(side) for side in _sides(op.operands[0])]
    machine, counted = code.machine, int("pad.user" in op.attributes and len(sides) == 1)

    def run(frame: Frame) -> None:
        machine.user_assumes += counted
        value = frame[condition]
        if value is FREE:  # an undef inside an assume is existential
            return
        if value is POISON and any(frame[side] in (True, -1) for side in sides):
            return  # where one side of an `or` holds, nothing is said of the other
        if isinstance(value, Special):
            raise Undefined(f"what is assumed is {value}", op)
        if not value:
            raise Undefined("what is assumed is false", op)

    return run


def _assert(code: FunctionCode, op: Operation) -> Step:
    condition = code.slot(op.operands[0])

    def run(frame: Frame) -> None:
        if not decided(frame[condition], op):
            raise Undefined("what is asserted is false", op)

    return run


def _undef(code: FunctionCode, op: Operation) -> Step:
    machine, type = code.machine, op.results[0].type
    result: SSAValue = op.results[0]
    slot = code.slot(result)
    if machine.undefs is not None and not code.feeds_assume(result):

        def choose(frame: Frame) -> None:
            frame[slot] = machine.undef(type)

        return choose

    def run(frame: Frame) -> None:
        frame[slot] = free(type)

    return run


def free(type: Attribute) -> Value:
    """The symbolic result of `pad.undef`."""
    vector = vector_type(type)
    return FREE if vector is None else (FREE,) * lanes_of(vector)


CONTROL_FLOW: dict[str, Handler] = {
    "scf.for": _scf_for,
    "affine.for": _affine_for,
    "scf.if": _if,
    "affine.if": _if,
    "scf.while": _while,
    "scf.index_switch": _index_switch,
    "scf.execute_region": _region_op,
    "memref.alloca_scope": _region_op,
    "scf.parallel": _scf_parallel,
    "affine.parallel": _affine_parallel,
    "affine.apply": _apply,
    "affine.min": _apply,
    "affine.max": _apply,
    "func.call": _call,
    "cf.assert": _assert,
    "pad.assume": _assume,
    "pad.undef": _undef,
}

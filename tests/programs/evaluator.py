"""
An interpreter of programs, before and after the passes, with the meaning that the design gives.

It takes xDSL's IR of `func`, `scf`, `cf`, `affine`, `arith`, `math`, `memref`, `vector` and `pad`,
and shares nothing with the passes and `pad-tv`. Indices of a memref with `#pad.layout` are logical,
and its padding is not there; after `pad-apply-layouts` buffers are what their types say.

An undef is `UNDEF`, and goes through arithmetic as such: a cell or result that is UNDEF may be
anything. That is too much where arithmetic leaves less (`2 * undef` is even), so compare what a
pass leaves under `undefs=seed`, which chooses a value for each `pad.undef` and each undef cell that
is given: whatever is chosen has to be what the original program gives, where that is not UNDEF.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects import arith, func
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, MemRefType, ModuleOp, VectorType
from xdsl.ir import Attribute, Operation

from .control_flow import CONTROL_FLOW
from .machine import Frame, FunctionCode, Handler, Machine, Step, lanes_of, some_value
from .memory_operations import MEMORY, dense_values, global_buffer
from .scalar_kinds import IntegerKind, constant, kind_of, same_number, vector_type
from .scalar_operations import SCALAR_OPERATIONS, scalar_function, select, special_result
from .values import (
    POISON,
    UNDEF,
    UNINITIALISED,
    Buffer,
    MemRef,
    OverBudget,
    Special,
    Undefined,
    Unsupported,
    Value,
    row_major,
)
from .vector_operations import VECTOR

__all__ = [
    "POISON",
    "UNDEF",
    "Outcome",
    "OverBudget",
    "Special",
    "Undefined",
    "Unsupported",
    "difference",
    "evaluate",
]

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Given: TypeAlias = "Array | int | float | Special"


@dataclass(frozen=True)
class Outcome:
    """
    The effects that the caller can observe.

    Arrays are of objects: Python numbers (integers by their signed value, i1 as 0 and 1) or
    specials; a buffer of vectors has the lanes as a last axis. `aliases` has for each result the
    argument `("argument", k)` or earlier result `("result", k)` that is the same memory, or None.
    `user_assumes` are how many assumes of the user ran, those of an `or` apart: what is decided of
    that may be all that it says.
    """

    results: tuple[Any, ...]
    arguments_after: tuple[Any, ...]
    globals_after: dict[str, Array]
    aliases: tuple[tuple[str, int] | None, ...]
    freed: tuple[int, ...]
    user_assumes: int


def evaluate(
    module: ModuleOp,
    entry: str,
    arguments: Sequence[Given],
    *,
    budget: int = 1_000_000,
    undefs: int | None = None,
) -> Outcome:
    """
    The results of a function of the module for these arguments, which stay as they are.

    Raises Undefined, with the operation, for undefined behaviour, Unsupported for what the
    evaluator does not know, and OverBudget after that many operations. With `undefs`, a seed,
    values are chosen for undefs; those that an assume looks at stay symbolic.
    """
    choices = None if undefs is None else random.Random(undefs)
    machine = Machine(module, _HANDLERS, budget, choices)
    function = machine.functions[entry]
    types = list(function.function_type.inputs.data)
    values = [
        _value(type, given, k, choices)
        for k, (type, given) in enumerate(zip(types, arguments, strict=True))
    ]
    results = machine.call(entry, values)
    for result in results:
        if isinstance(result, MemRef) and result.buffer.cells is None:
            raise Undefined("a freed buffer is returned", function)
    return _outcome(machine, function, values, results)


def difference(expected: Outcome, actual: Outcome, *, zeros_differ: bool = True) -> str | None:
    """
    The first place where an outcome is not what was expected, None if there is none.

    What was expected to be UNDEF or poison may be anything; cells that were uninitialised or
    forbidden may be anything too. With `zeros_differ=False` both zeros are one.
    """
    if expected.freed != actual.freed:
        return f"freed arguments are {actual.freed}, expected {expected.freed}"
    if expected.aliases != actual.aliases:
        return f"results are the buffers {actual.aliases}, expected {expected.aliases}"
    named = [
        (f"result {k}", x, y)
        for k, (x, y) in enumerate(zip(expected.results, actual.results, strict=True))
    ]
    pairs = zip(expected.arguments_after, actual.arguments_after, strict=True)
    named += [(f"argument {k}", x, y) for k, (x, y) in enumerate(pairs)]
    for name, cells in expected.globals_after.items():
        if name in actual.globals_after:
            named.append((f"@{name}", cells, actual.globals_after[name]))
    for name, before, after in named:
        found = _cell_difference(name, before, after, zeros_differ)
        if found is not None:
            return found
    return None


def _cell_difference(name: str, before: Any, after: Any, zeros_differ: bool) -> str | None:
    left: Any = np.asarray(before, object)
    right: Any = np.asarray(after, object)
    if left.shape != right.shape:
        return f"{name} has the shape {list(right.shape)}, expected {list(left.shape)}"
    for index in np.ndindex(left.shape):
        one, other = left[index], right[index]
        if isinstance(one, Special):
            continue
        if not isinstance(other, Special) and (
            same_number(one, other) or (not zeros_differ and one == other == 0)
        ):
            continue
        place = f"{name}{list(index)}" if index else name
        return f"{place} is {other!r}, expected {one!r}"
    return None


def _outcome(
    machine: Machine, function: func.FuncOp, values: list[Value], results: tuple[Value, ...]
) -> Outcome:
    types = function.function_type
    owners: list[tuple[Buffer, tuple[str, int]]] = [
        (value.buffer, ("argument", k))
        for k, value in enumerate(values)
        if isinstance(value, MemRef)
    ]
    aliases: list[tuple[str, int] | None] = []
    for k, result in enumerate(results):
        owner = None
        if isinstance(result, MemRef):
            owner = next((name for buffer, name in owners if buffer is result.buffer), None)
            owners.append((result.buffer, ("result", k)))
        aliases.append(owner)
    mutable = {
        name: shown(global_buffer(machine, name), op.type)
        for name, op in machine.global_ops.items()
        if op.constant is None
    }
    freed = [k for k, v in enumerate(values) if isinstance(v, MemRef) and v.buffer.cells is None]
    return Outcome(
        tuple(map(shown, results, types.outputs.data)),
        tuple(map(shown, values, types.inputs.data)),
        mutable,
        tuple(aliases),
        tuple(freed),
        machine.user_assumes,
    )


def _value(type: Attribute, given: Given, number: int, choices: random.Random | None) -> Value:
    """An argument as a value of the evaluator; arrays are copied."""
    if not isinstance(type, MemRefType):
        if (vector := vector_type(type)) is not None:
            lane_type = vector.element_type
            return tuple(_number(lane_type, lane, choices) for lane in cast("Any", given))
        return _number(type, given, choices)
    element = cast("MemRefType[Attribute]", type).element_type
    array = np.asarray(given)
    if isinstance(element, VectorType):
        lanes = lanes_of(cast("VectorType[Attribute]", element))
        scalar = cast("VectorType[Attribute]", element).element_type
        shape = array.shape[:-1]
        flat = [_number(scalar, value, choices) for value in array.ravel()]
        cells: list[Value] = [tuple(flat[k : k + lanes]) for k in range(0, len(flat), lanes)]
    else:
        shape = array.shape
        cells = [_number(element, value, choices) for value in array.ravel()]
    declared = cast("MemRefType[Attribute]", type).get_shape()
    if len(declared) != len(shape) or any(
        size >= 0 and size != given_size for size, given_size in zip(declared, shape, strict=True)
    ):
        raise ValueError(f"argument {number} has the shape {shape}, but is {type}")
    buffer = Buffer(cells, f"argument {number}")
    return MemRef(buffer, 0, shape, row_major(shape), cast("Any", type).element_type)


def _number(type: Attribute, given: Any, choices: random.Random | None) -> Value:
    if isinstance(given, Special):
        return some_value(type, choices) if given is UNDEF and choices is not None else given
    kind = kind_of(type)
    if isinstance(kind, IntegerKind):
        return kind.wrap(int(given))
    return kind.round(float(given))


def shown(value: Value, type: Attribute) -> Any:
    """A value as the outcome has it."""
    if isinstance(value, MemRef):
        cells, element = value.buffer.cells, cast("MemRefType[Attribute]", type).element_type
        vector = vector_type(element)
        lanes = () if vector is None else (lanes_of(vector),)
        array = np.empty((*value.shape, *lanes), object)
        numbers = value.offsets()
        rows = array.reshape(len(numbers), -1) if numbers else array
        for row, number in enumerate(numbers):
            cell = UNINITIALISED if cells is None else cells[number]
            rows[row, :] = _shown_cell(cell, element)
        return array
    return _shown_cell(value, type)


def _shown_cell(cell: Value, type: Attribute) -> Any:
    if (vector := vector_type(type)) is not None:
        if isinstance(cell, Special):
            return cell
        array = np.empty(lanes_of(vector), object)
        array[:] = [_shown_cell(lane, vector.element_type) for lane in cell]
        return array
    if isinstance(cell, int) and kind_of(type).width == 1:
        return cell & 1
    return cell


# Arithmetic


def _constant(code: FunctionCode, op: Operation) -> Step:
    assert isinstance(op, arith.ConstantOp)
    (result,) = code.slots_of(op.results)
    value: Value
    if isinstance(op.value, DenseIntOrFPElementsAttr):
        type = cast("VectorType[Attribute]", op.result.type)
        value = tuple(dense_values(cast("Any", op.value), lanes_of(type)))
    else:
        value = constant(op.value)

    def run(frame: Frame) -> None:
        frame[result] = value

    return run


def _arithmetic(code: FunctionCode, op: Operation) -> Step:
    function = scalar_function(op)
    operands, (result,) = code.slots_of(op.operands), code.slots_of(op.results)

    def lane(*values: Value) -> Value:
        try:
            return function(*values)
        except TypeError:
            return special_result(op, values)
        except Undefined as error:
            raise Undefined(error.reason, op) from None

    if isinstance(op.results[0].type, VectorType):

        def run_lanes(frame: Frame) -> None:
            frame[result] = tuple(
                lane(*values) for values in zip(*[frame[k] for k in operands], strict=True)
            )

        return run_lanes
    if len(operands) == 2:
        first, second = operands

        def run_two(frame: Frame) -> None:
            try:
                frame[result] = function(frame[first], frame[second])
            except TypeError:
                frame[result] = special_result(op, (frame[first], frame[second]))
            except Undefined as error:
                raise Undefined(error.reason, op) from None

        return run_two

    def run(frame: Frame) -> None:
        frame[result] = lane(*[frame[k] for k in operands])

    return run


def _select(code: FunctionCode, op: Operation) -> Step:
    (condition, chosen, other), (result,) = code.slots_of(op.operands), code.slots_of(op.results)
    by_lane = isinstance(op.operands[0].type, VectorType)
    whole = isinstance(op.results[0].type, VectorType)

    def run(frame: Frame) -> None:
        values = frame[condition], frame[chosen], frame[other]
        if by_lane:
            frame[result] = tuple(map(select, *values))
        elif whole:
            lanes = zip(*values[1:], strict=True)
            frame[result] = tuple(select(values[0], one, two) for one, two in lanes)
        else:
            frame[result] = select(*values)

    return run


def _extended(code: FunctionCode, op: Operation) -> Step:
    """`addui_extended`, `mului_extended` and `mulsi_extended`: two results."""
    operands, results = code.slots_of(op.operands), code.slots_of(op.results)
    kind = kind_of(op.operands[0].type)
    if not isinstance(kind, IntegerKind):
        raise Unsupported(f"{op}")
    width = kind.width

    def run(frame: Frame) -> None:
        x, y = (frame[k] for k in operands)
        if isinstance(x, Special) or isinstance(y, Special):
            low = high = special_result(op, (x, y))
        elif op.name == "arith.addui_extended":
            total = kind.to_bits(x) + kind.to_bits(y)
            low, high = kind.wrap(total), -(total >> width)
        else:
            signed = op.name == "arith.mulsi_extended"
            product = x * y if signed else kind.to_bits(x) * kind.to_bits(y)
            low, high = kind.wrap(product), kind.wrap(product >> width)
        frame[results[0]], frame[results[1]] = low, high

    return run


def _poison(code: FunctionCode, op: Operation) -> Step:
    (result,), type = code.slots_of(op.results), op.results[0].type
    value: Value = POISON
    if isinstance(type, VectorType):
        value = (POISON,) * lanes_of(cast("VectorType[Attribute]", type))

    def run(frame: Frame) -> None:
        frame[result] = value

    return run


_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(SCALAR_OPERATIONS, _arithmetic),
    **CONTROL_FLOW,
    **MEMORY,
    **VECTOR,
    "arith.constant": _constant,
    "arith.select": _select,
    "arith.addui_extended": _extended,
    "arith.mului_extended": _extended,
    "arith.mulsi_extended": _extended,
    "ub.poison": _poison,
}

"""Steps of arith and math operations, and of `pad.undef`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, MemRefType, i1
from xdsl.ir import Operation, SSAValue

from ....dialect.ops import UndefOp
from ..machine.program import Frame, Handler, Step
from ..values.affine_code import Registers
from ..values.errors import DependsOnData, NotValidated
from ..values.integer_folding import EXACT
from ..values.operators import Operator, operator
from ..values.scalars import BOOL, INDEX, Integer, constant_of, element_of, elements_of, lanes_of
from .assume_operands import feeds_only_assumes
from .operation_flags import INTEGER_FLAG_NAMES, flags_of

_DIVISIONS = {
    **dict.fromkeys(("arith.divui", "arith.remui", "arith.ceildivui"), False),
    **dict.fromkeys(
        ("arith.divsi", "arith.remsi", "arith.floordivsi", "arith.ceildivsi"),
        True,
    ),
}

_MAY_OVERFLOW = ("arith.addi", "arith.subi", "arith.muli", "arith.shli", "arith.trunci")
_PROMISING: dict[str, tuple[str, ...]] = {
    "nsw": _MAY_OVERFLOW,
    "nuw": _MAY_OVERFLOW,
    "exact": ("arith.shrui", "arith.shrsi", "arith.divui", "arith.divsi"),
    "nneg": ("arith.extui", "arith.uitofp"),
    "disjoint": ("arith.ori",),
}
"""The integer flags, and which operations may have them."""
_OF_INTEGERS = frozenset(EXACT) | {"arith.cmpi", "math.absi"}
_UNDERSTOOD = frozenset({"fastmath", "overflowFlags", "predicate"}) | INTEGER_FLAG_NAMES
_FLAGS = {"overflowFlags", "exact", "disjoint", "roundingmode", "denormal"}
"""Attributes that may change the meaning of an operation, if its definition lacks them."""


def operator_of(op: Operation, result: SSAValue) -> Operator:
    """The operator that makes a result of an operation, or a lane of it, from its operands."""
    predicate = op.properties.get("predicate")
    detail = None
    if isinstance(predicate, IntegerAttr):
        detail = predicate.value.data
    elif len(op.results) > 1:
        detail = op.results.index(cast("Any", result))
    operands = tuple(element_of(type) for type in op.operand_types)
    return operator(op.name, element_of(result.type), operands, flags_of(op), detail)


def computation(frame: Frame, op: Operation) -> Step:
    """A pure operation on scalars, or lane by lane on vectors."""
    check_computation(op)
    steps = [_application(frame, op, result) for result in op.results]
    if op.name in _DIVISIONS:
        return _checked_division(frame, op, steps[0])
    if len(steps) == 1:
        return steps[0]

    def run(r: Registers) -> None:
        for step in steps:
            step(r)

    return run


def check_computation(op: Operation) -> None:
    """Raise NotValidated for a computation on what is not looked at."""
    _check_flags(op)
    _check_operands(op)


def _check_flags(op: Operation) -> None:
    """Raises NotValidated if an operation says more than what is looked at."""
    unknown = (op.properties.keys() - _UNDERSTOOD) | (op.attributes.keys() & _FLAGS)
    if unknown:
        raise NotValidated(f"{op.name} with {', '.join(sorted(unknown))} is not understood", op)
    for flag in sorted(flags_of(op) & _PROMISING.keys()):
        if op.name not in _PROMISING[flag]:
            raise NotValidated(f"{op.name} with {flag} is not understood", op)


def _check_operands(op: Operation) -> None:
    """Raises NotValidated for operand types that MLIR refuses and xDSL takes."""
    scalars = [element_of(value.type) for value in (*op.operands, *op.results)]
    is_wrong = (op.name in _OF_INTEGERS and not all(isinstance(s, Integer) for s in scalars)) or (
        op.name == "arith.bitcast" and INDEX in scalars
    )
    if is_wrong:
        raise NotValidated(f"{op.name} of {scalars[0].name} is not understood", op)


def _application(frame: Frame, op: Operation, result: SSAValue) -> Step:
    function = frame.machine.domain.function(operator_of(op, result))
    inputs, target = frame.slots(op.operands), frame.slot(result)
    if lanes_of(result.type) is not None:
        return _lanewise(op, function, inputs, target)
    if len(inputs) == 2:
        x, y = inputs

        def run_binary(r: Registers) -> None:
            r[target] = function(r[x], r[y])

        return run_binary

    def run(r: Registers) -> None:
        r[target] = function(*[r[slot] for slot in inputs])

    return run


def _lanewise(op: Operation, function: Callable[..., Any], inputs: list[int], target: int) -> Step:
    """A scalar operand, as the condition of a select may be, counts for each lane."""
    is_vector = [lanes_of(type) is not None for type in op.operand_types]

    def run(r: Registers) -> None:
        operands = [
            r[slot] if vector else repeat(r[slot])
            for slot, vector in zip(inputs, is_vector, strict=True)
        ]
        r[target] = tuple(map(function, *operands))

    return run


def _checked_division(frame: Frame, op: Operation, divide: Step) -> Step:
    """Demands a divisor that is not 0, and a quotient that does not overflow."""
    machine = frame.machine
    dividend, divisor = frame.slots(op.operands)
    scalar = cast("Integer", element_of(op.operand_types[0]))
    apply = machine.domain.function
    differs = apply(operator("arith.cmpi", BOOL, (scalar, scalar), detail=1))
    either = apply(operator("arith.ori", BOOL, (BOOL, BOOL)))
    lowest = scalar.wrap(-(1 << (scalar.width - 1)))

    def check(x: Any, y: Any, r: Registers) -> None:
        if not isinstance(y, int):
            loops = frame.loops(op, r)
            machine.demand(differs(y, 0), "division by zero", op, loops)
        if _DIVISIONS[op.name] and not (isinstance(y, int) and y != scalar.wrap(-1)):
            safe = either(differs(x, lowest), differs(y, scalar.wrap(-1)))
            loops = frame.loops(op, r)
            machine.demand(safe, "the quotient of a signed division overflows", op, loops)

    is_vector = lanes_of(op.operand_types[0]) is not None

    def run(r: Registers) -> None:
        if is_vector:
            for x, y in zip(r[dividend], r[divisor], strict=True):
                check(x, y, r)
        else:
            check(r[dividend], r[divisor], r)
        divide(r)

    return run


def _constant(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, arith.ConstantOp)
    target, lift = frame.slot(op.result), frame.machine.domain.lift
    scalar = element_of(op.result.type)
    if isinstance(op.value, DenseIntOrFPElementsAttr):
        value = tuple(lift(scalar, lane) for lane in elements_of(op.value, scalar))
    else:
        value = lift(scalar, constant_of(op.value))

    def run(r: Registers) -> None:
        r[target] = value

    return run


def _select(frame: Frame, op: Operation) -> Step:
    """Of scalars as any computation, of buffers only where the condition is known."""
    if not any(isinstance(type, MemRefType) for type in op.result_types):
        return computation(frame, op)
    condition, x, y = frame.slots(op.operands)
    target = frame.slot(op.results[0])
    domain = frame.machine.domain

    def run(r: Registers) -> None:
        decided = domain.decide(r[condition])
        if decided is None and r[x] is not r[y]:
            reason = "which buffer is selected depends on the data"
            raise DependsOnData(reason, values=(r[condition],))
        r[target] = r[x] if decided else r[y]

    return run


def _disjunction(frame: Frame, op: Operation) -> Step:
    """
    In an assume nothing is said of one side where the other holds (design, "Assume").

    `valid or A[c] == v` compares data too, which may be poison there.
    """
    step = computation(frame, op)
    if op.result_types[0] != i1 or not feeds_only_assumes(op):
        return step
    x, y = frame.slots(op.operands)
    target = frame.slot(op.results[0])

    def run(r: Registers) -> None:
        if (r[x].__class__ is int and r[x] == 1) or (r[y].__class__ is int and r[y] == 1):
            r[target] = 1
        else:
            step(r)

    return run


def _undef(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, UndefOp)
    domain, side = frame.machine.domain, frame.machine.side
    target, scalar = frame.slot(op.result), element_of(op.result.type)
    lanes, assumed = lanes_of(op.result.type), feeds_only_assumes(op)

    def run(r: Registers) -> None:
        undefs = tuple(domain.undef(scalar, side, assumed=assumed) for _ in range(lanes or 1))
        r[target] = undefs[0] if lanes is None else undefs

    return run


def _arithmetic() -> dict[str, Handler]:
    from xdsl.dialects.arith import Arith
    from xdsl.dialects.math import Math

    names = [op.name for dialect in (Arith, Math) for op in dialect.operations]
    return {name: computation for name in [*names, "arith.index_castui"]}


ARITHMETIC: dict[str, Handler] = {
    **_arithmetic(),
    "arith.constant": _constant,
    "arith.ori": _disjunction,
    "arith.select": _select,
    "pad.undef": _undef,
}

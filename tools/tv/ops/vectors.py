"""Steps of what makes vectors and takes them apart; a vector is the tuple of its lanes."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import index as as_index

from xdsl.dialects import vector
from xdsl.ir import Operation

from ..machine.program import Frame, Handler, Step
from ..values.affine_code import Registers
from ..values.errors import NotValidated, Undefined
from ..values.operators import operator
from ..values.scalars import Float, element_of, lanes_of
from .operation_flags import flags_of

_FLOAT_KINDS = {
    "add": "arith.addf",
    "mul": "arith.mulf",
    **{kind: f"arith.{kind}" for kind in ("maximumf", "minimumf", "maxnumf", "minnumf")},
}
_INTEGER_KINDS = {
    **{kind: f"arith.{kind}i" for kind in ("add", "mul", "and", "or", "xor")},
    **{kind: f"arith.{kind}" for kind in ("maxsi", "minsi", "maxui", "minui")},
}


def _broadcast(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.BroadcastOp)
    source, target = frame.slot(op.source), frame.slot(op.vector)
    given, lanes = lanes_of(op.source.type), lanes_of(op.vector.type)
    assert lanes is not None
    if given is None:

        def run(r: Registers) -> None:
            r[target] = (r[source],) * lanes

        return run
    if given not in (1, lanes):
        raise NotValidated(f"a broadcast of {op.source.type} to {op.vector.type}")

    def run_vector(r: Registers) -> None:
        r[target] = r[source] * (lanes // given)

    return run_vector


def _position(frame: Frame, op: vector.ExtractOp | vector.InsertOp) -> Callable[[Registers], int]:
    """The lane; raises Undefined if there is none."""
    lanes = lanes_of(op.operands[0 if isinstance(op, vector.ExtractOp) else 1].type)
    static, slots = list(op.static_position.iter_values()), frame.slots(op.dynamic_position)
    if lanes is None or len(static) != 1:
        raise NotValidated(f"{op.name} of anything but one lane of a vector")

    def lane(r: Registers) -> int:
        found = as_index(r[slots[0]]) if slots else static[0]
        if not 0 <= found < lanes:
            raise Undefined(f"there is no lane {found} of {lanes}")
        return found

    return lane


def _extract(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.ExtractOp)
    lane = _position(frame, op)
    source, target = frame.slot(op.vector), frame.slot(op.result)

    def run(r: Registers) -> None:
        r[target] = r[source][lane(r)]

    return run


def _insert(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.InsertOp)
    lane = _position(frame, op)
    value, into, target = frame.slot(op.source), frame.slot(op.dest), frame.slot(op.result)

    def run(r: Registers) -> None:
        at, lanes = lane(r), r[into]
        r[target] = (*lanes[:at], r[value], *lanes[at + 1 :])

    return run


def _shuffle(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.ShuffleOp)
    for operand in op.operands:
        lanes_of(operand.type)
    positions = list(op.mask.iter_values())
    if -1 in positions:
        raise NotValidated("a lane that vector.shuffle leaves poison")
    first, second, target = frame.slot(op.v1), frame.slot(op.v2), frame.slot(op.result)

    def run(r: Registers) -> None:
        both = r[first] + r[second]
        r[target] = tuple(both[position] for position in positions)

    return run


def _create_mask(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.CreateMaskOp)
    lanes, target = lanes_of(op.mask_vector.type), frame.slot(op.mask_vector)
    assert lanes is not None
    (size,) = frame.slots(op.mask_dim_sizes)

    def run(r: Registers) -> None:
        count = as_index(r[size])
        r[target] = tuple(int(lane < count) for lane in range(lanes))

    return run


def _fma(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, vector.FMAOp)
    lanes_of(op.res.type)
    scalar = element_of(op.res.type)
    maker = operator("math.fma", scalar, (scalar,) * 3, flags_of(op))
    function = frame.machine.domain.function(maker)
    inputs, target = frame.slots(op.operands), frame.slot(op.res)

    def run(r: Registers) -> None:
        r[target] = tuple(map(function, *[r[slot] for slot in inputs]))

    return run


def _reduction(frame: Frame, op: Operation) -> Step:
    """
    In the order of the lanes, after the initial value if there is one; flags leave others open.

    A sum of lanes alone is what pad-to-host makes of it: -0.0 if all of them are.
    """
    assert isinstance(op, vector.ReductionOp)
    lanes_of(op.vector.type)
    scalar, kind = element_of(op.vector.type), str(op.kind.data)
    flags = flags_of(op)
    if kind in ("maxnumf", "minnumf") and "nsz" not in flags:
        raise NotValidated(f"which zero a {kind} of lanes gives in any order")
    names = _FLOAT_KINDS if isinstance(scalar, Float) else _INTEGER_KINDS
    if kind not in names:
        raise NotValidated(f"a vector.reduction <{kind}> of {op.vector.type}")
    if not isinstance(scalar, Float):
        flags = frozenset[str]()
    function = frame.machine.domain.function(operator(names[kind], scalar, (scalar, scalar), flags))
    source, target = frame.slot(op.vector), frame.slot(op.dest)
    start = frame.slots([] if op.acc is None else [op.acc])

    def run(r: Registers) -> None:
        r[target] = reduce(function, r[source], *[r[slot] for slot in start])

    return run


VECTORS: dict[str, Handler] = {
    "vector.broadcast": _broadcast,
    "vector.extract": _extract,
    "vector.insert": _insert,
    "vector.shuffle": _shuffle,
    "vector.create_mask": _create_mask,
    "vector.fma": _fma,
    "vector.reduction": _reduction,
}

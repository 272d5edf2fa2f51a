"""Steps of parallel loops: in order, with a check that none accesses what another writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from operator import index as as_index

from xdsl.dialects import affine, scf
from xdsl.ir import Operation
from xdsl.ir.affine import AffineMap

from ..machine.program import Body, Frame, Handler, Step
from ..memory.buffers import IterationLog
from ..values.affine_code import Registers, compile_map
from ..values.errors import NotValidated, Undefined

Points = Callable[[Registers], Iterator[tuple[int, ...]]]


def _parallel(
    frame: Frame,
    op: Operation,
    body: Body,
    points: Points,
    finish: Callable[[Registers], None],
) -> Step:
    indices = body.arguments
    frame.name_indices(op, indices)
    memory = frame.machine.memory

    def run(r: Registers) -> None:
        log = IterationLog(memory.path)
        memory.iterations.append(log)
        for point in points(r):
            log.iteration += 1
            for slot, value in zip(indices, point, strict=True):
                r[slot] = value
            body.run(r)
            finish(r)
        memory.iterations.pop()

    return run


def _affine_parallel(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, affine.ParallelOp)
    if op.results:
        raise NotValidated("affine.parallel with a reduction is not understood")
    lower_map, upper_map = op.lowerBoundsMap.data, op.upperBoundsMap.data
    operands = frame.slots(op.map_operands)
    split = lower_map.num_dims + lower_map.num_symbols
    lower = _grouped(lower_map, operands[:split], op.lowerBoundsGroups.get_values(), max)
    upper = _grouped(upper_map, operands[split:], op.upperBoundsGroups.get_values(), min)
    steps = [step.value.data for step in op.steps]
    frame.note_deciding(op.map_operands)

    def points(r: Registers) -> Iterator[tuple[int, ...]]:
        return _product(frame, map(range, lower(r), upper(r), steps))

    return _parallel(frame, op, frame.region(op.body), points, lambda r: None)


def _product(frame: Frame, ranges: Iterable[range]) -> Iterator[tuple[int, ...]]:
    """All points, counted before they are made."""
    axes = list(ranges)
    frame.machine.meter.spend(max(map(_length, axes), default=0))
    return product(*axes)


def _length(axis: range) -> int:
    """As `len`, which has a limit."""
    return max(-(-(axis.stop - axis.start) // axis.step), 0)


def _grouped(
    map: AffineMap, slots: list[int], groups: tuple[int, ...], choose: Callable[..., int]
) -> Callable[[Registers], list[int]]:
    results = compile_map(map, slots)

    def bounds(r: Registers) -> list[int]:
        values = iter(results(r))
        return [choose([next(values) for _ in range(size)]) for size in groups]

    return bounds


def _scf_parallel(frame: Frame, op: Operation) -> Step:
    assert isinstance(op, scf.ParallelOp)
    bounds = [frame.slots(part) for part in (op.lowerBound, op.upperBound, op.step)]
    inits, results = frame.slots(op.initVals), frame.slots(op.results)
    body = frame.region(op.body)
    frame.note_deciding([*op.lowerBound, *op.upperBound, *op.step])
    last = op.body.block.last_op
    reductions = [frame.region(region) for region in last.regions] if last is not None else []

    def points(r: Registers) -> Iterator[tuple[int, ...]]:
        for init, result in zip(inits, results, strict=True):
            r[result] = r[init]
        ranges = [[as_index(r[slot]) for slot in part] for part in bounds]
        if any(step <= 0 for step in ranges[2]):
            raise Undefined("the step of a loop is not positive")
        return _product(frame, map(range, *ranges))

    def finish(r: Registers) -> None:
        for reduction, value, result in zip(reductions, body.results, results, strict=True):
            left, right = reduction.arguments
            r[left], r[right] = r[result], r[value]
            reduction.run(r)
            r[result] = r[reduction.results[0]]

    return _parallel(frame, op, body, points, finish)


PARALLEL: dict[str, Handler] = {
    "affine.parallel": _affine_parallel,
    "scf.parallel": _scf_parallel,
}

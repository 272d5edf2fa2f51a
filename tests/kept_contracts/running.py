"""Runs a function on just what its contract asks for, and holds it to what the contract says."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from pad_mlir.analysis.contracts.contracts import BufferContract, FunctionContract
from pad_mlir.dialect.ops import AssumeOp, CastOp, PackOp, UnpackOp
from pad_mlir.runtime import pack

from ..overcompute.evaluator import Buffer, Evaluator, Mark

Index = tuple[int, ...]
_VALUES = (0.0, -0.0, 1.0, -1.0, 2.5, -3.5, 7.0)
_POISONS = (math.nan, math.inf, -math.inf, 1e30, -5.0, 3.0)


@dataclass
class Modules(Evaluator):
    """An evaluator that goes into functions, and knows what copies laid-out buffers."""

    functions: Mapping[str, func.FuncOp] = field(default_factory=dict[str, func.FuncOp])
    assumes_count: bool = True

    def call(self, op: Operation) -> list[Any]:
        """Run the callee."""
        assert isinstance(op, func.CallOp)
        callee = self.functions[op.callee.root_reference.data]
        return self.run(callee, [self.values[operand] for operand in op.operands])

    def _operation(self, op: Operation) -> None:
        if isinstance(op, func.CallOp):
            self.values.update(zip(op.results, self.call(op), strict=True))
        elif isinstance(op, PackOp | UnpackOp):  # buffers are by logical index on both sides
            self.copy(op)
        elif isinstance(op, AssumeOp) and not self.assumes_count:
            pass
        elif isinstance(op, CastOp):
            self.values[op.result] = self.values[op.source]
        else:
            super()._operation(op)


@dataclass
class Place:
    """A buffer's cells: which are logical, and which hold what by the contract."""

    contract: BufferContract
    padded: np.ndarray[Any, Any]
    """The physical array with all value padding, and the logical cells that were given."""
    logical: list[Index]
    pieces: list[list[Index]]
    """The cells of each kind of padding, in the contract's order."""

    @staticmethod
    def of(contract: BufferContract, given: Sequence[float]) -> Place:
        """Where one axis of so many elements goes, in physical or logical memory."""
        array = np.array(given, np.float32)
        if contract.form != "physical":
            cells = [(k,) for k in range(len(given))]
            return Place(contract, array, cells, [[] for _ in contract.padding])
        placed = contract.layout.place(array.shape)
        padded = pack(array, contract.layout, 0.0)
        every: list[Index] = list(np.ndindex(padded.shape))
        names = placed.physical_names
        pieces = [
            [i for i in every if cells.evaluate(dict(zip(names, i, strict=True)))]
            for cells, _ in placed.padding_pieces
        ]
        logical = [tuple(map(int, placed.physical_index([k]))) for k in range(len(given))]
        return Place(contract, padded, logical, pieces)

    def start(self, random: Random, accepted: bool) -> Buffer:
        """A buffer that holds what is asked for, or only what is said to do as well."""
        cells: dict[Index, Any] = {
            tuple(map(int, i)): float(self.padded[i]) for i in np.ndindex(self.padded.shape)
        }
        for padding, piece in zip(self.contract.padding, self.pieces, strict=True):
            for cell in piece:
                if accepted and padding.accepts == "any":
                    cells[cell] = random.choice((Mark.UNINITIALISED, *_POISONS))
                elif padding.on_entry == "never read":
                    cells[cell] = Mark.FORBIDDEN
                elif padding.on_entry == "arbitrary":
                    cells[cell] = random.choice(_POISONS)
        return Buffer(cells)

    def left_wrong(self, before: Mapping[Index, Any], buffer: Buffer) -> str | None:
        """How the padding at the end differs from the contract; None if it does not."""
        held = dict(buffer.cells)
        logical = [held[cell] for cell in self.logical]
        if any(isinstance(value, Mark) for value in logical):
            return None
        wanted = pack(np.array(logical, np.float32), self.contract.layout, 0.0)
        for padding, piece in zip(self.contract.padding, self.pieces, strict=True):
            for cell in piece:
                if padding.at_exit == "value" and not same(held[cell], float(wanted[cell])):
                    return f"{cell} holds {held[cell]} at exit, not {float(wanted[cell])}"
                if padding.at_exit == "unchanged" and not same(held[cell], before[cell]):
                    return f"{cell} was {before[cell]} on entry, holds {held[cell]} at exit"
        return None


def same(one: Any, other: Any) -> bool:
    """Whether two cells hold the same, NaNs being one value."""
    if isinstance(one, Mark) or isinstance(other, Mark):
        return one is other
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return one == other and math.copysign(1.0, one) == math.copysign(1.0, other)


def given(contract: FunctionContract, random: Random) -> dict[str, list[float]]:
    """Logical cells of all arguments; those of an `out` buffer hold nothing of use."""
    return {
        buffer.name: [
            random.choice(_POISONS if buffer.role == "out" else _VALUES)
            for _ in range(int(buffer.logical_shape[0]))
        ]
        for buffer in contract.buffers
        if buffer.role != "result"
    }


def run(
    module: ModuleOp,
    contract: FunctionContract,
    logical: Mapping[str, Sequence[float]],
    random: Random,
    accepted: bool = False,
) -> tuple[dict[str, list[Any]], str | None]:
    """
    The logical cells that @f leaves in its arguments, and which promise for the end is broken.

    Raises Undefined if it does what is undefined.
    """
    functions = {op.sym_name.data: op for op in module.ops if isinstance(op, func.FuncOp)}
    arguments = [buffer for buffer in contract.buffers if buffer.role != "result"]
    places = {buffer.name: Place.of(buffer, logical[buffer.name]) for buffer in arguments}
    buffers = {name: place.start(random, accepted) for name, place in places.items()}
    before = {name: dict(buffer.cells) for name, buffer in buffers.items()}
    # What is accepted is by what the code does, and an assume does nothing.
    evaluator = Modules(random.randrange(1000), functions=functions, assumes_count=not accepted)
    results = evaluator.run(functions["f"], [*buffers.values(), 2.0])
    found = {n: [buffers[n].cells[cell] for cell in place.logical] for n, place in places.items()}
    wrong = [f"{n}: {w}" for n, p in places.items() if (w := p.left_wrong(before[n], buffers[n]))]
    given_back = [buffer for buffer in contract.buffers if buffer.role == "result"]
    for buffer, result in zip(given_back, results, strict=True):
        place = Place.of(buffer, [0.0] * int(buffer.logical_shape[0]))
        if text := place.left_wrong(result.cells, result):
            wrong.append(f"{buffer.name}: {text}")
    return found, None if accepted or not wrong else "; ".join(wrong)

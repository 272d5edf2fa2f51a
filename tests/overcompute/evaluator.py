"""
Runs a physical function cell by cell, and notices what is undefined.

It shares nothing with the passes: no numpy, no sets, one Python number for each value.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias, cast

from xdsl.dialects import affine, arith, func, memref, scf
from xdsl.dialects.builtin import MemRefType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstraintExpr, AffineMap

from pad_mlir.dialect.ops import AssumeOp, UndefOp

from .scalars import BINARY, POISON, UNARY, compare_floats, compare_integers, flags_hold


class Undefined(Exception):
    """The function has undefined behaviour, or accesses cells that it must not."""

    def __init__(self, reason: str, assume: AssumeOp | None = None):
        super().__init__(reason)
        self.assume = assume


class Mark(Enum):
    """The contents of a cell that are not a number."""

    UNDEF = "undef"
    DERIVED = "computed from undef"
    UNINITIALISED = "uninitialised"
    FORBIDDEN = "forbidden"


Cells: TypeAlias = dict[tuple[int, ...], Any]
_LOADS, _STORES = (affine.LoadOp, memref.LoadOp), (affine.StoreOp, memref.StoreOp)


@dataclass(eq=False)
class Buffer:
    """The cells of a buffer; one that is not there is outside of it."""

    cells: Cells
    freed: bool = False


Cell: TypeAlias = tuple[Buffer, tuple[int, ...]]


@dataclass
class Race:
    """Which iterations of one parallel loop read and wrote each cell."""

    iteration: int = 0
    reads: dict[Cell, set[int]] = field(default_factory=dict[Cell, set[int]])
    writes: dict[Cell, set[int]] = field(default_factory=dict[Cell, set[int]])

    def note(self, cell: Cell, writes: bool) -> None:
        """Take down an access; raises Undefined if another iteration makes a race of it."""
        (self.writes if writes else self.reads).setdefault(cell, set()).add(self.iteration)
        beside = [self.writes, self.reads] if writes else [self.writes]
        if any(found.get(cell, {self.iteration}) != {self.iteration} for found in beside):
            raise Undefined(f"a race for {list(cell[1])}")


@dataclass
class Evaluator:
    """
    Runs functions.

    Where `seed` is set, each undef is some value of its own, which depends on the seed, the undef's
    name and the iteration; else it is a mark that spreads over all that is computed from it.
    """

    seed: int | None = None
    sign: Callable[[], float] | None = None
    """The sign of a zero that an operation with nsz gives; the one that it has if None."""
    values: dict[SSAValue, Any] = field(default_factory=dict[SSAValue, Any])
    calls: list[Cells] = field(default_factory=list[Cells])
    """The buffers that the callee saw, call by call."""
    _iterations: list[int] = field(default_factory=list[int])
    _races: list[Race] = field(default_factory=list[Race])

    def run(self, function: func.FuncOp, arguments: Sequence[Any]) -> list[Any]:
        """The results; memory arguments are changed in place. Raises Undefined."""
        block = function.body.blocks[0]
        self.values.update(zip(block.args, arguments, strict=True))
        return self._block(block)

    def _block(self, block: Block) -> list[Any]:
        """Run a block; what its terminator gives."""
        for op in block.ops:
            if op is block.last_op:
                return [self.values[operand] for operand in op.operands]
            self._operation(op)
        return []

    def _operation(self, op: Operation) -> None:
        if isinstance(op, _LOADS):
            self.values[op.results[0]] = self._load(op)
        elif isinstance(op, _STORES):
            self._store(op)
        elif (run := _STRUCTURE.get(op.name)) is not None:
            results = run(self, op)
            self.values.update(zip(op.results, results, strict=True))
        else:
            operands = [self.values[operand] for operand in op.operands]
            self.values[op.results[0]] = self._arithmetic(op, operands)

    # --- memory

    def _index(self, op: Operation) -> tuple[int, ...]:
        access = cast("affine.LoadOp", op)
        indices = [self._known(index, "an index") for index in access.indices]
        if isinstance(op, affine.LoadOp | affine.StoreOp):
            return _mapped(op.map.data, indices)
        return tuple(indices)

    def _buffer(self, value: SSAValue) -> Buffer:
        buffer = cast("Buffer", self.values[value])
        if buffer.freed:
            raise Undefined("an access of what is deallocated")
        return buffer

    def _note(self, buffer: Buffer, index: tuple[int, ...], writes: bool) -> None:
        for race in self._races:
            race.note((buffer, index), writes)

    def _load(self, op: Operation) -> Any:
        access = cast("affine.LoadOp", op)
        buffer, index = self._buffer(access.memref), self._index(op)
        if index not in buffer.cells:
            raise Undefined(f"a load out of bounds at {list(index)}")
        value = buffer.cells[index]
        if _only_assumed(op):
            return value
        if value in (Mark.FORBIDDEN, Mark.UNINITIALISED):
            raise Undefined(f"a load of the {value.value} cell {list(index)}")
        self._note(buffer, index, writes=False)
        return value

    def _store(self, op: Operation) -> None:
        access = cast("affine.StoreOp", op)
        buffer, index = self._buffer(access.memref), self._index(op)
        if index not in buffer.cells:
            raise Undefined(f"a store out of bounds at {list(index)}")
        if buffer.cells[index] is Mark.FORBIDDEN:
            raise Undefined(f"a store to the forbidden cell {list(index)}")
        self._note(buffer, index, writes=True)
        buffer.cells[index] = self.values[access.value]

    # --- arithmetic

    def _arithmetic(self, op: Operation, operands: list[Any]) -> Any:
        if isinstance(op, UndefOp):
            return Mark.UNDEF if self.seed is None else self._drawn(op)
        if isinstance(op, arith.ConstantOp):
            value = cast("Any", op.value).value.data
            return value & 1 if op.result.type == i1 else value
        if isinstance(op, memref.DimOp):
            return max(index[operands[1]] for index in operands[0].cells) + 1
        if isinstance(op, arith.OrIOp) and op.result.type == i1 and 1 in operands:
            return 1  # whatever the other is: an assume may speak of a cell that is not there
        if isinstance(op, arith.CmpiOp | arith.CmpfOp) and self._assumes_undef(op):
            return 1  # an undef is what it is compared with
        if isinstance(op, arith.SelectOp) and operands[0] in (0, 1):
            return operands[1] if operands[0] else operands[2]
        if any(operand is POISON for operand in operands):
            return POISON
        if any(isinstance(operand, Mark) for operand in operands):
            return Mark.DERIVED
        return self._computed(op, operands)

    def _computed(self, op: Operation, operands: list[Any]) -> Any:
        first = operands[0]
        if isinstance(op, affine.ApplyOp):
            return _mapped(op.map.data, operands)[0]
        if isinstance(op, affine.MinOp):
            return min(_mapped(op.map.data, operands))
        if isinstance(op, arith.CmpiOp):
            return compare_integers(op.predicate.value.data, first, operands[1], op.lhs.type)
        if isinstance(op, arith.CmpfOp):
            return compare_floats(op.predicate.value.data, first, operands[1])
        source, result = op.operands[0].type, op.results[0].type
        if len(operands) == 1:
            return UNARY[op.name](first, (source, result))
        try:
            value = BINARY[op.name](first, operands[1], result)
        except ZeroDivisionError as error:
            raise Undefined(f"{op.name} by zero, or its result does not fit") from error
        if self.sign is not None and value == 0 and _leaves_sign(op):
            value = math.copysign(0.0, self.sign())
        return value if flags_hold(op, operands, value) else POISON

    def _assumes_undef(self, op: Operation) -> bool:
        return _only_assumed(op) and any(isinstance(o.owner, UndefOp) for o in op.operands)

    def _drawn(self, op: UndefOp) -> Any:
        place = f"{self.seed} {op.result.name_hint} {self._iterations}"
        choose = random.Random(place).choice
        if str(op.result.type).startswith("f"):
            return choose((0.0, -0.0, 1.5, -3.0, math.inf, math.nan))
        return choose((0, 1, -1, 5, -7))

    def _known(self, value: SSAValue, what: str) -> int:
        known = self.values[value]
        if known is POISON or isinstance(known, Mark):
            raise Undefined(f"{what} that is {known}")
        return cast("int", known)

    # --- structure

    def for_(self, op: Operation) -> list[Any]:
        """A loop of affine or scf."""
        if isinstance(op, affine.ForOp):
            low = self._bound(op.lowerBoundMap.data, op.lowerBoundOperands, max)
            high = self._bound(op.upperBoundMap.data, op.upperBoundOperands, min)
            step, carried = op.step.value.data, op.inits
        else:
            loop = cast("scf.ForOp", op)
            low, high, step = (self._known(v, "a bound") for v in (loop.lb, loop.ub, loop.step))
            carried = loop.iter_args
        values = [self.values[value] for value in carried]
        block = op.regions[0].blocks[0]
        self._iterations.append(0)
        for index in range(low, high, step):
            self._iterations[-1] = index
            self.values.update(zip(block.args, [index, *values], strict=True))
            values = self._block(block)
        self._iterations.pop()
        return values

    def _bound(
        self, map: AffineMap, operands: Sequence[SSAValue], choose: Callable[[Sequence[int]], int]
    ) -> int:
        return choose(_mapped(map, [self._known(v, "a bound") for v in operands]))

    def parallel(self, op: Operation) -> list[Any]:
        """A parallel loop over one index of constant bounds, last iteration first."""
        loop = cast("affine.ParallelOp", op)
        low, high = (m.data.eval([], [])[0] for m in (loop.lowerBoundsMap, loop.upperBoundsMap))
        block = loop.body.blocks[0]
        race = Race()
        self._races.append(race)
        self._iterations.append(0)
        for index in reversed(range(low, high)):
            race.iteration = self._iterations[-1] = index
            self.values[block.args[0]] = index
            self._block(block)
        self._iterations.pop()
        self._races.pop()
        return []

    def if_(self, op: Operation) -> list[Any]:
        """An if of affine or scf."""
        if isinstance(op, affine.IfOp):
            values = [self._known(value, "a condition") for value in op.args]
            dims, symbols = (
                values[: op.condition.data.num_dims],
                values[op.condition.data.num_dims :],
            )
            holds = all(_satisfied(c, dims, symbols) for c in op.condition.data.constraints)
        else:
            holds = bool(self._known(op.operands[0], "a condition"))
        region = op.regions[0 if holds else 1] if holds or len(op.regions) > 1 else Region()
        return self._block(region.blocks[0]) if region.blocks else []

    def call(self, op: Operation) -> list[Any]:
        """A call of what is not known: it looks at all cells, and changes one of each buffer."""
        for operand in op.operands:
            buffer = self._buffer(operand)
            for index, value in buffer.cells.items():
                if value is Mark.UNINITIALISED:
                    raise Undefined(f"a call that reads the uninitialised cell {list(index)}")
                self._note(buffer, index, writes=True)
            self.calls.append(dict(buffer.cells))
            first = min(index for index, v in buffer.cells.items() if v is not Mark.FORBIDDEN)
            is_float = str(cast("MemRefType[Attribute]", operand.type).element_type) == "f32"
            buffer.cells[first] = 1.0 if is_float else 1
        return []

    def assume(self, op: Operation) -> list[Any]:
        """An assume: undefined where it is false."""
        if self._known(op.operands[0], "an assume") == 0:
            raise Undefined("a false assume", cast("AssumeOp", op))
        return []

    def alloc(self, op: Operation) -> list[Any]:
        """A new buffer."""
        type = cast("MemRefType[Attribute]", op.results[0].type)
        sizes = iter([self._known(size, "a size") for size in op.operands])
        shape = [next(sizes) if size < 0 else size for size in type.get_shape()]
        return [Buffer(dict.fromkeys(indices(shape), Mark.UNINITIALISED))]

    def dealloc(self, op: Operation) -> list[Any]:
        """The end of a buffer."""
        self._buffer(op.operands[0]).freed = True
        return []

    def copy(self, op: Operation) -> list[Any]:
        """All cells of a buffer to another one."""
        source, target = (self._buffer(operand) for operand in op.operands)
        for index, value in list(source.cells.items()):
            self._note(source, index, writes=False)
            self._note(target, index, writes=True)
            if value is Mark.FORBIDDEN or target.cells[index] is Mark.FORBIDDEN:
                raise Undefined(f"a copy of the forbidden cell {list(index)}")
            if value is Mark.UNINITIALISED:
                raise Undefined(f"a copy of the uninitialised cell {list(index)}")
            target.cells[index] = value
        return []


_STRUCTURE: Mapping[str, Callable[[Evaluator, Operation], list[Any]]] = {
    "affine.for": Evaluator.for_,
    "scf.for": Evaluator.for_,
    "affine.parallel": Evaluator.parallel,
    "affine.if": Evaluator.if_,
    "scf.if": Evaluator.if_,
    "pad.assume": Evaluator.assume,
    "memref.alloc": Evaluator.alloc,
    "memref.alloca": Evaluator.alloc,
    "memref.dealloc": Evaluator.dealloc,
    "memref.copy": Evaluator.copy,
    "func.call": Evaluator.call,
}


def _mapped(map: AffineMap, operands: Sequence[int]) -> tuple[int, ...]:
    return tuple(map.eval(operands[: map.num_dims], operands[map.num_dims :]))


def _satisfied(constraint: AffineConstraintExpr, dims: list[int], symbols: list[int]) -> bool:
    left, right = constraint.lhs.eval(dims, symbols), constraint.rhs.eval(dims, symbols)
    return {">=": left >= right, "<=": left <= right, "==": left == right}[constraint.kind.value]


def indices(shape: Sequence[int]) -> list[tuple[int, ...]]:
    """All indices of a box."""
    found: list[tuple[int, ...]] = [()]
    for size in shape:
        found = [(*index, k) for index in found for k in range(size)]
    return found


def _leaves_sign(op: Operation) -> bool:
    flags = op.properties.get("fastmath")
    return isinstance(flags, arith.FastMathFlagsAttr) and "nsz" in str(flags)


def _only_assumed(op: Operation) -> bool:
    """Whether what is loaded reaches assumes only: then the load is not an access."""
    return all(
        isinstance(use.operation, AssumeOp)
        or (use.operation.dialect_name() == "arith" and _only_assumed(use.operation))
        for result in op.results
        for use in result.uses
    )

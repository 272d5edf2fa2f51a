"""A GPU kernel under construction: its body, and what it takes from the function around."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Literal, TypeAlias, cast

from xdsl.dialects import arith, gpu, memref
from xdsl.dialects.builtin import (
    DenseArrayBase,
    FunctionType,
    IntegerAttr,
    MemRefType,
    SymbolRefAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....dialect.ir.operations import operation_name
from ....dialect.ir.reasons import Declined
from ....dialect.ops import UndefOp
from ....dialect.pad_values import constant_attr
from ...common.dead_code import erase_if_dead
from ...common.index_codegen import Emitter
from ...lanes.legality.carried_reductions import element_of, splat
from ...lanes.legality.lockstep import Load
from .host_values import is_made_again, is_unchanged_until

Dimension: TypeAlias = Literal["x", "y", "z"]
SHARED = IntegerAttr(3, i64)
"""The memory space that the threads of a block share."""
ALIGNMENT = 16
"""Bytes: the widest access."""
DIMENSIONS: tuple[Dimension, ...] = ("x", "y", "z")


class Kernel:
    """
    A kernel whose body is filled from the operations of a stage.

    Values from outside the stage become arguments; constants, views, and arithmetic of such are
    made again inside.
    """

    def __init__(self, name: str, origin: Operation):
        self._origin = origin
        self._body = Block()
        self._start = gpu.BarrierOp()  # what the whole kernel needs is made before it
        self._body.add_op(self._start)
        self._function = gpu.FuncOp(name, ([], []), Region(self._body), kernel=True)
        self._function.location = origin.location
        self._place = Emitter(InsertPoint.at_end(self._body), origin)
        self._head = Emitter(InsertPoint.before(self._start), origin)
        self._values: dict[SSAValue, SSAValue] = {}
        self._taken: list[SSAValue] = []
        self._scratch: dict[tuple[int, Attribute], SSAValue] = {}
        self._ids: dict[tuple[type[Operation], Dimension], SSAValue] = {}

    @contextmanager
    def inside(self, place: Emitter) -> Generator[None]:
        """Within this context, new operations of the kernel go there."""
        outer, self._place = self._place, place
        yield
        self._place = outer

    @property
    def head(self) -> Emitter:
        """Where what all of the kernel needs is made."""
        return self._head

    @property
    def body(self) -> Block:
        """All that is in the kernel."""
        return self._body

    @property
    def taken(self) -> list[SSAValue]:
        """The values in the surrounding function that are the kernel's arguments."""
        return list(self._taken)

    @property
    def place(self) -> Emitter:
        """Where what is put into the kernel goes."""
        return self._place

    def at_end(self, block: Block) -> Emitter:
        """The end of a block."""
        return self._place.at(InsertPoint.at_end(block))

    def put(self, op: Operation) -> Operation:
        """The operation, at the current place."""
        return self._place.insert(op)

    def copy(self, op: Operation) -> Operation:
        """A copy of an operation of the stage, with all that is in it, at the current place."""
        inner = {result for o in op.walk() for result in o.results}
        inner |= {arg for o in op.walk() for r in o.regions for b in r.blocks for arg in b.args}
        for operand in (operand for o in op.walk() for operand in o.operands):
            if operand not in inner:
                self.value(operand)
        new = op.clone(self._values)
        self._place.move(new)
        return new

    def copy_alike(self, op: Operation) -> None:
        """The same of one of which all threads need the same: an undef is one value, not each's."""
        if isinstance(op, UndefOp):
            self.stands_for(op.result, self.constant(_any_of(op.result.type)))
            return
        for undef in [inner for inner in self.copy(op).walk() if isinstance(inner, UndefOp)]:
            constant = arith.ConstantOp(cast("IntegerAttr", _any_of(undef.result.type)))
            Rewriter.replace_op(undef, constant)

    def copy_end(self, block: Block) -> None:
        """A copy of what ends a block."""
        end = block.last_op
        assert end is not None
        self.copy(end)

    def stands_for(self, old: SSAValue, new: SSAValue) -> None:
        """From here on, the new value is what the stage's old one is."""
        new.name_hint = old.name_hint
        self._values[old] = new

    def value(self, old: SSAValue) -> SSAValue:
        """Return the value in the kernel for a value of the stage, or of the function around it."""
        if old not in self._values:
            self._values[old] = self._made_again(old) or self._argument(old)
        return self._values[old]

    def values(self, old: Sequence[SSAValue]) -> list[SSAValue]:
        """Return what `value` does, for several values."""
        return [self.value(value) for value in old]

    def thread_id(self, dimension: Dimension) -> SSAValue:
        """The thread's place in its block."""
        return self._id(gpu.ThreadIdOp, dimension)

    def block_id(self, dimension: Dimension) -> SSAValue:
        """The block's place in the grid."""
        return self._id(gpu.BlockIdOp, dimension)

    def constant(self, value: Attribute) -> SSAValue:
        """A constant."""
        return self._head.insert(arith.ConstantOp(cast("IntegerAttr", value))).results[0]

    def shared(self, type: MemRefType[Attribute]) -> SSAValue:
        """A buffer that the threads of a block share."""
        alloc = memref.AllocOp([], [], type, IntegerAttr(ALIGNMENT, i64))
        return self._head.insert(alloc).results[0]

    def scratch(self, count: int, element: Attribute) -> SSAValue:
        """A shared buffer of so many elements, the same for each that asks for such a one."""
        if (count, element) not in self._scratch:
            self._scratch[count, element] = self.shared(
                MemRefType(element, [count], memory_space=SHARED)
            )
        return self._scratch[count, element]

    def finish(self, threads: Sequence[int]) -> gpu.FuncOp:
        """The function of the kernel, of so many threads a block along x, y and z."""
        self.put(gpu.ReturnOp([]))
        Rewriter.erase_op(self._start)
        for op in list(self._body.ops):
            erase_if_dead(op)
        types = [arg.type for arg in self._body.args]
        self._function.properties["function_type"] = FunctionType.from_lists(types, [])
        self._function.attributes["gpu.known_block_size"] = DenseArrayBase.from_list(i32, threads)
        return self._function

    def launch(
        self, module: str, grid: Sequence[SSAValue], threads: Sequence[SSAValue]
    ) -> gpu.LaunchFuncOp:
        """The launch of the kernel, of blocks and threads given along x, y and z."""
        op = gpu.LaunchFuncOp(
            SymbolRefAttr(module, [self._function.sym_name.data]), grid, threads, None, self._taken
        )
        op.location = self._origin.location
        return op

    def _id(self, op: type[gpu.ThreadIdOp | gpu.BlockIdOp], dimension: Dimension) -> SSAValue:
        if (op, dimension) not in self._ids:
            attribute = gpu.DimensionAttr(gpu.DimensionEnum(dimension))
            self._ids[op, dimension] = self._head.insert(op(attribute)).results[0]
        return self._ids[op, dimension]

    def _made_again(self, old: SSAValue) -> SSAValue | None:
        op = old.owner
        if isinstance(op, Load) and not self._reads_the_same(op):
            raise Declined(
                f"what '{operation_name(op)}' reads is written before, or in it",
                op,
                reason="host-value",
            )
        if not isinstance(op, Operation) or not (isinstance(op, Load) or is_made_again(op)):
            return None
        self.values(op.operands)
        new = op.clone(self._values)
        self._head.move(new)
        return new.results[0]

    def _reads_the_same(self, load: Load) -> bool:
        """Whether a load before the nest reads the same in its place."""
        place: Operation | None = self._origin
        while place is not None and place.parent is not load.parent:
            place = place.parent_op()
        return is_unchanged_until(place, load)

    def _argument(self, old: SSAValue) -> SSAValue:
        if is_shared(old.type):
            raise Declined(
                "it uses a buffer in memory space 3 that is allocated outside of the nest; this "
                "memory belongs to a block, so allocate the buffer inside of the nest",
                reason="memory-space",
            )
        argument = self._body.insert_arg(old.type, len(self._body.args))
        argument.name_hint = old.name_hint
        self._taken.append(old)
        return argument


def _any_of(type: Attribute) -> Attribute:
    return splat(constant_attr(0, element_of(type)), type)


def is_shared(type: Attribute) -> bool:
    """Whether it is the type of a buffer that the threads of a block share."""
    return isa(type, MemRefType) and type.memory_space == SHARED

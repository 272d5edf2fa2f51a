"""A function that notes when its stages begin and end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xdsl.dialects import arith, func, llvm, memref
from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    i64,
)
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint
from xdsl.traits import IsTerminator

from ...dialect.annotations import NAME, STAGE, argument_attributes
from ...passes.common.index_codegen import Emitter
from ...passes.layout.interface.interface_change import set_argument_attributes

_CLOCK = "llvm.readcyclecounter"
"""LLVM's intrinsic, which is one instruction."""
TIMES = "stage_times"
OTHER = "between stages"
_LAST, _FIRST, _WORDS = 0, 1, 2


@dataclass
class StageClock:
    """
    Times the stages of a function, in an argument that is added to it: cycles of each, and how
    often it ran. What stands after a stage and belongs to none counts as part of it where it is a
    loop, since the rests of loops that are made into vectors have no name.
    """

    function: func.FuncOp
    names: list[str] = field(default_factory=lambda: [OTHER])

    def insert(self) -> None:
        """Add the argument and the clock."""
        block = self.function.body.blocks[0]
        entries = [dict(argument_attributes(argument)) for argument in self.function.args]
        self._times = block.insert_arg(MemRefType(i64, [self.room]), len(block.args))
        self._times.name_hint = TIMES
        set_argument_attributes(self.function, [*entries, {NAME: StringAttr(TIMES)}])
        first = block.first_op
        assert first is not None
        emit = Emitter(InsertPoint.before(first), first)
        self._store(emit, _LAST, self._now(emit))
        for each in self.function.body.blocks:
            self._time(each)
        self.function.update_function_type()

    @property
    def room(self) -> int:
        """The numbers that the argument has."""
        return _FIRST + _WORDS * (1 + sum(1 for _ in self._stages()))

    def _stages(self) -> Iterator[Operation]:
        return (op for op in self.function.walk() if STAGE in op.attributes)

    def _time(self, block: Block) -> None:
        """Close an interval after each stage, and before the next one begins."""
        current: int | None = None
        last: Operation | None = None
        for op in list(block.ops):
            name = op.attributes.get(STAGE)
            has_inner = any(STAGE in inner.attributes for inner in op.walk() if inner is not op)
            is_end = op.has_trait(IsTerminator, value_if_unregistered=False)
            if not isinstance(name, StringAttr) and not has_inner and not is_end:
                if op.regions:  # a rest of the stage before it
                    last = op
                continue
            if current is not None and last is not None:
                self._note(last, current)
            current, last = None, None
            if not is_end:
                self._note_before(op)
            if isinstance(name, StringAttr):
                self.names.append(name.data)
                current, last = len(self.names) - 1, op
            elif has_inner:
                for region in op.regions:
                    for inside in region.blocks:
                        self._time(inside)
            elif is_end:
                self._note_before(op)

    def _note(self, after: Operation, stage: int) -> None:
        self._add(Emitter(InsertPoint.after(after), after), stage, counts=True)

    def _note_before(self, op: Operation) -> None:
        self._add(Emitter(InsertPoint.before(op), op), 0, counts=False)

    def _add(self, emit: Emitter, stage: int, *, counts: bool) -> None:
        """Add the time since the last note to a stage."""
        now, place = self._now(emit), _FIRST + _WORDS * stage
        passed = emit.insert(arith.SubiOp(now, self._load(emit, _LAST))).results[0]
        total = emit.insert(arith.AddiOp(self._load(emit, place), passed)).results[0]
        self._store(emit, place, total)
        if counts:
            one = emit.insert(arith.ConstantOp(IntegerAttr(1, i64))).results[0]
            often = emit.insert(arith.AddiOp(self._load(emit, place + 1), one)).results[0]
            self._store(emit, place + 1, often)
        self._store(emit, _LAST, self._now(emit))

    def _now(self, emit: Emitter) -> SSAValue:
        return emit.insert(llvm.CallIntrinsicOp(_CLOCK, [], [i64])).results[0]

    def _load(self, emit: Emitter, place: int) -> SSAValue:
        return emit.insert(memref.LoadOp.get(self._times, [self._index(emit, place)])).results[0]

    def _store(self, emit: Emitter, place: int, value: SSAValue) -> None:
        emit.insert(memref.StoreOp.get(value, self._times, [self._index(emit, place)]))

    def _index(self, emit: Emitter, place: int) -> SSAValue:
        return emit.insert(arith.ConstantOp(IntegerAttr(place, IndexType()))).results[0]

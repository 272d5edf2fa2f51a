"""Loads that certainly give what another load of their cell gave before."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import IndexType, IntegerType, i1
from xdsl.ir import Block, Operation, SSAValue

from ...dialect.ir.effects import leaves_memory
from ...dialect.ir.memory_access import Load, buffer_of, is_load, is_store
from ...dialect.ir.operations import is_a, operations_in
from ...index.expr import Expr, eq
from ..instances.point_reader import PointReader, either_both_or_none
from .aliasing import are_apart, constant_global

_IFS = (affine.IfOp, scf.IfOp)


class CellReader(PointReader):
    """A reader of one instance that knows which of the loads there give the same."""

    def __init__(self, scope: Block, names_of: PointReader | None = None):
        """With the names of another reader, to write affine maps of: see `PointReader`."""
        super().__init__(scope, names_of)
        self._earlier: dict[Operation, Load | None] = {}

    def _may_equal(self, value: SSAValue) -> bool:
        return super()._may_equal(value) or is_load(value.owner)

    def _equalities(self, name: str) -> Iterator[Expr]:
        yield from super()._equalities(name)
        value = self._values.get(name)
        load = None if value is None else value.owner
        if value is None or not is_load(load) or (before := self._load_before(load)) is None:
            return
        other = before.results[0]
        if value.type == i1:
            first, second = self.condition(value), self.condition(other)
            if first is not None and second is not None:
                yield either_both_or_none(first, second)
        elif isinstance(value.type, IntegerType | IndexType):
            numbers = self.indices([value, other])
            if numbers is not None:
                yield eq(*numbers)
        else:
            places = self.place_of(value), self.place_of(other)
            if places[0] is not None and places[1] is not None:
                yield eq(places[0].place, places[1].place)
                yield either_both_or_none(places[0].is_nan, places[1].is_nan)

    def _load_before(self, load: Load) -> Load | None:
        """The last load of the same cell before, where nothing may have changed it since."""
        if load not in self._earlier:
            self._earlier[load] = self._find_before(load)
        return self._earlier[load]

    def _find_before(self, load: Load) -> Load | None:
        buffer = buffer_of(load)
        if not any(use.operation is not load and is_load(use.operation) for use in buffer.uses):
            return None
        if (cell := self.cell(load)) is None:
            return None
        current: Operation = load
        while True:
            earlier = current.prev_op
            while earlier is not None:
                if is_load(earlier) and buffer_of(earlier) is buffer and self.cell(earlier) == cell:
                    return earlier if earlier.results[0].type == load.results[0].type else None
                if _may_write(earlier, buffer):
                    return None
                earlier = earlier.prev_op
            if current.parent is self._scope:
                return None
            around = current.parent_op()
            # What is around may be a loop: what it does later, it did in the iteration before.
            if around is None or (not is_a(around, _IFS) and _may_write(around, buffer)):
                return None
            current = around


def _may_write(op: Operation, buffer: SSAValue) -> bool:
    """Whether an operation, or one in it, may write a buffer or end its life."""
    if constant_global(buffer) is not None:
        return False
    for inner in operations_in(op):
        if is_store(inner):
            other = buffer_of(inner)
            if not are_apart(buffer, other):
                return True
        elif not leaves_memory(inner):
            return True
    return False

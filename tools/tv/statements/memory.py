"""Allocations, loads and stores, read into statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from xdsl.dialects import affine, arith, memref, vector
from xdsl.dialects.builtin import IntegerAttr, NoneAttr
from xdsl.ir import Attribute, Operation, SSAValue, Use

from ....dialect.annotations import LOGICAL
from ....dialect.attributes import layout_of
from ..memory.addresses import stated_alignment
from ..ops.assume_operands import feeds_only_assumes
from ..values.scalars import lanes_of, scalar_of
from .arguments import Argument
from .expressions import compare, number, of_map, plus
from .index_values import Affine
from .nodes import LANE, Array, Domain, Load, Node, Store
from .reasons import NoProof
from .views import Collapsed, collapsed

if TYPE_CHECKING:
    from .reader import Reader


@dataclass
class Place:
    """Where the reader is: the iterations, and the time of what comes next."""

    domain: Domain = field(default_factory=Domain)
    time: tuple[str, ...] = ()
    counter: count[int] = field(default_factory=count)

    def next_time(self) -> tuple[str, ...]:
        """The time of the next access."""
        return (*self.time, str(next(self.counter)))

    def under(self, condition: str) -> Place:
        """In an if, whose arms share the order of what is around it."""
        return Place(self.domain.under(condition), self.time, self.counter)

    def inside(self, iterator: str, *conditions: str) -> Place:
        """In a loop."""
        time = (*self.next_time(), iterator)
        return Place(self.domain.inside(iterator, *conditions), time)


@dataclass(frozen=True)
class Memory:
    """What accesses memory, at one place."""

    reader: Reader
    place: Place

    def operation(self, op: Operation) -> None:
        """Reads one operation."""
        values = self.reader.values
        match op:
            case memref.AllocOp() | memref.AllocaOp():
                values[op.memref] = self._allocated(op)
            case memref.DeallocOp():
                self._check_end(op)
            case memref.DimOp():
                values[op.result] = self._extent(op)
            case affine.LoadOp():
                map = op.map.data
                operands = self.reader.indices(op.indices)
                indices = [of_map(result, map.num_dims, operands) for result in map.results]
                values[op.result] = self._load(op, op.memref, indices)
            case affine.StoreOp():
                map = op.map.data
                operands = self.reader.indices(op.indices)
                indices = [of_map(result, map.num_dims, operands) for result in map.results]
                self._store(op, op.memref, op.value, indices)
            case memref.LoadOp():
                _check_plain(op)
                values[op.res] = self._load(op, op.memref, self.reader.indices(op.indices))
            case memref.StoreOp():
                _check_plain(op)
                self._store(op, op.memref, op.value, self.reader.indices(op.indices))
            case vector.LoadOp():
                _check_plain(op)
                values[op.result] = self._load(op, op.base, self.reader.indices(op.indices))
            case vector.StoreOp():
                _check_plain(op)
                self._store(op, op.base, op.vector, self.reader.indices(op.indices))
            case memref.CollapseShapeOp():
                values[op.result] = collapsed(op, values[op.src])
            case _:
                raise NoProof(f"the operation {op.name} is not understood")

    # Cells that carry the values of a loop

    def carried(self, value: Node, type: Attribute, op: Operation) -> Array:
        """A cell for each iteration, or one for each lane, that holds a value now."""
        array = Array(self.reader.name("V"), self.place.domain.dims, ())
        self.carry(array, value, type, op)
        return array

    def carry(self, array: Array, value: Node, type: Attribute, op: Operation) -> None:
        """Stores another value."""
        self._store_to(array, _lane(type), value, op, self.place.domain.of_type(type))

    def load_carried(self, array: Array, type: Attribute, op: Operation) -> Load:
        """What is held now."""
        return self._load_of(array, _lane(type), op, self.place.domain.of_type(type))

    def _load_of(
        self,
        array: Array,
        indices: Sequence[str],
        op: Operation,
        domain: Domain,
        *,
        only_assumed: bool = False,
    ) -> Load:
        name, time = self.reader.name("l"), self.place.next_time()
        load = Load(name, domain, op, array, tuple(indices), time, only_assumed)
        self.reader.program.nodes.append(load)
        return load

    def _store_to(
        self, array: Array, indices: Sequence[str], value: Node, op: Operation, domain: Domain
    ) -> None:
        name, time = self.reader.name("s"), self.place.next_time()
        store = Store(name, domain, op, array, tuple(indices), value, time)
        self.reader.program.stores.append(store)

    # Operations

    def _load(self, op: Operation, buffer: SSAValue, indices: Sequence[str]) -> Load:
        type = op.results[0].type
        domain, cell = self.place.domain.of_type(type), _with_lane(indices, type)
        only_assumed = feeds_only_assumes(op)
        array, cell = self._accessed(op, buffer, cell, domain, only_assumed=only_assumed)
        return self._load_of(array, cell, op, domain, only_assumed=only_assumed)

    def _store(
        self, op: Operation, buffer: SSAValue, value: SSAValue, indices: Sequence[str]
    ) -> None:
        node = self.reader.data(value, self.place)
        domain = self.place.domain.of_type(value.type)
        array, cell = self._accessed(op, buffer, _with_lane(indices, value.type), domain)
        self._store_to(array, cell, node, op, domain)

    def _accessed(
        self,
        op: Operation,
        buffer: SSAValue,
        indices: Sequence[str],
        domain: Domain,
        *,
        only_assumed: bool = False,
    ) -> tuple[Array, Sequence[str]]:
        """The cells of a buffer; where the index is not one of them, it is undefined."""
        found = self.reader.values[buffer]
        while isinstance(found, Collapsed):
            indices, found = found.place(indices), found.buffer
        if not isinstance(found, Array | Argument):
            raise NoProof("the buffer is not understood")
        if not only_assumed:
            is_argument = isinstance(found, Argument)
            inside = found.accessible(indices) if is_argument else found.inside(indices)
            reason = "an access may be out of bounds, or to forbidden padding"
            self.reader.undefined(inside, reason, op, domain)
        return (found.array if isinstance(found, Argument) else found), indices

    def _allocated(self, op: memref.AllocOp | memref.AllocaOp) -> Array:
        type = op.memref.type
        if not isinstance(type.layout, NoneAttr) and layout_of(type) is None:
            raise NoProof("the layout of a buffer is not understood")
        unknown = op.attributes.keys() - {LOGICAL}
        if any(not name.startswith("pad.") for name in unknown):
            raise NoProof(f"{op.name} with {', '.join(unknown)} is not understood")
        scalar_of(type.element_type)
        sizes = iter(self.reader.indices(op.dynamic_sizes))
        extents = tuple(next(sizes) if n < 0 else number(n) for n in type.get_shape())
        for size in self.reader.indices(op.dynamic_sizes):
            reason = "a buffer may get a negative size"
            condition = compare(size, ">=", "0")
            self.reader.undefined(condition, reason, op, self.place.domain)
        return Array(self.reader.name("L"), self.place.domain.dims, extents)

    def _check_end(self, op: memref.DeallocOp) -> None:
        """The buffer is there no more: nothing comes after that, in the block of its alloc."""
        alloc, block = op.memref.owner, op.parent
        if not isinstance(alloc, memref.AllocOp) or alloc.parent is not block or block is None:
            raise NoProof("where the buffer ends is not understood")
        for use in _uses(op.memref):
            user = block.find_ancestor_op_in_block(use.operation)
            if user is None or (user is not op and not user.is_before_in_block(op)):
                raise NoProof("the buffer may be used after this")

    def _extent(self, op: memref.DimOp) -> Affine:
        found, axis = self.reader.values[op.source], op.index.owner
        given = axis.value if isinstance(axis, arith.ConstantOp) else None
        if not isinstance(found, Array | Argument) or not isinstance(given, IntegerAttr):
            raise NoProof("the size of a buffer is not understood")
        if isinstance(found, Argument) and found.pad is not None:
            raise NoProof("the size of a buffer with a layout is not understood")
        extents = (found.array if isinstance(found, Argument) else found).extents
        if not 0 <= given.value.data < len(extents):
            raise NoProof("there is no such axis")
        return Affine(extents[given.value.data])


def _uses(buffer: SSAValue) -> Iterator[Use]:
    """The uses of a buffer, those by views of it too."""
    for use in buffer.uses:
        yield use
        if isinstance(use.operation, memref.CollapseShapeOp):
            yield from _uses(use.operation.result)


def _lane(type: Attribute) -> tuple[str, ...]:
    return () if lanes_of(type) is None else (LANE,)


def _with_lane(indices: Sequence[str], type: Attribute) -> Sequence[str]:
    """The cells of all lanes: the last index goes on by one."""
    if lanes_of(type) is None:
        return indices
    return [*indices[:-1], plus(indices[-1], LANE)]


def _check_plain(op: memref.LoadOp | memref.StoreOp | vector.LoadOp | vector.StoreOp) -> None:
    unknown = [name for name in op.attributes if not name.startswith("pad.")]
    if unknown or stated_alignment(op) is not None:
        raise NoProof("what an access says of itself is not understood")

"""The interface `MemoryAccess`: which cells of which buffer an operation reads or writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, NewType, TypeAlias, cast

from xdsl.dialects import affine, memref, vector
from xdsl.dialects.builtin import AffineMapAttr, MemRefType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.traits import OpTrait

from ...index.expr import Expr
from .affine_conversion import from_affine_map
from .operations import Implementations

if TYPE_CHECKING:
    from typing_extensions import TypeIs

Covers: TypeAlias = Literal["cell", "block", "permuted"]

Load = NewType("Load", Operation)
"""An operation that gives what one cell holds, and does nothing else."""
Store = NewType("Store", Operation)
"""An operation that stores a value in one cell as it is, and does nothing else."""
LoadOrStore: TypeAlias = Load | Store


@dataclass(frozen=True)
class MemoryAccess(OpTrait):
    """
    The trait of an operation that reads or writes cells of one buffer, at an index or from it on,
    and touches no other memory.

    A dialect gives it to its operations as a trait, or a subclass of it where their index is not
    what the operands after the buffer say, one for each axis.
    """

    buffer_at: int
    """The position of the buffer among the operands, from the first one on."""
    reads: bool = False
    writes: bool = False
    covers: Covers = "cell"
    """
    The cell at the index; the block of a vector's shape along the last axes from there; or axes in
    an order of its own.
    """
    stored_at: int | None = None
    """
    The position of the stored value, from the first operand on; a load gives its value as its first
    result.
    """
    mask_at: int | None = None
    """The position of the mask that tells which lanes are accessed."""
    converts: bool = False
    """Whether what is loaded or stored is not what cells hold, but computed from it."""

    def buffer(self, op: Operation) -> SSAValue:
        """The buffer that is accessed."""
        return op.operands[self.buffer_at]

    def index_operands(self, op: Operation) -> Sequence[SSAValue]:
        """The operands that the index is computed from."""
        first = self.buffer_at + 1
        buffer = cast("MemRefType[Attribute]", op.operands[self.buffer_at].type)
        return op.operands[first : first + buffer.get_num_dims()]

    def map(self, op: Operation) -> AffineMap | None:
        """The map from the index operands to the index; None if it has none."""
        return None

    def index(self, op: Operation, operands: Sequence[Expr]) -> tuple[Expr, ...]:
        """The first cell, where these are the values of the index operands."""
        return tuple(operands)

    def operands_at(self, op: Operation, index: Sequence[Expr]) -> Sequence[Expr] | None:
        """
        Values of the index operands with which the first cell is this one; None if none give it.

        An access with an index of its own says which; else it stays where it is.
        """
        return index if self.index(op, index) == tuple(index) else None

    def value(self, op: Operation) -> SSAValue:
        """The value that is loaded or stored."""
        return op.results[0] if self.stored_at is None else op.operands[self.stored_at]

    def mask(self, op: Operation) -> SSAValue | None:
        """The mask that tells which lanes are accessed; None if all are."""
        return None if self.mask_at is None else op.operands[self.mask_at]

    def move(
        self,
        op: Operation,
        buffer: SSAValue,
        operands: Sequence[SSAValue],
        map: AffineMap | None = None,
    ) -> None:
        """Let the operation access this buffer, at an index given as it takes it."""
        assert map is None, "an access without a map"
        self._set_operands(op, buffer, operands)

    def _set_operands(self, op: Operation, buffer: SSAValue, operands: Sequence[SSAValue]) -> None:
        first = self.buffer_at + 1
        rest = op.operands[first + len(self.index_operands(op)) :]
        op.operands = [*op.operands[: self.buffer_at], buffer, *operands, *rest]


@dataclass(frozen=True)
class MappedAccess(MemoryAccess):
    """An access whose index is what its property `map` makes of the operands after the buffer."""

    def index_operands(self, op: Operation) -> Sequence[SSAValue]:
        """The operands of the map."""
        first, map = self.buffer_at + 1, self.map(op)
        return op.operands[first : first + map.num_dims + map.num_symbols]

    def map(self, op: Operation) -> AffineMap:
        """The map from the index operands to the index."""
        return cast("AffineMapAttr", op.properties["map"]).data

    def index(self, op: Operation, operands: Sequence[Expr]) -> tuple[Expr, ...]:
        """The results of the map."""
        return from_affine_map(self.map(op), operands)

    def move(
        self,
        op: Operation,
        buffer: SSAValue,
        operands: Sequence[SSAValue],
        map: AffineMap | None = None,
    ) -> None:
        """Let the operation access this buffer, at what the map makes of the operands."""
        assert map is not None, "an access with a map"
        self._set_operands(op, buffer, operands)
        op.properties["map"] = AffineMapAttr(map)


@dataclass(frozen=True)
class TransferAccess(MemoryAccess):
    """An access whose mask, which is optional, is its last operand."""

    def mask(self, op: Operation) -> SSAValue | None:
        """The mask that tells which lanes are accessed; None if all are."""
        return cast("vector.TransferReadOp | vector.TransferWriteOp", op).mask


ACCESSES = Implementations(
    MemoryAccess,
    {
        affine.LoadOp: MappedAccess(0, reads=True),
        affine.StoreOp: MappedAccess(1, writes=True, stored_at=0),
        affine.VectorLoadOp: MappedAccess(0, reads=True, covers="block"),
        affine.VectorStoreOp: MappedAccess(1, writes=True, covers="block", stored_at=0),
        memref.LoadOp: MemoryAccess(0, reads=True),
        memref.StoreOp: MemoryAccess(1, writes=True, stored_at=0),
        memref.AtomicRMWOp: MemoryAccess(1, reads=True, writes=True, stored_at=0),
        vector.LoadOp: MemoryAccess(0, reads=True, covers="block"),
        vector.StoreOp: MemoryAccess(1, writes=True, covers="block", stored_at=0),
        vector.MaskedLoadOp: MemoryAccess(0, reads=True, covers="block", mask_at=-2),
        vector.MaskedStoreOp: MemoryAccess(
            0, writes=True, covers="block", stored_at=-1, mask_at=-2
        ),
        vector.TransferReadOp: TransferAccess(0, reads=True, covers="permuted"),
        vector.TransferWriteOp: TransferAccess(1, writes=True, covers="permuted", stored_at=0),
    },
)
"""The access of each class of operations, upstream's here, others by their trait."""
find_access = ACCESSES.find
"""How an operation accesses a buffer; None if it is not a memory access."""
access_of = ACCESSES.of
"""How an operation that is a memory access accesses its buffer."""


def is_load(op: object) -> TypeIs[Load]:
    """Whether an operation gives what one cell holds, and does nothing else."""
    return _is_load(type(op))


def is_store(op: object) -> TypeIs[Store]:
    """Whether all that an operation does is to store a value, unchanged, in one cell."""
    return _is_store(type(op))


def is_load_or_store(op: object) -> TypeIs[LoadOrStore]:
    """Whether an operation is one of these."""
    return _is_load(type(op)) or _is_store(type(op))


def buffer_of(op: Operation) -> SSAValue:
    """The buffer that a memory access is of."""
    return access_of(op).buffer(op)


def is_buffer_of(op: Operation, position: int) -> bool:
    """Whether an operation accesses the buffer that its operand at this position is."""
    access = ACCESSES[type(op)]
    return access is not None and access.buffer_at == position


def stored_in(op: Store) -> SSAValue:
    """The value that is stored."""
    return access_of(op).value(op)


def is_stored_value(op: Operation, position: int) -> bool:
    """Whether an operation is a store, and what it stores is the operand at this position."""
    return is_store(op) and access_of(op).stored_at == position


@cache
def _is_load(cls: type) -> bool:
    found = _of_cell(cls)
    return found is not None and found.reads and not found.writes


@cache
def _is_store(cls: type) -> bool:
    found = _of_cell(cls)
    return found is not None and found.writes and not found.reads and found.stored_at is not None


def _of_cell(cls: type) -> MemoryAccess | None:
    """How a class of operations accesses one cell, if it loads or stores what is there as it is."""
    found = ACCESSES[cls] if issubclass(cls, Operation) else None
    return None if found is None or found.covers != "cell" or found.converts else found


def is_dynamic(size: int) -> bool:
    """
    Return whether a size of a type is known only at run time: xDSL writes the least i64 for it, but
    some types have -1.
    """
    return size < 0


def has_dynamic_size(shape: Sequence[int]) -> bool:
    """Return whether a size of a shape is known only at run time."""
    return any(map(is_dynamic, shape))

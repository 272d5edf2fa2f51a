"""Accesses at an index over the names of values, read from the IR and written back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.dialects import affine, arith, memref, vector
from xdsl.dialects.builtin import AffineMapAttr, IntegerAttr, VectorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from ....dialect.ir.affine_conversion import to_affine_map
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.memory_access import find_access
from ....index.expr import Expr, lift, var
from ...common.index_codegen import Emitter, is_affine_operand
from ...common.index_writing import write_index

AffineAccess: TypeAlias = (
    affine.LoadOp | affine.StoreOp | affine.VectorLoadOp | affine.VectorStoreOp
)


@dataclass
class Names:
    """Names for index values, constants aside."""

    values: dict[str, SSAValue] = field(default_factory=dict[str, SSAValue])

    def read(self, value: SSAValue) -> Expr:
        """A constant, or the name of the value."""
        constant = value.owner.value if isinstance(value.owner, arith.ConstantOp) else None
        if isinstance(constant, IntegerAttr):
            return lift(constant.value.data)
        known = next((name for name, own in self.values.items() if own is value), None)
        name = known or f"v{len(self.values)}"
        self.values[name] = value
        return var(name)


def is_access(op: Operation, position: int) -> bool:
    """Whether an operation accesses the buffer that its operand at the position is."""
    access = find_access(op)
    return access is not None and access.covers != "permuted" and access.buffer_at == position


def set_access(op: Operation, buffer: SSAValue, index: Sequence[Expr], names: Names) -> None:
    """
    Makes an access one of another buffer, at an index over these names.

    One of the affine dialect becomes one of `memref` or `vector` where that takes no such index.
    """
    if write_index(op, buffer, index, names.values):
        return
    if not isinstance(op, AffineAccess):
        raise PadError(f"'{op.name}' takes no such index", op)
    emitter = Emitter(InsertPoint.before(op), op)
    plain = _without_map(op, buffer, [emitter.index(axis, names.values) for axis in index])
    plain.attributes |= op.attributes
    plain.location = op.location
    Rewriter.replace_op(op, plain)


def load_at(
    emitter: Emitter,
    buffer: SSAValue,
    index: Sequence[Expr],
    names: Names,
    type: Attribute,
    *,
    is_affine: bool,
) -> SSAValue:
    """Loads a cell or, where that is the type, a vector that starts there."""
    found = _affine_map(index, names) if is_affine else None
    if found is not None:
        kind = affine.VectorLoadOp if isa(type, VectorType) else affine.LoadOp
        operands, map = [buffer, found[1]], {"map": found[0]}
        op = kind.build(operands=operands, properties=map, result_types=[type])
        return emitter.insert(op).results[0]
    indices = [emitter.index(axis, names.values) for axis in index]
    if isa(type, VectorType):
        return emitter.insert(vector.LoadOp(buffer, indices, type)).results[0]
    return emitter.insert(memref.LoadOp.get(buffer, indices)).results[0]


def store_at(
    emitter: Emitter,
    value: SSAValue,
    buffer: SSAValue,
    index: Sequence[Expr],
    names: Names,
    *,
    is_affine: bool,
) -> None:
    """Stores to a cell or, if it is given a vector, to the cells from there."""
    is_vector = isa(value.type, VectorType)
    found = _affine_map(index, names) if is_affine else None
    if found is not None:
        kind = affine.VectorStoreOp if is_vector else affine.StoreOp
        operands = [value, buffer, found[1]]
        emitter.insert(kind.build(operands=operands, properties={"map": found[0]}))
        return
    indices = [emitter.index(axis, names.values) for axis in index]
    kind = vector.StoreOp if is_vector else memref.StoreOp.get
    emitter.insert(kind(value, buffer, indices))


def _affine_map(index: Sequence[Expr], names: Names) -> tuple[AffineMapAttr, list[SSAValue]] | None:
    """Return the map and operands of an affine access at `index`; None if it is not affine."""
    used = list(dict.fromkeys(name for axis in index for name in axis.variables()))
    operands = [names.values[name] for name in used]
    if not all(map(is_affine_operand, operands)):
        return None
    found = to_affine_map(index, used)
    return None if found is None else (AffineMapAttr(found), operands)


def _without_map(op: AffineAccess, buffer: SSAValue, indices: Sequence[SSAValue]) -> Operation:
    match op:
        case affine.LoadOp():
            return memref.LoadOp.get(buffer, indices)
        case affine.StoreOp():
            return memref.StoreOp.get(op.value, buffer, indices)
        case affine.VectorLoadOp():
            return vector.LoadOp(buffer, indices, op.result.type)
        case affine.VectorStoreOp():
            return vector.StoreOp(op.value, buffer, indices)

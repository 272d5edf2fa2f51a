"""pad-recover-axes: flat buffers get the axes that their indices are products of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IntAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StridedLayoutAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint
from xdsl.utils.hints import isa

from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import LOGICAL, argument_attributes, buffer_name
from ...dialect.ir.memory_access import access_of, is_buffer_of, is_load_or_store
from ...dialect.ir.operations import operation_name, operations_directly_in
from ...dialect.ir.reasons import Declined
from ...index.sets.engine import own_engine
from ..common.dead_code import erase_unused_value
from ..common.diagnostics import RemarkForm, remark
from ..common.index_codegen import Emitter
from ..common.index_writing import write_index
from ..common.stages import find_functions
from .flat_axes import FlatAxes, axes_of

_RECOVERED = RemarkForm("axes-recovered", "{buffer} has rows of {size} elements", "passed")
_NOT_RECOVERED = RemarkForm("axes-not-recovered", "{buffer} stays flat: {reason}")


@dataclass(frozen=True)
class PadRecoverAxes(ModulePass):
    """
    Gives flat buffers the axes that their indices are products of (the inverse of
    `pad-flatten-buffers`, for sizes that are known at run time only).

    Programs of languages without arrays of several axes compute `i * m + j`. No pass that looks at
    rows takes such an index: it is no affine function of the loops. Where each access of a buffer
    is at a row times one size, and a place that is proven to be from 0 on and below that size, all
    accesses go through a view with rows of that size; so with several sizes, `(i * m + j) * k
    + l`. The view has as many rows as the buffer has room for, all of each: an access is shown to
    reach the end of each row that any is in. No cell moves.

    Before:

    ```mlir
    func.func @scale(%A: memref<?xf32>, %n: index, %m: index) {
      %two = arith.constant 2.0 : f32
      affine.for %i = 0 to %n {
        affine.for %j = 0 to %m {
          %row = arith.muli %i, %m : index
          %at = arith.addi %row, %j : index
          %a = memref.load %A[%at] : memref<?xf32>
          %b = arith.mulf %a, %two : f32
          memref.store %b, %A[%at] : memref<?xf32>
        }
      } {pad.stage = "scale"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @scale(%A: memref<?xf32>, %n: index, %m: index) {
      %two = arith.constant 2.0 : f32
      %c0 = arith.constant 0 : index
      %cells = memref.dim %A, %c0 : memref<?xf32>
      %c1 = arith.constant 1 : index
      %width = arith.maxsi %m, %c1 : index
      %rows = arith.divui %cells, %width : index
      %A_rows = memref.reinterpret_cast %A
          to offset: [0], sizes: [%rows, %width], strides: [%width, 1]
          : memref<?xf32> to memref<?x?xf32, strided<[?, 1]>>
      affine.for %i = 0 to %n {
        affine.for %j = 0 to %m {
          %a = memref.load %A_rows[%i, %j] : memref<?x?xf32, strided<[?, 1]>>
          %b = arith.mulf %a, %two : f32
          memref.store %b, %A_rows[%i, %j] : memref<?x?xf32, strided<[?, 1]>>
        }
      } {pad.stage = "scale"}
      func.return
    }
    ```

    Options: `function`, `buffer` (all when unset).

    Declines, with a remark: an index that is no such sum, or not by the same sizes as others; a row
    that may not be whole, as a function that may not come to its end leaves it open; a buffer that
    more is done with than to load and store single cells. Nothing is said of a buffer of which no
    index multiplies sizes.
    """

    name = "pad-recover-axes"

    function: str | None = None
    buffer: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in find_functions(op, self.function, self._concerns):
            recover_axes(function, self.name, self.buffer)

    def _concerns(self, function: func.FuncOp) -> bool:
        return self.buffer is None or self.buffer in map(buffer_name, _buffers(function))


def multiplies_sizes(function: func.FuncOp) -> bool:
    """Whether a flat buffer of a function is accessed at an index that is not affine."""
    flat = [buffer for buffer in _buffers(function) if _is_flat(buffer)]
    reader = InstanceReader(function.body.blocks[0]) if flat else None
    users = (use.operation for buffer in flat for use in buffer.uses)
    return reader is not None and any(
        is_load_or_store(op) and reader.cell(op) is None for op in users
    )


def recover_axes(function: func.FuncOp, pass_name: str, name: str | None = None) -> bool:
    """
    Give the flat buffers of a function, or the one of a name, their axes, or say why not; whether
    any got some.
    """
    found = False
    for buffer in _buffers(function):
        called = buffer_name(buffer) or "a buffer"
        if not _is_flat(buffer) or name not in (None, called):
            continue
        reader = InstanceReader(function.body.blocks[0])
        users = reader.latest_first(buffer.uses)[::-1]
        accesses = list(dict.fromkeys(use.operation for use in users))
        accesses = [op for op in accesses if not isinstance(op, memref.DimOp | memref.DeallocOp)]
        try:
            axes = _axes(buffer, accesses, reader)
        except Declined as why:
            remark(pass_name, why.op or function, _NOT_RECOVERED, reason=why, buffer=called)
            continue
        if axes is not None:
            size = " x ".join(reader.value(size).name_hint or size for size in axes.sizes)
            remark(pass_name, accesses[0], _RECOVERED, buffer=called, size=size)
            _rewrite(buffer, accesses, axes, reader)
            found = True
    return found


def _buffers(function: func.FuncOp) -> list[SSAValue]:
    """The arguments and local buffers of a function, in its first block."""
    made = operations_directly_in(function.body.blocks[0]) if function.body.blocks else []
    results = [result for op in made for result in op.results]
    found = [*(function.body.blocks[0].args if function.body.blocks else ()), *results]
    return [value for value in found if isinstance(value.type, MemRefType)]


def _is_flat(buffer: SSAValue) -> bool:
    type, owner = buffer.type, buffer.owner
    if not isa(type, MemRefType[Attribute]) or type.get_num_dims() != 1:
        return False
    given = argument_attributes(buffer) if isinstance(owner, Block) else owner.attributes
    return isinstance(type.layout, NoneAttr) and LOGICAL not in given


def _axes(
    buffer: SSAValue, accesses: Sequence[Operation], reader: InstanceReader
) -> FlatAxes | None:
    """Raises Declined where other operations have the buffer, and indices multiply sizes."""
    plain = [op for op in accesses if is_load_or_store(op)]
    axes = axes_of(plain, reader)
    other = next((op for op in accesses if not _is_access(op, buffer)), None)
    if axes is not None and other is not None:
        text = f"'{operation_name(other)}' uses it, which is no access of one cell"
        raise Declined(text, other, reason="unknown-use")
    return axes


def _is_access(op: Operation, buffer: SSAValue) -> bool:
    """Whether an operation does no more with a buffer than to load or store a cell."""
    uses = [k for k, operand in enumerate(op.operands) if operand is buffer]
    return is_load_or_store(op) and len(uses) == 1 and is_buffer_of(op, uses[0])


def _rewrite(
    buffer: SSAValue, accesses: Sequence[Operation], axes: FlatAxes, reader: InstanceReader
) -> None:
    stages = {reader.stage(op) for op in accesses}
    first = next(op for op in reader.scope.ops if op in stages)
    values = [reader.value(size) for size in axes.sizes]
    view = _view(buffer, values, first)
    for op in accesses:
        index = axes.indices[op]
        names = dict.fromkeys(name for axis in index for name in axis.variables())
        producers = [v.owner for v in access_of(op).index_operands(op)]
        written = write_index(op, view, index, {name: reader.value(name) for name in names})
        assert written, "its index is over iterators and sizes"
        for producer in producers:
            if isinstance(producer, Operation):
                erase_unused_value(producer)


def _view(buffer: SSAValue, sizes: Sequence[SSAValue], first: Operation) -> SSAValue:
    """
    The buffer with rows of these sizes, as many as there is room for.

    A size below 1 counts as 1: no access runs then. It is divided by one after the other, as their
    product may be too large a number.
    """
    emit = Emitter(InsertPoint.before(first), first)
    type = buffer.type
    assert isa(type, MemRefType[Attribute])
    (count,) = type.get_shape()
    if count == DYNAMIC_INDEX:
        zero = emit.constant(0)
        rows = emit.insert(memref.DimOp(buffer, zero)).results[0]
    else:
        rows = emit.constant(count)
    one = emit.constant(1)
    extents = [emit.insert(arith.MaxSIOp(size, one)).results[0] for size in sizes]
    strides: list[SSAValue | int] = [1]
    for extent in reversed(extents):
        rows = emit.insert(arith.DivUIOp(rows, extent)).results[0]
        last = strides[0]
        if isinstance(last, int):
            strides.insert(0, extent)
        else:
            strides.insert(0, emit.insert(arith.MuliOp(extent, last)).results[0])
    unknown = [DYNAMIC_INDEX] * (len(sizes) + 1)
    layout = StridedLayoutAttr([*([NoneAttr()] * len(sizes)), IntAttr(1)], IntAttr(0))
    result = MemRefType(type.element_type, unknown, layout, type.memory_space)
    view = memref.ReinterpretCastOp.from_dynamic(buffer, [0], [rows, *extents], strides, result)
    emit.insert(view)
    view.result.name_hint = f"{buffer.name_hint or 'flat'}_rows"
    return view.result

"""Loops and accesses of a dialect unknown here are read by what its operations implement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import IndexType, IntegerAttr, MemRefType
from xdsl.ir import Dialect, Operation
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import NoTerminator

from pad_mlir.analysis.accesses.accesses import Access, accesses
from pad_mlir.analysis.accesses.aliasing import is_tracked
from pad_mlir.analysis.accesses.in_bounds import bounds_of
from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.ir.loop_like import LoopLike, Read, inits_of
from pad_mlir.dialect.ir.memory_access import MemoryAccess
from pad_mlir.dialect.ir.operations import operations_in, operations_of
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.index.expr import Expr, lift
from pad_mlir.index.queries.conditions import is_implied
from pad_mlir.passes.common.index_writing import write_index


@irdl_op_definition
class RepeatOp(IRDLOperation):
    """As `scf.for`."""

    name = "other.repeat"
    bounds = var_operand_def()
    given = var_result_def()
    body = region_def("single_block")
    traits = traits_def(NoTerminator(), LoopLike())


@dataclass(frozen=True)
class _Times(LoopLike):
    """The numbers below a property, in no order."""

    def lowers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]]:
        """Zero."""
        return [(lift(0),)]

    def uppers(self, op: Operation, read: Read) -> list[tuple[Expr, ...]]:
        """The count."""
        assert isinstance(op, TimesOp)
        return [(lift(op.count.value.data),)]

    def steps(self, op: Operation, read: Read) -> Sequence[Expr]:
        """One."""
        return [lift(1)]


@irdl_op_definition
class TimesOp(IRDLOperation):
    """A parallel loop of a constant number of iterations."""

    name = "other.times"
    count = prop_def(IntegerAttr)
    body = region_def("single_block")
    traits = traits_def(NoTerminator(), _Times(is_parallel=True))


@dataclass(frozen=True)
class _Beside(MemoryAccess):
    """So many cells beside the index along the last axis."""

    def index(self, op: Operation, operands: Sequence[Expr]) -> tuple[Expr, ...]:
        """The index moved by the property."""
        assert isinstance(op, PutOp)
        return (*operands[:-1], operands[-1] + op.by.value.data)


@irdl_op_definition
class GetOp(IRDLOperation):
    """As `memref.load`."""

    name = "other.get"
    buffer = operand_def(MemRefType)
    where = var_operand_def(IndexType)
    result = result_def()
    traits = traits_def(MemoryAccess(0, reads=True))


@irdl_op_definition
class PutOp(IRDLOperation):
    """As `memref.store`, but beside its index."""

    name = "other.put"
    value = operand_def()
    buffer = operand_def(MemRefType)
    where = var_operand_def(IndexType)
    by = prop_def(IntegerAttr)
    traits = traits_def(_Beside(1, writes=True, stored_at=0))


OTHER = Dialect("other", [RepeatOp, TimesOp, GetOp, PutOp])
TEXT = """
func.func @f(%A: memref<8x19xf32>, %B: memref<8x20xf32>, %s: f32) {
  %c3 = arith.constant 3 : index
  %c19 = arith.constant 19 : index
  %c2 = arith.constant 2 : index
  "other.times"() <{count = 8 : index}> ({
  ^body(%i: index):
    %t = "other.repeat"(%c3, %c19, %c2, %s) ({
    ^body(%j: index, %x: f32):
      %a = "other.get"(%A, %i, %j) : (memref<8x19xf32>, index, index) -> f32
      "other.put"(%a, %B, %i, %j) <{by = 1 : index}> : (f32, memref<8x20xf32>, index, index) -> ()
    }) : (index, index, index, f32) -> f32
  }) : () -> ()
  func.return
}"""


def _function() -> tuple[func.FuncOp, InstanceReader]:
    context: Context = new_context()
    context.load_dialect(OTHER)
    (function,) = operations_of(parse_module(TEXT, context=context), func.FuncOp)
    return function, InstanceReader(function.body.blocks[0])


def _shown(access: Access, reader: InstanceReader) -> str:
    assert access.index is not None
    cell = ", ".join(map(reader.shown, access.index))
    return f"{'writes' if access.writes else 'reads'} ({cell})"


def test_its_loops_give_instances() -> None:
    function, reader = _function()
    (get,) = operations_of(function, GetOp)
    instances = reader.instances(get)
    assert instances is not None
    assert instances.exact
    i, j = (reader.index(value) for value in get.where)
    assert i is not None
    assert j is not None
    runs = instances.condition
    assert is_implied(runs, (i >= 0) & (i < 8) & (j >= 3) & (j <= 17))
    assert is_implied((i >= 0) & (i < 8) & (j >= 3) & (j <= 17) & ((j % 2) >= 1), runs)


def test_its_accesses_are_seen() -> None:
    function, reader = _function()
    first, second = function.body.blocks[0].args[:2]
    (read,), (write,) = accesses(first, reader), accesses(second, reader)
    assert read.must
    assert write.must
    assert _shown(read, reader) == "reads (i, j)"
    assert _shown(write, reader) == "writes (i, j + 1)"
    assert is_tracked(first)
    assert is_tracked(second)


def test_they_are_in_bounds() -> None:
    function, reader = _function()
    for op in operations_in(function):
        for bound in bounds_of(op, reader):
            assert is_implied(bound.instances.condition, bound.condition)


def test_what_its_loop_carries() -> None:
    function, _ = _function()
    (repeat,) = operations_of(function, RepeatOp)
    assert [value.name_hint for value in inits_of(repeat)] == ["s"]


def test_an_index_is_written_back() -> None:
    function, reader = _function()
    (get,) = operations_of(function, GetOp)
    i, j = (str(reader.index(value)) for value in get.where)
    names = {i: get.where[0], j: get.where[1]}
    cell = reader.cell(get)
    assert cell is not None
    assert write_index(get, get.buffer, (cell[0], cell[1] + 1), names)
    again = InstanceReader(function.body.blocks[0]).cell(get)
    assert again is not None
    assert reader.shown(again[1]).endswith("+ 1")

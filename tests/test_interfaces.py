"""Loops and accesses of a dialect unknown here are read by what its operations implement."""

from __future__ import annotations

from xdsl.dialects import arith, func

from pad_mlir.analysis.accesses.accesses import Access, accesses
from pad_mlir.analysis.accesses.aliasing import is_tracked
from pad_mlir.analysis.accesses.in_bounds import bounds_of
from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.ir.loop_like import carried_as, carried_by, inits_of
from pad_mlir.dialect.ir.memory_access import is_load, is_store
from pad_mlir.dialect.ir.operations import operations_in, operations_of
from pad_mlir.index.expr import lift
from pad_mlir.index.normal import tidy
from pad_mlir.index.queries.conditions import is_implied
from pad_mlir.passes.common.index_writing import takes_any_index, write_index

from .other_dialect import GetOp, PutOp, RepeatOp, RoundOp, ShiftOp, parse_other

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
    (function,) = operations_of(parse_other(TEXT)[1], func.FuncOp)
    return function, InstanceReader(function.body.blocks[0])


def _shown(access: Access, reader: InstanceReader) -> str:
    assert access.index is not None
    cell = ", ".join(map(reader.shown, access.index))
    return f"{'writes' if access.writes else 'reads'} ({cell})"


def test_its_loops_carry_values() -> None:
    given = """
      %y = arith.addf %x, %a : f32
      "other.give"(%y) : (f32) -> ()
    }) : (index, index, index, f32) -> f32"""
    text = TEXT.replace("\n    }) : (index, index, index, f32) -> f32", given)
    (function,) = operations_of(parse_other(text)[1], func.FuncOp)
    (loop,) = operations_of(function, RepeatOp)
    (carried,) = carried_by(loop)
    assert (carried.init, carried.result) == (function.body.block.args[2], loop.results[0])
    assert isinstance(carried.yielded.owner, arith.AddfOp)
    assert carried.yielded.owner.lhs is carried.argument
    assert carried_as(carried.argument) == carried
    assert carried_as(loop.body.block.args[0]) is None


def test_a_loop_that_does_not_say_what_it_carries() -> None:
    function, _ = _function()
    assert [carried_by(loop) for loop in operations_of(function, RepeatOp)] == [[]]


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


def test_an_index_of_its_own_is_written_back_where_operands_give_it() -> None:
    function, reader = _function()
    (put,) = operations_of(function, PutOp)
    i, j = (str(reader.index(value)) for value in put.where)
    cell = reader.cell(put)
    assert cell is not None
    assert reader.shown(cell[1]) == "j + 1"
    assert takes_any_index(put)
    names = {i: put.where[0], j: put.where[1]}
    assert write_index(put, put.buffer, (cell[0], cell[1] + 2), names)
    again = reader.cell(put)
    assert again is not None
    assert tidy(again[1] - cell[1]) == lift(2)


def test_an_index_that_no_operands_are_known_to_give_stays() -> None:
    _, module = parse_other(
        """
        func.func @f(%A: memref<8x19xf32>, %s: f32, %i: index, %j: index) {
          "other.shift"(%s, %A, %i, %j) <{by = 1 : index}>
            : (f32, memref<8x19xf32>, index, index) -> ()
          func.return
        }"""
    )
    (shift,) = operations_of(module, ShiftOp)
    assert shift.parent is not None
    reader, before = InstanceReader(shift.parent), list(shift.operands)
    cell = reader.cell(shift)
    assert cell is not None
    assert not takes_any_index(shift)
    values = {str(reader.index(value)): value for value in shift.where}
    assert not write_index(shift, shift.buffer, cell, values)
    assert list(shift.operands) == before


def test_what_gives_or_takes_a_cell_as_it_is() -> None:
    kinds = (GetOp, PutOp, ShiftOp, RoundOp, RepeatOp)
    assert [kind for kind in kinds if is_load(kind.create())] == [GetOp]
    assert [kind for kind in kinds if is_store(kind.create())] == [PutOp, ShiftOp]

"""Which cells stages touch, and when (RFC 77, "Predicate for DomainTouched")."""

from __future__ import annotations

import itertools

import pytest
from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from pad_mlir.analysis.accesses.domain_touched import DomainTouched, domain_touched
from pad_mlir.analysis.speculation.inserted_instances import GuardTrials
from pad_mlir.dialect.annotations import buffer_name, buffers
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import FALSE, TRUE, Expr, eq, var, within
from pad_mlir.index.queries.conditions import Proven, implies
from pad_mlir.passes.guards.pad_remove_branching_through_overcompute import remove_branching
from pad_mlir.passes.guards.removal_search import Allowed
from pad_mlir.passes.stages import find_stages

C0, C1 = var("c0"), var("c1")

# RFC 77, "Remove Branching Through Overcompute", after sequential_buffer_access; A has a fifth row,
# as it needs.
CONV = """
func.func @conv(%A: memref<5x4xf32>, %F: memref<3xf32>, %B: memref<4x4xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 >= 0, 13 - d0 * 4 - d1 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
        affine.for %f = 0 to 3 {
          %b = affine.load %B[%io, %ii] : memref<4x4xf32>
          %a = affine.load %A[%io + (%ii + %f) floordiv 4, (%ii + %f) mod 4] : memref<5x4xf32>
          %s = arith.addf %b, %a : f32
          affine.store %s, %B[%io, %ii] : memref<4x4xf32>
        }
      }
    }
  } {pad.stage = "compute"}
  affine.for %io = 0 to 4 {
    affine.for %ii = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%io, %ii) {
        affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
      }
    }
  } {pad.stage = "B_pad_value"}
  func.return
}
"""


def function_of(text: str) -> func.FuncOp:
    module = parse_module(text)
    return next(op for op in module.walk() if isinstance(op, func.FuncOp) and not op.is_declaration)


def stage_of(function: func.FuncOp, name: str) -> Operation:
    (stage,) = find_stages(function, name)
    return stage


def buffer_of(function: func.FuncOp, name: str) -> SSAValue:
    return next(value for value in buffers(function) if buffer_name(value) == name)


def touched(text: str, stage: str, buffer: str, writes: bool) -> DomainTouched:
    function = function_of(text)
    return domain_touched(stage_of(function, stage), buffer_of(function, buffer), writes)


def same(one: Expr, other: Expr, context: Expr) -> bool:
    ways = ((one, other), (other, one))
    return all(isinstance(implies(context & a, b), Proven) for a, b in ways)


BOX = within(C0, 4) & within(C1, 4)


def test_stores_of_the_convolution() -> None:
    found = touched(CONV, "compute", "B", writes=True)
    assert [access.iterators for access in found.accesses] == [("io", "ii"), ("io", "ii", "f")]
    for access in found.accesses:
        assert access.index == (var("io"), var("ii"))
        assert str(access.condition) == "4*io + ii < 14"
        assert access.sure
    assert found.may == found.must
    assert same(found.may, 4 * C0 + C1 < 14, BOX)
    assert found.box == ((0, 3), (0, 3))


def test_the_padding_is_the_complement() -> None:
    """The first write, in the else-case that is inserted, is overwritten by the second."""
    padding = touched(CONV, "B_pad_value", "B", writes=True)
    assert str(padding.accesses[0].condition) == "io == 3 and ii >= 2"
    assert padding.box == ((3, 3), (2, 3))
    compute = touched(CONV, "compute", "B", writes=True)
    assert same(padding.must, ~compute.may, BOX)


def test_without_the_guard() -> None:
    function = function_of(CONV)
    remove_branching(
        [stage_of(function, "compute")], Allowed(max_waste=float("inf")), GuardTrials()
    )
    found = domain_touched(stage_of(function, "compute"), buffer_of(function, "B"), writes=True)
    assert found.may == found.must == TRUE
    assert [access.condition for access in found.accesses] == [TRUE, TRUE]
    padding = touched(CONV, "B_pad_value", "B", writes=True)
    assert not isinstance(implies(BOX & found.must, padding.must), Proven)


def test_loads_by_enumeration() -> None:
    found = touched(CONV, "compute", "A", writes=False)
    read = {
        (io + (ii + f) // 4, (ii + f) % 4)
        for io, ii, f in itertools.product(range(4), range(4), range(3))
        if 4 * io + ii < 14
    }
    for row, column in itertools.product(range(5), range(4)):
        assert found.may.evaluate({"c0": row, "c1": column}) == ((row, column) in read)
    assert found.box == ((0, 3), (0, 3))
    (access,) = found.accesses
    assert same(
        access.domain, within(var("io"), 4) & within(var("ii"), 4) & within(var("f"), 3), TRUE
    )


def test_nothing() -> None:
    found = touched(CONV, "B_pad_value", "A", writes=True)
    assert found.accesses == ()
    assert found.may == found.must == FALSE
    assert found.box == ((None, None), (None, None))


SIZES = """
func.func private @ext(memref<16xf32>)
func.func @f(%A: memref<16xf32>, %B: memref<16xf32>, %n: index, %c: i1, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<16xf32>
    scf.if %c {
      affine.store %x, %A[15] : memref<16xf32>
    }
  } {pad.stage = "sized"}
  affine.for %i = 0 to 4 {
    affine.store %x, %A[4 * %i + 1] : memref<16xf32>
  } {pad.stage = "strided"}
  func.call @ext(%B) {pad.stage = "call"} : (memref<16xf32>) -> ()
  memref.copy %A, %B {pad.stage = "copy"} : memref<16xf32> to memref<16xf32>
  func.return
}
"""


def test_sizes_and_data() -> None:
    found = touched(SIZES, "sized", "A", writes=True)
    n, inside = var("n"), within(C0, 16)
    assert same(found.must, n > C0, inside)
    assert same(found.may, (n > C0) | (eq(C0, 15) & (n >= 1)), inside)
    assert [access.sure for access in found.accesses] == [True, False]
    assert found.accesses[0].domain == (var("i") >= 0) & (var("i") < n)
    assert found.box == ((0, 15),)


def test_strides() -> None:
    found = touched(SIZES, "strided", "A", writes=True)
    assert same(found.must, eq(C0 % 4, 1), within(C0, 16))
    assert found.box == ((1, 13),)


@pytest.mark.parametrize("writes", [True, False])
def test_calls_touch_any_cell(writes: bool) -> None:
    found = touched(SIZES, "call", "B", writes)
    assert found.may == TRUE
    assert found.must == FALSE
    assert found.accesses[0].index is None


def test_copies_touch_all_cells() -> None:
    assert touched(SIZES, "copy", "B", writes=True).must == TRUE
    assert touched(SIZES, "copy", "A", writes=False).must == TRUE
    assert touched(SIZES, "copy", "A", writes=True).may == FALSE


DYNAMIC = """
func.func @f(%A: memref<?xf32>, %B: memref<0xf32>, %C: memref<0xf32>, %D: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.store %x, %A[%i] : memref<?xf32>
  } {pad.stage = "fill"}
  affine.for %i = 0 to 1 {
    memref.copy %B, %C : memref<0xf32> to memref<0xf32>
  } {pad.stage = "nothing"}
  affine.for %i = 0 to 1 {
    memref.copy %A, %D : memref<?xf32> to memref<?xf32>
  } {pad.stage = "all"}
  func.return
}
"""


def test_a_buffer_of_a_size_known_at_run_time_starts_at_cell_0() -> None:
    found = touched(DYNAMIC, "fill", "A", writes=True)
    assert found.box == ((0, 3),)
    assert found.must.evaluate({"c0": 0})
    copied = touched(DYNAMIC, "all", "D", writes=True)
    assert copied.box == ((0, None),)
    (size,) = {*copied.may.variables()} - {"c0"}
    assert copied.may.evaluate({"c0": 0, size: 1})
    assert not copied.may.evaluate({"c0": 0, size: 0})
    assert copied.must == copied.may  # a copy writes each cell that there is


def test_a_buffer_without_cells() -> None:
    found = touched(DYNAMIC, "nothing", "C", writes=True)
    assert implies(found.may & within(C0, 0), FALSE)
    assert found.must == found.may

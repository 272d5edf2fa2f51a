"""Where poison gets to from an operation: values that are certainly poison, and what may be."""

from __future__ import annotations

from functools import cache

import pytest
from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from pad_mlir.analysis.overcompute.poison_flow import PoisonFlow
from pad_mlir.dialect.repairs import parse_module

# Poison starts at %start; the place that it updates is %held.
PROGRAM = """
func.func @f(%a: f32, %c: i1, %B: memref<9xf32>, %n: index) {
  %guarded_before = affine.for %i = 0 to 4 iter_args(%held = %a) -> (f32) {
    %start = arith.addf %held, %a : f32
    %guard = scf.if %c -> (f32) {
      scf.yield %start : f32
    } else {
      scf.yield %a : f32
    }
    %sum = arith.addf %a, %start : f32
    %clean = arith.addf %a, %a : f32
    %called = "test.op"(%start) : (f32) -> f32
    %both = arith.select %c, %start, %sum : f32
    %one = arith.select %c, %start, %a : f32
    %other = arith.select %c, %a, %start : f32
    %arms = scf.if %c -> (f32) {
      scf.yield %start : f32
    } else {
      scf.yield %sum : f32
    }
    %arm = scf.if %c -> (f32) {
      scf.yield %a : f32
    } else {
      scf.yield %start : f32
    }
    %kept = affine.for %j = 0 to 4 iter_args(%of_kept = %start) -> (f32) {
      %u = arith.addf %of_kept, %a : f32
      affine.yield %u : f32
    }
    %dropped = affine.for %j = 0 to 4 iter_args(%of_dropped = %start) -> (f32) {
      affine.yield %a : f32
    }
    %begun = affine.for %j = 0 to 4 iter_args(%of_begun = %a) -> (f32) {
      affine.yield %of_begun : f32
    }
    %of_second:2 = affine.for %j = 0 to 4 iter_args(%s = %a, %t = %start) -> (f32, f32) {
      affine.yield %s, %t : f32, f32
    }
    %held_sum = arith.addf %a, %held : f32
    %held_both = arith.select %c, %held, %held_sum : f32
    %held_one = arith.select %c, %held, %a : f32
    %held_other = arith.select %c, %a, %held : f32
    %held_arms = scf.if %c -> (f32) {
      scf.yield %held : f32
    } else {
      scf.yield %held_sum : f32
    }
    %held_arm = scf.if %c -> (f32) {
      scf.yield %held : f32
    } else {
      scf.yield %a : f32
    }
    %held_kept = affine.for %j = 0 to 4 iter_args(%of_held_kept = %held) -> (f32) {
      affine.yield %of_held_kept : f32
    }
    %held_dropped = affine.for %j = 0 to 4 iter_args(%of_held_dropped = %held) -> (f32) {
      affine.yield %a : f32
    }
    %place = arith.select %c, %held, %start : f32
    %place_arms = scf.if %c -> (f32) {
      scf.yield %held : f32
    } else {
      scf.yield %start : f32
    }
    affine.yield %place : f32
  }
  func.return
}
"""


@cache
def program() -> tuple[ModuleOp, dict[str, SSAValue]]:
    module = parse_module(PROGRAM)
    values = [v for op in module.walk() for v in op.results]
    values += [v for op in module.walk() for r in op.regions for b in r.blocks for v in b.args]
    return module, {v.name_hint: v for v in values if v.name_hint is not None}


def operation(name: str) -> Operation:
    owner = program()[1][name].owner
    assert isinstance(owner, Operation)
    return owner


def flow() -> PoisonFlow:
    return PoisonFlow(operation("start"), operation("guard"))


SURELY = ("start", "guard", "sum", "both", "arms", "kept")
NOT_SURELY = ("a", "clean", "called", "one", "other", "arm", "dropped", "begun", "held")


@pytest.mark.parametrize("name", [*SURELY, *NOT_SURELY])
def test_what_is_surely_poison(name: str) -> None:
    assert flow().surely(program()[1][name]) == (name in SURELY)


STAYS = ("held", "start", "held_sum", "held_both", "held_arms", "held_kept")
DOES_NOT_STAY = ("a", "clean", "called", "held_one", "held_other", "held_arm", "held_dropped")


@pytest.mark.parametrize("name", [*STAYS, *DOES_NOT_STAY, "begun"])
def test_what_is_poison_where_another_value_is(name: str) -> None:
    _, values = program()
    assert flow().stays(values[name], values["held"]) == (name in STAYS)


PLACES = ("held", "start", "place", "place_arms", "held_kept", "of_held_kept")
NO_PLACES = (
    *("a", "held_sum", "sum", "one", "other", "arm", "held_one", "held_other", "held_arm"),
    *("held_dropped", "of_held_dropped", "begun", "of_begun", "kept", "of_kept", "called"),
)


@pytest.mark.parametrize("name", [*PLACES, *NO_PLACES])
def test_what_is_just_the_place(name: str) -> None:
    _, values = program()
    assert flow().is_place(values[name], values["held"]) == (name in PLACES)


def test_the_arm_that_an_operation_is_in_runs_with_it() -> None:
    module = parse_module("""
      func.func @f(%a: f32, %c: i1) {
        %first = scf.if %c -> (f32) {
          %one = arith.addf %a, %a : f32
          scf.yield %one : f32
        } else {
          scf.yield %a : f32
        }
        %second = scf.if %c -> (f32) {
          scf.yield %a : f32
        } else {
          %two = arith.addf %a, %a : f32
          scf.yield %two : f32
        }
        func.return
      }
    """)
    first, second = (op for op in module.walk() if isinstance(op, scf.IfOp))
    for own, other in ((first, second), (second, first)):
        op = next(op for region in own.regions for op in region.walk() if op.name == "arith.addf")
        found = PoisonFlow(op, other)
        assert found.surely(own.results[0])
        assert found.loops == []


@pytest.mark.parametrize("second", ["%one", "%t"])
def test_the_loop_around_gives_what_it_carries_on(second: str) -> None:
    module = parse_module(f"""
      func.func @f(%a: f32) -> f32 {{
        %out:2 = affine.for %i = 0 to 4 iter_args(%s = %a, %t = %a) -> (f32, f32) {{
          %one = arith.addf %s, %a : f32
          affine.yield %one, {second} : f32, f32
        }}
        func.return %out#0 : f32
      }}
    """)
    loop = next(op for op in module.walk() if isinstance(op, affine.ForOp))
    op = next(op for op in module.walk() if op.name == "arith.addf")
    found = PoisonFlow(op, loop)
    assert found.loops == [loop]
    assert found.surely(loop.results[0])
    assert not found.surely(loop.results[1])
    uses = found.uses(op.results, loop)
    assert uses is not None
    assert not uses.stores
    assert set(uses.results) == {loop.results[0], *loop.results[: 2 if second == "%one" else 1]}
    assert found.uses(op.results, None) is None  # the caller takes it


@pytest.mark.parametrize(
    ("use", "is_understood"),
    [
        ("affine.store %f, %B[%i] : memref<9xf32>", True),
        ("memref.store %f, %B[%x] : memref<9xf32>", False),
        ("affine.for %j = 0 to %x {\n }", False),
        ('"test.op"(%f) : (f32) -> ()', False),
    ],
)
def test_uses(use: str, is_understood: bool) -> None:
    module = parse_module(f"""
      func.func @f(%a: index, %B: memref<9xf32>) {{
        affine.for %i = 0 to 4 {{
          %x = arith.addi %a, %a : index
          %y = arith.index_cast %x : index to i32
          %f = arith.sitofp %y : i32 to f32
          {use}
        }}
        func.return
      }}
    """)
    op = next(op for op in module.walk() if op.name == "arith.addi")
    found = PoisonFlow(op, op).uses(op.results, None)
    assert (found is not None) == is_understood
    assert found is None or [store.name for store in found.stores] == ["affine.store"]


def test_what_a_loop_begins_with_comes_out_of_it_and_is_carried() -> None:
    module = parse_module("""
      func.func @f(%a: f32, %B: memref<9xf32>, %n: index) {
        %p = arith.addf %a, %a : f32
        %out:2 = affine.for %i = 0 to %n iter_args(%s = %p, %t = %a) -> (f32, f32) {
          affine.store %s, %B[0] : memref<9xf32>
          affine.yield %s, %t : f32, f32
        }
        affine.store %out#0, %B[1] : memref<9xf32>
        func.return
      }
    """)
    start = next(op for op in module.walk() if op.name == "arith.addf")
    found = PoisonFlow(start, start).uses(start.results, None)
    assert found is not None
    assert len(found.stores) == 2

"""A dialect that nothing in the product names goes through passes, by what its traits say."""

from __future__ import annotations

import pytest
from xdsl.passes import ModulePass

from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.text import print_module
from pad_mlir.passes.cache.pad_cache_write import PadCacheWrite
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.guards.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)
from pad_mlir.passes.hoist.pad_hoist_expression import PadHoistExpression
from pad_mlir.passes.layout.apply.pad_apply_layouts import PadApplyLayouts
from pad_mlir.passes.no_op.pad_remove_no_op import PadRemoveNoOp
from pad_mlir.passes.simplify.pad_simplify import PadSimplify

from .other_dialect import PutOp, parse_other


def _rewritten(text: str, rewrite: ModulePass) -> tuple[str, list[str]]:
    """The module afterwards, and the remarks."""
    context, module = parse_other(text)
    module.verify()
    with collect_remarks() as remarks:
        rewrite.apply(context, module)
    module.verify()
    return print_module(module), [f"{remark.id}: {remark.message}" for remark in remarks]


GUARDED = """
func.func @f(%A: memref<16xf32>, %B: memref<17xf32>) {{
  %n = arith.constant {limit} : index
  "other.times"() <{{count = 16 : index}}> ({{
  ^body(%i: index):
    %c = arith.cmpi slt, %i, %n : index
    scf.if %c {{
      %a = "other.get"(%A, %i) : (memref<16xf32>, index) -> f32
      "other.put"(%a, %B, %i) <{{by = 1 : index}}> : (f32, memref<17xf32>, index) -> ()
    }}
  }}) : () -> ()
  func.return
}}"""


@pytest.mark.parametrize(("limit", "goes"), [(16, True), (15, False)])
def test_its_loop_decides_a_guard(limit: int, goes: bool) -> None:
    found, _ = _rewritten(GUARDED.format(limit=limit), PadSimplify())
    assert ("scf.if" not in found) == goes


@pytest.mark.parametrize(
    ("between", "known"),
    [("", True), ('"other.put"(%y, %A, %c3) <{by = 0 : index}>', False)],
)
def test_what_it_stores_is_what_it_loads(between: str, known: bool) -> None:
    """%A[3] holds %x: stored beside 2, and not stored by what is between."""
    between += between and " : (f32, memref<16xf32>, index) -> ()"
    found, _ = _rewritten(
        f"""
        func.func @f(%x: f32, %y: f32, %A: memref<16xf32>, %B: memref<16xf32>) {{
          %c2 = arith.constant 2 : index
          %c3 = arith.constant 3 : index
          "other.put"(%x, %A, %c2) <{{by = 1 : index}}> : (f32, memref<16xf32>, index) -> ()
          {between}
          %a = "other.get"(%A, %c3) : (memref<16xf32>, index) -> f32
          memref.store %a, %B[%c3] : memref<16xf32>
          func.return
        }}
        """,
        PadSimplify(),
    )
    assert ("memref.store %x" in found) == known
    assert "other.get" not in found  # what is between is known too


def test_what_it_converts_is_not_what_it_loads() -> None:
    found, _ = _rewritten(
        """
        func.func @f(%x: f32, %A: memref<16xf32>, %B: memref<16xf32>) {
          %c3 = arith.constant 3 : index
          memref.store %x, %A[%c3] : memref<16xf32>
          %a = "other.round"(%A, %c3) : (memref<16xf32>, index) -> f32
          memref.store %a, %B[%c3] : memref<16xf32>
          func.return
        }
        """,
        PadSimplify(),
    )
    assert "memref.store %a" in found


@pytest.mark.parametrize(("by", "goes"), [(1, True), (2, False)])
def test_a_store_that_is_overwritten_goes(by: int, goes: bool) -> None:
    """A load at 3 reads the value of the later store; the earlier one is at 3 or 4."""
    found, _ = _rewritten(
        f"""
        func.func @f(%x: f32, %y: f32, %A: memref<16xf32>) {{
          %c2 = arith.constant 2 : index
          %c3 = arith.constant 3 : index
          "other.put"(%x, %A, %c2) <{{by = {by} : index}}> : (f32, memref<16xf32>, index) -> ()
          memref.store %y, %A[%c3] : memref<16xf32>
          func.return
        }}
        """,
        PadRemoveNoOp(),
    )
    assert ("other.put" not in found) == goes


def test_a_load_that_nobody_uses_goes() -> None:
    found, _ = _rewritten(
        """
        func.func @f(%A: memref<16xf32>) {
          %c3 = arith.constant 3 : index
          %a = "other.get"(%A, %c3) : (memref<16xf32>, index) -> f32
          func.return
        }
        """,
        PadRemoveNoOp(),
    )
    assert "other.get" not in found


@pytest.mark.parametrize(("at", "moves"), [("%c0", True), ("%i", False)])
def test_a_condition_on_what_a_loop_leaves_moves_before_it(at: str, moves: bool) -> None:
    """%B[0] is never stored: %i + 1 is, or %i."""
    found, _ = _rewritten(
        f"""
        func.func @f(%x: f32, %A: memref<16xf32>, %B: memref<17xf32>) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c16 = arith.constant 16 : index
          scf.for %i = %c0 to %c16 step %c1 {{
            %a = "other.get"(%A, {at}) : (memref<16xf32>, index) -> f32
            %c = arith.cmpf olt, %a, %x : f32
            scf.if %c {{
              "other.put"(%x, %B, %i) <{{by = 1 : index}}> : (f32, memref<17xf32>, index) -> ()
            }}
          }}
          func.return
        }}
        """,
        PadHoistExpression(),
    )
    assert (found.index("scf.if") < found.index("scf.for")) == moves


OVERCOMPUTE = """
func.func @f(%A: memref<16xf32>, %Q: memref<17xf32>, %R: memref<12xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  %c16 = arith.constant 16 : index
  %T = memref.alloc() {{pad.name = "T"}} : memref<17xf32>
  scf.for %i = %c0 to %c16 step %c1 {{
    %c = arith.cmpi slt, %i, %c12 : index
    scf.if %c {{
      %a = "other.get"(%A, %i) : (memref<16xf32>, index) -> f32
      {put}
    }}
  }} {{pad.stage = "fill"}}
  scf.for %i = %c0 to %c12 step %c1 {{
    %j = arith.addi %i, %c1 : index
    %t = "other.get"(%T, %j) : (memref<17xf32>, index) -> f32
    memref.store %t, %R[%i] : memref<12xf32>
  }} {{pad.stage = "use"}}
  memref.dealloc %T : memref<17xf32>
  func.return
}}"""


def test_its_dead_stores_let_a_guard_go() -> None:
    """The cells from 13 on are read by nobody."""
    put = '"other.put"(%a, %T, %i) <{by = 1 : index}> : (f32, memref<17xf32>, index) -> ()'
    rewrite = PadRemoveBranchingThroughOvercompute(stage="fill")
    found, remarks = _rewritten(OVERCOMPUTE.format(put=put), rewrite)
    assert "scf.if" not in found, remarks


@pytest.mark.parametrize(
    ("put", "id", "said"),
    [
        ('"other.put"(%a, %T, %i) <{by = 2 : index}>', "out-of-bounds", "'other.put'"),
        ('"other.put"(%a, %Q, %i) <{by = 1 : index}>', "stored-value", "Q[13]"),
    ],
)
def test_what_it_would_do_wrong_keeps_a_guard(put: str, id: str, said: str) -> None:
    text = OVERCOMPUTE.format(put=f"{put} : (f32, memref<17xf32>, index) -> ()")
    found, remarks = _rewritten(text, PadRemoveBranchingThroughOvercompute(stage="fill"))
    assert "scf.if" in found
    (told,) = remarks
    assert told.startswith(f"guard-kept.{id}")
    assert said in told


LAID_OUT = """
func.func @f(%A: memref<14xf32, {layout}> {{pad.name = "A"}}, %x: f32, %i: index) {{
  "other.{name}"(%x, %A, %i) <{{by = 1 : index}}> : (f32, memref<14xf32, {layout}>, index) -> ()
  func.return
}}"""
TILES = '#pad.layout<[affine_map<(i) -> (i floordiv 4, i mod 4)>], ["forbidden"], {}>'


def test_its_access_becomes_physical() -> None:
    """At the operands that it takes for the physical cell of %i + 1, one before that cell."""
    found, _ = _rewritten(LAID_OUT.format(name="put", layout=TILES), PadApplyLayouts())
    _, module = parse_other(found)
    (put,) = operations_of(module, PutOp)
    assert put.parent is not None
    reader = InstanceReader(put.parent)
    cell = reader.cell(put)
    assert cell is not None
    assert list(map(reader.shown, cell)) == ["(i + 1) // 4", "(i + 1) % 4 - 1 + 1"]


def test_an_access_that_cannot_become_physical_is_an_error() -> None:
    with pytest.raises(PadError, match=r"'other\.shift' takes no such index"):
        _rewritten(LAID_OUT.format(name="shift", layout=TILES), PadApplyLayouts())


def test_what_an_earlier_iteration_of_its_loop_stores_is_not_forgotten() -> None:
    found, _ = _rewritten(
        """
        func.func @f(%x: f32, %y: f32, %A: memref<16xf32>, %B: memref<16xf32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c16 = arith.constant 16 : index
          memref.store %x, %A[%c0] : memref<16xf32>
          "other.repeat"(%c0, %c16, %c1) ({
          ^body(%i: index):
            %a = memref.load %A[%c0] : memref<16xf32>
            memref.store %a, %B[%i] : memref<16xf32>
            memref.store %y, %A[%c0] : memref<16xf32>
          }) : (index, index, index) -> ()
          func.return
        }
        """,
        PadSimplify(),
    )
    assert "memref.load" in found


@pytest.mark.parametrize(("loop", "is_cached"), [("other.times", False), ("other.repeat", True)])
def test_its_parallel_loop_is_one_where_a_cache_is_brought_back(loop: str, is_cached: bool) -> None:
    bounds, types = ("%c0, %c16, %c1", "index, index, index") if is_cached else ("", "")
    count = "" if is_cached else "<{count = 16 : index}>"
    found, remarks = _rewritten(
        f"""
        func.func @f(%x: f32, %n: index, %B: memref<16xf32> {{pad.name = "B"}}) {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c16 = arith.constant 16 : index
          "{loop}"({bounds}) {count} ({{
          ^body(%i: index):
            affine.for %k = 0 to 2 {{
              affine.for %j = 0 to 8 {{
                %c = arith.cmpi slt, %j, %n : index
                scf.if %c {{
                  affine.store %x, %B[%j] : memref<16xf32>
                }}
              }}
            }} {{pad.loop = "k"}}
          }}) {{pad.stage = "fill"}} : ({types}) -> ()
          func.return
        }}
        """,
        PadCacheWrite(buffer="B", stage="fill", at="k"),
    )
    assert ("memref.alloc" in found) == is_cached, remarks

"""Facts about sizes that a proof lacks: sufficient, as weak as can be, and found in few proofs."""

from __future__ import annotations

import re
from math import lcm
from typing import Any

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.common.diagnostics import Remark, collect_remarks
from pad_mlir.passes.guards import removal_sizes
from pad_mlir.passes.guards.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)
from pad_mlir.passes.sizes.missing_sizes import without_missing_sizes

_TILES = """
func.func @f(%A: memref<?xi32> {{pad.name = "A"}}, %x: i32,
             %n: index {{pad.size = [{{of = "A", dim = 0{facts}}}]}}) {{
{before}
  affine.for %io = 0 to affine_map<()[s0] -> (s0 ceildiv {tile})>()[%n] {{
    affine.for %ii = 0 to {tile} {{
      affine.if affine_set<(d0, d1)[s0] : (s0 - 1 - d0 * {tile} - d1 >= 0)>(%io, %ii)[%n] {{
        affine.store %x, %A[%io * {tile} + %ii] : memref<?xi32>
      }}
    }}
  }} {{pad.stage = "compute"}}
  func.return
}}
"""


def _tiles(tile: int, facts: str = "", before: str = "") -> str:
    return _TILES.format(tile=tile, facts=facts, before=before)


def _remarks(text: str, **options: Any) -> list[Remark]:
    module = parse_module(text, "f.mlir")
    with collect_remarks() as remarks:
        PadRemoveBranchingThroughOvercompute(**options).apply(new_context(), module)
    return remarks


def _number(fact: object) -> int:
    """The first number of a fact."""
    return int(re.findall(r"\d+", str(fact))[0])


def _needs(text: str, **options: Any) -> tuple[object, ...]:
    (remark,) = _remarks(text, **options)
    assert remark.reason is not None
    found = remark.reason.field("needs")
    return found if isinstance(found, tuple) else ()


@pytest.mark.parametrize("tile", [2, 3, 4, 6, 12, 16, 25, 60])
def test_the_named_multiple_is_the_tile(tile: int) -> None:
    assert _needs(_tiles(tile)) == (f"n mod {tile} == 0",)


def test_a_fact_is_about_an_argument_where_an_extent_in_memory_is_as_good() -> None:
    untied = _tiles(4).replace('{pad.size = [{of = "A", dim = 0}]}', "")
    equal = """
      %c0 = arith.constant 0 : index
      %0 = memref.dim %A, %c0 : memref<?xi32>
      %same = arith.cmpi eq, %0, %n : index
      pad.assume %same : i1
    """
    assert _needs(untied.replace("\n\n", equal, 1)) == ("n mod 4 == 0",)


@pytest.mark.parametrize(
    ("tile", "known", "wanted"), [(12, 4, 3), (12, 6, 2), (16, 8, 2), (60, 20, 3), (7, 3, 7)]
)
def test_what_is_known_is_not_asked_for(tile: int, known: int, wanted: int) -> None:
    """`n mod 16 == 0` follows from `n mod 8 == 0` and no weaker multiple than 16."""
    (needs,) = _needs(_tiles(tile, f", multiple = {known}"))
    asked = _number(needs)
    assert lcm(asked, known) % tile == 0
    assert asked <= tile
    assert asked % wanted == 0


@pytest.mark.parametrize("tile", [2, 4, 5, 16])
def test_the_named_fact_suffices_and_the_next_weaker_does_not(tile: int) -> None:
    stated = "  %c0 = arith.constant 0 : index\n"
    stated += "  %r = affine.apply affine_map<()[s0] -> (s0 mod {c})>()[%n]\n"
    stated += "  %h = arith.cmpi eq, %r, %c0 : index\n  pad.assume %h : i1"
    (needs,) = _needs(_tiles(tile))
    asked = _number(needs)
    assert _remarks(_tiles(tile, before=stated.format(c=asked))) == []
    for weaker in (c for c in range(1, asked) if asked % c == 0):
        assert _remarks(_tiles(tile, before=stated.format(c=weaker))) != []


def test_a_size_that_is_bounded_gets_no_bound_beyond_it() -> None:
    """With n <= 10 known, n >= 16 would only say that the program never runs."""
    text = """
    func.func @f(%A: memref<16xi32>, %B: memref<?xi32> {pad.name = "B"}, %x: i32,
                 %n: index {pad.size = [{of = "B", dim = 0, max = 10}]}) {
      affine.for %i = 0 to 16 {
        affine.if affine_set<(d0)[s0] : (s0 - 1 - d0 >= 0)>(%i)[%n] {
          affine.store %x, %A[%i] : memref<16xi32>
        }
      } {pad.stage = "compute"}
      func.return
    }
    """
    assert _needs(text) == ()


def test_facts_are_looked_for_where_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the program as it was, whatever became of it since."""
    searched, search = list[object](), removal_sizes.facts_that_prove
    module = parse_module(_tiles(4), "f.mlir")
    before = str(module)

    def found(*question: Any, **more: Any) -> Any:
        searched.append(question)
        return search(*question, **more)

    monkeypatch.setattr(removal_sizes, "facts_that_prove", found)
    with collect_remarks() as remarks:
        PadRemoveBranchingThroughOvercompute().apply(new_context(), module)
    assert str(module) == before
    (remark,) = remarks
    assert remark.id.startswith("guard-kept.")
    assert not searched
    module.body.block.erase_op(next(iter(module.body.block.ops)))
    assert remark.reason is not None
    assert remark.reason.field("needs") == ("n mod 4 == 0",)
    assert "n mod 4 == 0" in str(remark)
    assert len(searched) == 1


def test_no_proof_is_made_without_sizes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def no_facts(*question: object, **_: object) -> tuple[()]:
        asked.append(question)
        return ()

    monkeypatch.setattr(removal_sizes, "facts_that_prove", no_facts)
    text = """
    func.func @f(%A: memref<3xi32>, %x: i32) {
      affine.for %i = 0 to 4 {
        affine.if affine_set<(d0) : (2 - d0 >= 0)>(%i) {
          affine.store %x, %A[%i] : memref<3xi32>
        }
      } {pad.stage = "compute"}
      func.return
    }
    """
    assert len(_remarks(text)) == 1
    assert asked == []
    assert _needs(_tiles(4)) == ()
    assert asked


def test_nothing_is_named_where_nobody_reads_it() -> None:
    with without_missing_sizes():
        assert _needs(_tiles(4)) == ()


def test_expected_sizes_prove_nothing() -> None:
    (remark,) = _remarks(_tiles(4), sizes=("n=16..16",))
    assert remark.reason is not None
    assert remark.reason.id == "out-of-bounds"

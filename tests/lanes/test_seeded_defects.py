"""Wrong code on purpose: validation of the passes' lit files notices it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from xdsl.dialects import arith
from xdsl.ir import Attribute, Block, Operation, SSAValue

from pad_mlir.dialect.pad_values import constant_attr
from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.lanes import side_by_side, widening
from pad_mlir.passes.lanes.lane_values import LaneValues
from pad_mlir.passes.lanes.legality.carried_reductions import Reduction, element_of, splat
from pad_mlir.passes.lanes.legality.iteration_groups import Group, Piece
from pad_mlir.passes.lanes.legality.neighbours import Neighbours
from pad_mlir.passes.lanes.masks import Masks
from pad_mlir.passes.lanes.widening import Widening
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.register_tile import overlapping_loads
from pad_mlir.passes.register_tile.vector_addresses import Place, Shuffle
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import REPORTED, Compilation
from pad_mlir.tools.driver.input_text import split_modules
from pad_mlir.tools.driver.validation import Refuted, Validation

pytest.importorskip("mlir")

_FOLDER = Path(__file__).parents[2] / "lit_tests" / "passes"
_PIPELINE = re.compile(r"-p '([^']*)'")


def noticed(*files: str) -> set[str]:
    """The functions of lit files that pad-tv does not find the same after each pass."""
    found = set[str]()
    for name in files:
        text = (_FOLDER / f"{name}.mlir").read_text()
        pipeline = _PIPELINE.search(text)
        assert pipeline is not None
        passes = parse_pipeline(pipeline[1], ALL_PASSES)
        compilation = Compilation(new_context(), passes, name, Validation())
        for module in split_modules(text):
            with collect_remarks() as remarks:
                try:
                    compilation.run(module)
                except Refuted as refutation:
                    found.add(refutation.verdict.function)
                except REPORTED:
                    pass  # what a defect makes may not be a program at all
            found |= {r.function for r in remarks if r.form.id in ("not-validated", "not-judged")}
    return found


def _nothing(*_: object) -> None:
    pass


def _one(*_: object) -> int:
    return 1


def _yes(*_: object) -> bool:
    return True


def _no_flags(*_: object) -> frozenset[str]:
    return frozenset()


def test_without_a_defect_nothing_is_noticed() -> None:
    files = ("accesses", "masks", "masks-declines", "reductions", "reductions-declines")
    tiles = "pad-register-tile-loops", "pad-register-tile-overlaps"
    # Which addends of `selected` count depends on the data, which pad-tv cannot judge.
    assert noticed(*tiles, *(f"pad-vectorize-{file}" for file in files)) == {"selected"}


def test_a_lane_beside_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    right: Callable[..., Any] = LaneValues.shifted

    def shifted(self: LaneValues, *rest: Any) -> Any:
        pieces = self.pieces
        self.pieces = tuple(Piece(max(p.offset - 1, 0), p.lanes, p.active) for p in pieces)
        result = right(self, *rest)
        self.pieces = pieces
        return result

    monkeypatch.setattr(LaneValues, "shifted", shifted)
    assert noticed("pad-vectorize-accesses") == {"rows"}
    of_any_size = {"any_number", "even_number", "any_length"}
    assert noticed("pad-register-tile-loops") == {
        *("matmul", "sum", "guarded", "two_rows"),
        *of_any_size,
    }


def test_a_mask_of_one_lane_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    right = LaneValues.tail_mask

    def tail_mask(self: LaneValues, piece: Piece) -> SSAValue:
        return right(self, Piece(piece.offset, piece.lanes, piece.active + 1))

    monkeypatch.setattr(LaneValues, "tail_mask", tail_mask)
    files = "pad-vectorize-reductions", "pad-vectorize-accesses"
    assert noticed(*files) == {"dot", "long_rest", "rows", "selected"}


def test_a_mask_of_the_other_arm(monkeypatch: pytest.MonkeyPatch) -> None:
    def opposite(self: Masks, condition: SSAValue, where: Block) -> SSAValue:
        return condition

    monkeypatch.setattr("pad_mlir.passes.lanes.masks.Masks._opposite", opposite)
    assert noticed("pad-vectorize-masks") == {"either"}


def test_a_lost_accumulator(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Widening.fill

    def fill(self: Widening, where: Block) -> list[list[SSAValue]]:
        """Gives the last part of each reduction as it was."""
        results, old = right(self, where), list(where.args[1:])
        for parts in results:
            parts[-1], old = old[len(parts) - 1], old[len(parts) :]
        return results

    monkeypatch.setattr(Widening, "fill", fill)
    files = "pad-vectorize-reductions", "pad-register-tile-loops"
    assert noticed(*files) >= {"dot", "sum_and_maximum", "maximum", "halves", "sum"}


def test_parts_that_start_at_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: Reduction, type: Attribute) -> Attribute:
        one = constant_attr(1, element_of(type))
        return splat(one, type)

    monkeypatch.setattr(Reduction, "start", start)
    assert noticed("pad-vectorize-reductions") >= {"dot", "sum_and_maximum", "maximum"}


def test_a_claim_of_alignment(monkeypatch: pytest.MonkeyPatch) -> None:
    def alignment(self: Neighbours, op: Operation, group: Group, offset: int, lanes: int) -> int:
        return 4 * lanes

    monkeypatch.setattr(Neighbours, "alignment", alignment)
    assert "aligned" in noticed("pad-vectorize-accesses")


def test_dependences_that_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "check_lockstep", _nothing)
    assert "cumsum" in noticed("pad-vectorize-declines")


def test_cells_that_are_no_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Neighbours, "stride", _one)
    monkeypatch.setattr(Neighbours, "check_fast_path", _nothing)
    assert noticed("pad-vectorize-declines") >= {"column", "last"}


def test_accesses_that_happen_for_no_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Masks, "check_some_active", _nothing)
    assert noticed("pad-vectorize-masks-declines") == {"beyond"}


def test_branches_on_poison(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Masks, "check_defined", _nothing)
    assert noticed("pad-vectorize-masks-declines") == {"inner_choice"}


def test_divisions_that_happen_for_no_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widening, "check_total", _nothing)
    assert noticed("pad-vectorize-masks-declines") == {"divides"}


def test_flags_of_the_old_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "drop_flags", _nothing)
    found = noticed("pad-vectorize-reductions", "pad-register-tile-loops")
    assert found >= {"sum_and_maximum", "guarded", "sum"}


def test_sums_in_another_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pad_mlir.passes.lanes.legality.carried_reductions._needed", _no_flags)
    assert "strict" in noticed("pad-vectorize-reductions-declines")


def test_products_that_may_not_be_fused(monkeypatch: pytest.MonkeyPatch) -> None:
    def may_be_fused(product: SSAValue, multiply: object, add: Operation) -> bool:
        return isinstance(multiply, arith.MulfOp) and product.has_one_use()

    monkeypatch.setattr("pad_mlir.passes.vectorize.fused_products._may_be_fused", may_be_fused)
    assert "kept_apart" in noticed("pad-vectorize")


def test_cells_that_others_access_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def is_only_access(store: Operation, loads: Sequence[Operation], loop: Operation) -> bool:
        return True

    monkeypatch.setattr(
        "pad_mlir.passes.lanes.legality.accumulators._is_only_access", is_only_access
    )
    assert "of_itself" in noticed("pad-vectorize-reductions-declines")


def test_a_vector_made_of_lanes_beside_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    right = overlapping_loads.Shuffle

    def beside(lower: Place, upper: Place, distance: int) -> Shuffle:
        return right(lower, upper, distance - 1)

    monkeypatch.setattr(overlapping_loads, "Shuffle", beside)
    assert noticed("pad-register-tile-overlaps") == {"window"}


def test_a_vector_made_of_others_the_wrong_way_round(monkeypatch: pytest.MonkeyPatch) -> None:
    right = overlapping_loads.Shuffle

    def swapped(lower: Place, upper: Place, distance: int) -> Shuffle:
        return right(upper, lower, distance)

    monkeypatch.setattr(overlapping_loads, "Shuffle", swapped)
    assert noticed("pad-register-tile-overlaps") == {"window"}


def test_loads_of_what_is_stored_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(overlapping_loads, "may_be_unrolled", _yes)
    assert "stores" in noticed("pad-register-tile-overlaps-declines")

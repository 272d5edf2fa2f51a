"""Small programs that were once compiled for long: what grew there, counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pad_mlir.dialect.ir.operations import operations_in
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.index.expr import var
from pad_mlir.index.queries.conditions import Piece, Refuted, implies, is_covered
from pad_mlir.index.sets import engine
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.guards import removal_sizes
from pad_mlir.passes.optimize.steps.estimated_time import estimate
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.passes.sizes.missing_sizes import facts_that_prove
from pad_mlir.passes.sizes.size_facts import SizeFact
from pad_mlir.passes.sizes.size_questions import SizeQuestion
from pad_mlir.passes.vectorize.vector_unit import vector_unit

from ..prover.text import parse
from .families import (
    guards_of_sizes,
    nests_in_one,
    products_of_rows,
    reductions_under_conditions,
    sums_since_flags,
    triangle,
)
from .work import calls_of, work

_CPU = "target-cpu=x86-64-v4"


def _size_after(steps: str, text: str) -> int:
    module = parse_module(text)
    with collect_remarks():
        for one in parse_pipeline(steps, ALL_PASSES):
            one.apply(new_context(), module)
    return len(operations_in(module))


def test_reductions_under_conditions_of_their_own_are_not_copied() -> None:
    steps = f"pad-register-tile{{{_CPU}}}"
    sizes = [_size_after(steps, reductions_under_conditions(n)) for n in (4, 16, 32)]
    assert len({*sizes}) == 1, sizes


def test_a_loop_of_few_iterations_is_not_copied() -> None:
    """Of bounds that vary, but are never more than a few, no tile would ever be whole."""
    steps = f"pad-vectorize{{{_CPU}}},pad-register-tile{{{_CPU}}}"
    assert _size_after(steps, triangle(10)) < 60


@pytest.mark.parametrize("guards", [1, 4, 12])
def test_guards_that_stay_for_other_reasons_than_sizes_take_few_proofs(
    guards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, proofs = parse_module(guards_of_sizes(guards)), list[tuple[SizeFact, ...]]()

    def counted(
        question: SizeQuestion, proves: Callable[[tuple[SizeFact, ...]], bool], **more: Any
    ) -> tuple[SizeFact, ...]:
        def proves_counted(facts: tuple[SizeFact, ...]) -> bool:
            proofs.append(facts)
            return proves(facts)

        return facts_that_prove(question, proves_counted, **more)

    monkeypatch.setattr(removal_sizes, "facts_that_prove", counted)
    with collect_remarks() as remarks:
        for one in parse_pipeline("pad-remove-branching-through-overcompute", ALL_PASSES):
            one.apply(new_context(), module)
    assert len([str(remark) for remark in remarks]) == guards
    assert len(proofs) <= 4 * guards


def test_estimates_grow_with_the_program() -> None:
    small, large = parse_module(nests_in_one(48)), parse_module(nests_in_one(192))
    unit = vector_unit("x86-64-v4")
    estimate(small, unit)  # what is made once counts for neither
    few, many = (calls_of(lambda m=m: estimate(m, unit)).total() for m in (small, large))
    assert many <= 4.1 * few


def test_layouts_are_tried_once_where_products_may_be_taken_apart() -> None:
    steps = f"pad-optimize{{{_CPU} layouts=auto}}"
    calls = work(steps, products_of_rows())
    assert sum(n for at, n in calls.items() if at.endswith(" propose_layout")) == 1


def test_what_is_left_of_cells_is_found_without_sets_of_many_pieces() -> None:
    """Else the budget ran out for each store, again, and those that nobody sees stayed."""
    steps = (
        'pad-transform-layout{buffer=O map="(i, j) -> (i floordiv 8, (j + 1) mod 4, i mod 8, '
        '(j + 1) floordiv 4)" pad=undef interface=keep},pad-apply-layouts{pad-writes=both},'
        "pad-register-tile,pad-simplify,pad-remove-no-op"
    )
    assert _size_after(steps, sums_since_flags()) < 125


def test_what_covers_points_is_looked_at_until_none_are_left() -> None:
    """A read of a local buffer has many writes before it, of which one hides what is asked for."""
    box = parse("x >= 0 and x < n and n <= 8")
    hidden = [
        Piece(("w",), parse(f"w >= 0 and w <= {k} and x <= w"), (var("x"),)) for k in (7, 8, 9)
    ]
    asked = list[bool]()
    calls = calls_of(lambda: asked.append(is_covered(box, hidden, ("x",))))
    assert asked == [True]
    assert sum(n for at, n in calls.items() if at.endswith(" _points")) == 1


def test_an_example_is_found_where_the_numbers_of_cuts_would_grow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two iterations of a red-black sweep; isl's lexmin took minutes for a whole budget."""
    monkeypatch.setattr(engine, "OPERATIONS", 100_000)
    one, other = (
        f"v2{k} >= 0 and v2{k} < 4 and v3{k} >= 0 and v3{k} < 2 and v4{k} >= 1 and v4{k} < a1 - 1"
        f" and v5{k} >= 1 and v5{k} < a2 - 1 and (v4{k} + v5{k} + v3{k}) % 2 == 0"
        for k in ("", "_2")
    )
    together = parse(
        "a1 >= 0 and a2 >= 0 and a2 % 2 == 0 and a1 >= 1048576"
        f" and {one} and {other}"
        " and (v4 - 1 + v5) % 2 == (v4_2 + v5_2) % 2 and v4 - 1 == v4_2 and v5 // 2 == v5_2 // 2"
        " and (v2 < v2_2 or v2 == v2_2 and v3 < v3_2 or v2 == v2_2 and v3 == v3_2 and v4 < v4_2)"
    )
    column = "(v4 + v5) % 2 == (v4_2 + v5_2) % 2 and v4 == v4_2"
    cell = f"{column} and v5 // 2 == v5_2 // 2"
    kept = parse(
        "(v4 + v5) % 2 < (v4_2 + v5_2) % 2 or (v4 + v5) % 2 == (v4_2 + v5_2) % 2 and v4 < v4_2"
        f" or {column} and v5 // 2 < v5_2 // 2 or {cell} and v2 < v2_2"
        f" or {cell} and v2 == v2_2 and v3 < v3_2 or {cell} and v2 == v2_2 and v3 == v3_2"
    )
    assert isinstance(implies(together, kept), Refuted)

"""
The prover against enumeration, on conditions, indices and layouts drawn at random.

`PAD_PROVER_EXAMPLES` says how many, `PAD_PROVER_SEED` is the first one's seed. Of three in a row
the first has a valid goal, the second one that fails somewhere, the third is a layout. What is
asked of each has to be right; less than one in fifty of the answers may be unknown. With `-s` the
counts are printed.
"""

from __future__ import annotations

import os
from collections import Counter

import numpy as np
import pytest

from pad_mlir.dialect.layout import IndexMap, Layout, LayoutError, Step
from pad_mlir.index.queries.conditions import Proven, Refuted, Unknown, bounds, implies
from pad_mlir.index.simplify.forms import simplify_condition, simplify_index

from .random_layouts import cells, images, names_of, random_map, random_shape
from .random_questions import Question, kinds, random_question

EXAMPLES = int(os.environ.get("PAD_PROVER_EXAMPLES", "300"))
FIRST_SEED = int(os.environ.get("PAD_PROVER_SEED", "0"))
SEEDS = range(FIRST_SEED, FIRST_SEED + EXAMPLES)
OPERATORS = {
    **{name: {name} for name in ("//", "%", "select", "or", "not")},
    "min/max": {"min", "max"},
}
_MOST_CELLS = 6000
_MOST_COMPUTED = 16  # axes of a map


def test_conditions_and_layouts_agree_with_enumeration() -> None:
    counts = Counter[str]()
    for seed in SEEDS:
        if seed % 3 == 2:
            counts[_check_layout(seed)] += 1
        else:
            question = random_question(seed, valid=seed % 3 == 0)
            counts["conditions"] += 1
            seen = kinds(question.goal) | kinds(question.context)
            counts.update(name for name, ops in OPERATORS.items() if ops & seen)
            counts.update(_check(seed, question))
    _report(counts)
    unknown = sum(count for kind, count in counts.items() if kind.startswith("unknown"))
    assert unknown < 0.02 * EXAMPLES
    if EXAMPLES >= 300:
        for name in OPERATORS:
            assert counts[name] * 4 >= counts["conditions"], name


def test_products_of_names_agree_with_enumeration() -> None:
    counts = Counter[str]()
    for seed in SEEDS[: EXAMPLES // 20]:
        question = random_question(seed, valid=bool(seed % 2), with_products=True)
        counts.update(_check(seed, question, exact_bounds=False))
    _report(counts)


def _check(seed: int, question: Question, exact_bounds: bool = True) -> list[str]:
    """Asserts that no answer is wrong; which kinds of answers there are."""
    context, goal, index = question.context, question.goal, question.index
    kinds_of_answers = [_check_verdict(seed, question)]
    simple = simplify_condition(goal, context)
    assert (question.values(simple) == question.values(goal)).all(), (seed, str(simple))
    short = simplify_index(index, context)
    assert (question.values(short) == question.values(index)).all(), (seed, str(short))
    low, high = bounds(index, context)
    values = question.values(index)
    if exact_bounds and low is not None and high is not None:
        assert (low, high) == (values.min(), values.max()), seed
    assert low is None or low <= values.min(), seed
    assert high is None or high >= values.max(), seed
    if low is None or high is None:
        kinds_of_answers.append("unknown: bounds")
    return kinds_of_answers


def _check_verdict(seed: int, question: Question) -> str:
    context, goal = question.context, question.goal
    match implies(context, goal):
        case Proven():
            assert question.is_valid(), seed
            return "proven"
        case Refuted(witness):
            assert context.evaluate(witness), seed
            assert not goal.evaluate(witness), seed
            return "refuted"
        case Unknown(reason):
            return f"unknown: {reason}"


def _check_layout(seed: int) -> str:
    """Asserts that no answer is wrong; what the layout is."""
    rng = np.random.default_rng(seed)
    shape = random_shape(rng)
    stored = current = cells(shape)
    box: tuple[int, ...] = shape
    layout = Layout(())
    for _ in range(2 if rng.random() < 0.3 else 1):
        outputs = random_map(box, rng)
        reached = images(outputs, cells(box))
        layout = layout.then(Step(IndexMap(names_of(len(box)), outputs)))
        if len(set(reached)) < len(reached) or any(min(cell) < 0 for cell in reached):
            with pytest.raises(LayoutError):
                layout.place(shape).check()
            return "layouts refused"
        placed = layout.place(shape)
        if sum(o.op != "var" and o.constant is None for o in outputs) > _MOST_COMPUTED:
            with pytest.raises(LayoutError, match="a layout takes at most"):
                placed.check()
            return "layouts too large"
        extents = placed.physical_shape
        box = tuple(e for e in extents if isinstance(e, int))
        assert len(box) == len(extents), seed
        assert all(i < e for cell in reached for i, e in zip(cell, box, strict=True)), seed
        current = images(outputs, current)
        if np.prod(box) > _MOST_CELLS:
            break
    return _check_predicates(seed, layout, dict(zip(current, stored, strict=True)), shape, box)


def _check_predicates(
    seed: int,
    layout: Layout,
    stored: dict[tuple[int, ...], tuple[int, ...]],
    shape: tuple[int, ...],
    box: tuple[int, ...],
) -> str:
    placed = layout.place(shape)
    everywhere = cells(box)
    columns = np.array(everywhere).T
    physical = dict(zip(placed.physical_names, columns, strict=True))
    count = len(everywhere)
    valid = np.broadcast_to(placed.valid.evaluate(physical), count)
    padding = np.broadcast_to(placed.padding.evaluate(physical), count)
    expected = np.array([cell in stored for cell in everywhere])
    assert (valid == expected).all(), seed
    assert (padding != expected).all(), seed
    try:
        inverse = placed.inverse
    except LayoutError:
        return "unknown: inverse of a layout"
    found = np.array([np.broadcast_to(i.evaluate(physical), count) for i in inverse]).T
    for cell, index in zip(everywhere, found, strict=True):
        assert cell not in stored or tuple(index) == stored[cell], seed
    return "layouts"


def _report(counts: Counter[str]) -> None:
    print("\n" + ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))

"""The questions that a budget allows do not depend on earlier questions, nor on who asks."""

from __future__ import annotations

from collections.abc import Callable, Generator
from random import Random

import pytest

from pad_mlir.index import boxes, normal
from pad_mlir.index.queries import conditions as queries
from pad_mlir.index.sets import engine as isl_engine
from pad_mlir.index.sets.engine import GaveUp, engine
from pad_mlir.index.simplify import forms as simplify
from pad_mlir.index.simplify import recombination
from pad_mlir.passes.registry import ALL_PASSES

from ..prover.random_questions import Question, random_question

QUESTIONS = 24
BUDGETS = (1_000, 5_000, 20_000, 60_000)
_ASKED: tuple[Callable[[Question], object], ...] = (
    lambda q: queries.implies(q.context, q.goal),
    lambda q: queries.is_implied(q.context, q.goal),
    lambda q: simplify.simplify_condition(q.goal, q.context),
    lambda q: simplify.simplify_index(q.index, q.context),
    lambda q: queries.bounds(q.index, q.context),
)


def _forget() -> None:
    for module in (boxes, normal, queries, recombination, simplify):
        for found in vars(module).values():
            if hasattr(found, "cache_clear"):
                found.cache_clear()


@pytest.fixture(autouse=True)
def forgotten() -> Generator[None]:
    """Forget what is remembered under a budget, which is of no use under another one."""
    _forget()
    yield
    _forget()


@pytest.mark.parametrize("budget", BUDGETS)
def test_answers_do_not_depend_on_others(budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isl_engine, "OPERATIONS", budget)
    questions = [random_question(seed, valid=bool(seed % 2)) for seed in range(QUESTIONS)]
    asked = [(ask, question) for ask in _ASKED for question in questions]
    first = [ask(question) for ask, question in asked]
    for order in range(2):
        _forget()
        numbers = list(range(len(asked)))
        Random(order).shuffle(numbers)
        for number in numbers:
            ask, question = asked[number]
            assert ask(question) == first[number], str(question)


def test_those_who_ask_spend_none_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    question = next(q for seed in range(200) if _costs(q := random_question(seed, valid=True)))
    monkeypatch.setattr(isl_engine, "OPERATIONS", 20_000)
    answer = queries.is_implied(question.context, question.goal)
    _forget()
    with engine().budget():
        for _ in range(10):  # which a budget for all of them would not allow
            _forget()
            assert queries.is_implied(question.context, question.goal) == answer
    with pytest.raises(GaveUp), engine().budget(20_000):
        engine().set(question.context)


@pytest.mark.parametrize("name", ALL_PASSES)
def test_each_pass_has_an_engine_of_its_own(name: str) -> None:
    assert hasattr(ALL_PASSES[name]().apply, "__wrapped__"), "decorate it with own_engine"


def _costs(question: Question) -> bool:
    """Whether a question is one for isl."""
    isl_engine.OPERATIONS, before = 10, isl_engine.OPERATIONS
    try:
        return isinstance(queries.implies(question.context, question.goal), queries.Unknown)
    finally:
        isl_engine.OPERATIONS = before
        _forget()

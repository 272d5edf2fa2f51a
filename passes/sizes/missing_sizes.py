"""Finds facts about sizes with which a proof that failed succeeds, by proving again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import combinations
from math import lcm

from ...index.sets.engine import GaveUp, NotAffine, engine, own_engine
from .size_facts import Form, Size, SizeFact, assume_sizes
from .size_questions import SizeQuestion

_MOST_PROOFS = 40
"""For one question; where more are needed, no fact is named."""
_GREATEST_MULTIPLE = 1 << 14
_GREATEST = 1 << 20
"""The greatest number in a fact, and the least that is no help: sizes have no such bounds."""

_LEAST, _MOST = (_GREATEST, 256, 16), (2, 8)
"""The strongest bounds that are tried: one of them is not excluded by what else is known."""

ANY_FORM: tuple[Form, ...] = ("equal", "multiple", "product", "least", "most")
"""The order in which forms of facts are tried."""

_TOGETHER: tuple[tuple[Form, ...], ...] = (("equal", "multiple", "least"), ("product", "most"))
"""Forms of which facts may hold at once, of great sizes and of small ones."""

_MOST_IN_A_RUN = 160
"""For all questions of a pass on a module: large programs have many guards that stay."""

_searches: ContextVar[bool] = ContextVar("searches", default=True)
_made: ContextVar[list[None] | None] = ContextVar("made", default=None)
"""The proofs of this run of a pass."""


def searches() -> bool:
    """Whether facts are looked for here."""
    return _searches.get()


@contextmanager
def without_missing_sizes() -> Generator[None]:
    """Look for no facts within the block, of which nobody reads the remarks."""
    token = _searches.set(False)
    try:
        yield
    finally:
        _searches.reset(token)


@contextmanager
def missing_sizes_of_one_run() -> Generator[None]:
    """Count the proofs of all questions within the block, and stop at some number of them."""
    token = _made.set([])
    try:
        yield
    finally:
        _made.reset(token)


def missing_sizes(
    question: SizeQuestion,
    holds: Callable[[], bool],
    forms: Sequence[Form] = ANY_FORM,
) -> tuple[SizeFact, ...]:
    """
    Facts about sizes with which `holds` answers that a proof succeeds, each asking as little as it
    can; none where none is found.

    `holds` is asked about the program with the facts as assumes at the head of its function, and
    leaves it as it is; a proof about what then never runs is none. It must succeed with more of a
    fact where it does with less: a greater multiple, a tighter bound. All proofs together have the
    budget of one.
    """

    return facts_that_prove(question, lambda facts: holds_with(facts, question, holds), forms)


def holds_with(
    facts: tuple[SizeFact, ...], question: SizeQuestion, holds: Callable[[], bool]
) -> bool:
    """The answer about the program with facts as assumes at the head of its function."""
    undo = assume_sizes(facts, question.function)
    try:
        return holds()
    finally:
        undo()


def facts_that_prove(
    question: SizeQuestion,
    proves: Callable[[tuple[SizeFact, ...]], bool],
    forms: Sequence[Form] = ANY_FORM,
    agree: Callable[[tuple[SizeFact, ...]], bool] | None = None,
) -> tuple[SizeFact, ...]:
    """
    As `missing_sizes`; `proves` answers what facts are enough, about the program as it is. Where
    `agree` tells that some sizes have all of some facts, forms of which all together prove nothing
    are left out.
    """
    if not _searches.get():
        return ()
    search = _Search(question, proves)
    try:
        with own_engine(), engine().budget():
            if agree is not None:
                forms = search.that_may_help(forms, agree)
            for form in forms:
                if facts := search.of_form(form):
                    return facts
    except (GaveUp, NotAffine):
        pass
    return ()


class _Search:
    def __init__(self, question: SizeQuestion, proves: Callable[[tuple[SizeFact, ...]], bool]):
        self._question, self._proves, self._proofs = question, proves, 0

    def that_may_help(
        self, forms: Sequence[Form], agree: Callable[[tuple[SizeFact, ...]], bool]
    ) -> Sequence[Form]:
        """
        The forms of which a fact may prove something. Facts of several forms that can hold at once,
        each the strongest of its form, are tried together: where these prove nothing, none of them
        does alone. Most guards stay for other reasons than sizes.
        """
        for together in _TOGETHER:
            facts = tuple(f for form in together if form in forms for f in self._strongest(form))
            if facts and agree(facts) and not self._proven(facts):
                forms = [form for form in forms if form not in together]
        return forms

    def _strongest(self, form: Form) -> tuple[SizeFact, ...]:
        """Facts of a form about all sizes, each at least as strong as any that is tried."""
        pairs = combinations(self._question.sizes, 2)
        match form:
            case "equal":
                return tuple(SizeFact(form, pair) for pair in pairs)
            case "product":
                has_any = self._question.has_products
                return tuple(SizeFact(form, pair, 1) for pair in pairs if has_any)
            case "multiple":
                return self._each(form, self._strongest_multiple())
            case "least":
                return self._each(form, max(_LEAST))
            case "most":
                return self._each(form, min(_MOST))

    def of_form(self, form: Form) -> tuple[SizeFact, ...]:
        """Facts of one form, as few as do."""
        sizes = self._question.sizes
        pairs: list[tuple[Size, ...]] = [*combinations(sizes, 2)]
        found: Iterator[tuple[SizeFact, ...]]
        match form:
            case "equal":
                found = map(self._equal, pairs)
            case "product":
                found = map(self._product, pairs if self._question.has_products else [])
            case "most":
                found = map(self._most, sizes)
            case _:
                return self._of_each(form)
        return next((facts for facts in found if facts), ())

    def _of_each(self, form: Form) -> tuple[SizeFact, ...]:
        """A fact about each of some sizes: the strongest ones first, then what can be left out."""
        starts = _LEAST if form == "least" else (self._strongest_multiple(),)
        together = [self._each(form, number) for number in starts]
        # Of two sizes that differ by 2 only one may be a multiple of 4.
        alone = [(fact,) for fact in together[0]] if len(together[0]) > 1 else []
        facts = next(filter(self._proven, (*together, *alone)), ())
        # What is about an argument stays rather than what is about an extent in memory.
        for fact in sorted(facts, key=lambda fact: fact.sizes[0].is_argument):
            others = tuple(f for f in facts if f is not fact)
            if others and self._proven(others):
                facts = others
        for position in range(len(facts)):
            before, after = facts[:position], facts[position + 1 :]
            facts = (*before, self._weakest(facts[position], before, after), *after)
        return facts

    def _each(self, form: Form, number: int) -> tuple[SizeFact, ...]:
        if form == "multiple" and number < 2:
            return ()
        return tuple(SizeFact(form, (size,), number) for size in self._question.sizes)

    def _equal(self, pair: tuple[Size, ...]) -> tuple[SizeFact, ...]:
        fact = SizeFact("equal", pair)
        return (fact,) if self._proven((fact,)) else ()

    def _most(self, size: Size) -> tuple[SizeFact, ...]:
        """A bound of one size, that is no smaller than sizes are."""
        facts = (SizeFact("most", (size,), number) for number in _MOST)
        found = next((fact for fact in facts if self._proven((fact,))), None)
        return () if found is None else (self._weakest(found),)

    def _product(self, pair: tuple[Size, ...]) -> tuple[SizeFact, ...]:
        fact = SizeFact("product", pair, 1)
        return (self._weakest(fact),) if self._proven((fact,)) else ()

    def _weakest(
        self, fact: SizeFact, before: tuple[SizeFact, ...] = (), after: tuple[SizeFact, ...] = ()
    ) -> SizeFact:
        """The fact with the number that asks least, where those before and after it hold too."""

        def proven(number: int) -> bool:
            return self._proven((*before, SizeFact(fact.form, fact.sizes, number), *after))

        number = fact.bound
        if fact.form == "multiple":
            tile = number & -number  # most are a power of 2: all other primes go at once
            if 1 < tile < number and proven(tile):
                number = tile
            for prime in reversed([*_primes_of(number)]):  # so that tiles, powers of 2, are left
                while number % prime == 0 and number > prime and proven(number // prime):
                    number //= prime
            return SizeFact(fact.form, fact.sizes, number)
        sign = -1 if fact.form == "least" else 1
        limit = 0 if fact.form == "least" else _GREATEST
        near = {n + d for n in self._question.constants for d in (-1, 0, 1)}
        hints = sorted(sign * n for n in near if 0 < n < _GREATEST)
        found = _last(lambda n: proven(sign * n), sign * number, sign * limit, hints)
        return SizeFact(fact.form, fact.sizes, sign * found)

    def _strongest_multiple(self) -> int:
        """A multiple of the numbers that may be tiles, as far as they have a common one."""
        found = 1
        for number in self._question.constants:
            if (common := lcm(found, number)) <= _GREATEST_MULTIPLE:
                found = common
        return found

    def _proven(self, facts: tuple[SizeFact, ...]) -> bool:
        if not facts:
            return False
        self._proofs += 1
        made = _made.get()
        if self._proofs > _MOST_PROOFS or (made is not None and len(made) >= _MOST_IN_A_RUN):
            raise GaveUp("too many proofs")
        if made is not None:
            made.append(None)
        return self._proves(facts)


def _last(holds: Callable[[int], bool], yes: int, no: int, hints: Sequence[int]) -> int:
    """
    The last number for which something holds that holds up to it; `yes` is one, `no`, greater, is
    not. It is looked for at the hints first, and next to them.
    """
    inside = [n for n in hints if yes < n < no]
    while inside:
        middle = len(inside) // 2
        if holds(inside[middle]):
            yes, inside = inside[middle], inside[middle + 1 :]
        else:
            no, inside = inside[middle], inside[:middle]
    if no - yes > 1 and not holds(yes + 1):
        return yes
    step = 1
    while yes + step < no and holds(yes + step):
        yes, step = yes + step, 2 * step
    no = min(no, yes + step)
    while no - yes > 1:
        middle = (yes + no) // 2
        yes, no = (middle, no) if holds(middle) else (yes, middle)
    return yes


def _primes_of(number: int) -> Iterator[int]:
    prime = 2
    while number > 1:
        if number % prime == 0:
            yield prime
            while number % prime == 0:
                number //= prime
        prime += 1

"""The roles of random nests against what running them shows; some ifs may take either arm."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from .bodies import roles_of

SIZE = 5
_NUMBERS = count()
Values: TypeAlias = "dict[str, int]"
Event: TypeAlias = "tuple[bool, int] | tuple[list[Event], list[Event]]"
"""Whether a cell is written, and which; or what happens in each arm of an if, one of which runs."""


@dataclass(frozen=True)
class Index:
    """`sum of factor * iterator + offset`, and maybe `mod SIZE` or `floordiv 2` of that."""

    factors: tuple[tuple[str, int], ...]
    offset: int
    operation: str

    def text(self) -> str:
        terms = " + ".join([*(f"%{name} * {f}" for name, f in self.factors), str(self.offset)])
        return {"": terms, "mod": f"({terms}) mod {SIZE}", "div": f"({terms}) floordiv 2"}[
            self.operation
        ]

    def at(self, values: Values) -> int:
        total = sum(values[name] * f for name, f in self.factors) + self.offset
        return {"": total, "mod": total % SIZE, "div": total // 2}[self.operation]


@dataclass(frozen=True)
class Access:
    writes: bool
    index: Index

    def text(self) -> str:
        if self.writes:
            return f"affine.store %x, %B[{self.index.text()}] : memref<{SIZE}xf32>"
        value = f"%v{next(_NUMBERS)}"
        return (
            f"{value} = affine.load %B[{self.index.text()}] : memref<{SIZE}xf32>\n"
            f"affine.store {value}, %O[0] : memref<14xf32>"
        )

    def run(self, values: Values) -> Iterator[Event]:
        yield self.writes, self.index.at(values)


@dataclass(frozen=True)
class Loop:
    name: str
    start: int
    end: int
    step: int
    body: tuple[Node, ...]

    def text(self) -> str:
        body = "\n".join(node.text() for node in self.body)
        head = f"affine.for %{self.name} = {self.start} to {self.end} step {self.step}"
        return f"{head} {{\n{body}\n}}"

    def run(self, values: Values) -> Iterator[Event]:
        for value in range(self.start, self.end, self.step):
            for node in self.body:
                yield from node.run({**values, self.name: value})


@dataclass(frozen=True)
class Guard:
    """One arm where the iterator is at least the bound, the other elsewhere."""

    name: str
    bound: int
    then: tuple[Node, ...]
    otherwise: tuple[Node, ...]

    def text(self) -> str:
        then, otherwise = ("\n".join(n.text() for n in arm) for arm in (self.then, self.otherwise))
        condition = f"affine_set<(d0) : (d0 - {self.bound} >= 0)>(%{self.name})"
        return f"affine.if {condition} {{\n{then}\n}} else {{\n{otherwise}\n}}"

    def run(self, values: Values) -> Iterator[Event]:
        for node in self.then if values[self.name] >= self.bound else self.otherwise:
            yield from node.run(values)


@dataclass(frozen=True)
class Either:
    """An if whose condition is not known."""

    then: tuple[Node, ...]
    otherwise: tuple[Node, ...]

    def text(self) -> str:
        then, otherwise = ("\n".join(n.text() for n in arm) for arm in (self.then, self.otherwise))
        condition = f"%p{next(_NUMBERS)}"
        text = f"{condition} = arith.cmpf ogt, %x, %x : f32\n"
        return f"{text}scf.if {condition} {{\n{then}\n}} else {{\n{otherwise}\n}}"

    def run(self, values: Values) -> Iterator[Event]:
        then, otherwise = (
            [event for node in arm for event in node.run(values)]
            for arm in (self.then, self.otherwise)
        )
        yield then, otherwise


Node: TypeAlias = "Access | Loop | Guard | Either"


@st.composite
def accesses(draw: st.DrawFn, names: tuple[str, ...]) -> Access:
    used = draw(st.lists(st.sampled_from(names), unique=True, max_size=2)) if names else []
    factors = tuple((name, draw(st.sampled_from((-1, 1, 1, 2)))) for name in used)
    operation = draw(st.sampled_from(("", "", "mod", "div")))
    return Access(draw(st.booleans()), Index(factors, draw(st.integers(0, 4)), operation))


@st.composite
def nodes(draw: st.DrawFn, names: tuple[str, ...], depth: int) -> Node:
    kinds = ("access", "loop", "loop", "guard", "either") if depth else ("access",)
    kind = draw(st.sampled_from(kinds))
    if kind == "access" or (kind == "guard" and not names):
        return draw(accesses(names))
    if kind == "loop":
        name = f"i{len(names)}"
        body = draw(st.lists(nodes((*names, name), depth - 1), min_size=1, max_size=3))
        start, end = draw(st.sampled_from(((0, SIZE), (0, SIZE), (0, 2), (1, SIZE), (-1, 4))))
        return Loop(name, start, end, draw(st.sampled_from((1, 1, 1, 2))), tuple(body))
    arms = [tuple(draw(st.lists(nodes(names, depth - 1), max_size=2))) for _ in range(2)]
    if kind == "either":
        # Mostly one that writes what the other does, so that some cells are written by both.
        other = arms[0] if draw(st.booleans()) else arms[1]
        return Either(arms[0], (*other, *draw(st.lists(nodes(names, 0), max_size=1))))
    return Guard(draw(st.sampled_from(names)), draw(st.integers(0, 4)), *arms)


def cells_of(events: list[Event]) -> set[int]:
    """All cells that may be accessed."""
    found = set[int]()
    for first, second in events:
        if isinstance(first, bool):
            assert isinstance(second, int)
            found.add(second)
        else:
            assert isinstance(second, list)
            found |= cells_of(first) | cells_of(second)
    return found


def walk(events: list[Event], written: set[int], seen: set[int] | None = None) -> bool:
    """
    Add the cells that are surely written; returns whether one may be read before that.

    With `seen`, a read sees only these: what an arm itself has written does not count.
    """
    early = False
    for first, second in events:
        if isinstance(first, bool):
            assert isinstance(second, int)
            early |= not first and second not in (written if seen is None else seen)
            written |= {second} if first else set()
            continue
        assert isinstance(second, list)
        arms = [(arm, set(written)) for arm in (first, second)]
        early |= any([walk(arm, own, seen) for arm, own in arms])
        written |= arms[0][1] & arms[1][1]
    return early


def reads_early(events: list[Event]) -> bool:
    """Whether a cell may be read before it is written, for all that an analysis of arms sees."""
    written, early = set[int](), False
    for event in events:
        seen = None if isinstance(event[0], bool) else set(written)
        early |= walk([event], written, seen)
    return early


@given(st.lists(nodes((), 3), min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_random_nests(stages: list[Node]) -> None:
    found = roles_of("\n".join(s.text() for s in stages), f"memref<{SIZE}xf32>", (SIZE,))
    traces = [list(stage.run({})) for stage in stages]
    cells = set[int]().union(*map(cells_of, traces))
    outside = cells - set(range(SIZE))
    assert found.out_of_bounds is None or found.out_of_bounds.index[0] in outside
    if outside:
        return
    whole = list[bool]()
    for trace in traces:
        walk(trace, own := set[int]())
        whole.append(own == set(range(SIZE)))
    assert len(found.write_stages) == sum(whole)
    written = set[int]()
    early = walk([event for trace in traces for event in trace], written)
    assert found.is_in or (not early and written == set(range(SIZE)))
    # Not one read too many is suspected where the first stage that reads is a write stage.
    first = next((k for k, trace in enumerate(traces) if cells_of(trace)), None)
    if first is not None and whole[first] and not reads_early(traces[first]):
        assert not found.is_in

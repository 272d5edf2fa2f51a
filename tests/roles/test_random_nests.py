"""The roles of random nests with constant bounds against what running them shows."""

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

    def run(self, values: Values) -> Iterator[tuple[bool, int]]:
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

    def run(self, values: Values) -> Iterator[tuple[bool, int]]:
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

    def run(self, values: Values) -> Iterator[tuple[bool, int]]:
        for node in self.then if values[self.name] >= self.bound else self.otherwise:
            yield from node.run(values)


Node: TypeAlias = "Access | Loop | Guard"


@st.composite
def accesses(draw: st.DrawFn, names: tuple[str, ...]) -> Access:
    used = draw(st.lists(st.sampled_from(names), unique=True, max_size=2)) if names else []
    factors = tuple((name, draw(st.sampled_from((-1, 1, 1, 2)))) for name in used)
    operation = draw(st.sampled_from(("", "", "mod", "div")))
    return Access(draw(st.booleans()), Index(factors, draw(st.integers(0, 4)), operation))


@st.composite
def nodes(draw: st.DrawFn, names: tuple[str, ...], depth: int) -> Node:
    kind = draw(st.sampled_from(("access", "loop", "loop", "guard") if depth else ("access",)))
    if kind == "access" or (kind == "guard" and not names):
        return draw(accesses(names))
    if kind == "loop":
        name = f"i{len(names)}"
        body = draw(st.lists(nodes((*names, name), depth - 1), min_size=1, max_size=3))
        start, end = draw(st.sampled_from(((0, SIZE), (0, SIZE), (0, 2), (1, SIZE), (-1, 4))))
        return Loop(name, start, end, draw(st.sampled_from((1, 1, 1, 2))), tuple(body))
    arms = [draw(st.lists(nodes(names, depth - 1), max_size=2)) for _ in range(2)]
    return Guard(draw(st.sampled_from(names)), draw(st.integers(0, 4)), *map(tuple, arms))


@given(st.lists(nodes((), 3), min_size=1, max_size=3))
@settings(max_examples=150, deadline=None)
def test_random_nests(stages: list[Node]) -> None:
    found = roles_of("\n".join(s.text() for s in stages), f"memref<{SIZE}xf32>", (SIZE,))
    traces = [list(stage.run({})) for stage in stages]
    cells = {cell for trace in traces for _, cell in trace}
    outside = cells - set(range(SIZE))
    assert found.out_of_bounds is None or found.out_of_bounds.index[0] in outside
    if outside:
        return
    whole = [{c for writes, c in trace if writes} == set(range(SIZE)) for trace in traces]
    assert len(found.write_stages) == sum(whole)
    written: set[int] = set()
    early = False
    for writes, cell in (access for trace in traces for access in trace):
        early |= not writes and cell not in written
        written |= {cell} if writes else set()
    assert found.is_in or (not early and written == set(range(SIZE)))
    # Not one read too many is suspected where the first stage that reads is a write stage.
    first = next((k for k, trace in enumerate(traces) if trace), None)
    if first is not None and whole[first] and not early:
        assert not found.is_in

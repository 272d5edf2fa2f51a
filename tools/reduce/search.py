"""The search: candidates that are simpler, as long as one of them still shows what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from xdsl.dialects.builtin import ModuleOp

from ...dialect.annotations import verify_annotations
from ...dialect.ir.operations import operations_in
from ...dialect.text import new_context, print_module
from ...dialect.xdsl_compat import RepairedParser, verify_dominance, verify_operations
from ...dialect.xdsl_compat.cloning import cloned
from . import attributes, functions, regions
from .edits import Listing, forwards, is_constant, removals
from .texts import CHANGES, FewerOptions, FewerSteps, Replacement, steps, weight

Interesting = Callable[[str, str], bool]
"""Whether a module and a pipeline, as texts, show what is wrong."""

BUDGET = 5_000


class NotInteresting(Exception):
    """
    The input of the reduction does not show the error, or no longer once it is read and printed.
    """


@dataclass(frozen=True)
class Reduced:
    """The smallest that was found."""

    module: str
    pipeline: str
    operations: int
    """Of the module, itself left out."""
    asked: int = 0
    """How many candidates the predicate was asked about."""
    is_complete: bool = False
    """Whether no candidate that is simpler by one edit shows what is wrong."""

    @property
    def passes(self) -> int:
        """How many steps the pipeline has."""
        return len(steps(self.pipeline))


class _Kind(Protocol):
    """Edits of one kind, numbered."""

    def count(self, module: str, pipeline: str) -> int: ...

    def apply(self, module: str, pipeline: str, chosen: range) -> tuple[str, str]: ...


class _Spent(Exception):
    """The budget is."""


def reduce(
    module: str,
    pipeline: str,
    interesting: Interesting,
    *,
    budget: int = BUDGET,
    allow_unregistered: bool = False,
) -> Reduced:
    """
    The smallest module and the shortest pipeline for which the predicate still holds.

    It is asked about at most `budget` candidates, each of which parses and verifies and is simpler
    than the one before; the answer depends on nothing else. What it raises ends the reduction.
    Raises NotInteresting where it does not hold to begin with.
    """
    reduction = Reduction(module, pipeline, interesting, budget, allow_unregistered)
    reduction.run()
    return reduction.found


class Reduction:
    """A reduction, with what it has found so far."""

    def __init__(
        self,
        module: str,
        pipeline: str,
        interesting: Interesting,
        budget: int = BUDGET,
        allow_unregistered: bool = False,
        progress: Callable[[Reduced], None] = lambda _: None,
    ):
        self.found = Reduced(module, pipeline, 0)
        self._interesting = interesting
        self._budget = budget
        self._context = new_context(allow_unregistered=allow_unregistered)
        self._progress = progress
        self._seen = set[tuple[str, str]]()
        self._weight = (0,)
        self._module = ModuleOp([])

    def run(self) -> None:
        """Reduces as far as the budget lets it; `found` is the smallest, also if this is ended."""
        self._begin()
        structure = self._structure()
        details = [*structure, *self._details()]
        try:
            for kinds in (structure, details):
                while any([self._reduce_by(kind) for kind in kinds]):
                    pass
            self.found = replace(self.found, is_complete=True)
        except _Spent:
            pass

    def _begin(self) -> None:
        given = self.found
        if not self._ask(given.module, given.pipeline):
            raise NotInteresting("the input does not show it")
        module = self._read(given.module)
        text = print_module(module)
        if not self._ask(text, given.pipeline):
            raise NotInteresting("the input shows it, but no longer once it is read and printed")
        self._weight = _weight(module, text, given.pipeline)
        self._take(module, text, given.pipeline)

    def _structure(self) -> list[_Kind]:
        listings: tuple[Listing, ...] = (
            functions.symbols,
            removals,
            regions.bodies,
            functions.calls,
            regions.single_iterations,
            forwards,
            partial(removals, number=1),
            regions.results,
            functions.results,
            functions.arguments(),
            functions.arguments(1),
        )
        return [
            FewerSteps(),
            *map(self._edits, listings),
        ]

    def _details(self) -> list[_Kind]:
        listings = (attributes.dropped, attributes.simpler_everywhere)
        return [
            FewerOptions(),
            *map(self._edits, listings),
            *(Replacement(change, everywhere=True) for change in CHANGES),
            *(Replacement(change, everywhere=False) for change in CHANGES),
        ]

    def _edits(self, listing: Listing) -> _Kind:
        return _ModuleEdits(lambda: self._module, listing)

    def _reduce_by(self, kind: _Kind) -> bool:
        """Takes out ever smaller pieces, from the end; whether there were any."""
        is_smaller = False
        size = count = self._count(kind)
        while size:
            stop = count
            while stop > 0:
                chosen = range(max(0, stop - size), stop)
                stop = chosen.start
                if self._try(kind, chosen):
                    is_smaller, count = True, self._count(kind)
                    stop = min(count, chosen.stop)
            size = min(size // 2, count)
        return is_smaller

    def _count(self, kind: _Kind) -> int:
        return kind.count(self.found.module, self.found.pipeline)

    def _try(self, kind: _Kind, chosen: range) -> bool:
        try:
            text, pipeline = kind.apply(self.found.module, self.found.pipeline, chosen)
            if (text, pipeline) in self._seen:
                return False
            self._seen.add((text, pipeline))
            module = self._read(text)
            text = print_module(module)
        except Exception:  # of what an edit leaves, the parser and verifier are the judges
            return False
        weight = _weight(module, text, pipeline)
        if weight >= self._weight or not self._ask(text, pipeline):
            return False
        self._weight = weight
        self._take(module, text, pipeline)
        return True

    def _ask(self, module: str, pipeline: str) -> bool:
        if self.found.asked >= self._budget:
            raise _Spent
        self._seen.add((module, pipeline))
        self.found = replace(self.found, asked=self.found.asked + 1)
        self._progress(self.found)
        return self._interesting(module, pipeline)

    def _read(self, text: str) -> ModuleOp:
        module = RepairedParser(self._context, text, "<candidate>").parse_module()
        verify_operations(module)
        verify_dominance(module)
        verify_annotations(module)
        return module

    def _take(self, module: ModuleOp, text: str, pipeline: str) -> None:
        self._module = module
        operations = len(operations_in(module)) - 1
        self.found = replace(self.found, module=text, pipeline=pipeline, operations=operations)


@dataclass(frozen=True)
class _ModuleEdits:
    """Edits of the module, chosen by their place in a listing."""

    current: Callable[[], ModuleOp]
    listing: Listing

    def count(self, module: str, pipeline: str) -> int:
        return len(self.listing(self.current()))

    def apply(self, module: str, pipeline: str, chosen: range) -> tuple[str, str]:
        copy = cloned(self.current())
        edits = self.listing(copy)
        for number in reversed(chosen):
            edits[number].apply()
        return print_module(copy), pipeline


def _weight(module: ModuleOp, text: str, pipeline: str) -> tuple[int, ...]:
    """The measures that a reduction makes smaller, the most important first."""
    operations = operations_in(module)
    computing = sum(1 for op in operations if not is_constant(op))
    return len(steps(pipeline)), computing, len(operations), *weight(text, pipeline)

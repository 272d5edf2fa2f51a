"""The programs of the generator."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Parameter:
    """
    An argument of the entry function, and which values it may have.

    `shape` is None for a scalar; its sizes are numbers, or names that are tied. `domain` is "any",
    "finite", "moderate" (finite, no zeros, far from the ends of the type), "exact" (small whole
    numbers, so that sums are exact in any order), or a range of integers.
    """

    name: str
    element: str
    shape: tuple[int | str, ...] | None = None
    domain: str | tuple[int, int] = "any"
    size: str | None = None
    lanes: int = 0


@dataclass(frozen=True)
class Program:
    """A module as MLIR text, with logical indices, and the public function to run."""

    seed: int
    text: str
    entry: str
    features: frozenset[str]
    parameters: tuple[Parameter, ...] = ()

"""
The case of a rewritten kernel: steps, the effect of each of them, inputs and reference.

The design leaves some spellings open: the factor of `pad-split`, the loops of `pad-fuse` and
`pad-reorder`, the text of a pad kind by region. They were adapted to what the passes take; no
expectation depends on them. Where an expectation turned out to be wrong, a comment says by what.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Argument = NDArray[Any] | int | float


@dataclass(frozen=True)
class Expectation:
    """
    After a step (its position): does it rewrite or decline, and what holds then.

    A pass that declines leaves the IR alone and gives a remark; with `error` it gives an error.
    `ifs` and `loops` count in the stage, or in the whole function without one; None decides
    nothing. `says` is a word that the remark or the error contains; `silent`: there is nothing that
    the pass was asked for by name, or could move, so that it has nothing to decline and says
    nothing.
    """

    step: int
    rewrites: bool
    error: bool = False
    ifs: int | None = None
    loops: int | None = None
    stage: str | None = None
    says: str = ""
    silent: bool = False


@dataclass(frozen=True)
class Case:
    """A kernel, the passes to run on it in order, and what they are to do."""

    name: str
    steps: tuple[str, ...]
    expected: tuple[Expectation, ...]
    reason: str
    inputs: Callable[[np.random.Generator], list[Argument]]
    reference: Callable[..., None]
    compared: tuple[int, ...]
    fp: str = "strict"

"""Result of a proof: proven, refuted with a witness, or unknown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Proven:
    """It always holds."""


@dataclass(frozen=True)
class Refuted:
    """It fails at the witness: a value for each name."""

    witness: Mapping[str, int]


@dataclass(frozen=True)
class Unknown:
    """It could not be decided: treat as "may fail"."""

    reason: str


Verdict: TypeAlias = Proven | Refuted | Unknown

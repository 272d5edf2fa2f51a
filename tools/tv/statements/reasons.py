"""Why there is no proof."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import Operation


@dataclass
class NoProof(Exception):
    """What is not understood, or not shown, and where."""

    reason: str
    op: Operation | None = None

    def __str__(self) -> str:
        return self.reason

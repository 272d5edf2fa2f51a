"""Thirty kernels with their expected verdicts, written from the design alone."""

from __future__ import annotations

from .case import Case, Transform
from .cases_free import FREE
from .cases_free2 import FREE2
from .cases_kept import KEPT

__all__ = ["CASES", "Case", "Transform"]

CASES: tuple[Case, ...] = FREE + FREE2 + KEPT

"""Twenty-five kernels with the verdicts of the rewrites on them, written from the design alone."""

from __future__ import annotations

from .case import Case, Expectation
from .cases_guards import GUARDS
from .cases_loops import LOOPS
from .cases_order import ORDER
from .cases_padding import PADDING

__all__ = ["CASES", "Case", "Expectation"]

CASES: tuple[Case, ...] = LOOPS + ORDER + GUARDS + PADDING

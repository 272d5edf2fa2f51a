"""Maxima and minima of float vectors in fewer of x86's instructions than LLVM makes of them."""

from __future__ import annotations

from .ranges import MOST_CARRIED
from .vectors import has_extrema, with_short_extrema

__all__ = ["MOST_CARRIED", "has_extrema", "with_short_extrema"]

"""How a formula computes: in which type, and how near to the exact value."""

from __future__ import annotations

from enum import Enum


class Precision(Enum):
    """The formats of operands and of what is between, and what the error may be."""

    FAST = "fast"
    """f32 in f32, 4 units in the last place."""
    WIDE = "wide"
    """f32 in f64, hardly more than half a unit, and so monotone where the function is."""
    PAIR = "pair"
    """f32 in f32, results as sums of two: 1 unit, and monotone where the function is."""
    DOUBLE = "double"
    """f64 in f64, 2 units."""
    FAST_DOUBLE = "fast-double"
    """f64 in f64, 4 units, where that takes less."""

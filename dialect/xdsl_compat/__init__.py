"""Repairs of xDSL 0.74 by subclasses; each has a test that fails when xDSL no longer needs it."""

from .dialects import repaired_class, repaired_dialects
from .parser import RepairedParser
from .printer import RepairedPrinter
from .verification import OperationError, verify_dominance, verify_operations

__all__ = [
    "OperationError",
    "RepairedParser",
    "RepairedPrinter",
    "repaired_class",
    "repaired_dialects",
    "verify_dominance",
    "verify_operations",
]

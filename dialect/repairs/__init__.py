"""Repairs of xDSL 0.74 by subclasses; each has a test that fails when xDSL no longer needs it."""

from .dialects import repaired_class, repaired_dialects
from .parser import RepairedParser
from .printer import RepairedPrinter
from .text import new_context, parse_module, print_module
from .verification import OperationError, verify_dominance, verify_operations

__all__ = [
    "OperationError",
    "RepairedParser",
    "RepairedPrinter",
    "new_context",
    "parse_module",
    "print_module",
    "repaired_class",
    "repaired_dialects",
    "verify_dominance",
    "verify_operations",
]

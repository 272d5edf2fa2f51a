"""xDSL's dialects, parser, printer and verifier as upstream has them: what users import."""

from .text import new_context, parse_module, print_module
from .xdsl_compat import (
    OperationError,
    RepairedParser,
    RepairedPrinter,
    repaired_class,
    repaired_dialects,
    verify_dominance,
    verify_operations,
)

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

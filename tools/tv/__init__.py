"""
Translation validation: both functions executed on terms, their outputs compared.

It judges the passes, so it takes nothing from them: of `dialect` it uses the operations, and the
attributes as data.
"""

from .errors import BadInput
from .sizes import parse_sizes, size_names
from .validator import DEFAULT_BUDGET, validate
from .verdict import BAD_INPUT, Finding, FunctionVerdict, Status, Verdict

__all__ = [
    "BAD_INPUT",
    "DEFAULT_BUDGET",
    "BadInput",
    "Finding",
    "FunctionVerdict",
    "Status",
    "Verdict",
    "parse_sizes",
    "size_names",
    "validate",
]

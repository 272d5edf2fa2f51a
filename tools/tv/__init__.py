"""
Translation validation: both functions executed on terms, their outputs compared.

It judges the passes, so it takes nothing from them: of `dialect` it uses the operations, and the
attributes as data.
"""

from .contracts.sizes import parse_sizes, size_names
from .values.errors import BadInput
from .values.meter import DEFAULT_RUN_BUDGET, Run
from .verdict.findings import BAD_INPUT, Finding, FunctionVerdict, Status, Verdict
from .verdict.validator import DEFAULT_BUDGET, KnownRoles, validate

__all__ = [
    "BAD_INPUT",
    "DEFAULT_BUDGET",
    "DEFAULT_RUN_BUDGET",
    "BadInput",
    "Finding",
    "FunctionVerdict",
    "KnownRoles",
    "Run",
    "Status",
    "Verdict",
    "parse_sizes",
    "size_names",
    "validate",
]

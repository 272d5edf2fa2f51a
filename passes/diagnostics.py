"""Errors and remarks, for those who run or write passes."""

from ..dialect.ir.located_errors import PadError
from ..dialect.ir.locations import location_of, show_location
from ..dialect.ir.reasons import Reason
from .common.diagnostics import OptionError, Remark, collect_remarks, remark

__all__ = [
    "OptionError",
    "PadError",
    "Reason",
    "Remark",
    "collect_remarks",
    "location_of",
    "remark",
    "show_location",
]

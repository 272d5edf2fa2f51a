"""Errors and remarks, for those who run or write passes."""

from ..dialect.ir.located_errors import PadError
from ..dialect.ir.locations import location_of, show_location
from .common.diagnostics import OptionError, collect_remarks, remark

__all__ = ["OptionError", "PadError", "collect_remarks", "location_of", "remark", "show_location"]

"""Scheduling: the passes as methods of a `Schedule`, with a trace."""

from .index_maps import AXIS_SEPARATOR
from .pad_expressions import undef, where
from .reporting import ScheduleError
from .schedule import Schedule

__all__ = ["AXIS_SEPARATOR", "Schedule", "ScheduleError", "undef", "where"]

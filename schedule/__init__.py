"""Scheduling: the passes as methods of a `Schedule`, with a trace."""

from .calls.schedule_error import ScheduleError
from .layouts.index_maps import AXIS_SEPARATOR
from .layouts.pad_expressions import undef, where
from .steps.schedule import Schedule

__all__ = ["AXIS_SEPARATOR", "Schedule", "ScheduleError", "undef", "where"]

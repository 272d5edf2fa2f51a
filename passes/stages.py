"""Functions, stages and buffers by their names, for those who write passes."""

from .common.stages import find_buffer, find_functions, find_stages

__all__ = ["find_buffer", "find_functions", "find_stages"]

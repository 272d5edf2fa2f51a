"""Whole functions: layouts given, lowered, run, and compared with numpy."""

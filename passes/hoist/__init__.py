"""Moves code outwards: conditions and arithmetic out of loops, stages out of functions."""

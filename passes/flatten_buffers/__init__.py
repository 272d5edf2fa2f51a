"""Gives buffers one axis for each group of their axes, row-major."""

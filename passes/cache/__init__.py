"""Copies a box of cells of a buffer, and lets accesses go to the copy."""

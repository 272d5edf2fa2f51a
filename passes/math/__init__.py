"""Writes mathematical functions as arithmetic, on numbers and on vectors alike."""

"""Sets of integer points and functions on them, by isl, which only this package imports."""

"""Narrows, splits and drops the ranges of loops."""

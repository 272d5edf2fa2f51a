"""Passes that narrow or split the ranges of loops, and drop loops that never run."""

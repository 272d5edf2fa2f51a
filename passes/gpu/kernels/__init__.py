"""Builds the body of a kernel: its iterations, barriers, reductions and registers."""

"""Loops, ifs and accesses raised to the affine dialect, where affine maps give their indices."""

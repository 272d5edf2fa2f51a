"""A compiler for sums of rows, with pad-mlir in the middle."""

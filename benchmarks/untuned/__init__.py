"""Thirty kernels that no pass was built for: MLIR text, numpy and C, at sizes that do not tile."""

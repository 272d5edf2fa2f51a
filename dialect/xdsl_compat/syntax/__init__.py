"""Tokens, literals and affine expressions as MLIR, unlike xDSL 0.74, reads and prints them."""

"""Replaces or refuses what upstream MLIR cannot lower or lowers wrongly, on host and GPU."""

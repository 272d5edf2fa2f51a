"""Unrolls loops around a reduction into it, so that registers hold a tile."""

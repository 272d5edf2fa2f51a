"""Lowers a physical module to the CPU."""

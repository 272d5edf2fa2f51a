"""Splits, fuses, reorders and merges loops."""

"""Sums of products of narrow integers as dot products of the processor."""

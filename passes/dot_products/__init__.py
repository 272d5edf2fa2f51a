"""Sums of products of narrow integers, as the instructions that processors have for them."""

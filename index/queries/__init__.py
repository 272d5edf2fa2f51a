"""Conditions, instances and their order: what is proven, refuted by a witness, or unknown."""

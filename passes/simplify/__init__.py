"""Replaces conditions, indices, loads and stores by simpler ones that hold at their place."""

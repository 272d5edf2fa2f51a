"""Loops around several nests become loops around each of them."""

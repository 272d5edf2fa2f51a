"""Divisions and remainders of indices and integers, in the cheapest form that bounds allow."""

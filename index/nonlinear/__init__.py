"""Conditions on products of names, and divisions by them: linear with lemmas, then z3."""

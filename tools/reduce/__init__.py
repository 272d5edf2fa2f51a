"""
Delta debugging: the smallest module and the shortest pipeline that still show what is wrong.

The failure is given as a predicate. Nothing here depends on the passes: a candidate only has to
parse and verify.
"""

from .search import NotInteresting, Reduced, Reduction, reduce

__all__ = ["NotInteresting", "Reduced", "Reduction", "reduce"]

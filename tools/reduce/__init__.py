"""
Delta debugging: the smallest module and the shortest pipeline that still show what is wrong.

What is wrong is a predicate; nothing here knows the passes, and a candidate only has to parse and
verify.
"""

from .search import NotInteresting, Reduced, Reduction, reduce

__all__ = ["NotInteresting", "Reduced", "Reduction", "reduce"]

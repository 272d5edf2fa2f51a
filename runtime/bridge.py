"""
Convert modules of MLIR's Python bindings to xDSL and back, for compilers that use these bindings.
"""

from ..upstream.bridge import from_upstream, load_dialect, to_upstream

__all__ = ["from_upstream", "load_dialect", "to_upstream"]

"""Upstream modules as xDSL's, and back: what compilers on the upstream bindings use."""

from ..upstream.bridge import from_upstream, load_dialect, to_upstream

__all__ = ["from_upstream", "load_dialect", "to_upstream"]

"""Rarer garbage collections: a compile makes many objects that stay, and hardly any cycles."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock

_OBJECTS = 50_000  # a few MiB; a kernel's compile leaves about 20,000
_lock, _blocks, _before = Lock(), 0, (0, 0, 0)


@contextmanager
def rare_collections() -> Generator[None]:
    """
    Within the block, Python looks for garbage at each 50,000 new objects in place of each 700.

    Blocks may be nested, and overlap in several threads: the last that ends restores what was set
    before the first.
    """
    global _blocks, _before
    with _lock:
        if _blocks == 0:
            _before = gc.get_threshold()
            if 0 < _before[0] < _OBJECTS:  # 0 is never
                gc.set_threshold(_OBJECTS, *_before[1:])
        _blocks += 1
    try:
        yield
    finally:
        with _lock:
            _blocks -= 1
            if _blocks == 0:
                gc.set_threshold(*_before)

"""Whether accesses may go to a cache instead of its buffer, and what it has to start with."""

from __future__ import annotations

from xdsl.ir import Operation

from ...analysis.accesses.accesses import Access
from ...analysis.accesses.aliasing import constant_global
from ...dialect.ir.loop_like import is_parallel
from ...dialect.ir.reasons import Declined
from ...index.expr import FALSE
from ...index.queries.conditions import is_implied
from .caches import Cache, is_initialised


def check_read(cache: Cache) -> None:
    """Raises Declined if a copy may differ from what is read, or read what is not there."""
    if all(use.writes for use in cache.uses):
        raise Declined(
            "it is not read there; use pad-cache-write for what is written", reason="written"
        )
    for use in cache.uses:
        if use.writes:
            raise Declined(
                f"'{use.op.name}' writes it between the copy and a read; give the option stage, to "
                "cache it in one stage only, or use pad-cache-write",
                reason="written",
            )
    if not is_initialised(cache):
        raise Declined(
            "the copy may read cells that are not written before it", reason="not-filled"
        )


def must_be_filled(cache: Cache) -> bool:
    """
    Whether the cache must start with what the buffer holds; raises Declined if that is not
    legal.
    """
    writes = [use for use in cache.uses if use.writes and _may_happen(use)]
    if not writes or constant_global(cache.buffer) is not None:
        raise Declined("it is not written there", reason="not-written")
    if cache.covered(writes) and cache.reads_only_what_it_wrote():
        return False
    parent: Operation | None = cache.ops[0].parent_op()
    while parent is not None:
        if is_parallel(parent):
            raise Declined(
                "the copy back would also write cells that may not be written there, and other "
                "iterations of the parallel loop may write those at the same time",
                reason="not-filled",
            )
        parent = parent.parent_op()
    if not is_initialised(cache):
        raise Declined(
            "the copy back would also write cells that may not be written there; their values "
            "would have to be copied in first, but they may not be written before either",
            reason="not-filled",
        )
    return True


def _may_happen(use: Access) -> bool:
    return not is_implied(use.instances.condition, FALSE)

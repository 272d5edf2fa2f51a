"""Whether accesses may go to a cache instead of its buffer, and what it has to start with."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func
from xdsl.ir import Operation, SSAValue

from ...analysis.accesses.accesses import Access
from ...analysis.accesses.aliasing import constant_global
from ...dialect.annotations import buffer_name
from ...dialect.ir.loop_like import is_parallel
from ...dialect.ir.reasons import Declined
from ...index.expr import FALSE
from ...index.queries.conditions import is_implied
from ..common.diagnostics import RemarkForm, remark
from ..sizes.named_facts import decline_with_sizes
from .caches import Cache, is_initialised

_NOT_CACHED = RemarkForm("not-cached", "buffer '{buffer}' not cached: {reason}")
_NOT_FILLED = "not-filled"


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
        raise Declined("the copy may read cells that are not written before it", reason=_NOT_FILLED)


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
                reason=_NOT_FILLED,
            )
        parent = parent.parent_op()
    if not is_initialised(cache):
        raise Declined(
            "the copy back would also write cells that may not be written there; their values "
            "would have to be copied in first, but they may not be written before either",
            reason=_NOT_FILLED,
        )
    return True


def tell_not_cached(
    name: str,
    function: func.FuncOp,
    buffer: SSAValue,
    planned: Callable[[], object],
    refused: Declined,
) -> None:
    """
    A remark, of the pass of this name, on a buffer that is not cached, with the facts about sizes
    with which `planned` would not raise Declined, if any.
    """
    owner = buffer.owner
    if refused.why.id == _NOT_FILLED and isinstance(owner, Operation):
        refused = decline_with_sizes(refused, owner, planned, "it would be cached")
    called = buffer_name(buffer)
    remark(name, refused.op or function, _NOT_CACHED, reason=refused, buffer=called)


def _may_happen(use: Access) -> bool:
    return not is_implied(use.instances.condition, FALSE)

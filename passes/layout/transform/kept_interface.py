"""A layout for a buffer that a function keeps inside: the signature stays (`interface=keep`)."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.ir import SSAValue

from ....analysis.accesses.accesses import accesses, scope_of
from ....analysis.instances.reader import InstanceReader
from ....dialect.annotations import buffer_name
from ....dialect.attributes import LaidOutType, layout_of
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.reasons import Declined
from ...cache.cache_copies import allocate, copy_in, copy_out, redirect
from ...cache.cache_legality import check_read, must_be_filled
from ...cache.cache_options import free_name
from ...cache.caches import plan_cache
from ...common.remedies import lower_first
from ..interface.forwarded_buffers import check_types_stay_inside


def lay_out_inside(buffer: SSAValue, function: func.FuncOp, type: LaidOutType) -> str:
    """
    Lets all accesses of an argument go to a local copy of this type: `<buffer>_cache`, filled
    before them where they may read it, brought back after them where they write.

    Returns the name of the copy. Raises PadError if a copy will not do.
    """
    name = buffer_name(buffer) or "the buffer"
    if layout_of(buffer.type) is not None:
        raise PadError(
            f"{name} has a layout that changes the interface already; give all its steps the same "
            "interface",
            function,
        )
    reader = InstanceReader(scope_of(buffer))
    found = [reader.stage(access.op) for access in accesses(buffer, reader)]
    try:
        if not found:
            raise Declined(f"{name} is not accessed", reason="not-accessed")
        cache = plan_cache(buffer, [stage for stage in found if stage is not None], None)
        is_written = any(use.writes for use in cache.uses)
        filled = must_be_filled(cache) if is_written else True
        if not is_written:
            check_read(cache)
    except Declined as why:
        # An operation that is not loops yet takes no other type either.
        remedy = why.op and lower_first(why.op)
        raise PadError(
            f"{name} cannot get a layout inside of @{function.sym_name.data} alone: "
            f"{why.why.problem}; "
            f"{remedy or 'interface=change changes the signature'}",
            why.op or function,
        ) from why
    own = free_name(function, f"{name}_cache")
    copy = allocate(cache, own, type)
    if filled:
        copy_in(cache, copy, f"{own}_in" if is_written else own)
    if is_written:
        copy_out(cache, copy, own)
    redirect(cache, copy)
    return own


def check_stays_inside(buffer: SSAValue) -> None:
    """Raises PadError if a local buffer with a new layout would change another signature."""
    for use in buffer.uses:
        if isinstance(use.operation, func.CallOp):
            raise PadError(
                f"{buffer_name(buffer) or 'the buffer'} is passed to "
                f"@{use.operation.callee.root_reference.data}, whose signature would change; give "
                "interface=change, or cache it around the call",
                use.operation,
            )
    check_types_stay_inside(buffer)

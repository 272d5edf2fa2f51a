"""Whether it matters what cells of a buffer hold when the block that it lives in begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from xdsl.dialects import func
from xdsl.ir import SSAValue

from ...index.expr import Expr, all_of, var, within
from ...index.queries.conditions import Piece, is_covered
from ..accesses.accesses import Access, accesses, scope_of
from ..instances.reader import InstanceReader
from ..instances.sizes import extents, known_sizes
from .applied_layouts import applied_contract
from .either_arm import of_either_arm
from .roles import MOST_PAIRS, is_given_whole, whole, written_before

MatterAtCall: TypeAlias = Callable[[func.CallOp, int, Expr], bool | None]
"""Whether it matters what a call is given at a position, None if that is not known."""


def matter_on_entry(buffer: SSAValue, cells: Expr, at_calls: MatterAtCall) -> bool:
    """
    Whether one of the cells (over `c0`, `c1`, ..., and the logical sizes `s0`, `s1`, ... of its
    contract) may be read before it is certainly written, or is not certainly written and so holds
    at the end what it held; what cannot be shown counts as that.

    Unlike for the roles of logical cells, a read for an assume counts, as rewrites rely on what is
    assumed, and several stages may write the cells together.
    """
    reader = InstanceReader(scope_of(buffer))
    last = scope_of(buffer).last_op
    shape = extents(buffer, reader)
    if shape is None or last is None:
        return True
    names = [f"c{k}" for k in range(len(shape))]
    contract = applied_contract(buffer)
    sizes = {} if contract is None else reader.logical_sizes(buffer, contract)
    if sizes is None or not set(cells.variables()) <= {*names, *sizes}:
        return True
    inside = [within(var(name), size) for name, size in zip(names, shape, strict=True)]
    asked, cells = cells, cells.substitute(sizes)

    def read(reader: InstanceReader) -> Iterator[Access]:
        known = accesses(buffer, reader, with_assumes=True)
        return _followed(buffer, known, lambda call, k: at_calls(call, k, asked), cells, shape)

    found = list(read(reader))
    either = of_either_arm(found, reader, read)
    writes = [access for access in (*found, *either) if access.writes and access.must]
    pieces = [
        Piece(write.instances.iterators, write.instances.condition, write.index)
        for write in writes
        if write.index is not None
    ]
    if not is_covered(all_of([*inside, cells, known_sizes(last, reader)]), pieces, names):
        return True
    reads = [_known(access, cells, shape) for access in found if not access.writes]
    if len(reads) * len(writes) > MOST_PAIRS:
        return True
    return not all(_is_harmless(read, cells, names, writes) for read in reads)


def _known(read: Access, cells: Expr, shape: Sequence[Expr]) -> Access:
    """A read; one that may be of any cell, as the return of a buffer is, is of all."""
    if read.index is not None or not read.instances.time:
        return read
    return whole(read, cells, shape)


def _is_harmless(read: Access, cells: Expr, names: Sequence[str], writes: Sequence[Access]) -> bool:
    """Whether what it reads of the cells was certainly written before."""
    if read.index is None:
        return False
    among = cells.substitute(dict(zip(names, read.index, strict=True)))
    instances = replace(read.instances, condition=read.instances.condition & among)
    return written_before(replace(read, instances=instances), writes)


def _followed(
    buffer: SSAValue,
    found: Sequence[Access],
    at_calls: Callable[[func.CallOp, int], bool | None],
    cells: Expr,
    shape: Sequence[Expr],
) -> Iterator[Access]:
    """The accesses; a call reads or certainly writes what it is given, as its callee does."""
    calls = dict[func.CallOp, list[Access]]()
    for access in found:
        if isinstance(access.op, func.CallOp):
            calls.setdefault(access.op, []).append(access)
        else:
            yield access
    for call, anything in calls.items():
        positions = [k for k, given in enumerate(call.arguments) if is_given_whole(given, buffer)]
        known = [at_calls(call, k) for k in positions]
        if 2 * len(positions) != len(anything) or None in known:
            yield from anything
            continue
        for matters in known:
            yield whole(replace(anything[0], writes=not matters), cells, shape)

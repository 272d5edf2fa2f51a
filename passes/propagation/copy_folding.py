"""A logical buffer becomes the laid-out one that it is unpacked from, or packed into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import MemRefType, NoneAttr
from xdsl.ir import Attribute, Operation, SSAValue, Use
from xdsl.rewriter import Rewriter

from ...dialect.attributes import LaidOutType, LayoutAttr, layout_of
from ...dialect.layout.layout import Layout, Step
from ...dialect.ops import PackOp, UnpackOp
from ..common.diagnostics import RemarkForm, remark
from .buffer_effects import Obstacle, name_or_unnamed, shown
from .coalescing import Copy, deallocs_of, move_ends, obstacle_to_dropping
from .compatible_layouts import kinds
from .layout_suggestions import suggested_type, wanted_kinds
from .obstacles import (
    obstacle_at_entry,
    obstacle_to_doing_without,
    obstacle_to_other_kinds,
    obstacle_to_other_sizes,
    obstacle_to_seeing,
    obstacle_to_snapshot,
    other_uses,
    users,
)
from .signatures import Signatures, obstacle_to_retyping

_READ = RemarkForm("packed-read", "'{packed}' is read in place of '{plain}'")
_WRITTEN = RemarkForm("packed-written", "'{packed}' is written in place of '{plain}'")
_OTHER_PADDING = RemarkForm(
    "padding-changed", "changed the padding of '{buffer}' to {kinds}, as later uses need"
)
_LAID_OUT = RemarkForm(
    "layout-taken-over",
    "gave '{buffer}' the layout of '{neighbour}', with padding {kinds}",
)

NAME = "pad-propagate-layouts"


def read_packed(unpack: UnpackOp, signatures: Signatures) -> Obstacle | None:
    """Makes what reads the unpacked copy read the laid-out buffer itself."""
    packed, plain = unpack.source, unpack.target
    copy = Copy(packed, plain, unpack, unpack)
    packs = [op for op in users(plain) if isinstance(op, PackOp)]
    uses = other_uses(plain, (unpack, *packs))
    obstacle = (
        obstacle_to_doing_without(plain)
        or obstacle_to_seeing((packed, plain), signatures)
        or obstacle_to_snapshot(unpack)
        or obstacle_to_dropping(copy, plain, packs)
        or obstacle_to_other_sizes(copy, plain)
        or obstacle_to_retyping(plain, uses)
    )
    if obstacle is None and packs and not uses:
        obstacle = Obstacle(f"{shown(plain)} is packed again", reason="packed-twice")
    if obstacle is not None:
        return obstacle
    if not packs and obstacle_to_other_kinds(packed, unpack) is None:
        _give_wanted_kinds(unpack, signatures)
        copy = Copy(unpack.source, plain, unpack, unpack)
    replace(uses, copy, plain, signatures)
    remark(NAME, unpack, _READ, packed=name_or_unnamed(packed), plain=name_or_unnamed(plain))
    if not packs:
        Rewriter.erase_op(unpack)
        erase_buffer(plain)
    return None


def _give_wanted_kinds(unpack: UnpackOp, signatures: Signatures) -> None:
    """Gives the buffer the padding from which stages make what their targets need."""
    packed, type = unpack.source, cast("LaidOutType", unpack.source.type)
    layout = layout_of(type)
    assert layout is not None
    wanted = wanted_kinds(unpack.target, layout)
    if wanted is None:
        return
    steps = [
        Step(step.map, kind, step.align, step.extents)
        for step, kind in zip(layout.layout.steps, wanted, strict=True)
    ]
    other = LayoutAttr.of(Layout(tuple(steps), layout.layout.separators), type.element_type)
    if other != layout:
        new = MemRefType(type.element_type, type.shape, other, type.memory_space)
        give_kinds(packed, new, signatures)


def give_kinds(packed: SSAValue, type: Attribute, signatures: Signatures) -> None:
    """Gives a buffer other padding, which its writers write."""
    assert isinstance(packed.owner, Operation)
    name = name_or_unnamed(packed)
    remark(NAME, packed.owner, _OTHER_PADDING, buffer=name, kinds=kinds(type))
    signatures.retype(packed, type)


def write_packed(pack: PackOp, signatures: Signatures) -> Obstacle | None:
    """Makes what fills the logical buffer fill the packed one instead."""
    plain, packed = pack.source, pack.target
    copy = Copy(plain, packed, pack, pack)
    uses = other_uses(plain, (pack,))
    obstacle = obstacle_to_doing_without(plain) or obstacle_to_seeing((packed, plain), signatures)
    others = [op for op in users(plain) if isinstance(op, PackOp) and op is not pack]
    if obstacle is None and others:
        obstacle = Obstacle(
            f"{shown(plain)} is packed into {shown(others[0].target)} as well",
            reason="packed-twice",
        )
    obstacle = (
        obstacle
        or obstacle_to_dropping(copy, plain)
        or obstacle_to_other_sizes(copy, plain)
        or obstacle_to_retyping(plain, uses)
        or obstacle_at_entry(copy, plain)
    )
    if obstacle is not None:
        return obstacle
    replace(uses, copy, plain, signatures)
    remark(NAME, pack, _WRITTEN, packed=name_or_unnamed(packed), plain=name_or_unnamed(plain))
    Rewriter.erase_op(pack)
    erase_buffer(plain)
    return None


def replace(uses: Sequence[Use], copy: Copy, dropped: SSAValue, signatures: Signatures) -> None:
    """Makes uses of one side of a copy uses of the other one."""
    move_ends(copy, dropped)
    kept = copy.other(dropped)
    for use in uses:
        use.operation.operands[use.index] = kept
    for user in dict.fromkeys(use.operation for use in uses):
        signatures.adapt_user(user)


def erase_buffer(buffer: SSAValue) -> None:
    """Erases an allocation that nothing uses any more, and its end."""
    for dealloc in deallocs_of(buffer):
        Rewriter.erase_op(dealloc)
    assert isinstance(buffer.owner, Operation)
    Rewriter.erase_op(buffer.owner)


def take_layout(alloc: memref.AllocOp | memref.AllocaOp, signatures: Signatures) -> bool:
    """Gives a logical buffer between stages the layout of a neighbour; whether there is one."""
    buffer, type = alloc.memref, alloc.memref.type
    copied = any(isinstance(user, PackOp | UnpackOp) for user in users(buffer))
    if copied or not isinstance(type.layout, NoneAttr):
        return False
    obstacle = obstacle_to_seeing((buffer,), signatures) or obstacle_to_retyping(buffer)
    found = None if obstacle is not None else suggested_type(buffer)
    if found is None:
        return False
    new, neighbour = found
    own, other = name_or_unnamed(buffer), name_or_unnamed(neighbour)
    remark(NAME, alloc, _LAID_OUT, kinds=kinds(new), buffer=own, neighbour=other)
    signatures.retype(buffer, new)
    return True

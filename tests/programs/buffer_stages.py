"""Stages that move whole buffers, or go through a view, a cast or a copy of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .accesses import indices_into, load, store
from .element_types import UNSTORABLE
from .expressions import binary, unary
from .loops import nest
from .values import row_major
from .writing import Buffer, Writer, linear, variable

if TYPE_CHECKING:
    from .stages import StageWriter


def plain_type(shape: Sequence[int], element: str, layout: str = "") -> str:
    """A memref type."""
    return f"memref<{''.join(f'{size}x' for size in shape)}{element}{layout}>"


def copy(stages: StageWriter, target: Buffer) -> None:
    """`memref.copy`, or packing and unpacking where one side has a layout."""
    writer = stages.writer
    sources = [
        b
        for b in stages.sources(target)
        if (b.shape, b.element) == (target.shape, target.element) and b.origin != "view"
    ]
    if target.origin == "view":
        stages.simple(target)
        return
    if not sources or writer.chance(0.3):
        sources = [stages.new_argument(target.shape, target.element)]
    source = writer.choices.choice(sources)
    writer.undef |= source.undef
    target.undef |= writer.undef
    target.known = None
    attributes = stages.attributes()
    shown = f" {{{', '.join(attributes)}}}" if attributes else ""
    if source.laid_out != target.laid_out and writer.chance(0.8):
        name = "pack" if target.laid_out else "unpack"
        writer.features.add(f"pad.{name}")
        types = f"{source.type} into {target.type}"
        writer.emit(f"pad.{name} {source.name} into {target.name}{shown} : {types}")
        return
    writer.features.add("memref.copy")
    types = f"{source.type} to {target.type}"
    writer.emit(f"memref.copy {source.name}, {target.name}{shown} : {types}")


def through_view(stages: StageWriter, target: Buffer) -> None:
    """A stage that writes a part of the target, or all of it, through a view."""
    writer = stages.writer
    if not target.readable or not target.cells or not target.shape or target.origin == "view":
        stages.simple(target)
        return
    view = view_of(writer, target) or view_of(writer, target)
    if view is None:
        stages.simple(target)
        return
    _rewrite(stages, view)
    target.undef |= view.undef
    target.known = None


def from_view(stages: StageWriter, target: Buffer) -> None:
    """A stage that reads a view of another buffer."""
    writer = stages.writer
    sources = [b for b in stages.sources(target) if b.shape and b.origin != "view"]
    source = writer.choices.choice(sources) if sources else None
    view = (view_of(writer, source) or view_of(writer, source)) if source else None
    if view is None:
        stages.simple(target)
        return
    stages.buffers.append(view)
    stages.simple(target)
    stages.buffers.remove(view)


def _rewrite(stages: StageWriter, view: Buffer) -> None:
    writer, type = stages.writer, view.element
    with nest(writer, view.shape, stages.attributes(), form=stages.form()) as variables:
        place = [variable(v) for v in variables]
        value = load(writer, view, place)
        if type not in UNSTORABLE:
            value = unary(writer, type, value)
            if writer.chance(0.5):
                value = binary(writer, type, value, stages.operand(view, variables, type))
        store(writer, view, place, value)


def view_of(writer: Writer, buffer: Buffer) -> Buffer | None:
    """A subview, reshaped view or cast of a buffer."""
    extents: Sequence[int] = buffer.shape
    form = writer.choice("subview", "subview", "collapse", "expand", "cast", "rows", "rows")
    if form == "subview" or buffer.laid_out:
        return _subview(writer, buffer)
    if "strided" in buffer.type:
        return None
    if form == "collapse" and len(buffer.shape) > 1:
        writer.features.add("collapse_shape")
        groups = [[0, 1], *([axis] for axis in range(2, len(buffer.shape)))]
        shape = (buffer.shape[0] * buffer.shape[1], *buffer.shape[2:])
        return _viewed(
            writer, buffer, shape, f"memref.collapse_shape {buffer.name} {groups}", "into"
        )
    if form == "expand":
        size = extents[-1]
        inner = next((k for k in (2, 3, 5, 7, size) if size % k == 0), size)
        shape = (*buffer.shape[:-1], size // inner, inner)
        rank = len(buffer.shape)
        groups = [*([axis] for axis in range(rank - 1)), [rank - 1, rank]]
        writer.features.add("expand_shape")
        text = f"memref.expand_shape {buffer.name} {groups} output_shape {list(shape)}"
        return _viewed(writer, buffer, shape, text, "into")
    if form == "cast":
        writer.features.add("memref.cast")
        name = writer.fresh("w")
        dynamic = plain_type(buffer.shape, buffer.element).replace(f"<{extents[0]}x", "<?x", 1)
        writer.emit(f"{name} = memref.cast {buffer.name} : {buffer.type} to {dynamic}")
        return _like(buffer, name, buffer.shape, dynamic)
    if form == "rows" and len(buffer.shape) == 2:
        writer.features.add("reinterpret_cast")
        rows, columns = buffer.shape
        strided = f"strided<[1, {columns}]>"
        text = (
            f"memref.reinterpret_cast {buffer.name} to offset: [0], sizes: [{columns}, {rows}], "
            f"strides: [1, {columns}]"
        )
        return _viewed(writer, buffer, (columns, rows), text, "to", f", {strided}")
    return None


def _subview(writer: Writer, buffer: Buffer) -> Buffer | None:
    if "strided" in buffer.type or not buffer.cells:
        return None
    choices = writer.choices
    offsets: list[int] = []
    sizes: list[int] = []
    strides: list[int] = []
    for extent in buffer.shape:
        stride = choices.choice((1, 1, 1, 2)) if extent > 2 else 1
        offset = choices.randrange(extent) if extent > 1 and writer.chance(0.5) else 0
        most = (extent - 1 - offset) // stride + 1
        sizes.append(most if writer.chance(0.5) else choices.randint(1, most))
        offsets.append(offset)
        strides.append(stride)
    steps = row_major(buffer.shape)
    place = sum(o * s for o, s in zip(offsets, steps, strict=True))
    found = [s * t for s, t in zip(strides, steps, strict=True)]
    shape = list(sizes)
    if len(shape) > 1 and shape.count(1) == 1 and writer.chance(0.5):
        axis = shape.index(1)
        writer.features.add("rank-reducing")
        del shape[axis], found[axis]
    writer.features.add("subview")
    where = f", offset: {place}" if place else ""
    layout = f", strided<{found}{where}>"
    text = f"memref.subview {buffer.name}{offsets} {sizes} {strides}"
    return _viewed(writer, buffer, shape, text, "to", layout)


def _viewed(
    writer: Writer,
    buffer: Buffer,
    shape: Sequence[int],
    text: str,
    word: str,
    layout: str = "",
) -> Buffer:
    name, type = writer.fresh("w"), plain_type(shape, buffer.element, layout)
    writer.emit(f"{name} = {text} : {buffer.type} {word} {type}")
    return _like(buffer, name, shape, type)


def _like(buffer: Buffer, name: str, shape: Sequence[int], type: str) -> Buffer:
    view = Buffer(name, tuple(shape), buffer.element, type, origin="view", undef=buffer.undef)
    view.readable = buffer.readable
    return view


def cached(stages: StageWriter, target: Buffer) -> None:
    """Rows go through a small buffer of their own, made in each iteration."""
    writer, type = stages.writer, target.element
    sources = [b for b in stages.sources(target) if b.shape and b.element == type]
    if not sources or not target.shape or not target.cells or type in UNSTORABLE:
        stages.simple(target)
        return
    source = writer.choices.choice(sources)
    size = target.shape[-1]
    small = plain_type((size,), type)
    writer.features.add("local-in-loop")
    kind = writer.choice("alloc", "alloc", "alloca")
    with nest(writer, target.shape[:-1], stages.attributes(), form=stages.form()) as outer:
        name = writer.value(f"memref.{kind}() : {small}", "t")
        row = Buffer(name, (size,), type, small, origin=kind)
        with nest(writer, (size,), form=writer.choice("affine", "scf")) as (j,):
            indices = indices_into(writer, [*outer, j], source.shape)
            store(writer, row, [variable(j)], load(writer, source, indices))
        with nest(writer, (size,), form=writer.choice("affine", "scf")) as (j,):
            value = load(writer, row, [variable(j)])
            back = [linear([(-1, j)], size - 1)]
            value = binary(writer, type, value, load(writer, row, back))
            store(writer, target, [*map(variable, outer), variable(j)], value)
        if kind == "alloc":
            writer.emit(f"memref.dealloc {name} : {small}")

"""`pad.layouts`: layouts that wait on a function for pad-apply-layouts (RFC 39's attribute)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, DictionaryAttr, MemRefType, NoneAttr
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from .attributes import LaidOutType, LayoutAttr, layout_of, verify_laid_out
from .kind_attributes import index_map
from .layout.layout import Layout, Step
from .xdsl_compat.syntax.affine_text import affine_map_text


def maps_of_buffers(value: Attribute) -> dict[str, tuple[AffineMapAttr, ...]]:
    """The maps by the name of the buffer; VerifyException for what is not a dictionary of such."""
    if not isinstance(value, DictionaryAttr) or not value.data:
        raise VerifyException(
            f"'pad.layouts' is {value}, but must be a dictionary such as "
            "{A = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]}"
        )
    return {name: _maps(name, entry) for name, entry in value.data.items()}


def _maps(name: str, entry: Attribute) -> tuple[AffineMapAttr, ...]:
    items = cast("ArrayAttr[Attribute]", entry).data if isinstance(entry, ArrayAttr) else ()
    maps = tuple(item for item in items if isinstance(item, AffineMapAttr))
    if not maps or len(maps) != len(items):
        raise VerifyException(
            f"'pad.layouts' gives {name} {entry}, but must give it a list of affine maps"
        )
    for map in maps:
        if map.data.num_symbols:
            raise VerifyException(
                f"'pad.layouts' gives {name} the map {affine_map_text(map.data)}, but a layout map "
                "takes no symbols"
            )
    return maps


def laid_out(name: str, type: LaidOutType, maps: Sequence[AffineMapAttr]) -> LaidOutType:
    """
    The type of a buffer with one more step a map, whose padding is forbidden.

    VerifyException where the maps are not a layout on its shape.
    """
    earlier = layout_of(type)
    if earlier is None and not isinstance(type.layout, NoneAttr):
        raise VerifyException(
            f"'pad.layouts' gives {name} a layout, but {type} has one already that "
            "is not a #pad.layout"
        )
    given = earlier.layout if earlier is not None else Layout(())
    try:
        steps = (*given.steps, *(Step(index_map(map.data)) for map in maps))
        layout = LayoutAttr.of(Layout(steps), type.element_type)
        new = MemRefType(type.element_type, type.shape, layout, type.memory_space)
        problem = verify_laid_out(new)
    except VerifyException as error:
        problem = str(error)
    else:
        if problem is None:
            return new
    raise VerifyException(f"'pad.layouts' gives {name} a layout it cannot have: {problem}")

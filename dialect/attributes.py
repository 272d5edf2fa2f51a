"""`#pad.layout`: a `Layout` as a memref layout attribute, made of builtin attributes only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    IntAttr,
    IntegerAttr,
    MemRefLayoutAttr,
    MemRefType,
    NoneAttr,
    i64,
)
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.ir.affine import AffineMap
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException

from .ir.operations import is_a
from .kind_attributes import affine_map, check_kind, index_map, kind_attr, pad_kind
from .layout.layout import Layout, LayoutError, PlacedLayout, Step
from .layout.pad_kinds import sources

Ints: TypeAlias = tuple[int, ...]
_OPTIONS = ("align", "extents", "separators")
_PARTS = (
    (ArrayAttr, "list of maps"),
    (ArrayAttr, "list of pad kinds"),
    (DictionaryAttr, "dictionary"),
)


@irdl_attr_definition
class LayoutAttr(ParametrizedAttribute, MemRefLayoutAttr):
    """
    The layout of a padded buffer: one affine map and one pad kind a step, and a dictionary.

    ```mlir
    memref<14xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>>
    ```

    A kind is `"forbidden"`, `"undef"`, a constant of the element type (of the lanes, if it is a
    vector), `"identity(addf)"`, an affine map of the physical indices to those of another cell,
    `@f` (a pure function of the physical indices), or a list
    `[{where = affine_map<..>, kind = ..}, .., {kind = ..}]`: the kind of the first entry all of
    whose results are at least 0. The physical indices are those after the step. The dictionary
    takes `separators`, `align` and `extents`; the last two are the last step's, or hold one list a
    step.
    """

    name = "pad.layout"
    maps: ArrayAttr[AffineMapAttr]
    pads: ArrayAttr[Attribute]
    options: DictionaryAttr

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        """The three parts; what is wrong with them is an error at the layout itself."""
        start = parser.pos
        parts = parser.parse_paramattr_parameters()
        if len(parts) != 3:
            parser.raise_error(
                f"a layout has three parts, <[maps], [pad kinds], {{options}}>, not {len(parts)}",
                start,
                parser.pos,
            )
        for part, (wanted, shown) in zip(parts, _PARTS, strict=True):
            if not isinstance(part, wanted):
                text = f"a layout is <[maps], [pad kinds], {{options}}>; {part} is not a {shown}"
                parser.raise_error(text, start, parser.pos)
        maps = cast("ArrayAttr[Attribute]", parts[0])
        if (wrong := next((m for m in maps if not isinstance(m, AffineMapAttr)), None)) is not None:
            parser.raise_error(f"{wrong} is not an affine map", start, parser.pos)
        try:
            cls.new(parts)
        except VerifyException as error:
            parser.raise_error(str(error), start, parser.pos)
        return parts

    def get_affine_map(self) -> AffineMap:
        """All steps composed: physical from logical indices."""
        first, *others = (map.data for map in self.maps)
        for other in others:
            first = other.compose(first)
        return first

    def verify(self) -> None:
        if not self.maps.data:
            raise VerifyException("a layout needs at least one map")
        if len(self.maps) != len(self.pads):
            raise VerifyException(
                f"a layout needs one pad kind a map, but has {len(self.maps)} maps and "
                f'{len(self.pads)} kinds; the default kind is "forbidden"'
            )
        for key in self.options.data:
            if key not in _OPTIONS:
                raise VerifyException(
                    f"unknown layout option '{key}'; known: {', '.join(_OPTIONS)}"
                )
        for map in self.maps:
            if map.data.num_symbols:
                raise VerifyException(f"a layout map takes no symbols, but {map} does")
        _layout(self)  # raises on what cannot be read

    @property
    def layout(self) -> Layout:
        """The same as plain data; the constants without their type."""
        kept = vars(self)
        if _READ not in kept:  # to find it by value takes as long as to compare all of it
            kept[_READ] = _layout(self)
        return kept[_READ]

    @staticmethod
    def of(layout: Layout, element_type: Attribute) -> LayoutAttr:
        """The attribute of a layout; VerifyException where a kind does not fit the element type."""
        options: dict[str, Attribute] = {}
        for key in ("align", "extents"):
            per_step: list[Ints] = [getattr(step, key) for step in layout.steps]
            if any(per_step[:-1]):
                options[key] = ArrayAttr([_array(ints) for ints in per_step])
            elif per_step[-1]:
                options[key] = _array(per_step[-1])
        if layout.separators:
            options["separators"] = _array(layout.separators)
        return LayoutAttr(
            ArrayAttr([AffineMapAttr(affine_map(step.map)) for step in layout.steps]),
            ArrayAttr([kind_attr(step.pad, element_type) for step in layout.steps]),
            DictionaryAttr(options),
        )


_READ = "_read_layout"


@cache
def _layout(attr: LayoutAttr) -> Layout:
    align, extents = _per_step(attr, "align"), _per_step(attr, "extents")
    steps = [
        Step(index_map(map.data), pad_kind(pad), align[k], extents[k])
        for k, (map, pad) in enumerate(zip(attr.maps, attr.pads, strict=True))
    ]
    return Layout(tuple(steps), _ints(attr.options.data.get("separators"), "separators"))


def _per_step(attr: LayoutAttr, key: str) -> list[Ints]:
    """The option of each step; a flat list is the last step's."""
    value = attr.options.data.get(key)
    steps = len(attr.maps)
    if any(isinstance(item, ArrayAttr) for item in _items(value)):
        if len(_items(value)) != steps:
            raise VerifyException(f"layout option '{key}' needs one list for each of {steps} steps")
        return [_ints(item, key) for item in _items(value)]
    return [*[()] * (steps - 1), _ints(value, key)]


LaidOutType: TypeAlias = "MemRefType[Attribute]"
_BUFFER, _LAYOUT = (MemRefType,), (LayoutAttr,)


def layout_of(type: Attribute) -> LayoutAttr | None:
    """The `#pad.layout` of a memref type, else None."""
    if not is_a(type, _BUFFER):
        return None
    layout = type.layout
    return layout if is_a(layout, _LAYOUT) else None


def place(type: LaidOutType) -> PlacedLayout:
    """
    The layout of a laid-out memref type on its shape, `?` as the sizes `s0`, `s1`, ... by
    dimension.
    """
    layout = layout_of(type)
    if layout is None:
        raise ValueError(f"{type} has no #pad.layout")
    shape = [f"s{k}" if size < 0 else size for k, size in enumerate(type.get_shape())]
    return layout.layout.place(shape)


@cache
def verify_laid_out(type: LaidOutType) -> str | None:
    """
    Return the error of a layout on this shape and element type, or None; computed once for each
    type.
    """
    layout = layout_of(type)
    if layout is None:
        return None
    try:
        placed = place(type)
        placed.check()
        if any(sources(kind) for _, kind in placed.padding_pieces):
            from .layout.self_padding import check_padding  # it imports numpy, which takes a while

            check_padding(placed)
        for pad in layout.pads:
            check_kind(pad, type.element_type)
    except (LayoutError, VerifyException) as error:
        return str(error)
    return None


def physical_type(type: LaidOutType) -> LaidOutType:
    """
    The memref that holds all cells of a laid-out type, padding included; `?` where an extent
    depends on a size that is not known.
    """
    shape = place(type).physical_shape
    # The constructor takes three times as long, to find out that these are not attributes.
    extents = ArrayAttr(IntAttr(n if isinstance(n, int) else DYNAMIC_INDEX) for n in shape)
    return MemRefType.new([extents, type.element_type, NoneAttr(), type.memory_space])


def logical_type(type: LaidOutType) -> LaidOutType:
    """The same memref without its layout."""
    return MemRefType(type.element_type, type.shape, memory_space=type.memory_space)


def _array(ints: Sequence[int]) -> ArrayAttr[Attribute]:
    return ArrayAttr([IntegerAttr(value, i64) for value in ints])


def _items(value: Attribute | None) -> tuple[Attribute, ...]:
    return cast("ArrayAttr[Attribute]", value).data if isinstance(value, ArrayAttr) else ()


def _ints(value: Attribute | None, key: str) -> Ints:
    if value is None:
        return ()
    items = _items(value)
    ints = tuple(item.value.data for item in items if isinstance(item, IntegerAttr))
    if not isinstance(value, ArrayAttr) or len(ints) != len(items):
        raise VerifyException(f"layout option '{key}' is {value}, but must be a list of integers")
    return ints

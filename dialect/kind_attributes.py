"""Pad kinds and index maps as attributes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap
from xdsl.utils.exceptions import VerifyException

from ..index.expr import var
from .ir.affine_conversion import from_affine_map, to_affine_map
from .layout.index_map import IndexMap
from .layout.pad_kinds import (
    ByRegion,
    Computed,
    Constant,
    Forbidden,
    Identity,
    PadKind,
    Region,
    SelfLoad,
    SimpleKind,
    Undef,
)
from .pad_values import (
    ValueAttr,
    constant_attr,
    forbidden_only,
    holds_numbers,
    pad_value_attr,
    scalar_type,
)

_IDENTITY = re.compile(r"identity\((\w+)\)")


def pad_kind(pad: Attribute) -> PadKind:
    """The kind that an attribute stands for; VerifyException for any other attribute."""
    if isinstance(pad, ArrayAttr):
        return _by_region(cast("ArrayAttr[Attribute]", pad))
    return _simple_kind(pad)


def kind_attr(pad: PadKind, element_type: Attribute) -> Attribute:
    """The attribute of a kind; VerifyException where it does not fit the element type."""
    match pad:
        case Constant():
            return constant_attr(pad.value, element_type)
        case SelfLoad():
            return AffineMapAttr(affine_map(pad.source))
        case Computed() if pad.loads:
            loads = ArrayAttr([AffineMapAttr(affine_map(source)) for source in pad.loads])
            return DictionaryAttr({"apply": SymbolRefAttr(pad.function), "loads": loads})
        case Computed():
            return SymbolRefAttr(pad.function)
        case ByRegion():
            return ArrayAttr([_region_attr(region, element_type) for region in pad.regions])
        case _:
            pad_value_attr(pad, element_type)
            return StringAttr(str(pad))


def check_kind(pad: Attribute, element_type: Attribute) -> None:
    """VerifyException for a value that is none of the element type."""
    if isinstance(pad, ArrayAttr):
        for entry in cast("ArrayAttr[DictionaryAttr]", pad):
            check_kind(entry.data["kind"], element_type)
        return
    if isinstance(pad, FloatAttr | IntegerAttr):
        own = cast("ValueAttr", pad).type
        if own != scalar_type(element_type):
            raise VerifyException(
                f"the pad value {pad} is not a value of the element type {element_type}"
            )
    kind = _simple_kind(cast("Attribute", pad))
    if not isinstance(kind, Forbidden) and not holds_numbers(element_type):
        raise VerifyException(forbidden_only(element_type, kind))
    pad_value_attr(kind, element_type)


def index_map(map: AffineMap) -> IndexMap:
    """The map with readable names; VerifyException where it is not understood."""
    names = tuple(
        "ijklmn"[: map.num_dims] if map.num_dims <= 6 else [f"d{k}" for k in range(map.num_dims)]
    )
    try:
        return IndexMap(names, from_affine_map(map, [var(name) for name in names]))
    except ValueError as error:
        raise VerifyException(f"in {map}: {error}") from error


def affine_map(map: IndexMap) -> AffineMap:
    """The map by position of its inputs."""
    found = to_affine_map(map.outputs, map.inputs)
    assert found is not None, "the maps of layouts are affine"
    return found


def _simple_kind(pad: Attribute) -> SimpleKind:
    match pad:
        case StringAttr(data="forbidden"):
            return Forbidden()
        case StringAttr(data="undef"):
            return Undef()
        case StringAttr(data=text) if match := _IDENTITY.fullmatch(text):
            return Identity(match[1])
        case FloatAttr() | IntegerAttr():
            return Constant(pad.value.data)
        case AffineMapAttr():
            return SelfLoad(_without_symbols(pad))
        case SymbolRefAttr() if not pad.nested_references.data:
            return Computed(pad.root_reference.data)
        case DictionaryAttr():
            return _computed_from_cells(pad)
        case _:
            raise VerifyException(
                f'{pad} is not a pad kind: "forbidden", "undef", "identity(<arith op>)", a '
                "constant, an affine map of the physical indices, @f, {apply = @f, loads = "
                "[affine_map<..>]}, or a list of {where = .., kind = ..}"
            )


def _computed_from_cells(pad: DictionaryAttr) -> Computed:
    match pad.data:
        case {"apply": SymbolRefAttr() as name, "loads": ArrayAttr() as loads, **others} if (
            loads.data and not others and not name.nested_references.data
        ):
            maps = [map for map in loads if isinstance(map, AffineMapAttr)]
            if len(maps) == len(loads):
                sources = tuple(map(_without_symbols, maps))
                return Computed(name.root_reference.data, None, sources)
        case _:
            pass
    raise VerifyException(
        f"{pad} is not a pad kind: a function of the indices and of other cells is {{apply = @f, "
        "loads = [affine_map<..>]}, with a map of the physical indices for each cell"
    )


def _by_region(pad: ArrayAttr[Attribute]) -> ByRegion:
    try:
        return ByRegion(tuple(_region(entry) for entry in pad))
    except ValueError as error:
        raise VerifyException(f"{pad} is not a pad kind: {error}") from error


def _region(entry: Attribute) -> Region:
    known: Mapping[str, Attribute] = {}
    if isinstance(entry, DictionaryAttr):
        known = cast("Mapping[str, Attribute]", entry.data)
    where = known.get("where")
    if "kind" not in known or known.keys() - {"where", "kind"}:
        raise VerifyException(
            f"{entry} in a list of pad kinds must be {{where = affine_map<..>, kind = ..}}; the "
            "last one has no `where`"
        )
    if where is not None and not isinstance(where, AffineMapAttr):
        raise VerifyException(f"`where` of a pad kind is {where}, but must be an affine map")
    return Region(None if where is None else _without_symbols(where), _simple_kind(known["kind"]))


def _region_attr(region: Region, element_type: Attribute) -> DictionaryAttr:
    kind = kind_attr(region.kind, element_type)
    if region.where is None:
        return DictionaryAttr({"kind": kind})
    return DictionaryAttr({"where": AffineMapAttr(affine_map(region.where)), "kind": kind})


def _without_symbols(map: AffineMapAttr) -> IndexMap:
    if map.data.num_symbols:
        raise VerifyException(f"a map in a pad kind takes no symbols, but {map} does")
    return index_map(map.data)

"""
Layouts, evaluated forward on every index: where logical cells are stored, and what padding is.

Written from design.md section 2 alone, as a judge of everything that derives the same from maps.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
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
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineExpr,
    AffineMap,
)

from ....dialect.attributes import LaidOutType, LayoutAttr, layout_of
from ..memory.buffers import row_major
from ..values.affine_code import compile_map
from ..values.errors import BadInput, NotValidated, TooLarge
from ..values.scalars import Float, Number, Scalar, constant_of, element_of, lanes_of
from .signature import Parameter


class Unspecified(Enum):
    """A pad kind that is not a value."""

    FORBIDDEN = "forbidden"
    UNDEF = "undef"


@dataclass(frozen=True)
class Copy:
    """A copy of the value of another physical cell."""

    cell: int


@dataclass(frozen=True)
class Computed:
    """The result of a function for these indices, and for what these cells hold."""

    function: str
    indices: tuple[int, ...]
    cells: tuple[int, ...] = ()


@dataclass(frozen=True)
class Derived:
    """The result of a function that is known for what these cells hold."""

    text: str
    """The function and its indices."""
    cells: tuple[int, ...]
    compute: Callable[[Any, Sequence[Any]], Any] = field(compare=False, repr=False)
    """In a domain, of these values."""

    def __str__(self) -> str:
        return f"{self.text} of the cells {list(self.cells)}"


PadKind: TypeAlias = Unspecified | int | Number | Copy | Computed | Derived
Shape: TypeAlias = tuple[int, ...]
_Array: TypeAlias = "np.ndarray[Any, np.dtype[np.int64]]"

_MOST_POINTS = 1 << 22
_MOST_CALLS = 100
_DIVISIONS = (AffineBinaryOpKind.Mod, AffineBinaryOpKind.FloorDiv, AffineBinaryOpKind.CeilDiv)
_IDENTITY = re.compile(r"identity\((\w+)\)")


@dataclass(frozen=True)
class Contract:
    """The meaning of a `#pad.layout` on one shape; cells are numbered in row-major order."""

    logical_shape: Shape
    physical_shape: Shape
    cells: list[int]
    """The physical cell of each logical cell."""
    kinds: Mapping[int, PadKind]
    """The pad kind of each physical cell that is padding."""

    @cached_property
    def padding(self) -> frozenset[int]:
        """The physical cells that no logical index reaches."""
        return frozenset(self.kinds)

    def copied_in_the_end(self, cell: int) -> int:
        """The cell that this one, and what it copies in turn, takes its value from."""
        seen: list[int] = []
        while isinstance(kind := self.kinds.get(cell), Copy):
            if cell in seen:
                raise BadInput(f"padding copies itself, at the cells {seen}")
            seen.append(cell)
            cell = kind.cell
        return cell

    def held(self, cell: int, cells: Sequence[Any], domain: Any, depth: int = 0) -> Any:
        """What a cell holds, padding that takes its value from other cells what it has to."""
        cell = self.copied_in_the_end(cell)
        kind = self.kinds.get(cell)
        if not isinstance(kind, Derived):
            return cells[cell]
        if depth > _MOST_CALLS:
            raise NotValidated("padding is computed from padding that is computed, many times")
        values = [self.held(source, cells, domain, depth + 1) for source in kind.cells]
        return kind.compute(domain, values)

    @cached_property
    def forbidden(self) -> frozenset[int]:
        """The padding that may not be accessed."""
        return frozenset(cell for cell, kind in self.kinds.items() if kind is Unspecified.FORBIDDEN)


def static_contract(parameter: Parameter) -> Contract | None:
    """The contract of a physical argument, None if it is not physical or of dynamic shape."""
    laid_out, stored = parameter.laid_out, parameter.type
    if laid_out is None or not parameter.is_physical or not laid_out.has_static_shape():
        return None
    shape = cast("LaidOutType", stored).get_shape()
    return contract_of(laid_out, laid_out.get_shape(), shape)


def contract_of(type: LaidOutType, logical_shape: Shape, physical_shape: Shape | None) -> Contract:
    """
    The contract of a laid-out type on a static logical shape.

    Raises BadInput if the maps lose a cell, or the physical shape is not what the layout derives.
    """
    layout = layout_of(type)
    assert layout is not None
    scalar = element_of(type.element_type)
    shape = logical_shape
    if prod(shape) > _MOST_POINTS:
        raise TooLarge(f"a layout of more than {_MOST_POINTS} cells")
    where = np.arange(prod(shape))
    kinds: dict[int, PadKind] = {}
    for pad, (map, align, extents) in zip(layout.pads, layout_steps(layout), strict=True):
        if map.num_dims != len(shape):
            raise BadInput(f"{map} does not take the {len(shape)} indices of {list(shape)}")
        box = tuple(extents) or tuple(
            -(-extent // multiple) * multiple
            for extent, multiple in zip(
                (_extent(result, map.num_dims, shape) for result in map.results),
                align or [1] * len(map.results),
                strict=True,
            )
        )
        if prod(box) > _MOST_POINTS:
            raise TooLarge(f"a layout of more than {_MOST_POINTS} cells")
        target = _offsets(map, shape, box)
        kinds = {int(target[cell]): _moved(kind, target) for cell, kind in kinds.items()}
        reached = np.zeros(prod(box), np.bool_)
        reached[target] = True
        kinds |= _kinds_of_step(pad, np.flatnonzero(~reached), box, scalar)
        where, shape = target[where], box
    if physical_shape is not None and physical_shape != shape:
        raise BadInput(f"{type} is stored as {list(shape)}, not as {list(physical_shape)}")
    contract = Contract(logical_shape, shape, where.tolist(), kinds)
    lanes = lanes_of(type.element_type)
    return contract if lanes is None else _with_lanes(contract, lanes)


def _with_lanes(contract: Contract, count: int) -> Contract:
    """The same where each cell is so many, and padding is the same in all of them."""
    kinds: dict[int, PadKind] = {}
    for cell, kind in contract.kinds.items():
        if isinstance(kind, Computed):
            raise NotValidated(f"padding of vectors that @{kind.function} computes")
        for lane in range(count):
            copied = isinstance(kind, Copy)
            kinds[cell * count + lane] = Copy(kind.cell * count + lane) if copied else kind
    cells = [cell * count + lane for cell in contract.cells for lane in range(count)]
    shape, box = (*contract.logical_shape, count), (*contract.physical_shape, count)
    return Contract(shape, box, cells, kinds)


def _moved(kind: PadKind, target: _Array) -> PadKind:
    match kind:
        case Copy():
            return Copy(int(target[kind.cell]))
        case Computed():
            return replace(kind, cells=tuple(int(target[cell]) for cell in kind.cells))
        case _:
            return kind


def _kinds_of_step(pad: Attribute, cells: _Array, box: Shape, scalar: Scalar) -> dict[int, PadKind]:
    """The kind of each new cell of padding, after the step that makes it."""
    numbers: list[int] = cells.tolist()
    if not isinstance(pad, ArrayAttr | AffineMapAttr | SymbolRefAttr | DictionaryAttr):
        return dict.fromkeys(numbers, pad_kind(pad, scalar))
    given = cast("Attribute", pad)
    return {
        cell: _kind_at(given, tuple(int(i) for i in np.unravel_index(cell, box)), box, scalar)
        for cell in numbers
    }


def _kind_at(pad: Attribute, index: Shape, box: Shape, scalar: Scalar) -> PadKind:
    if isinstance(pad, AffineMapAttr):
        return Copy(_cell_at(pad, index, box))
    if isinstance(pad, DictionaryAttr):
        match pad.data:
            case {"apply": SymbolRefAttr() as name, "loads": ArrayAttr() as loads}:
                maps = cast("ArrayAttr[AffineMapAttr]", loads)
                cells = tuple(_cell_at(map, index, box) for map in maps)
                return Computed(name.root_reference.data, index, cells)
            case _:
                raise NotValidated(f"the pad kind {pad} is not understood")
    if isinstance(pad, SymbolRefAttr):
        return Computed(pad.root_reference.data, index)
    if isinstance(pad, ArrayAttr):
        for entry in cast("ArrayAttr[DictionaryAttr]", pad):
            where = entry.data.get("where")
            if not isinstance(where, AffineMapAttr) or min(_at(where, index), default=0) >= 0:
                return _kind_at(entry.data["kind"], index, box, scalar)
    return pad_kind(cast("Attribute", pad), scalar)


def _cell_at(map: AffineMapAttr, index: Shape, box: Shape) -> int:
    """The cell that padding takes its value from."""
    source = _at(map, index)
    if len(source) != len(box) or not all(
        0 <= i < size for i, size in zip(source, box, strict=True)
    ):
        raise BadInput(f"padding {list(index)} copies {source}, outside of {list(box)}")
    return sum(i * stride for i, stride in zip(source, row_major(box), strict=True))


def _at(map: AffineMapAttr, index: Shape) -> list[int]:
    return [int(result) for result in compile_map(map.data, range(map.data.num_dims))(list(index))]


def _offsets(map: AffineMap, shape: Shape, box: Shape) -> _Array:
    """Where in the box each point of the shape goes."""
    points = _points(shape)
    results = compile_map(map, range(map.num_dims))(cast("list[Any]", points))
    offsets = np.zeros(prod(shape), np.int64)
    for values, size, stride in zip(results, box, row_major(box), strict=True):
        values = np.broadcast_to(np.asarray(values, np.int64), offsets.shape)
        if values.size and not (values.min() >= 0 and values.max() < size):
            raise BadInput(f"{map} on {list(shape)} leaves the box {list(box)}")
        offsets += values * stride
    reached = np.zeros(prod(box), np.bool_)
    reached[offsets] = True
    if np.count_nonzero(reached) != len(offsets):
        raise BadInput(f"{map} on {list(shape)} stores two cells in one")
    return offsets


def _points(shape: Shape) -> list[_Array]:
    """The indices of all points of a box, an array for each axis."""
    grid = np.indices(shape, np.int64)
    return [axis.reshape(-1) for axis in grid]


def _extent(expr: AffineExpr, dims: int, shape: Shape) -> int:
    """
    The extent of an axis: past its maximum over unbounded logical indices where that is finite,
    else over those of the shape that it mentions.

    With the product P of all divisors in it, an index expression grows by a constant from x to
    x + P along each dimension: it is bounded, and periodic, iff all these are 0.
    """
    period = prod(_divisors(expr))
    evaluate = compile_map(AffineMap(dims, 0, (expr,)), range(dims))
    used = sorted(expr.used_dims())
    origin = [0] * dims
    at_origin = evaluate(origin)[0]
    moved = [[period if k == axis else 0 for k in range(dims)] for axis in used]
    if any(evaluate(point)[0] != at_origin for point in moved):
        box = tuple(shape[axis] if axis in used else 1 for axis in range(dims))
    else:
        box = tuple(period if axis in used else 1 for axis in range(dims))
    if not prod(box):
        return 0
    if prod(box) > _MOST_POINTS:
        raise NotValidated(f"the extent of {expr} is not found by enumeration")
    return int(np.max(evaluate(cast("list[Any]", _points(box)))[0])) + 1


def _divisors(expr: AffineExpr) -> Iterator[int]:
    for part in expr.dfs():
        if isinstance(part, AffineBinaryOpExpr) and part.kind in _DIVISIONS:
            assert isinstance(part.rhs, AffineConstantExpr)
            yield part.rhs.value


def layout_steps(layout: LayoutAttr) -> Iterator[tuple[AffineMap, Sequence[int], Sequence[int]]]:
    """For each step its map, `align` and `extents`."""
    maps = [map.data for map in layout.maps]
    align, extents = (_per_step(layout, key, len(maps)) for key in ("align", "extents"))
    yield from zip(maps, align, extents, strict=True)


def _per_step(layout: LayoutAttr, key: str, steps: int) -> list[list[int]]:
    """A flat list is the last step's."""
    value = layout.options.data.get(key)
    items = cast("ArrayAttr[Attribute]", value).data if isinstance(value, ArrayAttr) else ()
    if any(isinstance(item, ArrayAttr) for item in items):
        return [[*_ints(cast("ArrayAttr[Attribute]", item))] for item in items]
    flat = ArrayAttr(items)
    return [*[[] for _ in range(steps - 1)], [*_ints(flat)]]


def _ints(items: ArrayAttr[Attribute]) -> Iterator[int]:
    return (item.value.data for item in items if isinstance(item, IntegerAttr))


def pad_kind(pad: Attribute, scalar: Scalar) -> PadKind:
    """The pad kind that is the same in all cells; raises NotValidated for others."""
    if isinstance(pad, StringAttr):
        if pad.data in ("forbidden", "undef"):
            return Unspecified(pad.data)
        if match := _IDENTITY.fullmatch(pad.data):
            return identity_of(match[1], scalar)
    if isinstance(pad, FloatAttr | IntegerAttr):
        return constant_of(cast("Attribute", pad))
    raise NotValidated(f"the pad kind {pad} is not understood")


def identity_of(name: str, scalar: Scalar) -> int | Number:
    """The neutral element of an arith operation (design, section 2)."""
    infinity = float("inf")
    if isinstance(scalar, Float):
        floats = {
            "addf": -0.0,
            "mulf": 1.0,
            "maximumf": -infinity,
            "minimumf": infinity,
            "maxnumf": float("nan"),
            "minnumf": float("nan"),
        }
        if name in floats:
            value = scalar.of(floats[name])
            if str(float(value)) != str(floats[name]):
                raise NotValidated(f"{scalar.name} has no {floats[name]}, the identity of {name}")
            return value
    else:
        half = 1 << (scalar.width - 1)
        integers = {
            **dict.fromkeys(("addi", "ori", "xori", "maxui"), 0),
            **dict.fromkeys(("andi", "minui"), -1),
            "muli": 1,
            "maxsi": -half,
            "minsi": half - 1,
        }
        if name in integers:
            return scalar.wrap(integers[name])
    raise BadInput(f"arith.{name} has no identity on {scalar.name}")

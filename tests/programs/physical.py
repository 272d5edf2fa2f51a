"""
Where the cells of a laid-out buffer are, and what its padding holds, by enumeration.

Each index goes through the maps one by one; what no index reaches is padding of that step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    MemRefType,
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

from pad_mlir.dialect.attributes import LayoutAttr

from .affine_functions import expression
from .scalar_kinds import FloatKind, constant, kind_of, scalar_type
from .values import FORBIDDEN, UNDEF, Unsupported

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
Point: TypeAlias = tuple[int, ...]
LaidOut: TypeAlias = "MemRefType[Attribute]"
Call: TypeAlias = Callable[[str, Point], Any]
_MOST_PERIODS = 20_000


@dataclass(frozen=True)
class Padding:
    """A cell that no index of the box before `step` reaches: its kind, and where it is after it."""

    step: int
    kind: Attribute
    at: Point


@dataclass(frozen=True)
class Placement:
    """The boxes after each step, and what each cell of them is: a logical index, or padding."""

    boxes: tuple[Point, ...]
    cells: tuple[dict[Point, Point | Padding], ...]

    @property
    def shape(self) -> Point:
        """The physical shape."""
        return self.boxes[-1]


@cache
def placement(type: LaidOut) -> Placement:
    """Where everything is, for a static shape."""
    layout = type.layout
    assert isinstance(layout, LayoutAttr)
    boxes: list[Point] = []
    cells: list[dict[Point, Point | Padding]] = []
    box: Point = tuple(type.get_shape())
    contents: dict[Point, Point | Padding] = {point: point for point in _points(box)}
    for step, (map, kind) in enumerate(zip(layout.maps, layout.pads, strict=True)):
        function = _function(map.data)
        after = _box(
            map.data, box, _option(layout, "align", step), _option(layout, "extents", step)
        )
        moved: dict[Point, Point | Padding] = {}
        for point, content in contents.items():
            target = function(*point)
            if target in moved:
                raise ValueError(f"two cells are stored at {target}")
            moved[target] = content
        contents = {p: moved[p] if p in moved else Padding(step, kind, p) for p in _points(after)}
        if len(contents) < len(moved):
            raise ValueError("a cell is stored outside of the box")
        box = after
        boxes.append(box)
        cells.append(contents)
    return Placement(tuple(boxes), tuple(cells))


def packed(type: LaidOut, logical: Array, call: Call | None = None) -> Array:
    """
    The physical array of objects: padding is its value, UNDEF or FORBIDDEN.

    `call` gives what a function of the module returns for indices. Arrays of another type than a
    laid-out one stay as they are.
    """
    if not isinstance(type.layout, LayoutAttr):
        return logical
    found = placement(type)
    scalar = scalar_type(type.element_type)
    lanes = logical.shape[len(type.get_shape()) :]
    physical = np.empty((*found.shape, *lanes), object)

    def value(content: Point | Padding, seen: int = 0) -> Any:
        if not isinstance(content, Padding):
            return logical[content]
        kind = _kind_at(content.kind, content.at)
        if isinstance(kind, AffineMapAttr):
            if seen > len(found.cells[content.step]):
                raise ValueError("padding copies itself")
            source = tuple(kind.data.eval(content.at, ()))
            return value(found.cells[content.step][source], seen + 1)
        return _padding_value(kind, scalar, content.at, call)

    for point, content in found.cells[-1].items():
        physical[point] = value(content)
    return physical


def copied_cells(type: LaidOut) -> dict[Point, Point]:
    """For each cell of padding that holds what another holds, the one that all begins with."""
    found = placement(type)
    places = {content: point for point, content in found.cells[-1].items()}

    def source(content: Point | Padding) -> Point | Padding:
        kind = _kind_at(content.kind, content.at) if isinstance(content, Padding) else None
        if isinstance(content, Padding) and isinstance(kind, AffineMapAttr):
            return source(found.cells[content.step][tuple(kind.data.eval(content.at, ()))])
        return content

    first = {point: source(content) for point, content in found.cells[-1].items()}
    return {p: places[c] for p, c in first.items() if c is not found.cells[-1][p]}


def unpacked(type: LaidOut, physical: Array) -> Array:
    """The logical array of a physical one."""
    if not isinstance(type.layout, LayoutAttr):
        return physical
    found = placement(type)
    lanes = physical.shape[len(found.shape) :]
    logical = np.empty((*type.get_shape(), *lanes), object)
    for point, content in found.cells[-1].items():
        if not isinstance(content, Padding):
            logical[content] = physical[point]
    return logical


def _points(box: Point) -> list[Point]:
    return list(product(*map(range, box)))


def _function(map: AffineMap) -> Callable[..., Point]:
    dims = [f"d{k}" for k in range(map.num_dims)]
    results = "".join(f"{expression(result, dims, [])}," for result in map.results)
    return eval(f"lambda {', '.join(dims)}: ({results})")


def _box(map: AffineMap, box: Point, align: Point, extents: Point) -> Point:
    if extents:
        return extents
    derived = [_extent(result, box) for result in map.results]
    if align:
        derived = [-(-size // unit) * unit for size, unit in zip(derived, align, strict=True)]
    return tuple(derived)


def _extent(expr: AffineExpr, box: Point) -> int:
    """One more than the largest value: over all integers where it has one, else over the box."""
    used = sorted(expr.used_dims())
    names = [f"d{k}" for k in range(len(box))]
    function: Callable[..., int] = eval(
        f"lambda {', '.join(f'd{k}' for k in used)}: {expression(expr, names, [])}"
    )
    period = _period(expr)
    if period ** len(used) <= _MOST_PERIODS:
        points = list(product(range(period), repeat=len(used)))
        moved = [
            function(*(x + period * (k == axis) for k, x in enumerate(point)))
            for axis in range(len(used))
            for point in points
        ]
        if moved == [function(*point) for point in points] * len(used):
            return 1 + max(function(*point) for point in points)
    if any(box[k] == 0 for k in used):
        return 0
    return 1 + max(function(*point) for point in product(*(range(box[k]) for k in used)))


def _period(expr: AffineExpr) -> int:
    """A number that all divisions in it repeat by."""
    if not isinstance(expr, AffineBinaryOpExpr):
        return 1
    inner = math.lcm(_period(expr.lhs), _period(expr.rhs))
    if expr.kind in (AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul):
        return inner
    assert isinstance(expr.rhs, AffineConstantExpr)
    return inner * expr.rhs.value


def _option(layout: LayoutAttr, name: str, step: int) -> Point:
    value = layout.options.data.get(name)
    if not isinstance(value, ArrayAttr):
        return ()
    items = cast("ArrayAttr[Attribute]", value).data
    if any(isinstance(item, ArrayAttr) for item in items):
        items = cast("ArrayAttr[Attribute]", items[step]).data
    elif step != len(layout.maps) - 1:
        return ()
    return tuple(cast("IntegerAttr[Any]", item).value.data for item in items)


def _kind_at(kind: Attribute, at: Sequence[int]) -> Attribute:
    """The kind of a cell: the first entry of a list whose condition it meets."""
    if not isinstance(kind, ArrayAttr):
        return kind
    for entry in cast("ArrayAttr[Attribute]", kind):
        assert isinstance(entry, DictionaryAttr)
        where = entry.data.get("where")
        if where is None or min(cast("AffineMapAttr", where).data.eval(at, ())) >= 0:
            return entry.data["kind"]
    raise ValueError("no kind is met")


def _padding_value(kind: Attribute, element: Attribute, at: Point, call: Call | None) -> Any:
    if isinstance(kind, IntegerAttr | FloatAttr):
        value = constant(cast("Attribute", kind))
        return value & 1 if isinstance(value, int) and kind_of(element).width == 1 else value
    if isinstance(kind, SymbolRefAttr):
        if call is None:
            raise Unsupported("padding of a function's values")
        return call(kind.string_value(), at)
    assert isinstance(kind, StringAttr)
    if kind.data == "forbidden":
        return FORBIDDEN
    if kind.data == "undef":
        return UNDEF
    value = identity(kind.data.removeprefix("identity(").removesuffix(")"), element)
    return value & 1 if isinstance(value, int) and kind_of(element).width == 1 else value


def identity(operation: str, element: Attribute) -> int | float:
    """The value that an operation of `arith` leaves the other operand by."""
    kind = kind_of(element)
    if isinstance(kind, FloatKind):
        highest = math.inf if kind.has_infinity else kind.largest
        return {
            "addf": -0.0,
            "mulf": 1.0,
            "maximumf": -highest,
            "minimumf": highest,
            "maxnumf": math.nan,
            "minnumf": math.nan,
        }[operation]
    every = kind.wrap(-1) if kind.width > 1 else 1
    return {
        **{"addi": 0, "ori": 0, "xori": 0, "maxui": 0, "muli": 1},
        **{"andi": every, "minui": every, "maxsi": kind.low, "minsi": kind.high},
    }[operation]

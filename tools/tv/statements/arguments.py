"""The arguments of both functions, with their sizes and layouts as expressions of sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import cast

from xdsl.dialects.builtin import IndexType, NoneAttr
from xdsl.ir import Attribute
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
)

from ....dialect.attributes import LaidOutType, layout_of
from ..contracts.layouts import PadKind, Unspecified, layout_steps, pad_kind
from ..contracts.signature import Parameter, Place
from ..contracts.sizes import SizeLimits, equal_sizes
from ..values.affine_code import compile_map
from ..values.errors import BadInput, NotValidated
from ..values.scalars import Scalar, element_of, lanes_of
from .expressions import both, ceil_div, compare, negated, number, of_map, plus, times
from .nodes import Array
from .reasons import NoProof

Indices = Sequence[str]


@dataclass(frozen=True)
class Unclear:
    """Padding that may be read and holds something, which is not looked at."""


@dataclass(frozen=True, eq=False)
class Argument:
    """A buffer of the caller."""

    name: str
    array: Array
    scalar: Scalar
    logical: tuple[str, ...]
    """The logical extents."""
    place: Callable[[Indices], tuple[str, ...]]
    """Where a logical cell is stored."""
    pad: PadKind | Unclear | None
    """What the padding is; None if there is none to see."""
    cells_if: str
    """There are physical cells only if this holds."""
    claims: tuple[str, ...] = ()
    """Sets that have to be empty, or the padding is not all of one kind."""

    def is_logical(self, indices: Indices) -> str:
        """Whether a logical index is in bounds."""
        return _within(indices, self.logical)

    def holds_data(self, cell: Indices) -> str:
        """Whether a logical cell is stored in a physical one."""
        if self.pad is None:
            return self.inside(cell)
        names = [f"l{k}" for k in range(len(self.logical))]
        pairs = zip(cell, self.place(names), strict=True)
        same = [compare(index, "=", stored) for index, stored in pairs]
        return f"(exists ({', '.join(names)} : {both(self.is_logical(names), *same)}))"

    def inside(self, cell: Indices) -> str:
        """Whether there is such a physical cell."""
        return both(self.array.inside(cell), self.cells_if)

    def is_padding(self, cell: Indices) -> str:
        """Whether a physical cell is padding that may be accessed."""
        if self.pad in (None, Unspecified.FORBIDDEN):
            return "(1 = 0)"
        return both(self.inside(cell), negated(self.holds_data(cell)))

    def accessible(self, cell: Indices) -> str:
        """Whether a physical cell may be accessed."""
        if self.pad is Unspecified.FORBIDDEN:
            return both(self.inside(cell), self.holds_data(cell))
        return self.inside(cell)


@dataclass(frozen=True)
class Sizes:
    """The sizes of both functions: equal ones have one name."""

    names: Mapping[Place, str]
    facts: str
    """What contracts say of them."""

    @cached_property
    def parameters(self) -> list[str]:
        """The names of all."""
        return list(dict.fromkeys(self.names.values()))


def sizes_of(before: Sequence[Parameter], after: Sequence[Parameter]) -> Sizes:
    """Raises NoProof if the second function knows more of sizes than the first."""
    try:
        known, groups = equal_sizes(before, before), equal_sizes(before, after)
    except BadInput as error:
        raise NoProof(str(error)) from error
    ours = {place: limits for limits in known for place in limits.places}
    names: dict[Place, str] = {}
    facts: list[str] = []
    for group in groups:
        if any(_is_data(after, place) for place in group.places):
            if len(group.places) > 1:
                raise NoProof(f"{group.name} is a size that is no index")
            continue
        name = f"n{len(facts)}"
        names |= dict.fromkeys(group.places, name)
        facts.append(_facts(name, group))
        shared = [ours[place] for place in group.places if place in ours]
        if any(limits is not shared[0] or limits.knows_less(group) for limits in shared):
            raise NoProof(f"pad.size says more of {group.name} after than before")
    return Sizes(names, both(*facts))


def _is_data(parameters: Sequence[Parameter], place: Place) -> bool:
    type = parameters[place[0]].type
    return place[1] is None and not isinstance(type, IndexType)


def _facts(name: str, limits: SizeLimits) -> str:
    facts = [] if limits.low is None else [compare(name, ">=", number(limits.low))]
    if limits.high is not None:
        facts.append(compare(name, "<=", number(limits.high)))
    if limits.multiple > 1:
        facts.append(f"(({name}) mod {limits.multiple} = 0)")
    return both(*facts)


def argument_of(side: str, position: int, parameter: Parameter, sizes: Sizes) -> Argument:
    """A memref argument; raises NoProof for a layout that is not understood."""
    logical = tuple(
        sizes.names[position, axis] if size < 0 else number(size)
        for axis, size in enumerate(parameter.logical_shape)
    )
    element = parameter.logical_type.element_type
    try:
        if lanes_of(element) is not None:
            raise NoProof(f"{parameter.name} has vectors in it")
        scalar = element_of(element)
    except NotValidated as error:
        raise NoProof(error.reason) from error
    name = f"{side}_A{position}"
    if not parameter.is_physical:
        own = getattr(parameter.type, "layout", None)
        if not isinstance(own, NoneAttr) and parameter.laid_out is None:
            raise NoProof(f"the layout of {parameter.name} is not understood")
        array = Array(name, (), logical, position)
        return Argument(parameter.name, array, scalar, logical, tuple, None, both())
    return _physical(name, position, parameter, logical, scalar)


def _physical(
    name: str, position: int, parameter: Parameter, logical: tuple[str, ...], scalar: Scalar
) -> Argument:
    assert parameter.laid_out is not None
    layout = layout_of(parameter.laid_out)
    assert layout is not None
    maps: list[AffineMap] = []
    box, some, claims = list(logical), list[str](), list[str]()
    kinds = layout.pads.data
    for (map, align, extents), kind in zip(layout_steps(layout), kinds, strict=True):
        if map.num_dims != len(box):
            raise NoProof(f"{map} does not take the indices of {parameter.name}")
        inner = box
        box, cells_if = _box(parameter.name, map, align, extents, inner)
        some += cells_if
        maps.append(map)
        if kind != kinds[0]:
            claims.append(_added(map, inner, box, some))
    _check_stored(parameter, box)

    def place(indices: Indices) -> tuple[str, ...]:
        found = tuple(indices)
        for map in maps:
            found = tuple(of_map(result, map.num_dims, found) for result in map.results)
        return found

    array = Array(name, (), tuple(box), position)
    pad = _pad(parameter.name, kinds[0], scalar)
    where = both(*some)
    return Argument(parameter.name, array, scalar, logical, place, pad, where, tuple(claims))


def _box(
    name: str, map: AffineMap, align: Sequence[int], extents: Sequence[int], inner: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The extents after a step, and without what there is no cell."""
    if extents:
        return [number(extent) for extent in extents], []
    bounded = [_is_bounded(result, map.num_dims) for result in map.results]
    axes = zip(map.results, bounded, align or [1] * len(map.results), strict=True)
    box = [_extent(result, fixed, inner, multiple) for result, fixed, multiple in axes]
    # Without logical cells an axis that grows with them has no extent (design, section 2).
    growing = [result for result, fixed in zip(map.results, bounded, strict=True) if not fixed]
    mentioned = {axis for result in growing for axis in result.used_dims()}
    if growing and len(mentioned) < len(inner):
        raise NoProof(f"the extents of {name} without a cell are not understood")
    return box, [compare(inner[axis], ">=", "1") for axis in sorted(mentioned)]


def _added(map: AffineMap, inner: Sequence[str], box: Sequence[str], some: Sequence[str]) -> str:
    """The padding that a step adds."""
    names, cell = (
        [f"{letter}{k}" for k in range(len(axes))] for letter, axes in (("l", inner), ("c", box))
    )
    results = [of_map(result, map.num_dims, names) for result in map.results]
    same = [compare(index, "=", result) for index, result in zip(cell, results, strict=True)]
    reached = f"(exists ({', '.join(names)} : {both(_within(names, inner), *same)}))"
    condition = both(_within(cell, box), *some, negated(reached))
    return f"{{ C[{', '.join(cell)}] : {condition} }}"


def _within(indices: Indices, extents: Sequence[str]) -> str:
    parts: list[str] = []
    for index, extent in zip(indices, extents, strict=True):
        parts += [compare(index, ">=", "0"), compare(index, "<", extent)]
    return both(*parts)


def _pad(name: str, kind: Attribute, scalar: Scalar) -> PadKind | Unclear:
    try:
        return pad_kind(kind, scalar)
    except NotValidated as error:
        if Unspecified.FORBIDDEN.value in str(kind):
            raise NoProof(f"the padding of {name}: {error}") from error
        return Unclear()
    except BadInput as error:
        raise NoProof(f"the padding of {name}: {error}") from error


def _check_stored(parameter: Parameter, box: Sequence[str]) -> None:
    """Raises NoProof if the type that is stored says something else."""
    stored = cast("LaidOutType", parameter.type).get_shape()
    pairs = zip(stored, box, strict=True) if len(stored) == len(box) else ((0, "-"),)
    if any(size >= 0 and number(size) != extent for size, extent in pairs):
        raise NoProof(f"{parameter.name} is not stored as its layout says")


def _extent(expr: AffineExpr, fixed: bool, logical: Sequence[str], multiple: int) -> str:
    """The extent of an axis, rounded up."""
    dims = len(logical)
    if fixed:
        extent = _largest_in_a_period(expr, dims) + 1
        return number(-(-extent // multiple) * multiple)
    if not _is_monotone(expr):
        raise NoProof(f"the extent of {expr} is not understood")
    sizes = [logical[axis] for axis in sorted(expr.used_dims())]
    if all(size.isdecimal() and int(size) for size in sizes):
        ends = [int(size) - 1 if size.isdecimal() else 0 for size in logical]
        extent = _function(expr, dims)(ends) + 1
        return number(-(-extent // multiple) * multiple)
    last = [plus(extent, number(-1)) for extent in logical]
    extent = plus(of_map(expr, dims, last), "1")
    return extent if multiple == 1 else times(multiple, ceil_div(extent, multiple))


def _period(expr: AffineExpr) -> int:
    divisors = [
        part.rhs.value
        for part in expr.dfs()
        if isinstance(part, AffineBinaryOpExpr)
        and part.kind not in (AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul)
        and isinstance(part.rhs, AffineConstantExpr)
    ]
    return prod(divisors)


def _is_bounded(expr: AffineExpr, dims: int) -> bool:
    """Whether it is bounded over all indices: it then repeats with the product of all divisors."""
    evaluate, period = _function(expr, dims), _period(expr)
    origin = evaluate([0] * dims)
    return all(
        evaluate([period if k == axis else 0 for k in range(dims)]) == origin
        for axis in range(dims)
    )


_MOST = 1 << 16


def _largest_in_a_period(expr: AffineExpr, dims: int) -> int:
    used, period = sorted(expr.used_dims()), _period(expr)
    if len(used) > 1 or period > _MOST:
        raise NoProof(f"the extent of {expr} is not understood")
    evaluate = _function(expr, dims)
    points = range(period if used else 1)
    return max(evaluate([k if axis in used else 0 for axis in range(dims)]) for k in points)


def _function(expr: AffineExpr, dims: int) -> Callable[[list[int]], int]:
    compiled = compile_map(AffineMap(dims, 0, (expr,)), range(dims))
    return lambda point: compiled(list(point))[0]


def _is_monotone(expr: AffineExpr) -> bool:
    """Whether it does not decrease in any dimension, as far as its form tells."""
    match expr:
        case AffineConstantExpr() | AffineDimExpr():
            return True
        case AffineBinaryOpExpr():
            left, right = expr.lhs, expr.rhs
            if expr.kind is AffineBinaryOpKind.Add:
                return _is_monotone(left) and _is_monotone(right)
            if expr.kind is AffineBinaryOpKind.Mul and isinstance(left, AffineConstantExpr):
                left, right = right, left
            if not isinstance(right, AffineConstantExpr) or right.value < 0:
                return False
            return expr.kind is not AffineBinaryOpKind.Mod and _is_monotone(left)
        case _:
            return False

"""Descriptions of a layout for a schedule: its map as a Python function or MLIR text, and lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral
from operator import index
from typing import Any, TypeAlias, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, SSAValue

from ...analysis.contracts.applied_layouts import applied_contract
from ...dialect.annotations import attached_global_layouts, attached_layouts, buffer_name, buffers
from ...dialect.attributes import LaidOutType, layout_of, place
from ...dialect.ir.affine_conversion import to_affine_map
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.operations import operations_of
from ...dialect.layout.layout import IndexMap
from ...dialect.xdsl_compat.syntax.affine_text import affine_map_text
from ...index.expr import Expr, lift, var
from ...passes.common.stages import find_buffer, find_functions
from ...passes.layout.interface.global_layouts import find_global, globals_of, names_global
from ...passes.layout.options.layout_options import parse_map
from ..calls.call_text import Source
from ..calls.schedule_error import ScheduleError
from .lambdas import IndexFunction, WrongRank, call_with_indices


class AxisSeparator:
    """The type of `AXIS_SEPARATOR`."""

    def __repr__(self) -> str:
        return "AXIS_SEPARATOR"


AXIS_SEPARATOR = AxisSeparator()
"""Between two indices of a map's result: they are not flattened into one axis (RFC 39)."""

_Part: TypeAlias = Expr | int | AxisSeparator
MapArgument: TypeAlias = IndexFunction[_Part | Sequence[_Part]] | str


@dataclass(frozen=True)
class GivenMap:
    """A map with its MLIR text, its Python source, and the separators among its outputs."""

    map: IndexMap
    text: str
    source: str | Source
    separators: tuple[int, ...] = ()


@dataclass(frozen=True)
class Axes:
    """
    The indices that the next layout step of a buffer maps: their number, and the maps that compute
    them.
    """

    buffer: str
    element: Attribute
    rank: int
    maps: tuple[IndexMap, ...] = ()

    @property
    def so_far(self) -> str:
        """The earlier steps that a map of another rank may have overlooked, for an error."""
        if not self.maps:
            return ""
        maps = ", then ".join(map(str, self.maps))
        return (
            f": {self.buffer} has a layout already, {maps}, and the map of a further step takes "
            "its physical indices"
        )


def read_map(given: MapArgument, axes: Axes) -> GivenMap:
    """
    The map of a function of the indices, or of a text.

    Raises ScheduleError if it is neither, or not quasi-affine, and PadError for a text that is
    no map.
    """
    if isinstance(given, str):
        read = parse_map(given)
        if axes.maps and len(read.inputs) != axes.rank:
            count = len(read.inputs)
            raise ScheduleError(
                f"the map {read} takes {count} indices, but is given {axes.rank}{axes.so_far}"
            )
        return GivenMap(read, given, given)
    if not callable(given):
        raise ScheduleError(
            f"index_map is {given!r}, but must be a function of the indices, such as "
            'lambda i: (i // 4, i % 4), or a text, such as "(i) -> (i floordiv 4, i mod 4)"'
        )
    try:
        names, result = call_with_indices("index_map", given, axes.rank, var)
    except WrongRank as error:
        raise ScheduleError(f"{error}{axes.so_far}") from None
    outputs: list[Expr] = []
    separators: list[int] = []
    for part in cast("Sequence[object]", result if isinstance(result, Sequence) else (result,)):
        if isinstance(part, AxisSeparator):
            separators.append(len(outputs))
        elif isinstance(part, Expr | Integral):
            outputs.append(lift(cast("Expr | int", part)))
        else:
            raise ScheduleError(f"index_map gives {part!r}, which is not an index expression")
    index_map = IndexMap(names, tuple(outputs))
    return GivenMap(index_map, map_text(index_map), _source(index_map), tuple(separators))


def read_ints(name: str, given: Sequence[int] | None) -> tuple[int, ...] | None:
    """The integers as a pass takes them; raises ScheduleError if they are not a list of such."""
    try:
        return None if given is None else tuple(map(index, given)) or None
    except TypeError:
        raise ScheduleError(f"{name} is {given!r}, but must be a list of integers") from None


def read_names(option: str, given: object) -> tuple[Any, ...]:
    """A name or several as a pass takes them; raises ScheduleError for what is neither."""
    if isinstance(given, str):
        return (given,)
    names = cast("Sequence[object]", given) if isinstance(given, Sequence) else [None]
    if not all(isinstance(name, str) for name in names):
        raise ScheduleError(f"{option} is {given!r}, but must be a list of names")
    return tuple(names)


def names_of(module: ModuleOp, function: str | None) -> list[str]:
    """The names of the buffers in the function, or in all."""
    found = find_functions(module, function, lambda f: True)
    return list(dict.fromkeys(n for f in found for b in buffers(f) if (n := buffer_name(b))))


def axes_of(module: ModuleOp, function: str | None, name: str) -> Axes:
    """
    Return the indices that the next layout step of a buffer maps; raises PadError if there is no
    such buffer.
    """
    if not isinstance(cast("object", name), str):
        raise ScheduleError(f"buffer is {name!r}, but must be a name")
    if names_global(name):
        return _axes(name, _type_of_global(module, name))

    def named(function: func.FuncOp) -> list[SSAValue]:
        return [value for value in buffers(function) if buffer_name(value) == name]

    functions = find_functions(module, function, lambda f: bool(named(f)))
    if (symbol := f"@{name}") in globals_of(module) and not any(named(f) for f in functions):
        raise PadError(f"there is no buffer {name}; the global of that name is {symbol}", module)
    found = [value for f in functions for value in named(f)] or [find_buffer(functions[0], name)]
    waiting = {buffer: type for f in functions for buffer, type in attached_layouts(f).items()}
    type = waiting.get(found[0], cast("LaidOutType", found[0].type))
    return _axes(name, type, applied_contract(found[0]))


def _type_of_global(module: ModuleOp, name: str) -> LaidOutType:
    """Return the type of a global, with the layout that is pending for it."""
    op = find_global(module, name)
    waiting = [attached_global_layouts(f).get(op) for f in operations_of(module, func.FuncOp)]
    return next((type for type in waiting if type is not None), op.type)


def _axes(name: str, type: LaidOutType, applied: LaidOutType | None = None) -> Axes:
    layouts = [layout_of(given) for given in (applied, type) if given is not None]
    maps = [step.map for given in layouts if given is not None for step in given.layout.steps]
    is_laid_out = layout_of(type) is not None
    shape = place(type).physical_shape if is_laid_out else type.get_shape()
    return Axes(name, type.get_element_type(), len(shape), tuple(maps))


def _source(index_map: IndexMap) -> Source:
    results = ", ".join(map(str, index_map.outputs))
    comma = "," if len(index_map.outputs) == 1 else ""
    return Source(f"lambda {', '.join(index_map.inputs)}: ({results}{comma})")


def map_text(index_map: IndexMap, what: str = "index_map") -> str:
    """
    The map in MLIR's syntax, with the names of its inputs; raises ScheduleError if not affine.
    """
    names = index_map.inputs
    found = to_affine_map(index_map.outputs, names)
    if found is None:
        wrong = next(e for e in index_map.outputs if to_affine_map([e], names) is None)
        raise ScheduleError(f"{what} cannot be used: `{wrong}` is not an affine expression")
    positional = affine_map_text(found)
    return re.sub(r"\bd(\d+)\b", lambda dim: names[int(dim[1])], positional)

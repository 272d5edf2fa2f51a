"""Functions as their callers see them: arguments and results, with their contracts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, MemRefType, StringAttr
from xdsl.ir import Attribute

from ....dialect.annotations import LOGICAL, NAME, SIZE
from ....dialect.attributes import LaidOutType, layout_of
from ..memory.addresses import alignment_of
from ..values.errors import BadInput

Place: TypeAlias = tuple[int, int | None]
"""An axis of an argument; None for the argument itself, an integer."""

_ALIGN = "llvm.align"


@dataclass(frozen=True)
class Tie:
    """A tie of an index argument by `pad.size`: it is a size of a buffer."""

    of: str
    dim: int
    min: int | None
    max: int | None
    multiple: int | None


@dataclass(frozen=True)
class Parameter:
    """An argument or a result."""

    name: str
    type: Attribute
    laid_out: LaidOutType | None
    """The type with a `#pad.layout`: its own, or that of `pad.logical`."""
    ties: tuple[Tie, ...]
    function: func.FuncOp
    """Whose argument or result it is."""
    alignment: int = 1
    """The multiple of that many bytes at which a buffer's first cell is."""

    @property
    def is_buffer(self) -> bool:
        """Whether it is a memref."""
        return _is_memref(self.type)

    @property
    def is_physical(self) -> bool:
        """Whether accesses are physical, and padding is there."""
        return self.laid_out is not None and self.laid_out is not self.type

    @property
    def logical_type(self) -> LaidOutType:
        """The memref whose shape logical indices have."""
        return cast("LaidOutType", self.type) if self.laid_out is None else self.laid_out

    @property
    def logical_shape(self) -> tuple[int, ...]:
        """The logical shape, `?` as a negative size."""
        return self.logical_type.get_shape()


def parameters_of(function: func.FuncOp) -> list[Parameter]:
    """The arguments of a function."""
    types = function.function_type.inputs.data
    attributes = _dictionaries(function.arg_attrs, len(types))
    hints = [arg.name_hint for arg in function.args] if not function.is_declaration else []
    return _told_apart(
        [
            _parameter(type, attrs, hint or f"#{k}", function)
            for k, (type, attrs, hint) in enumerate(
                zip(types, attributes, hints or [None] * len(types), strict=True)
            )
        ]
    )


def _told_apart(parameters: Sequence[Parameter]) -> list[Parameter]:
    """
    The same, where one has the name of another before it, as `%A_2` of `%A_1`, with its position
    after the name; a tie is one to each buffer of the name.
    """
    called: dict[tuple[bool, str], list[str]] = {}
    for k, each in enumerate(parameters):
        names = called.setdefault((each.is_buffer, each.name), [])
        names.append(f"{each.name}#{k}" if names else each.name)
    rest = {key: iter(names) for key, names in called.items()}
    return [
        replace(
            each,
            name=next(rest[each.is_buffer, each.name]),
            ties=tuple(
                replace(tie, of=name)
                for tie in each.ties
                for name in called.get((True, tie.of), [tie.of])
            ),
        )
        for each in parameters
    ]


def results_of(function: func.FuncOp) -> list[Parameter]:
    """The results of a function."""
    types = function.function_type.outputs.data
    attributes = _dictionaries(function.res_attrs, len(types))
    return [
        _parameter(type, attrs, f"result {k}", function)
        for k, (type, attrs) in enumerate(zip(types, attributes, strict=True))
    ]


def _dictionaries(
    attributes: ArrayAttr[DictionaryAttr] | None, count: int
) -> list[Mapping[str, Attribute]]:
    return [{}] * count if attributes is None else [entry.data for entry in attributes]


def _parameter(
    type: Attribute, attributes: Mapping[str, Attribute], name: str, function: func.FuncOp
) -> Parameter:
    given = attributes.get(NAME)
    if isinstance(given, StringAttr):
        name = given.data
    laid_out = cast("LaidOutType", type) if layout_of(type) is not None else None
    if LOGICAL in attributes:
        laid_out = cast("LaidOutType", attributes[LOGICAL])
        if layout_of(laid_out) is None or not _is_memref(type):
            raise BadInput(f"{LOGICAL} of {name} has to be a memref type with a #pad.layout")
    alignment = alignment_of(attributes.get(_ALIGN)) or 1
    ties = attributes.get(SIZE)
    entries = cast("ArrayAttr[Attribute]", ties).data if isinstance(ties, ArrayAttr) else ()
    return Parameter(name, type, laid_out, tuple(map(_tie, entries)), function, alignment)


def _tie(entry: Attribute) -> Tie:
    data: Mapping[str, Attribute] = entry.data if isinstance(entry, DictionaryAttr) else {}
    of, dim = data.get("of"), data.get("dim")
    if not isinstance(of, StringAttr) or not isinstance(dim, IntegerAttr):
        raise BadInput(f"{entry} in {SIZE} needs `of` and `dim`")
    limits = [data.get(key) for key in ("min", "max", "multiple")]
    low, high, multiple = (v.value.data if isinstance(v, IntegerAttr) else None for v in limits)
    return Tie(of.data, dim.value.data, low, high, multiple)


def _is_memref(type: Attribute) -> bool:
    return isinstance(type, MemRefType)

"""Parameters and results of a function, read from the IR before lowering drops them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import Any, TypeAlias, cast

import numpy as np
from xdsl.dialects import func, gpu, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StridedLayoutAttr,
    StringAttr,
)
from xdsl.ir import Attribute, BlockArgument, SSAValue, Use
from xdsl.utils.hints import isa

from ..analysis.accesses.windows import ANY_VIEWS
from ..dialect.annotations import (
    LOGICAL,
    MAY_ALIAS,
    NAME,
    SIZE,
    argument_names,
    buffer_name,
)
from ..dialect.attributes import LaidOutType, layout_of, place
from ..dialect.ir.effects import only_reads, renames_buffers
from ..dialect.ir.memory_access import is_store, is_stored_value
from ..dialect.ir.operations import is_a
from ..dialect.layout.lane_axis import with_lane_axis
from ..dialect.layout.layout import Layout, LayoutError, PlacedLayout
from ..index.expr import Expr, var
from ..passes.host.local_buffers import returns_fresh
from .element_types import Element, element_of, lanes_of
from .errors import KernelError
from .launched_kernels import launched_argument, uses_of
from .size_checks import SizeCheck

_ALIGN = "llvm.align"


@dataclass(frozen=True)
class Tie:
    """An index argument that is the size of one axis of a buffer (`pad.size`), within limits."""

    buffer: str
    axis: int
    least: int
    most: int | None
    multiple: int


@dataclass(frozen=True)
class Scalar:
    """A number that a function takes or returns; tied ones are the sizes of buffers."""

    name: str
    element: Element
    ties: tuple[Tie, ...] = ()


@dataclass(frozen=True)
class Buffer:
    """
    A memref that is an argument or a result of a function.

    `shape` is its physical shape, with -1 for `?`; `placed` is its contract, if it has a layout. A
    result is `fresh` if it is certain to be newly allocated.
    """

    name: str
    element: Element
    shape: tuple[int, ...]
    placed: PlacedLayout | None
    written: bool = False
    fresh: bool = False
    read: bool = True
    """Whether the function may load from it."""
    alignment: int = 1
    """Bytes that the address is a multiple of."""
    strides: tuple[int | None, ...] | None = None
    """In elements, None for `?`; None altogether where it is row-major."""
    offset: int = 0
    """Where its first element is, in elements from the address that code takes."""
    computed: Callable[[np.ndarray[Any, Any], Sequence[int]], None] | None = field(
        default=None, compare=False
    )
    """
    Writes the padding that functions compute from indices, at a logical shape; None if there is
    none.
    """
    derive: Callable[[np.ndarray[Any, Any], Sequence[int]], None] | None = field(
        default=None, compare=False
    )
    """
    Writes the padding that functions compute from other cells, at a logical shape; None if there is
    none.
    """

    @property
    def layout(self) -> Layout:
        """The layout; without steps for a buffer that has none."""
        return Layout(()) if self.placed is None else self.placed.layout

    @property
    def has_other_sizes(self) -> bool:
        """Whether its sizes in memory are not the logical ones, and neither are known."""
        return self.placed is not None and -1 in self.logical_shape

    @cached_property
    def logical_shape(self) -> tuple[int, ...]:
        """The shape that a caller sees, with -1 for `?`."""
        if self.placed is None:
            return self.shape
        return tuple(size if isinstance(size, int) else -1 for size in self.placed.shape)


Part: TypeAlias = Scalar | Buffer


@dataclass(frozen=True)
class Signature:
    """A function of a physical module, seen from outside."""

    function: str
    parameters: tuple[Part, ...]
    results: tuple[Part, ...]
    may_alias: bool
    descriptors: bool
    """Whether memrefs are passed as descriptors, not as bare pointers."""
    source: func.FuncOp | None = field(default=None, compare=False, repr=False)
    """The function before it was lowered, where its contracts are asked for."""
    size_checks: tuple[SizeCheck, ...] = ()
    """The tests of the sizes of each call."""
    symbol: str = field(default="", compare=False)
    """The name of the function in the code of a kernel."""


def stored_sizes(signature: Signature) -> Iterator[tuple[Buffer, int, Expr]]:
    """
    The dynamic axes of buffers in memory whose extents follow from logical sizes, over the names of
    the arguments that `pad.size` ties to these.
    """
    ties = {
        (tie.buffer, tie.axis): part.name
        for part in signature.parameters
        if isinstance(part, Scalar)
        for tie in part.ties
    }
    for buffer in signature.parameters:
        if not isinstance(buffer, Buffer) or not buffer.has_other_sizes:
            continue
        axes = enumerate(buffer.logical_shape)
        tied = {f"s{axis}": ties.get((buffer.name, axis)) for axis, size in axes if size < 0}
        names = {size: var(name) for size, name in tied.items() if name is not None}
        assert buffer.placed is not None
        for axis, extent in enumerate(buffer.placed.physical_shape):
            if isinstance(extent, Expr) and {*extent.variables()} <= {*names}:
                yield buffer, axis, extent.substitute(names)


def find_function(module: ModuleOp, name: str | None) -> func.FuncOp:
    """The function of that name, by default the only public one, with a body; else KernelError."""
    functions = {
        op.sym_name.data: op
        for op in module.body.ops
        if isinstance(op, func.FuncOp) and not op.is_declaration
    }
    known = ", ".join(f"@{known}" for known in functions) or "none"
    if name is not None:
        if name not in functions:
            raise KernelError(f"no function @{name} with a body; functions with one: {known}")
        return functions[name]
    public = [op for op in functions.values() if is_public(op)]
    if len(public) != 1:
        raise KernelError(
            f"wanted one public function with a body, found {len(public)}; say which with "
            f"`function=`: {known}"
        )
    return public[0]


def signature_of(function: func.FuncOp, *, descriptors: bool, strided: bool = False) -> Signature:
    """
    The signature of a physical function; raises KernelError for a type that no caller can give.

    `strided` says whether callers give arguments that are not row-major.
    """
    inputs, outputs = function.function_type.inputs.data, function.function_type.outputs.data
    given = [attrs.data for attrs in function.arg_attrs or [DictionaryAttr({}) for _ in inputs]]
    returned = [attrs.data for attrs in function.res_attrs or [DictionaryAttr({}) for _ in outputs]]
    for value in function.args:
        if any(isinstance(use.operation, memref.DeallocOp) for use in uses_of(value)):
            raise KernelError(
                f"@{function.sym_name.data} frees its argument {value.name_hint or value.index}, "
                "which is an array of the caller; remove the memref.dealloc"
            )
    names = argument_names(function.args)
    called = _by_names_in_source(function, names)
    return Signature(
        function.sym_name.data,
        tuple(
            _with_each_tie(
                _parameter(value, name, attributes, by_address=not descriptors, strided=strided),
                called,
            )
            for value, name, attributes in zip(function.args, names, given, strict=True)
        ),
        tuple(
            _with_known_shape(_part(type, name, attributes, fresh=returns_fresh(function, k)))
            for k, (type, attributes) in enumerate(zip(outputs, returned, strict=True))
            for name in [_given_name(attributes) or f"result{k}"]
        ),
        MAY_ALIAS in function.attributes,
        descriptors,
    )


def kernel_parameters(kernel: gpu.FuncOp) -> tuple[Part, ...]:
    """The parameters of a kernel on a device."""
    return tuple(
        _part(
            value.type,
            value.name_hint or f"arg{value.index}",
            {},
            written=any(map(_may_write, uses_of(value))),
        )
        for value in kernel.body.block.args
    )


def is_public(function: func.FuncOp) -> bool:
    """Whether a function is seen from outside its module."""
    return function.sym_visibility is None or function.sym_visibility.data == "public"


def _by_names_in_source(function: func.FuncOp, names: Sequence[str]) -> Mapping[str, list[str]]:
    """The names of the buffers that have one name in the source."""
    found: dict[str, list[str]] = {}
    for value, name in zip(function.args, names, strict=True):
        if isinstance(value.type, MemRefType):
            found.setdefault(buffer_name(value) or name, []).append(name)
    return found


def _with_each_tie(part: Part, called: Mapping[str, list[str]]) -> Part:
    """A number with ties to each of the buffers that have the name in a tie."""
    if isinstance(part, Buffer):
        return part
    ties = [
        replace(tie, buffer=name)
        for tie in part.ties
        for name in called.get(tie.buffer, [tie.buffer])
    ]
    return replace(part, ties=tuple(ties))


def _given_name(attributes: Mapping[str, Attribute]) -> str | None:
    given = attributes.get(NAME)
    return given.data if isinstance(given, StringAttr) else None


def _parameter(
    value: BlockArgument,
    name: str,
    attributes: Mapping[str, Attribute],
    *,
    by_address: bool,
    strided: bool,
) -> Part:
    written = any(map(_may_write, uses_of(value)))
    part = _part(
        value.type, name, attributes, written=written, by_address=by_address, strided=strided
    )
    if isinstance(part, Buffer):
        return replace(part, read=any(map(_may_load, uses_of(value))))
    return part


def _may_write(use: Use) -> bool:
    if isinstance(use.operation, memref.CopyOp):
        return use.index != 0
    if (argument := launched_argument(use)) is not None:
        return any(map(_may_write, uses_of(argument)))
    if (view := _viewed(use)) is not None:
        return any(map(_may_write, view.uses))
    return renames_buffers(use.operation) or not only_reads(use.operation)


def _viewed(use: Use) -> SSAValue | None:
    """What a view gives, of the buffer that it is of; None for any other use."""
    is_view = use.index == 0 and is_a(use.operation, ANY_VIEWS)
    return use.operation.results[0] if is_view else None


def _may_load(use: Use) -> bool:
    if isinstance(use.operation, memref.CopyOp):
        return use.index == 0
    if (view := _viewed(use)) is not None:
        return any(map(_may_load, view.uses))
    return not is_store(use.operation) or is_stored_value(use.operation, use.index)


def _part(
    type: Attribute,
    name: str,
    attributes: Mapping[str, Attribute],
    *,
    written: bool = False,
    fresh: bool = False,
    by_address: bool = False,
    strided: bool = False,
) -> Part:
    if not isa(type, MemRefType):
        with _naming(name):
            element = element_of(type)
        return Scalar(name, element, tuple(map(_tie, _items(attributes.get(SIZE)))))
    lies = type.layout if strided and isinstance(type.layout, StridedLayoutAttr) else None
    is_plain = lies is not None or isinstance(type.layout, NoneAttr)
    if not is_plain or not isinstance(type.memory_space, NoneAttr):
        raise KernelError(
            f"{name} is {type}, but a kernel takes and returns plain row-major memrefs only, and "
            "strided ones as arguments of calls on the host; lay buffers out with a #pad.layout"
        )
    with _naming(name):
        element, lanes = lanes_of(type.element_type)
    if lanes and not by_address:
        raise KernelError(
            f"{name} is {type}, but buffers of vectors are arguments on the host only, where all "
            "shapes are static and no buffer is returned"
        )
    placed = None
    if LOGICAL in attributes:
        placed = _placed(name, cast("LaidOutType", attributes[LOGICAL]), lanes)
    shape = (*(max(size, -1) for size in type.get_shape()), *lanes)
    aligned = attributes.get(_ALIGN)
    alignment = aligned.value.data if isa(aligned, IntegerAttr) else 1
    if lanes:
        alignment = max(alignment, prod(lanes) * element.dtype.itemsize)
    buffer = Buffer(name, element, shape, placed, written, fresh, alignment=alignment)
    return buffer if lies is None else _with_strides(buffer, lies, lanes)


def _with_strides(buffer: Buffer, lies: StridedLayoutAttr, lanes: tuple[int, ...]) -> Buffer:
    """A buffer that lies as its type says."""
    if lanes:
        raise KernelError(f"{buffer.name} has strides and vectors in it")
    strides = tuple(s.data if isinstance(s, IntAttr) else None for s in lies.strides)
    offset = lies.offset.data if isinstance(lies.offset, IntAttr) else 0
    return replace(buffer, strides=strides, offset=offset)


def _with_known_shape(result: Part) -> Part:
    """Raises KernelError for a result of which the logical shape is not told."""
    if isinstance(result, Buffer) and result.placed is not None and -1 in result.logical_shape:
        raise KernelError(
            f"{result.name} has a layout on a dynamic shape, and a returned array does not tell "
            "its logical shape; write into an argument"
        )
    return result


@contextmanager
def _naming(part: str) -> Generator[None]:
    """Says of which part of the signature it is what is refused."""
    try:
        yield
    except KernelError as error:
        raise KernelError(f"{part}: {error}") from None


def _placed(name: str, type: LaidOutType, lanes: tuple[int, ...]) -> PlacedLayout:
    """The layout on its shape, of the lanes if the elements are vectors."""
    layout = layout_of(type)
    if not lanes or layout is None:
        return place(type)
    try:
        return with_lane_axis(layout.layout, *lanes).place((*type.get_shape(), *lanes))
    except LayoutError as error:
        raise KernelError(f"{name} is {type}: {error}") from None


def _items(value: Attribute | None) -> tuple[Mapping[str, Attribute], ...]:
    ties = value.data if isa(value, ArrayAttr[DictionaryAttr]) else ()
    return tuple(tie.data for tie in ties)


def _tie(entry: Mapping[str, Attribute]) -> Tie:
    of = entry["of"]
    assert isinstance(of, StringAttr)
    numbers = {key: v.value.data for key, v in entry.items() if isa(v, IntegerAttr)}
    return Tie(
        of.data,
        numbers["dim"],
        numbers.get("min", 0),
        numbers.get("max"),
        numbers.get("multiple", 1),
    )

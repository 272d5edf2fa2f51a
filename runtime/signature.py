"""What a function takes and gives, read from the IR before lowering forgets it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from typing import TypeAlias, cast

from xdsl.dialects import affine, func, memref, vector
from xdsl.dialects.builtin import DictionaryAttr, MemRefType, ModuleOp, NoneAttr, StringAttr
from xdsl.ir import Attribute, SSAValue, Use

from .elements import Element, element_of
from .errors import KernelError

# What only reads the buffers that it takes; any other operation may write them.
_READERS = (
    affine.LoadOp,
    affine.VectorLoadOp,
    memref.LoadOp,
    memref.DimOp,
    memref.RankOp,
    vector.LoadOp,
    vector.MaskedLoadOp,
    vector.TransferReadOp,
    func.ReturnOp,
)


@dataclass(frozen=True)
class Scalar:
    """A number that a function takes or gives."""

    name: str
    element: Element


@dataclass(frozen=True)
class Buffer:
    """A memref that a function takes or gives; `shape` has -1 for `?`."""

    name: str
    element: Element
    shape: tuple[int, ...]
    written: bool


Part: TypeAlias = Scalar | Buffer


@dataclass(frozen=True)
class Signature:
    """A function of a lowered module, seen from outside."""

    function: str
    parameters: tuple[Part, ...]
    results: tuple[Part, ...]
    returned_arguments: tuple[int | None, ...]
    """For each result the argument that it always is, else None."""
    may_alias: bool


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
    public = [op for op in functions.values() if _is_public(op)]
    if len(public) != 1:
        raise KernelError(
            f"wanted one public function with a body, found {len(public)}; say which with "
            f"`function=`: {known}"
        )
    return public[0]


def signature_of(function: func.FuncOp) -> Signature:
    """The signature of a physical function; KernelError for a type that no caller can give."""
    arguments: list[SSAValue] = list(function.args)
    attributes = [a.data for a in function.arg_attrs or [DictionaryAttr({})] * len(arguments)]
    outputs = function.function_type.outputs.data
    returns = [op for op in function.body.walk() if isinstance(op, func.ReturnOp)]
    return Signature(
        function.sym_name.data,
        tuple(map(_parameter, count(), arguments, attributes)),
        tuple(_part(type, f"result {k}", written=False) for k, type in enumerate(outputs)),
        tuple(
            _always_argument([op.arguments[k] for op in returns], arguments)
            for k in range(len(outputs))
        ),
        "pad.may_alias" in function.attributes,
    )


def _is_public(function: func.FuncOp) -> bool:
    return function.sym_visibility is None or function.sym_visibility.data == "public"


def _always_argument(values: list[SSAValue], arguments: list[SSAValue]) -> int | None:
    first = values[0]
    same = all(value is first for value in values)
    return next((k for k, a in enumerate(arguments) if same and a is first), None)


def _parameter(position: int, value: SSAValue, attributes: Mapping[str, Attribute]) -> Part:
    given = attributes.get("pad.name")
    name = given.data if isinstance(given, StringAttr) else value.name_hint or f"arg{position}"
    return _part(value.type, name, written=any(map(_may_write, value.uses)))


def _may_write(use: Use) -> bool:
    op = use.operation
    if isinstance(op, memref.CopyOp):
        return use.index != 0
    return not isinstance(op, _READERS)


def _part(type: Attribute, name: str, *, written: bool) -> Part:
    if not isinstance(type, MemRefType):
        return Scalar(name, element_of(type))
    buffer = cast("MemRefType[Attribute]", type)
    if not isinstance(buffer.layout, NoneAttr) or not isinstance(buffer.memory_space, NoneAttr):
        raise KernelError(
            f"{name} is {buffer}, but a kernel takes and gives plain row-major memrefs only; "
            "lay buffers out with a #pad.layout"
        )
    return Buffer(name, element_of(buffer.element_type), buffer.get_shape(), written)

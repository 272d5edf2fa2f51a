"""
Verification of what ordinary operations carry for the `pad` passes: layouts in types, and `pad.*`
attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import lcm
from typing import cast

from xdsl.dialects import affine, func, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from .attached_layouts import laid_out, maps_of_buffers
from .attributes import LaidOutType, layout_of, place, verify_laid_out
from .ir.operations import declared_types, is_a, operations_in
from .ir.symbols import lookup_symbol
from .ops import AssumeOp
from .pad_functions import named_functions, verify_pad_functions

LOGICAL, NAME, STAGE, LOOP, SIZE = "pad.logical", "pad.name", "pad.stage", "pad.loop", "pad.size"
MAY_ALIAS, USER, LAYOUTS = "pad.may_alias", "pad.user", "pad.layouts"
OF_PADDING, INSIDE = "pad.of_padding", "pad.inside"
_LOOPS = (affine.ForOp, affine.ParallelOp, scf.ForOp, scf.ParallelOp, scf.WhileOp)
_FUNCTION, _ARGUMENT, _BUFFER = (func.FuncOp,), (BlockArgument,), (MemRefType,)
_NONE: Mapping[str, Attribute] = {}
_SIZE_KEYS = ("of", "dim", "min", "max", "multiple")


class AnnotationError(VerifyException):
    """A layout or `pad.*` attribute that does not hold together; `op` carries it."""

    def __init__(self, op: Operation, message: str):
        super().__init__(message)
        self.op = op


def verify_annotations(module: Operation) -> None:
    """
    Raises AnnotationError for the first operation whose layouts or `pad.*` attributes are wrong.
    """
    right = set[int]()
    for op in operations_in(module):
        try:
            _verify(op, right)
        except AnnotationError:
            raise
        except VerifyException as error:
            raise AnnotationError(op, str(error)) from error


def _verify(op: Operation, right: set[int]) -> None:
    """`right` are the types, by identity, that have been seen to be so, wherever they are."""
    for type in declared_types(op):
        if id(type) in right:
            continue
        if layout_of(type) is None:
            right.add(id(type))
            continue
        if (problem := verify_laid_out(laid_out := cast("LaidOutType", type))) is not None:
            raise VerifyException(f"in the layout of {type}: {problem}")
        if named_functions(laid_out):
            verify_pad_functions(laid_out, op)
        else:
            right.add(id(type))
    _verify_attributes(op.attributes, op, None)
    if op.regions and is_a(op, _FUNCTION):
        inputs, outputs = op.function_type.inputs.data, op.function_type.outputs.data
        for types, attrs in ((inputs, op.arg_attrs), (outputs, op.res_attrs)):
            for type, attr in zip(types, attrs or (), strict=False):
                _verify_attributes(attr.data, op, type)
        _verify_ties(op)


def verify_call(op: Operation) -> None:
    """
    Raises AnnotationError at a call whose callee has another layout, with a remedy.

    The verifier of the operation refuses it as well, as two types that differ somewhere.
    """
    callee = lookup_symbol(op, op.callee) if isinstance(op, func.CallOp) else None
    if not isinstance(op, func.CallOp) or not isinstance(callee, func.FuncOp):
        return
    for kind, wanted_types, given_types in (
        ("argument", callee.function_type.inputs, op.arguments.types),
        ("result", callee.function_type.outputs, op.result_types),
    ):
        for k, (wanted, given) in enumerate(zip(wanted_types, given_types, strict=False)):
            if layout_of(wanted) == layout_of(given):
                continue
            raise AnnotationError(
                op,
                f"{kind} {k} of @{callee.sym_name.data} is laid out as {_show(wanted)} there, but "
                f"as {_show(given)} at this call; {_advice(wanted, given, kind)}",
            )


def _advice(wanted: Attribute, given: Attribute, kind: str) -> str:
    if not isinstance(wanted, MemRefType) or not isinstance(given, MemRefType):
        return "give both the same type"
    here, there = cast("LaidOutType", given), cast("LaidOutType", wanted)
    from .layout_differences import difference, remedy  # it imports numpy, which takes a while

    path = remedy(here, there) if kind == "argument" else remedy(there, here)
    return "; ".join(filter(None, [difference(here, there), path]))


def _show(type: Attribute) -> str:
    if (
        layout_of(type) is None
        or verify_laid_out(laid_out := cast("LaidOutType", type)) is not None
    ):
        return str(type)
    return str(place(laid_out))


def _verify_attributes(
    attributes: Mapping[str, Attribute], op: Operation, argument: Attribute | None
) -> None:
    """
    Checks the `pad.*` ones; `argument` is the type of the argument or result that carries them, if
    one does.
    """
    for key, value in attributes.items():
        if not key.startswith("pad."):
            continue
        if (check := _CHECKS.get(key)) is None:
            raise VerifyException(f"unknown attribute '{key}'; known: {', '.join(_CHECKS)}")
        check(value, op, argument)


def _verify_logical(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    physical = argument
    if argument is None and isinstance(op, memref.AllocOp | memref.AllocaOp):
        physical = op.memref.type
    elif argument is None and isinstance(op, memref.GlobalOp):
        physical = op.type
    if not isinstance(physical, MemRefType):
        raise VerifyException(
            f"'{LOGICAL}' belongs on a buffer: an argument or result of a function, an alloc, an "
            "alloca or a global"
        )
    if layout_of(value) is None:
        raise VerifyException(
            f"'{LOGICAL}' is {value}, but must be a memref type with a #pad.layout"
        )
    logical = cast("LaidOutType", value)
    if (problem := verify_laid_out(logical)) is not None:
        raise VerifyException(f"in '{LOGICAL}': {problem}")
    verify_pad_functions(logical, op)
    shape = place(logical).physical_shape
    given = cast("LaidOutType", physical)
    sizes = tuple(size if isinstance(size, int) else DYNAMIC_INDEX for size in shape)
    same = given.get_shape() == sizes and given.element_type == logical.element_type
    if not same or given.memory_space != logical.memory_space:
        wanted = MemRefType(logical.element_type, sizes, memory_space=logical.memory_space)
        raise VerifyException(
            f"'{LOGICAL}' is {place(logical)}, so the buffer must be {wanted}, but it is {given}"
        )


def _verify_name(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    _verify_text(NAME, value)
    buffers = [*op.result_types] if argument is None else [argument]
    if not any(isinstance(type, MemRefType) for type in buffers):
        raise VerifyException(
            f"'{NAME}' belongs on a buffer: an argument of a function, or an operation that "
            "creates a memref"
        )


def _verify_stage(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    _verify_text(STAGE, value)
    if argument is not None or isinstance(op, func.FuncOp):
        raise VerifyException(f"'{STAGE}' belongs on an operation in the body of a function")


def _verify_loop(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    _verify_text(LOOP, value)
    if argument is not None or not isinstance(op, _LOOPS):
        raise VerifyException(f"'{LOOP}' belongs on a loop of affine or scf")


def _verify_text(key: str, value: Attribute) -> None:
    if not isinstance(value, StringAttr) or not value.data:
        raise VerifyException(f"'{key}' is {value}, but must be a name: a string that is not empty")


def _verify_size(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    if not isinstance(op, func.FuncOp) or not isinstance(argument, IndexType):
        raise VerifyException(f"'{SIZE}' belongs on an argument of type index")
    ties = cast("ArrayAttr[Attribute]", value).data if isinstance(value, ArrayAttr) else ()
    if not ties:
        raise VerifyException(
            f"'{SIZE}' is {value}, but must be a list of entries such as {{of = \"A\", dim = 0}}"
        )


def _verify_ties(function: func.FuncOp) -> None:
    """The sizes that arguments are, all at once: the buffers are looked for in the whole body."""
    attributes = (*(function.arg_attrs or ()), *(function.res_attrs or ()))
    given = [each.data.get(SIZE) for each in attributes]
    lists = [cast("ArrayAttr[Attribute]", each).data for each in given if each is not None]
    shapes = dict(_logical_buffers(function)) if lists else {}
    for tie in (tie for ties in lists for tie in ties):
        entry = cast("dict[str, Attribute]", tie.data) if isinstance(tie, DictionaryAttr) else {}
        _verify_tie(entry, tie, shapes)


def _logical_buffers(function: func.FuncOp) -> Iterator[tuple[str, Attribute]]:
    """As `named_buffers`, with the logical types of arguments whose layouts are applied."""
    applied: dict[str, Attribute] = {}
    for attributes in function.arg_attrs or ():
        name, contract = attributes.data.get(NAME), attributes.data.get(LOGICAL)
        if isinstance(name, StringAttr) and contract is not None:
            applied[name.data] = contract
    for value in () if function.is_declaration else function.args:
        contract = argument_attributes(value).get(LOGICAL)
        if contract is not None and (own := buffer_name(value)) is not None:
            applied[own] = contract
    for name, type in named_buffers(function):
        yield name, applied.get(name, type)


def _verify_tie(
    entry: Mapping[str, Attribute], tie: Attribute, buffers: Mapping[str, Attribute]
) -> None:
    for key, value in entry.items():
        if key not in _SIZE_KEYS:
            raise VerifyException(
                f"unknown key '{key}' in '{SIZE}'; known: {', '.join(_SIZE_KEYS)}"
            )
        if key != "of" and (
            not isinstance(value, IntegerAttr) or value.value.data < (key == "multiple")
        ):
            raise VerifyException(
                f"'{key}' in '{SIZE}' is {value}, but must be an integer of at least "
                f"{int(key == 'multiple')}"
            )
    least, most = entry.get("min"), entry.get("max")
    if (
        isinstance(least, IntegerAttr)
        and isinstance(most, IntegerAttr)
        and least.value.data > most.value.data
    ):
        raise VerifyException(
            f"'{SIZE}' wants at least {least.value.data} and at most {most.value.data}, which no "
            "size is"
        )
    of, dim = entry.get("of"), entry.get("dim")
    if not isinstance(of, StringAttr) or not isinstance(dim, IntegerAttr):
        raise VerifyException(
            f"'{SIZE}' has {tie}, which needs `of`, the name of a buffer, and `dim`, one of its "
            "axes"
        )
    buffer = buffers.get(of.data)
    if buffer is None:
        known = ", ".join(buffers) or "none"
        raise VerifyException(f"'{SIZE}' names the buffer {of}, but the buffers here are: {known}")
    shape = cast("LaidOutType", buffer).get_shape()
    if dim.value.data >= len(shape) or shape[dim.value.data] >= 0:
        raise VerifyException(
            f"'{SIZE}' names axis {dim.value.data} of {of}, but that is not a `?` of {buffer}"
        )


def _verify_may_alias(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    _verify_flag(MAY_ALIAS, value)
    if argument is not None or not isinstance(op, func.FuncOp):
        raise VerifyException(f"'{MAY_ALIAS}' belongs on a function: it is about all its arguments")


def _verify_user(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    _verify_flag(USER, value)
    if not isinstance(op, AssumeOp):
        raise VerifyException(f"'{USER}' belongs on a pad.assume")


def _verify_of_padding(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    _verify_flag(OF_PADDING, value)
    if argument is not None or STAGE not in op.attributes:
        raise VerifyException(f"'{OF_PADDING}' belongs on a stage, an operation with '{STAGE}'")


def _verify_inside(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    if not isinstance(op, AssumeOp):
        raise VerifyException(f"'{INSIDE}' belongs on a pad.assume")
    entry = cast("dict[str, Attribute]", value.data) if isinstance(value, DictionaryAttr) else {}
    of, dim = entry.get("of"), entry.get("dim")
    if len(entry) != 2 or not isinstance(of, StringAttr) or not isinstance(dim, IntegerAttr):
        raise VerifyException(
            f"'{INSIDE}' is {value}, but must be the axis of a buffer, such as "
            '{of = "A", dim = 0}'
        )


def accessed_axis(assume: AssumeOp) -> tuple[str | None, int | None]:
    """The buffer and the axis that accesses do not leave by an assume; None if it says no such."""
    entry = assume.attributes.get(INSIDE)
    if entry is None:
        return None, None
    of, dim = (cast("DictionaryAttr", entry).data[key] for key in ("of", "dim"))
    return cast("StringAttr", of).data, cast("IntegerAttr", dim).value.data


def inside_axis(buffer: str, axis: int) -> DictionaryAttr:
    """The attribute of an assume that accesses do not leave an axis of a buffer."""
    return DictionaryAttr({"of": StringAttr(buffer), "dim": IntegerAttr(axis, i64)})


def _verify_layouts(value: Attribute, op: Operation, argument: Attribute | None) -> None:
    if argument is not None or not isinstance(op, func.FuncOp) or op.is_declaration:
        raise VerifyException(
            f"'{LAYOUTS}' belongs on a function with a body; a declaration has layouts in its types"
        )
    attached_layouts(op)
    attached_global_layouts(op)


def _verify_flag(key: str, value: Attribute) -> None:
    if not isinstance(value, UnitAttr):
        raise VerifyException(f"'{key}' is {value}, but is a flag without a value")


_CHECKS: dict[str, Callable[[Attribute, Operation, Attribute | None], None]] = {
    LOGICAL: _verify_logical,
    NAME: _verify_name,
    STAGE: _verify_stage,
    LOOP: _verify_loop,
    SIZE: _verify_size,
    MAY_ALIAS: _verify_may_alias,
    USER: _verify_user,
    LAYOUTS: _verify_layouts,
    OF_PADDING: _verify_of_padding,
    INSIDE: _verify_inside,
}


def attached_layouts(function: func.FuncOp) -> dict[SSAValue, LaidOutType]:
    """
    The arguments and allocations to which `pad.layouts` gives layouts, with the types they get.

    VerifyException for an unknown buffer, and for maps that no layout can have on its shape.
    """
    if (value := function.attributes.get(LAYOUTS)) is None:
        return {}
    named: dict[str, list[SSAValue]] = {}
    for buffer in buffers(function):
        made = isinstance(buffer.owner, memref.AllocOp | memref.AllocaOp)
        name = buffer_name(buffer)
        if name is not None and (made or buffer in function.args):
            named.setdefault(name, []).append(buffer)
    types: dict[SSAValue, LaidOutType] = {}
    for name, maps in maps_of_buffers(value).items():
        if name.startswith("@"):
            continue
        found = named.get(name, [])
        if len(found) != 1:
            known = ", ".join(named) or "none"
            raise VerifyException(
                f"'{LAYOUTS}' names the buffer {name}, but "
                + (
                    f"there are {len(found)} of them; tell them apart by {NAME}"
                    if found
                    else f"the buffers here are: {known}"
                )
            )
        types[found[0]] = laid_out(name, cast("LaidOutType", found[0].type), maps)
    return types


def attached_global_layouts(function: func.FuncOp) -> dict[memref.GlobalOp, LaidOutType]:
    """
    The globals to which `pad.layouts` gives layouts, by their symbols (`"@weights"`), with the
    types they get.

    VerifyException for an unknown global, and for maps that no layout can have on its shape.
    """
    if (value := function.attributes.get(LAYOUTS)) is None:
        return {}
    types: dict[memref.GlobalOp, LaidOutType] = {}
    for name, maps in maps_of_buffers(value).items():
        if not name.startswith("@"):
            continue
        found = lookup_symbol(function, name[1:])
        if not isinstance(found, memref.GlobalOp):
            raise VerifyException(f"'{LAYOUTS}' names {name}, but the module has no such global")
        types[found] = laid_out(name, found.type, maps)
    return types


def buffer_name(value: SSAValue) -> str | None:
    """The name of a buffer: its `pad.name`, else the name it has in the source."""
    if is_a(value, _ARGUMENT):
        given = argument_attributes(value).get(NAME)
    else:
        owner = value.owner
        given = owner.attributes.get(NAME) if isinstance(owner, Operation) else None
    return given.data if isinstance(given, StringAttr) else value.name_hint


def argument_names(arguments: Sequence[BlockArgument]) -> list[str]:
    """
    A name for each argument of a function, no two buffers alike and no two numbers: what has the
    name of one before, as `%A_2` has that of `%A_1`, ends in `#` and its position.
    """
    names: list[str] = []
    seen = set[tuple[bool, str]]()
    for value in arguments:
        is_buffer = isinstance(value.type, MemRefType)
        name = buffer_name(value) or f"arg{value.index}"
        if (is_buffer, name) in seen:
            name = f"{name}#{value.index}"
        while (is_buffer, name) in seen:
            name += "#"
        seen.add((is_buffer, name))
        names.append(name)
    return names


def argument_attributes(value: SSAValue) -> Mapping[str, Attribute]:
    """The attribute dictionary of a function argument, empty for any other block argument."""
    if not is_a(value, _ARGUMENT):
        return _NONE
    block, function = value.block, value.block.parent_op()
    if not is_a(function, _FUNCTION) or block is not function.body.first_block:
        return _NONE
    given = cast("ArrayAttr[DictionaryAttr] | None", function.properties.get("arg_attrs"))
    return given.data[value.index].data if given else _NONE


def divisor_of_size(value: SSAValue) -> int:
    """A number that divides an index, as `pad.size` says of an argument: 1 where it says none."""
    ties = cast("ArrayAttr[DictionaryAttr]", argument_attributes(value).get(SIZE, ArrayAttr([])))
    given = [cast("IntegerAttr | None", tie.data.get("multiple")) for tie in ties]
    return lcm(*(each.value.data for each in given if each is not None))


def named_buffers(function: func.FuncOp) -> Iterator[tuple[str, Attribute]]:
    """
    The names and types of the buffers of a function: its memref arguments, and what its body makes.

    Those of a declaration are named by `pad.name` only.
    """
    if function.is_declaration:
        for type, attributes in zip(
            function.function_type.inputs, function.arg_attrs or (), strict=False
        ):
            if isinstance(name := attributes.data.get(NAME), StringAttr):
                yield name.data, type
    for value in buffers(function):
        if (name := buffer_name(value)) is not None:
            yield name, value.type


def buffers(function: func.FuncOp) -> Iterator[SSAValue]:
    """
    The memref arguments of a function with a body, then the memrefs that operations in it make.
    """
    if function.is_declaration:
        return
    values = [*function.args, *(r for op in operations_in(function.body) for r in op.results)]
    yield from (value for value in values if is_a(value.type, _BUFFER))

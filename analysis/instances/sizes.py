"""
Facts about sizes: extents of buffers, index arguments tied to them, assumes about indices.

The extent of an axis is a name of its own; it equals the result of `memref.dim`, an index argument
that `pad.size` ties to it, or the operand of the allocation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from xdsl.dialects import arith, func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from ...dialect.annotations import INSIDE, LOGICAL, SIZE, argument_attributes, buffer_name
from ...dialect.attributes import LaidOutType, place
from ...dialect.ir.memory_access import is_dynamic
from ...dialect.ir.operations import is_a, operations_directly_in
from ...dialect.ops import AssumeOp
from ...index.expr import COMPARISONS, TRUE, Expr, all_of, conjuncts, eq, lift
from ...index.sets.engine import IntSet, engine

if TYPE_CHECKING:
    from .reader import InstanceReader

_ASSUMES = (AssumeOp,)
_FUNCTION = (func.FuncOp,)
_DIM, _BUFFER = (memref.DimOp,), (MemRefType,)
_OF_SIZES = (arith.CmpiOp, arith.AddiOp, arith.SubiOp, arith.MuliOp)
_LAST_SIGNED = 5
"""The last predicate of comparisons that do not depend on what is known to be at least 0."""
Tied: TypeAlias = dict[tuple[str, int], SSAValue]
"""Index arguments by the names and axes of buffers whose sizes they are."""

_MOST_KNOWN = 1000


@dataclass(frozen=True)
class _Facts:
    """Facts about the arguments of a function, and the names in them."""

    names: tuple[str, ...]
    of_layouts: tuple[Expr, ...]
    of_ties: tuple[Expr, ...]


_KNOWN: dict[tuple[Attribute, tuple[Attribute, ...], tuple[str | None, ...]], _Facts] = {}
"""By attributes, types and names of arguments, for which all readers have the same names."""
_STATED: dict[tuple[type, Hashable], Expr] = {}
"""What assumes state, by the kind of reader and what computes their conditions from arguments."""


def number_of_argument(value: SSAValue) -> int | None:
    """The position of an argument of a function; None for any other value."""
    block = value.owner
    if not isinstance(block, Block) or not is_a(block.parent_op(), _FUNCTION):
        return None
    return cast("BlockArgument", value).index


def name_of_axis(
    names: dict[tuple[SSAValue, int], str], prefix: str, buffer: SSAValue, axis: int
) -> str:
    """
    A name for an axis of a buffer.

    Names of arguments are the same for all readers: what is remembered of a context serves them.
    """
    name = names.get((buffer, axis))
    if name is None:
        number = number_of_argument(buffer)
        name = f"{prefix}_{number}_{axis}"
        if number is None or name in names.values():  # an argument of another function has it
            name = f"{prefix}{len(names)}"
        names[buffer, axis] = name
    return name


def extents(buffer: SSAValue, reader: InstanceReader) -> tuple[Expr, ...] | None:
    """
    The extent of each axis of a buffer: a constant, an index value, or a name of its own.

    None where one may be another at each iteration. A reader remembers it.
    """
    return reader.extents(buffer)


def read_extents(buffer: SSAValue, reader: InstanceReader) -> tuple[Expr, ...] | None:
    """The same, read anew."""
    shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
    found: list[Expr] = []
    for axis, (size, given) in enumerate(zip(shape, _given(buffer, reader), strict=True)):
        read = given if is_dynamic(size) else lift(size)
        if read is None:
            read = _stated_extent(buffer, axis, reader)
        if read is None:
            read = reader.extent(buffer, axis)
        if read is None:
            return None
        found.append(read)
    return tuple(found)


def _stated_extent(buffer: SSAValue, axis: int, reader: InstanceReader) -> Expr | None:
    """
    The extent of an axis as a function of logical sizes, by an applied layout or `pad.size`.

    None where nothing states it, or where it takes a choice: a name is shorter then.
    """
    owner = buffer.owner
    known = argument_attributes(buffer) if isinstance(owner, Block) else owner.attributes
    if (contract := cast("LaidOutType | None", known.get(LOGICAL))) is None:
        tied = reader.tied(owner) if isinstance(owner, Block) else {}
        name = buffer_name(buffer) if tied else None
        argument = None if name is None else tied.get((name, axis))
        return None if argument is None else reader.index(argument)
    extent = place(contract).physical_shape[axis]
    if not isinstance(extent, Expr) or _chooses(extent):
        return None
    sizes = reader.logical_sizes(buffer, contract)
    return None if sizes is None else extent.substitute(sizes)


def _chooses(expr: Expr) -> bool:
    return expr.op in ("min", "max", "select") or any(map(_chooses, expr.operands))


def logical_sizes(
    buffer: SSAValue, contract: LaidOutType, reader: InstanceReader
) -> dict[str, Expr] | None:
    """
    What the sizes `s0`, `s1`, .. of an applied layout of a buffer are: the arguments that
    `pad.size` ties to them, or names of their own.

    None where one may be another at each iteration. A reader remembers it: `logical_sizes` there.
    """
    owner, found = buffer.owner, dict[str, Expr]()
    tied = reader.tied(owner) if isinstance(owner, Block) else {}
    name = buffer_name(buffer) if tied else None
    for axis, size in enumerate(contract.get_shape()):
        if not is_dynamic(size):
            continue
        argument = None if name is None else tied.get((name, axis))
        value = reader.logical_size(buffer, axis) if argument is None else reader.index(argument)
        if value is None:
            value = reader.logical_size(buffer, axis)
        if value is None:
            return None
        found[f"s{axis}"] = value
    return found


def arguments_tied(block: Block) -> Tied:
    """The argument that is the logical size of an axis of an argument, the first if many are."""
    found: Tied = {}
    for argument in block.args:
        for tie in _ties(argument):
            found.setdefault((_of(tie), _axis(tie)), argument)
    return found


def dynamic_list(
    static: DenseArrayBase[Any], values: Iterable[SSAValue], reader: InstanceReader
) -> list[Expr | None]:
    """Sizes, offsets or strides of which some are values; None for each that cannot be read."""
    rest = iter(values)
    given = static.get_values()
    return [reader.index(next(rest)) if n == DYNAMIC_INDEX else lift(int(n)) for n in given]


def _given(buffer: SSAValue, reader: InstanceReader) -> Sequence[Expr | None]:
    """Return the sizes that a buffer's defining operation gives; None for each that it does not."""
    op = buffer.owner
    shape = cast("MemRefType[Attribute]", buffer.type).get_shape()
    unknown = [None] * len(shape)
    if isinstance(op, Block):
        return unknown  # as of most
    match op:
        case memref.AllocOp() | memref.AllocaOp():
            rest = iter(op.dynamic_sizes)
            return [reader.index(next(rest)) if is_dynamic(size) else None for size in shape]
        case memref.CastOp() | memref.MemorySpaceCastOp() if isinstance(op.source.type, MemRefType):
            given = extents(op.source, reader)
            return unknown if given is None or len(given) != len(shape) else given
        case memref.ReinterpretCastOp():
            return dynamic_list(op.static_sizes, op.sizes, reader)
        case memref.CollapseShapeOp() if (whole := extents(op.src, reader)) is not None:
            groups = [[axis.value.data for axis in group] for group in op.reassociation]
            axes = [axis for group in groups for axis in group]
            if axes != list(range(len(whole))) or len(groups) != len(shape):
                return unknown  # nor does upstream take it
            return [reduce(mul, (whole[axis] for axis in group)) for group in groups]
        case memref.SubviewOp() if len(op.static_sizes) == len(shape):
            return dynamic_list(op.static_sizes, op.sizes, reader)
        case memref.ExpandShapeOp():
            return dynamic_list(op.static_output_shape, op.output_shape, reader)
        case _:
            return unknown


def known_sizes(stage: Operation, reader: InstanceReader) -> Expr:
    """Return the condition on sizes that holds whenever the stage runs."""
    scope = stage.parent
    if scope is None:
        return TRUE
    return all_of([*fixed_sizes(scope, reader), *assumed(stage, reader)])


def fixed_sizes(scope: Block, reader: InstanceReader) -> Iterator[Expr]:
    """
    Facts on sizes that hold all through a block: on results of `memref.dim`, and by `pad.size`.
    """
    function = scope.parent_op()
    while function is not None and not isinstance(function, func.FuncOp):
        function = function.parent_op()
    if function is None:
        return
    of_layouts, of_ties = _of_arguments(function, reader)
    made = _made(function, scope)
    yield from _of_dims([*function.args, *made], reader)
    yield from of_layouts
    yield from _of_layouts(made, reader)
    yield from of_ties


def _of_arguments(
    function: func.FuncOp, reader: InstanceReader
) -> tuple[Sequence[Expr], Sequence[Expr]]:
    """What layouts and `pad.size` say of arguments: each pass, and each attempt, asks it again."""
    args, given = function.args, function.properties.get("arg_attrs")
    if given is None:
        return (), ()
    about = given, tuple([a.type for a in args]), tuple([a.name_hint for a in args])
    known = _KNOWN.get(about)
    if known is None or not all(_has_name(name, args, reader) for name in known.names):
        facts = tuple(_of_layouts(args, reader)), tuple(_of_ties(function, reader))
        every = [name for part in facts for fact in part for name in fact.variables()]
        known = _Facts(tuple(dict.fromkeys(every)), *facts)
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[about] = known
    return known.of_layouts, known.of_ties


def _has_name(name: str, args: Sequence[SSAValue], reader: InstanceReader) -> bool:
    """Whether a reader has this name for what another reader had, and has it from now on."""
    kind, *numbers = name.split("_")
    if numbers:
        argument, axis = map(int, numbers)
        of = reader.extent if kind == "extent" else reader.logical_size
        return str(of(args[argument], axis)) == name
    return name.startswith("a") and str(reader.index(args[int(name[1:])])) == name


class SizesByStage:
    """Answers `known_sizes` for many stages of a block, and reads each assume once."""

    def __init__(self, reader: InstanceReader):
        self._reader = reader
        self._at: dict[Operation, IntSet] = {}

    def at(self, stage: Operation) -> IntSet:
        """Where all that is known when a stage runs holds; raises NotAffine."""
        pending = [stage]
        while pending[-1] not in self._at and (earlier := pending[-1].prev_op) is not None:
            pending.append(earlier)
        last = pending.pop()
        if last not in self._at:
            self._at[last] = engine().set(known_sizes(last, self._reader))
        points = self._at[last]
        for op in reversed(pending):
            if is_a(last, _ASSUMES):
                condition = _fact(last, self._reader)
                points = points if condition is None else engine().part(points, condition)
            self._at[op], last = points, op
        return points


def _of_dims(buffers: Iterable[SSAValue], reader: InstanceReader) -> Iterator[Expr]:
    """
    Return the result of `memref.dim`, for buffers that are the same one whenever the scope runs.
    """
    for buffer in buffers:
        for op in [use.operation for use in buffer.uses if is_a(use.operation, _DIM)]:
            assert isinstance(op, memref.DimOp)
            value, axis = reader.index(op.result), reader.index(op.index)
            if value is None or axis is None or axis.constant is None:
                continue
            yield value >= 0
            sizes = extents(buffer, reader)
            if sizes is not None and 0 <= axis.constant < len(sizes):
                yield from _equal(value, sizes[axis.constant])


def _equal(value: Expr, other: Expr) -> Iterator[Expr]:
    """Yield that they are equal, unless they are one: each question would look at it again."""
    if value != other:
        yield eq(value, other)


def _made(function: func.FuncOp, scope: Block) -> list[SSAValue]:
    """The buffers that operations of a function's block, or of the scope, make."""
    blocks = dict.fromkeys((function.body.blocks[0], scope))
    ops = [op for block in blocks for op in operations_directly_in(block)]
    made = [result for op in ops for result in op.results]
    return [value for value in made if is_a(value.type, _BUFFER)]


def _of_layouts(buffers: Iterable[SSAValue], reader: InstanceReader) -> Iterator[Expr]:
    """The extents of buffers whose layouts are applied, as functions of their logical sizes."""
    for buffer in [each for each in buffers if is_a(each.type, _BUFFER)]:
        if cast("MemRefType[Attribute]", buffer.type).has_static_shape():
            continue
        owner = buffer.owner
        known = argument_attributes(buffer) if isinstance(owner, Block) else owner.attributes
        if (contract := cast("LaidOutType | None", known.get(LOGICAL))) is None:
            continue
        sizes, stored = reader.logical_sizes(buffer, contract), extents(buffer, reader)
        if sizes is None or stored is None:
            continue
        yield from (size >= 0 for size in sizes.values())
        for extent, own in zip(place(contract).physical_shape, stored, strict=True):
            if isinstance(extent, Expr):
                yield from _equal(own, extent.substitute(sizes))


def _of_ties(function: func.FuncOp, reader: InstanceReader) -> Iterator[Expr]:
    """
    The facts that `pad.size` states about an argument.

    It speaks of logical sizes, which are the extents of a buffer of which no layout is applied.
    """
    block = function.body.blocks[0]
    if not reader.tied(block):
        return
    named = [(buffer_name(a), a) for a in block.args if isinstance(a.type, MemRefType)]
    for argument in block.args:
        ties = _ties(argument)
        value = reader.index(argument) if ties else None
        if value is None:
            continue
        yield value >= 0
        for tie in ties:
            of = [buffer for name, buffer in named if name == _of(tie)]
            yield from _of_tie(value, tie, of, reader)


def _ties(argument: SSAValue) -> list[Mapping[str, Attribute]]:
    if isinstance(argument.type, MemRefType):
        return []
    ties = argument_attributes(argument).get(SIZE)
    return [] if ties is None else [tie.data for tie in cast("ArrayAttr[DictionaryAttr]", ties)]


def _of(tie: Mapping[str, Attribute]) -> str:
    return cast("StringAttr", tie["of"]).data


def _axis(tie: Mapping[str, Attribute]) -> int:
    return cast("IntegerAttr", tie["dim"]).value.data


def _of_tie(
    value: Expr,
    tie: Mapping[str, Attribute],
    buffers: Sequence[SSAValue],
    reader: InstanceReader,
) -> Iterator[Expr]:
    if isinstance(least := tie.get("min"), IntegerAttr):
        yield value >= least.value.data
    if isinstance(most := tie.get("max"), IntegerAttr):
        yield value <= most.value.data
    if isinstance(factor := tie.get("multiple"), IntegerAttr):
        yield eq(value % factor.value.data, 0)
    for buffer in buffers:
        contract = cast("LaidOutType | None", argument_attributes(buffer).get(LOGICAL))
        if contract is not None:  # another argument may be tied to it, too
            sizes = reader.logical_sizes(buffer, contract) or {}
            size = sizes.get(f"s{_axis(tie)}", value)
        else:
            stored = extents(buffer, reader)
            size = value if stored is None else stored[_axis(tie)]
        yield from _equal(value, size)


def assumed(op: Operation, reader: InstanceReader) -> Iterator[Expr]:
    """
    The assumes of indices that certainly ran before an operation, in its block and those around.
    """
    current: Operation | None = op
    while current is not None and not isinstance(current, func.FuncOp):
        earlier = current.prev_op
        while earlier is not None:
            if is_a(earlier, _ASSUMES):
                condition = _fact(earlier, reader)
                if condition is not None:
                    yield condition
            earlier = earlier.prev_op
        current = current.parent_op()


def _fact(assume: AssumeOp, reader: InstanceReader) -> Expr | None:
    """What an assume says to proofs: alternatives of accesses cost each more than they give."""
    condition = stated_condition(assume, reader)
    if condition is None or INSIDE not in assume.attributes or is_conjunction(condition):
        return condition
    return None


def is_conjunction(condition: Expr) -> bool:
    """Whether a condition has no alternatives."""
    return all(part.op in COMPARISONS for part in conjuncts(condition))


def stated_condition(assume: AssumeOp, reader: InstanceReader) -> Expr | None:
    """The condition on indices that an assume states; None if it is about more, or about undef."""
    used = list[BlockArgument]()
    key = _by_arguments(assume.condition, used)
    if key is None or not used:
        condition = reader.condition(assume.condition)
        undef = condition is not None and reader.is_from_undef(assume.condition)
        return None if undef else condition
    # Each reader of a function asks this again of most assumes.
    known, args = _STATED.get((type(reader), key)), used[0].block.args
    if known is not None and all(_has_name(name, args, reader) for name in known.variables()):
        return known
    condition = reader.condition(assume.condition)
    names = {f"a{argument.index}" for argument in used}
    if condition is not None and names.issuperset(condition.variables()):
        if len(_STATED) >= _MOST_KNOWN:
            _STATED.clear()
        _STATED[type(reader), key] = condition
    return condition


def _by_arguments(value: SSAValue, used: list[BlockArgument]) -> Hashable | None:
    """
    What computes a value from the indices among a function's arguments, which are added to `used`,
    and from constants; None if more does, or what is around may tell.
    """
    op = value.owner
    if isinstance(op, Block):
        if number_of_argument(value) is None or not isinstance(value.type, IndexType):
            return None
        used.append(cast("BlockArgument", value))
        return used[-1].index
    if isinstance(op, arith.ConstantOp):
        return op.value
    if not is_a(op, _OF_SIZES) or not isinstance(op.operands[0].type, IndexType):
        return None
    if isinstance(op, arith.CmpiOp) and op.predicate.value.data > _LAST_SIGNED:
        return None
    parts = [_by_arguments(operand, used) for operand in op.operands]
    return None if None in parts else (type(op), *op.properties.values(), *parts)

"""The names of the source, found in locations, on stages, loops and buffers."""

from __future__ import annotations

from itertools import chain, count

from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import (
    FileLineColLoc,
    LocationAttr,
    MemRefType,
    ModuleOp,
    NameLoc,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Block, Operation, SSAValue

from ..dialect.annotations import LOOP, NAME, STAGE, argument_attributes, buffer_name
from ..dialect.ir.memory_access import buffer_of, is_load, is_store
from ..passes.layout.interface.interface_change import set_argument_attributes

_TEXT = "-"
"""What upstream calls text that comes from no file."""
_ITERATORS = ("i", "j", "k", "l", "m", "n")


def name_stages(module: ModuleOp, file: str | None) -> None:
    """
    Makes stages of outermost loops that have names in their locations, and names their iterators.

    A local buffer has the name of the first stage that computes what is in it, else of the one
    that fills it, with a number where another buffer or view has this name. Locations are those of
    the source afterwards, in `file` where it is text.
    """
    for function in module.body.block.ops:
        if isinstance(function, func.FuncOp) and not function.is_declaration:
            taken = dict[str, int]()
            for block in function.body.blocks:
                _name_block(block, 0, taken)
            _name_arguments(function)
            _name_buffers(function)
    for op in module.walk():
        op.location = _in_source(op.location, file)
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    argument.location = _in_source(argument.location, file)


def _name_block(block: Block, depth: int, taken: dict[str, int]) -> None:
    for op in block.ops:
        inner = depth
        if isinstance(op, affine.ForOp):
            if depth == 0 and isinstance(op.location, NameLoc):
                op.attributes[STAGE] = StringAttr(_free(op.location.desc.data, taken))
            name = _ITERATORS[depth] if depth < len(_ITERATORS) else f"d{depth}"
            op.body.block.args[0].name_hint = name
            op.attributes[LOOP] = StringAttr(name)
            inner = depth + 1
        for region in op.regions:
            for inside in region.blocks:
                _name_block(inside, inner, taken)


def _free(name: str, taken: dict[str, int]) -> str:
    """The name, with a number after it where another stage has it: one operation, several nests."""
    number = taken.get(name, 0)
    taken[name] = number + 1
    return name if number == 0 else _free(f"{name}_{number}", taken)


def _name_buffers(function: func.FuncOp) -> None:
    filling, computing = dict[SSAValue, str](), dict[SSAValue, str]()
    for stage in function.walk():
        own = stage.attributes.get(STAGE)
        if not isinstance(own, StringAttr):
            continue
        computes = any(map(is_load, stage.walk()))
        for op in filter(is_store, stage.walk()):
            (computing if computes else filling).setdefault(buffer_of(op), own.data)
    taken = {buffer_name(argument) for argument in function.args}
    allocations, views = list[tuple[str, Operation]](), list[tuple[str, Operation]]()
    for op in function.walk():
        if isinstance(op, memref.AllocOp | memref.AllocaOp):
            name = computing.get(op.memref) or filling.get(op.memref)
            name = name or _given_name(op) or op.memref.name_hint
            allocations += [(name, op)] if name is not None else []
        elif len(op.results) == 1 and isinstance(op.results[0].type, MemRefType):
            name = op.results[0].name_hint
            views += [(name, op)] if name is not None else []
    for name, op in (*allocations, *views):
        _give_name(op, name, taken)


def _give_name(op: Operation, name: str, taken: set[str | None]) -> None:
    """Gives the only result of an operation a name that no other buffer has."""
    numbered = (f"{name}_{k}" for k in count(1))
    free = next(each for each in chain((name,), numbered) if each not in taken)
    taken.add(free)
    (result,) = op.results
    result.name_hint = free
    if result.name_hint != free:  # xDSL keeps no number at the end
        op.attributes[NAME] = StringAttr(free)


def _name_arguments(function: func.FuncOp) -> None:
    """Adds the names that end with a number, which xDSL does not keep as those of values."""
    entries = [dict(argument_attributes(argument)) for argument in function.args]
    for argument, entry in zip(function.args, entries, strict=True):
        place = argument.location
        if isinstance(place, NameLoc) and argument.name_hint != place.desc.data:
            entry[NAME] = place.desc
    if any(entries):
        set_argument_attributes(function, entries)


def _given_name(op: Operation) -> str | None:
    return op.location.desc.data if isinstance(op.location, NameLoc) else None


def _in_source(location: LocationAttr, file: str | None) -> LocationAttr:
    """The location without our names; a place in text is one in its file."""
    if isinstance(location, NameLoc):
        inner = location.location
        return _in_source(inner, file) if isinstance(inner, LocationAttr) else UnknownLoc()
    if isinstance(location, FileLineColLoc) and location.filename.data == _TEXT:
        if file is None:
            return UnknownLoc()
        return FileLineColLoc(StringAttr(file), location.line, location.column)
    return location

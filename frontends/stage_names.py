"""The names of the source, found in locations, on stages, loops and buffers."""

from __future__ import annotations

from itertools import count
from typing import cast

from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import (
    FileLineColLoc,
    LocationAttr,
    ModuleOp,
    NameLoc,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Block, Operation, SSAValue

from ..dialect.annotations import LOOP, STAGE
from ..dialect.ir.memory_access import buffer_of, is_load, is_store

_TEXT = "-"
"""What upstream calls text that comes from no file."""
_ITERATORS = ("i", "j", "k", "l", "m", "n")


def name_stages(module: ModuleOp, file: str | None) -> None:
    """
    Makes stages of outermost loops that have names in their locations, and names their iterators.

    A local buffer has the name of the first stage that computes what is in it, else of the one
    that fills it. Locations are those
    of the source afterwards, in `file` where it is text.
    """
    for function in module.body.block.ops:
        if isinstance(function, func.FuncOp) and not function.is_declaration:
            taken = dict[str, int]()
            for block in function.body.blocks:
                _name_block(block, 0, taken)
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
    taken = {argument.name_hint for argument in function.args}
    for op in function.walk():
        if isinstance(op, memref.AllocOp | memref.AllocaOp):
            name = computing.get(op.memref) or filling.get(op.memref) or _given_name(op)
            if name is not None:
                free = (f"{name}_{k}" for k in count(1))
                op.memref.name_hint = (
                    name
                    if name not in taken
                    else next(other for other in free if other not in taken)
                )
                taken.add(op.memref.name_hint)


def _given_name(op: Operation) -> str | None:
    return op.location.desc.data if isinstance(op.location, NameLoc) else None


def _in_source(location: LocationAttr, file: str | None) -> LocationAttr:
    """The location without our names; a place in text is one in its file."""
    if isinstance(location, NameLoc):
        return _in_source(cast("LocationAttr", location.location), file)
    if isinstance(location, FileLineColLoc) and location.filename.data == _TEXT:
        if file is None:
            return UnknownLoc()
        return FileLineColLoc(StringAttr(file), location.line, location.column)
    return location

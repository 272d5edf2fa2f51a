"""Globals by their symbols: the layouts that they get, and what gets them."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from ....dialect.attributes import LaidOutType
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operations_of
from ....dialect.ir.symbols import lookup_symbol
from .packed_globals import check_global


def names_global(buffer: str) -> bool:
    """Whether the name of a buffer is a symbol, `@weights`."""
    return buffer.startswith("@")


def globals_of(module: ModuleOp) -> dict[str, memref.GlobalOp]:
    """The globals of a module by their symbols, such as `@weights`."""
    ops = module.body.block.ops
    return {f"@{op.sym_name.data}": op for op in ops if isinstance(op, memref.GlobalOp)}


def find_global(module: ModuleOp, symbol: str) -> memref.GlobalOp:
    """The global of a symbol such as `@weights`; raises PadError if there is none."""
    known = globals_of(module)
    if symbol in known:
        return known[symbol]
    raise PadError(
        f"there is no global {symbol} in the module; there are: {', '.join(known) or 'none'}",
        module,
    )


def lay_out_globals(
    module: ModuleOp, new_types: Mapping[memref.GlobalOp, LaidOutType]
) -> dict[SSAValue, LaidOutType]:
    """
    Gives globals new laid-out types; returns those of all the values that get them, which have
    their old types still.
    """
    for op, type in new_types.items():
        op.properties["type"] = type
        check_global(op)
    gets = operations_of(module, memref.GetGlobalOp)
    origins = [lookup_symbol(op, op.name_) for op in gets]
    return {
        op.memref: new_types[origin]
        for op, origin in zip(gets, origins, strict=True)
        if isinstance(origin, memref.GlobalOp) and origin in new_types
    }

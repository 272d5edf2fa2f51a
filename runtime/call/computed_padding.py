"""Padding that a function of the module computes: its values, once for a kernel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Block, Region
from xdsl.rewriter import InsertPoint

from ...dialect.layout.layout import Computed, PlacedLayout
from ...dialect.pad_functions import pad_function
from ...passes.common.index_codegen import Emitter
from ...passes.layout.padding.padding_stages import static_box, write_padding, written_pieces
from ..signature import Buffer, Signature
from .packing import Array

_NAME = "fill"


def with_computed_padding(
    signature: Signature, module: ModuleOp, run: Callable[[ModuleOp, Array], None]
) -> Signature:
    """
    The signature whose buffers know what functions compute for their padding.

    `run` executes the one function of a module on an array.
    """
    parameters = [
        replace(part, computed=_computed(part, part.placed, module, run))
        if isinstance(part, Buffer) and part.placed is not None and _names(part.placed)
        else part
        for part in signature.parameters
    ]
    return replace(signature, parameters=tuple(parameters))


def _names(placed: PlacedLayout) -> list[str]:
    kinds = [kind for _, kind in written_pieces(placed)]
    return list(dict.fromkeys(kind.function for kind in kinds if isinstance(kind, Computed)))


def _computed(
    buffer: Buffer, placed: PlacedLayout, module: ModuleOp, run: Callable[[ModuleOp, Array], None]
) -> Array:
    """An array of the physical shape that holds what is computed, and 0 elsewhere."""
    shape = static_box(placed)
    block = Block(arg_types=[MemRefType(buffer.element.type, shape)])
    fill = func.FuncOp(_NAME, (list(block.arg_types), []), Region(block))
    functions = [pad_function(name, module).clone() for name in _names(placed)]
    filling = ModuleOp([fill, *functions])
    pieces = [piece for piece in written_pieces(placed) if isinstance(piece[1], Computed)]
    emitter = Emitter(InsertPoint.at_end(block), fill)
    write_padding(emitter, block.args[0], placed, buffer.name, pieces)
    emitter.insert(func.ReturnOp())
    array = np.zeros(shape, buffer.element.dtype)
    run(filling, array)
    return array

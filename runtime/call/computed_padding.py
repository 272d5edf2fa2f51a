"""Padding that a function of the module computes: its values, or what writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, MemRefType, ModuleOp
from xdsl.ir import Block, Region
from xdsl.rewriter import InsertPoint

from ...dialect.layout.layout import Computed, PlacedLayout
from ...dialect.layout.pad_kinds import sources
from ...dialect.pad_functions import pad_function
from ...passes.common.index_codegen import Emitter
from ...passes.layout.padding.padding_stages import Pieces, write_padding, written_pieces
from ..packing.arrays import Array
from ..packing.packing import PaddingFunction
from ..signature import Buffer, Signature

_NAME = "fill"


def with_computed_padding(
    signature: Signature, module: ModuleOp, compiled: Callable[[ModuleOp], Callable[..., None]]
) -> Signature:
    """
    The signature whose buffers know what functions compute for their padding.

    `compiled` makes the function `fill` of a module one on an array and the sizes of its logical
    shape that are not static.
    """
    parameters = [
        _with_padding(part, part.placed, module, compiled)
        if isinstance(part, Buffer) and part.placed is not None and _names(part.placed)
        else part
        for part in signature.parameters
    ]
    return replace(signature, parameters=tuple(parameters))


def _names(placed: PlacedLayout) -> list[str]:
    kinds = [kind for _, kind in written_pieces(placed)]
    return list(dict.fromkeys(kind.function for kind in kinds if isinstance(kind, Computed)))


def _with_padding(
    buffer: Buffer,
    placed: PlacedLayout,
    module: ModuleOp,
    compiled: Callable[[ModuleOp], Callable[..., None]],
) -> Buffer:
    pieces = written_pieces(placed)
    constant = [p for p in pieces if isinstance(p[1], Computed) and not p[1].loads]
    if constant:
        buffer = replace(buffer, computed=_writing(buffer, placed, module, constant, compiled))
    from_cells = [piece for piece in pieces if sources(piece[1])]
    if any(isinstance(kind, Computed) for _, kind in from_cells):
        buffer = replace(buffer, derive=_writing(buffer, placed, module, from_cells, compiled))
    return buffer


def _writing(
    buffer: Buffer,
    placed: PlacedLayout,
    module: ModuleOp,
    pieces: Pieces,
    compiled: Callable[[ModuleOp], Callable[..., None]],
) -> PaddingFunction:
    """What writes pieces of the padding of a physical array at a logical shape."""
    fill = compiled(_filling(buffer, placed, module, pieces))

    def write(physical: Array, shape: Sequence[int]) -> None:
        fill(physical, *_told(placed, shape))

    return write


def _told(placed: PlacedLayout, shape: Sequence[int]) -> list[int]:
    """Those sizes of a shape that the layout has names for."""
    return [n for own, n in zip(placed.shape, shape, strict=True) if isinstance(own, str)]


def _filling(buffer: Buffer, placed: PlacedLayout, module: ModuleOp, pieces: Pieces) -> ModuleOp:
    """A module whose function `fill` writes pieces of the padding to an array."""
    names = [size for size in placed.shape if isinstance(size, str)]
    box = [size if isinstance(size, int) else DYNAMIC_INDEX for size in placed.physical_shape]
    type = MemRefType(buffer.element.type, box)
    block = Block(arg_types=[type, *[IndexType()] * len(names)])
    sizes = dict(zip(names, block.args[1:], strict=True))
    fill = func.FuncOp(_NAME, (list(block.arg_types), []), Region(block))
    functions = [pad_function(name, module).clone() for name in _names(placed)]
    filling = ModuleOp([fill, *functions])
    emitter = Emitter(InsertPoint.at_end(block), fill)
    write_padding(emitter, block.args[0], placed, buffer.name, pieces, sizes)
    emitter.insert(func.ReturnOp())
    return filling

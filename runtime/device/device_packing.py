"""Kernels that bring arrays into their layouts and out of them, on a device."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from xdsl.dialects import arith, func, gpu, memref
from xdsl.dialects.builtin import (
    AnyFloat,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    i1,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from ...dialect.layout.layout import Computed, IndexMap, PlacedLayout, SimpleKind
from ...dialect.layout.pad_kinds import sources
from ...dialect.layout.self_padding import computes_in_one_round, most_hops, plain_copies
from ...dialect.pad_functions import pad_function
from ...index.expr import any_of, lift, var
from ...index.maps.box_map import box
from ...passes.common.index_codegen import Emitter
from ...passes.gpu.modules.device_names import free_name, symbols_of
from ...passes.layout.padding.padding_stages import static_box, written_pieces
from ...passes.layout.padding.padding_values import computed_value, load, store
from ..call.packing import padding_constant
from ..element_types import Element
from ..errors import KernelError
from ..gpu.plan import LaunchPlan
from .launch_plan import launch_plan

_THREADS = 256
_X = gpu.DimensionAttr(gpu.DimensionEnum.X)
_MODULE = "pad_mlir_packing"
_Body: TypeAlias = Callable[[Emitter, Sequence[SSAValue], Sequence[SSAValue]], None]


@dataclass(frozen=True)
class PackingPlans:
    """How the arrays of one layout and element type are packed, and unpacked."""

    pack: LaunchPlan
    """Of the logical array, and the physical one that it writes."""
    unpack: LaunchPlan
    """Of the physical array, and the logical one that it writes."""


def packing_plans(
    buffers: Mapping[str, tuple[PlacedLayout, Element]], origin: func.FuncOp
) -> tuple[ModuleOp, dict[str, PackingPlans]]:
    """
    A kernel module that packs these buffers, of static shapes, and the plans by their names.

    The functions that compute padding are those of the module of `origin`.
    """
    container = ModuleOp([], {"gpu.container_module": UnitAttr()})
    kernels = gpu.ModuleOp(SymbolRefAttr(_MODULE), Region(Block()))
    kernels.properties["sym_name"] = StringAttr(_MODULE)
    container.body.block.add_op(kernels)
    functions = {
        name: _functions(_Writer(name, placed, element, kernels, origin))
        for name, (placed, element) in buffers.items()
    }
    for pack, unpack in functions.values():
        container.body.block.add_ops([pack, unpack])
    plans = {
        name: PackingPlans(launch_plan(pack), launch_plan(unpack))
        for name, (pack, unpack) in functions.items()
    }
    return container, plans


class _Writer:
    """
    Makes the kernels for one buffer, and the functions that launch them.

    Elements are integers there: not all targets have all floats, nor keep the bits of a NaN.
    """

    def __init__(
        self,
        name: str,
        placed: PlacedLayout,
        element: Element,
        kernels: gpu.ModuleOp,
        origin: func.FuncOp,
    ):
        self.name, self.placed, self.element, self.origin = name, placed, element, origin
        self.physical_shape = static_box(placed)
        self.logical_shape = [size for size in placed.shape if isinstance(size, int)]
        bits = IntegerType(8 * element.dtype.itemsize)
        self.physical = MemRefType(bits, self.physical_shape)
        self.logical = MemRefType(bits, self.logical_shape)
        self._kernels = kernels

    def function(
        self, name: str, types: Sequence[Attribute], kernels: Sequence[tuple[str, Sequence[int]]]
    ) -> func.FuncOp:
        """Launches kernels that take all its arguments, each on as many threads as cells."""
        block = Block(arg_types=types)
        emitter = Emitter(InsertPoint.at_end(block), self.origin)
        for value, hint in zip(block.args, ("source", "target"), strict=True):
            value.name_hint = hint
        for kernel, shape in kernels:
            blocks = -(-prod(shape) // _THREADS)
            one, threads, grid = (emitter.index(lift(n), {}) for n in (1, _THREADS, blocks))
            symbol = SymbolRefAttr(_MODULE, [kernel])
            launch = gpu.LaunchFuncOp(
                symbol, (grid, one, one), (threads, one, one), None, list(block.args)
            )
            emitter.insert(launch)
        emitter.insert(func.ReturnOp())
        return func.FuncOp(name, (list(types), []), Region(block))

    def kernel(
        self,
        name: str,
        types: Sequence[Attribute],
        shape: Sequence[int],
        body: _Body,
    ) -> list[tuple[str, Sequence[int]]]:
        """Adds a kernel with a thread for each index of a shape, if any; its name, that shape."""
        if 0 in shape:
            return []
        block = Block(arg_types=types)
        for value, hint in zip(block.args, ("source", "target"), strict=True):
            value.name_hint = hint
        size = [_THREADS, 1, 1]
        name = free_name(name, symbols_of(self._kernels))
        made = gpu.FuncOp(name, (list(types), []), Region(block), True, size)
        self._kernels.body.block.add_op(made)
        emitter = Emitter(InsertPoint.at_end(block), self.origin)
        block_id = emitter.insert(gpu.BlockIdOp(_X)).results[0]
        thread_id = emitter.insert(gpu.ThreadIdOp(_X)).results[0]
        ids = {"block": block_id, "thread": thread_id}
        cell = emitter.index(var("block") * _THREADS + var("thread"), ids)
        count = prod(shape)
        inside = emitter.guard(var("cell") < count, {"cell": cell})
        known = (var("cell") >= 0) & (var("cell") < count)
        indices: list[SSAValue] = []
        for axis, extent in enumerate(shape):
            index = var("cell") // prod(shape[axis + 1 :])
            index = index % extent if axis else index
            indices.append(inside.index(index, {"cell": cell}, known))
        body(inside, block.args, indices)
        emitter.insert(gpu.ReturnOp([]))
        return [(name, shape)]


def _functions(writer: _Writer) -> tuple[func.FuncOp, func.FuncOp]:
    """
    The functions that pack a buffer and unpack it.

    To pack is to write the logical elements, then the padding, then what is a copy, then what is
    computed from other cells: none of these kernels reads what it writes.
    """
    placed, name = writer.placed, writer.name
    inward = [writer.logical, writer.physical]
    outward = [writer.physical, writer.logical]

    def scatter(inside: Emitter, arrays: Sequence[SSAValue], cell: Sequence[SSAValue]) -> None:
        value = inside.insert(load(arrays[0], cell)).results[0]
        inside.insert(store(value, arrays[1], _forward(inside, placed, cell)))

    def gather(inside: Emitter, arrays: Sequence[SSAValue], cell: Sequence[SSAValue]) -> None:
        value = inside.insert(load(arrays[0], _forward(inside, placed, cell))).results[0]
        inside.insert(store(value, arrays[1], cell))

    def pad(inside: Emitter, arrays: Sequence[SSAValue], cell: Sequence[SSAValue]) -> None:
        values = dict(zip(placed.physical_names, cell, strict=True))
        for condition, kind in pieces:
            guarded = inside.guard(condition, values)
            value = _padding(guarded, kind, writer, cell)
            guarded.insert(store(value, arrays[1], cell))

    def copy(inside: Emitter, arrays: Sequence[SSAValue], cell: Sequence[SSAValue]) -> None:
        values = dict(zip(placed.physical_names, cell, strict=True))
        inside = inside.guard(any_of(piece.condition for piece in copies), values)
        source = _source(inside, placed, cell)
        # A cell that was chosen is not an index of an affine access.
        value = inside.insert(memref.LoadOp.get(arrays[1], source)).results[0]
        inside.insert(store(value, arrays[1], cell))

    kernels = writer.kernel(f"pack_{name}", inward, writer.logical_shape, scatter)

    def derive(inside: Emitter, arrays: Sequence[SSAValue], cell: Sequence[SSAValue]) -> None:
        values = dict(zip(placed.physical_names, cell, strict=True))
        for condition, kind in derived:
            guarded = inside.guard(condition, values)
            value = _padding(guarded, kind, writer, cell, arrays[1])
            guarded.insert(store(value, arrays[1], cell))

    pieces = [piece for piece in written_pieces(placed) if not sources(piece[1])]
    if pieces:
        kernels += writer.kernel(f"{name}_padding", inward, writer.physical_shape, pad)
    copies = plain_copies(placed)
    if copies:
        kernels += writer.kernel(f"{name}_copies", inward, writer.physical_shape, copy)
    derived = [p for p in written_pieces(placed) if isinstance(p[1], Computed) and p[1].loads]
    if derived and not computes_in_one_round(placed):
        raise KernelError(
            f"the padding of {name} is computed from padding that is computed itself, which is "
            "packed on the host only: pass packed arrays"
        )
    if derived:
        kernels += writer.kernel(f"{name}_derived", inward, writer.physical_shape, derive)
    out = writer.kernel(f"unpack_{name}", outward, writer.logical_shape, gather)
    return (
        writer.function(f"pack_{name}_array", inward, kernels),
        writer.function(f"unpack_{name}_array", outward, out),
    )


def _forward(inside: Emitter, placed: PlacedLayout, cell: Sequence[SSAValue]) -> list[SSAValue]:
    """Where a logical index is stored."""
    values = dict(zip(placed.logical_names, cell, strict=True))
    sizes = [lift(size) for size in placed.shape if isinstance(size, int)]
    known = box(placed.logical_names, sizes)
    return [inside.index(index, values, known) for index in placed.forward]


def _padding(
    inside: Emitter,
    kind: SimpleKind,
    writer: _Writer,
    cell: Sequence[SSAValue],
    physical: SSAValue | None = None,
) -> SSAValue:
    """The bits that a padding cell holds, as an integer."""
    element = writer.element
    bits = IntegerType(8 * element.dtype.itemsize)
    if isinstance(kind, Computed):
        function = pad_function(kind.function, writer.origin)
        loaded = [_loaded(inside, physical, source, writer, cell) for source in kind.loads]
        value = computed_value(inside, function, kind, cell, loaded)
        if isinstance(value.type, AnyFloat):
            return inside.insert(arith.BitcastOp(value, bits)).results[0]
        if value.type == i1:
            return inside.insert(arith.ExtUIOp(value, bits)).results[0]
        return value
    # What need hold nothing is to hold no NaN, which fp=relaxed takes no value for.
    constant = padding_constant(kind, element)
    number = 0 if constant is None else int.from_bytes(constant.tobytes(), "little")
    attribute = IntegerAttr(number, bits, truncate_bits=True)
    return inside.insert(arith.ConstantOp(attribute)).results[0]


def _loaded(
    inside: Emitter,
    physical: SSAValue | None,
    source: IndexMap,
    writer: _Writer,
    cell: Sequence[SSAValue],
) -> SSAValue:
    """The element at the cell that a map leads to."""
    assert physical is not None, "padding from other cells is written after them"
    values = dict(zip(writer.placed.physical_names, cell, strict=True))
    at = [inside.index(index, values) for index in source.outputs]
    bits = inside.insert(memref.LoadOp.get(physical, at)).results[0]
    type = writer.element.type
    if isinstance(type, AnyFloat):
        return inside.insert(arith.BitcastOp(bits, type)).results[0]
    return inside.insert(arith.TruncIOp(bits, i1)).results[0] if type == i1 else bits


def _source(inside: Emitter, placed: PlacedLayout, cell: Sequence[SSAValue]) -> list[SSAValue]:
    """The cell that a cell copies in the end, followed from copy to copy."""
    at: list[SSAValue] = list(cell)
    for _ in range(most_hops(placed)):
        values = dict(zip(placed.physical_names, at, strict=True))
        for piece in plain_copies(placed):
            condition = inside.condition(piece.condition, values)
            for axis, index in enumerate(piece.source):
                own, source = at[axis], inside.index(index, values)
                if source is not own:
                    choice = arith.SelectOp(condition, source, own)
                    at[axis] = inside.insert(choice).results[0]
    return at

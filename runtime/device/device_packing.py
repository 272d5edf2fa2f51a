"""Kernels that bring arrays into their layouts and out of them, on a device."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

from xdsl.dialects import arith, func, gpu, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
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
from ...index.expr import Expr, any_of, lift, var
from ...index.maps.box_map import box
from ...passes.common.index_codegen import Emitter
from ...passes.gpu.modules.device_names import free_name, symbols_of
from ...passes.layout.padding.padding_stages import written_pieces
from ...passes.layout.padding.padding_values import computed_value, load, store
from ..element_types import Element
from ..errors import KernelError
from ..gpu.plan import LaunchPlan
from ..packing.packing import padding_constant
from .launch_plan import launch_plan

_THREADS = 256
_X = gpu.DimensionAttr(gpu.DimensionEnum.X)
_MODULE = "pad_mlir_packing"
_Body: TypeAlias = Callable[[Emitter, Sequence[SSAValue], "_Cell"], None]
_Shape: TypeAlias = tuple[Expr, ...]
"""Extents over the names of the sizes that are known at run time only."""


@dataclass(frozen=True)
class _Cell:
    """The cell of a thread, and the sizes by their names."""

    indices: Sequence[SSAValue]
    sizes: Mapping[str, SSAValue]

    def values(self, names: Sequence[str]) -> dict[str, SSAValue]:
        """The indices under these names, and the sizes."""
        return {**dict(zip(names, self.indices, strict=True)), **self.sizes}


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
    A kernel module that packs these buffers, and the plans by their names.

    Sizes that are known at run time only are those of the logical array.

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
        self.physical_shape: _Shape = tuple(map(lift, placed.physical_shape))
        self.logical_shape: _Shape = tuple(
            lift(size) if isinstance(size, int) else var(str(size)) for size in placed.shape
        )
        self._bits = IntegerType(8 * element.dtype.itemsize)
        self.inward = [self._type(self.logical_shape), self._type(self.physical_shape)]
        self.outward = self.inward[::-1]
        self._kernels = kernels

    def _type(self, shape: _Shape) -> MemRefType[Attribute]:
        known = [extent.constant for extent in shape]
        return MemRefType(self._bits, [DYNAMIC_INDEX if n is None else n for n in known])

    def _sizes(
        self, emitter: Emitter, arrays: Sequence[SSAValue], is_inward: bool
    ) -> dict[str, SSAValue]:
        """The sizes that are known at run time only, of the logical array."""
        logical, found = arrays[0 if is_inward else 1], dict[str, SSAValue]()
        for axis, size in enumerate(self.logical_shape):
            if size.constant is None:
                dim = memref.DimOp(logical, emitter.constant(axis))
                found[str(size)] = emitter.insert(dim).results[0]
        return found

    def function(
        self, name: str, *, is_inward: bool, kernels: Sequence[tuple[str, _Shape]]
    ) -> func.FuncOp:
        """Launches kernels that take all its arguments, each on as many threads as cells."""
        types = self.inward if is_inward else self.outward
        block = Block(arg_types=types)
        emitter = Emitter(InsertPoint.at_end(block), self.origin)
        for value, hint in zip(block.args, ("source", "target"), strict=True):
            value.name_hint = hint
        sizes = self._sizes(emitter, block.args, is_inward)
        for kernel, shape in kernels:
            one, threads = (emitter.index(lift(n), {}) for n in (1, _THREADS))
            grid = _blocks(emitter, shape, sizes)
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
        shape: _Shape,
        body: _Body,
        *,
        is_inward: bool = True,
    ) -> list[tuple[str, _Shape]]:
        """Adds a kernel with a thread for each index of a shape, if any; its name, that shape."""
        if any(extent.constant == 0 for extent in shape):
            return []
        types = self.inward if is_inward else self.outward
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
        static = [extent.constant for extent in shape if extent.constant is not None]
        if len(static) == len(shape):
            sizes = self._sizes(emitter, block.args, is_inward)
            count = prod(static)
            inside = emitter.guard(var("cell") < count, {"cell": cell})
            known = (var("cell") >= 0) & (var("cell") < count)
            indices: list[SSAValue] = []
            for axis, extent in enumerate(static):
                index = var("cell") // prod(static[axis + 1 :])
                index = index % extent if axis else index
                indices.append(inside.index(index, {"cell": cell}, known))
        else:
            sizes = self._sizes(emitter, block.args, is_inward)
            extents = [emitter.index(extent, sizes) for extent in shape]
            values = {"cell": cell, "count": _product(emitter, extents)}
            # Before the guard, where they may be indices of affine accesses.
            indices = _unraveled(emitter, cell, extents)
            inside = emitter.guard(var("cell") < var("count"), values)
        body(inside, block.args, _Cell(indices, sizes))
        emitter.insert(gpu.ReturnOp([]))
        return [(name, shape)]


def _product(emitter: Emitter, values: Sequence[SSAValue]) -> SSAValue:
    """Of extents, none of which is negative."""
    product = values[0]
    for value in values[1:]:
        product = emitter.insert(arith.MuliOp(product, value)).results[0]
    return product


def _blocks(emitter: Emitter, shape: _Shape, sizes: Mapping[str, SSAValue]) -> SSAValue:
    """How many blocks have a thread for each cell."""
    static = [extent.constant for extent in shape if extent.constant is not None]
    if len(static) == len(shape):
        return emitter.index(lift(-(-prod(static) // _THREADS)), {})
    count = _product(emitter, [emitter.index(extent, sizes) for extent in shape])
    more = emitter.insert(arith.AddiOp(count, emitter.constant(_THREADS - 1))).results[0]
    return emitter.insert(arith.DivUIOp(more, emitter.constant(_THREADS))).results[0]


def _unraveled(inside: Emitter, cell: SSAValue, extents: Sequence[SSAValue]) -> list[SSAValue]:
    """The indices of the cell of that number; where an extent is 0 there are no blocks."""
    indices = list[SSAValue]()
    for extent in reversed(extents[1:]):
        indices.insert(0, inside.insert(arith.RemUIOp(cell, extent)).results[0])
        cell = inside.insert(arith.DivUIOp(cell, extent)).results[0]
    return [cell, *indices]


def _functions(writer: _Writer) -> tuple[func.FuncOp, func.FuncOp]:
    """
    The functions that pack a buffer and unpack it.

    To pack is to write the logical elements, then the padding, then what is a copy, then what is
    computed from other cells: none of these kernels reads what it writes.
    """
    placed, name = writer.placed, writer.name

    def scatter(inside: Emitter, arrays: Sequence[SSAValue], cell: _Cell) -> None:
        value = inside.insert(load(arrays[0], cell.indices)).results[0]
        inside.insert(store(value, arrays[1], _forward(inside, writer, cell)))

    def gather(inside: Emitter, arrays: Sequence[SSAValue], cell: _Cell) -> None:
        value = inside.insert(load(arrays[0], _forward(inside, writer, cell))).results[0]
        inside.insert(store(value, arrays[1], cell.indices))

    def pad(inside: Emitter, arrays: Sequence[SSAValue], cell: _Cell) -> None:
        for condition, kind in pieces:
            guarded = inside.guard(condition, cell.values(placed.physical_names))
            value = _padding(guarded, kind, writer, cell)
            guarded.insert(store(value, arrays[1], cell.indices))

    def copy(inside: Emitter, arrays: Sequence[SSAValue], cell: _Cell) -> None:
        values = cell.values(placed.physical_names)
        inside = inside.guard(any_of(piece.condition for piece in copies), values)
        source = _source(inside, placed, cell)
        # A cell that was chosen is not an index of an affine access.
        value = inside.insert(memref.LoadOp.get(arrays[1], source)).results[0]
        inside.insert(store(value, arrays[1], cell.indices))

    kernels = writer.kernel(f"pack_{name}", writer.logical_shape, scatter)

    def derive(inside: Emitter, arrays: Sequence[SSAValue], cell: _Cell) -> None:
        for condition, kind in derived:
            guarded = inside.guard(condition, cell.values(placed.physical_names))
            value = _padding(guarded, kind, writer, cell, arrays[1])
            guarded.insert(store(value, arrays[1], cell.indices))

    pieces = [piece for piece in written_pieces(placed) if not sources(piece[1])]
    if pieces:
        kernels += writer.kernel(f"{name}_padding", writer.physical_shape, pad)
    copies = plain_copies(placed)
    if copies:
        kernels += writer.kernel(f"{name}_copies", writer.physical_shape, copy)
    derived = [p for p in written_pieces(placed) if isinstance(p[1], Computed) and p[1].loads]
    if derived and not computes_in_one_round(placed):
        raise KernelError(
            f"the padding of {name} is computed from padding that is computed itself, which is "
            "packed on the host only: pass packed arrays"
        )
    if derived:
        kernels += writer.kernel(f"{name}_derived", writer.physical_shape, derive)
    out = writer.kernel(f"unpack_{name}", writer.logical_shape, gather, is_inward=False)
    return (
        writer.function(f"pack_{name}_array", is_inward=True, kernels=kernels),
        writer.function(f"unpack_{name}_array", is_inward=False, kernels=out),
    )


def _forward(inside: Emitter, writer: _Writer, cell: _Cell) -> list[SSAValue]:
    """Where a logical index is stored."""
    placed = writer.placed
    values = cell.values(placed.logical_names)
    known = box(placed.logical_names, writer.logical_shape)
    return [inside.index(index, values, known) for index in placed.forward]


def _padding(
    inside: Emitter,
    kind: SimpleKind,
    writer: _Writer,
    cell: _Cell,
    physical: SSAValue | None = None,
) -> SSAValue:
    """The bits that a padding cell holds, as an integer."""
    element = writer.element
    bits = IntegerType(8 * element.dtype.itemsize)
    if isinstance(kind, Computed):
        function = pad_function(kind.function, writer.origin)
        loaded = [_loaded(inside, physical, source, writer, cell) for source in kind.loads]
        value = computed_value(inside, function, kind, cell.indices, loaded)
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
    cell: _Cell,
) -> SSAValue:
    """The element at the cell that a map leads to."""
    assert physical is not None, "padding from other cells is written after them"
    values = cell.values(writer.placed.physical_names)
    at = [inside.index(index, values) for index in source.outputs]
    bits = inside.insert(memref.LoadOp.get(physical, at)).results[0]
    type = writer.element.type
    if isinstance(type, AnyFloat):
        return inside.insert(arith.BitcastOp(bits, type)).results[0]
    return inside.insert(arith.TruncIOp(bits, i1)).results[0] if type == i1 else bits


def _source(inside: Emitter, placed: PlacedLayout, cell: _Cell) -> list[SSAValue]:
    """The cell that a cell copies in the end, followed from copy to copy."""
    at: list[SSAValue] = list(cell.indices)
    for _ in range(most_hops(placed)):
        values = _Cell(at, cell.sizes).values(placed.physical_names)
        for piece in plain_copies(placed):
            condition = inside.condition(piece.condition, values)
            for axis, index in enumerate(piece.source):
                own, source = at[axis], inside.index(index, values)
                if source is not own:
                    choice = arith.SelectOp(condition, source, own)
                    at[axis] = inside.insert(choice).results[0]
    return at

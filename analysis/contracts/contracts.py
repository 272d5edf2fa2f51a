"""The contract of each function: what its buffers must hold on entry, and hold at exit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from typing import Literal, TypeAlias, cast

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    NoneAttr,
    StringAttr,
)
from xdsl.ir import Attribute, SSAValue

from ...dialect.annotations import (
    LOGICAL,
    MAY_ALIAS,
    NAME,
    SIZE,
    AnnotationError,
    argument_names,
    attached_layouts,
)
from ...dialect.attributes import LaidOutType, layout_of, place
from ...dialect.ir.argument_checks import check_module
from ...dialect.ir.memory_access import is_dynamic
from ...dialect.kind_attributes import affine_map
from ...dialect.layout.layout import Forbidden, IndexMap, Layout, LayoutError, Undef
from ...dialect.xdsl_compat import RepairedPrinter
from ...dialect.xdsl_compat.syntax.affine_text import affine_map_text
from ...index.expr import TRUE, Expr
from ..accesses.accesses import accesses, scope_of
from ..instances.reader import InstanceReader
from .applied_layouts import applied_contract, combined_contract, required_cells
from .callee_roles import CalleeRoles
from .entry_cells import matter_on_entry
from .padding_contracts import PaddingContract, Use, on_cells, padding_contracts
from .roles import roles

ALIGN = "llvm.align"
_UNKNOWN = Use(True, True, None, True, lambda cells: True)
Form: TypeAlias = Literal["plain", "logical", "physical"]
Shape: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True)
class SizeTie:
    """An index argument that is the size of one logical axis of a buffer (`pad.size`)."""

    argument: str
    axis: int
    least: int
    most: int | None
    multiple: int


@dataclass(frozen=True)
class BufferContract:
    """
    The contract of one memref that a function takes or gives.

    - `role`: "in", "out", "in-out", or "result"; `position` among the arguments or results;
    - `form`: without a layout ("plain"), with one that accesses do not know of yet ("logical"), or
      with one that was applied ("physical");
    - `type`: the memref type with its logical shape and layout;
    - `map`: MLIR's text of the map from logical to physical indices, `index_map` the same with
      names, both None where the memref has a layout that is none of ours, and so is
      `physical_shape`; sizes that are dynamic are names: the argument that `pad.size` ties to it,
      or `A.0` of axis 0 of A;
    - `indices`: the names that the physical indices have in `padding`;
    - `separators` are RFC 39's, `alignment` is in bytes.
    """

    name: str
    role: Literal["in", "out", "in-out", "result"]
    position: int
    form: Form
    type: str
    map: str | None
    index_map: str | None
    layout: Layout
    logical_shape: Shape
    physical_shape: Shape | None
    indices: tuple[str, ...]
    separators: tuple[int, ...]
    padding: tuple[PaddingContract, ...]
    alignment: int
    sizes: tuple[SizeTie, ...]

    def __str__(self) -> str:
        where = f"{self.index_map} on {_show(self.logical_shape)}"
        if self.physical_shape is None:
            where = self.type
        elif self.physical_shape != self.logical_shape:
            where += f" = {_show(self.physical_shape)}"
        return "; ".join([f"{self.name}: {self.role}, {where}", *map(str, self.padding)])


@dataclass(frozen=True)
class FunctionContract:
    """The contracts of a function: arguments in order, then results."""

    name: str
    is_public: bool
    is_declaration: bool
    may_alias: bool
    buffers: tuple[BufferContract, ...]

    def buffer(self, name: str) -> BufferContract:
        """The contract of the buffer of this name; raises KeyError if there is none."""
        return {buffer.name: buffer for buffer in reversed(self.buffers)}[name]

    def __str__(self) -> str:
        return "\n".join([f"@{self.name}", *(f"  {buffer}" for buffer in self.buffers)])


def contracts_of(module: ModuleOp) -> tuple[FunctionContract, ...]:
    """
    The contracts of all functions of a verified module, before or after pad-apply-layouts.

    Raises AnnotationError if the padding of a layout cannot be told, WrongInput for what is not a
    module.
    """
    check_module(module, "contracts_of")
    at_calls = CalleeRoles()
    functions = [op for op in module.walk() if isinstance(op, func.FuncOp)]
    return tuple(contract_of(function, at_calls) for function in functions)


def contract_of(function: func.FuncOp, at_calls: CalleeRoles | None = None) -> FunctionContract:
    """The contracts of one function; `at_calls` keeps what is found of those that it calls."""
    visibility = function.sym_visibility
    return FunctionContract(
        function.sym_name.data,
        visibility is None or visibility.data == "public",
        function.is_declaration,
        MAY_ALIAS in function.attributes,
        tuple(_buffers(function, at_calls or CalleeRoles())),
    )


def _buffers(function: func.FuncOp, at_calls: CalleeRoles) -> Iterator[BufferContract]:
    waiting = attached_layouts(function)
    values = [None] * len(function.function_type.inputs)
    arguments: list[SSAValue | None] = [*(values if function.is_declaration else function.args)]
    named = [_argument_name(k, value, function) for k, value in enumerate(arguments)]
    names = named if function.is_declaration else argument_names(function.args)
    aliased = MAY_ALIAS in function.attributes
    memrefs = {k: v for k, v in enumerate(arguments) if _is_memref(function, k)}
    uses = {k: _use(v, aliased, v in waiting, at_calls) for k, v in memrefs.items()}
    if aliased and any(use.is_out for use in uses.values()):
        uses = {k: _UNKNOWN for k in uses}
    for k, use in uses.items():
        value, attributes = arguments[k], _attributes(function.arg_attrs, k)
        type = cast("LaidOutType", function.function_type.inputs.data[k])
        if value is not None:
            type = waiting.get(value, type)
        ties = tuple(_ties(function, names, named[k]))
        yield _contract(function, names[k], k, type, attributes, use, ties)
    for k, type in enumerate(function.function_type.outputs):
        if isinstance(type, MemRefType):
            attributes = _attributes(function.res_attrs, k)
            laid_out = cast("LaidOutType", type)
            name = _name(attributes) or f"result{k}"
            yield _contract(function, name, k, laid_out, attributes, None, ())


def _contract(
    function: func.FuncOp,
    name: str,
    position: int,
    type: LaidOutType,
    attributes: Mapping[str, Attribute],
    use: Use | None,
    ties: tuple[SizeTie, ...],
) -> BufferContract:
    applied = cast("LaidOutType | None", attributes.get(LOGICAL))
    pending = layout_of(type) is not None
    if pending:
        type = combined_contract(type, applied)
    elif applied is not None:
        type = applied
    form: Form = "logical" if pending else "physical" if applied is not None else "plain"
    layout = layout_of(type)
    tied = {tie.axis: tie.argument for tie in reversed(ties)}
    sizes = [
        tied.get(k, f"{name}.{k}") if is_dynamic(size) else size
        for k, size in enumerate(type.get_shape())
    ]
    own = layout.layout if layout is not None else Layout(())
    placed = own.apart_from({size for size in sizes if isinstance(size, str)}).place(sizes)
    ours = layout is not None or isinstance(type.layout, NoneAttr)
    if use is not None and form == "logical":
        use = Use(use.is_in, use.is_out, None, use.is_out, use.matters)
    try:
        padding = padding_contracts(placed, type.element_type, use) if layout is not None else ()
        map = IndexMap(placed.logical_names, placed.forward)
        shape = tuple(_size(size) for size in placed.physical_shape)
    except LayoutError as error:
        raise AnnotationError(
            function, f"the contract of {name} cannot be told: {error}"
        ) from error
    aligned = attributes.get(ALIGN)
    return BufferContract(
        name,
        "result" if use is None else _role(use),
        position,
        form,
        _type_text(type),
        map_text(map) if ours else _foreign_map(type),
        str(map) if ours else None,
        own,
        tuple(sizes),
        shape if ours else None,
        placed.physical_names,
        own.separators,
        padding,
        aligned.value.data if isinstance(aligned, IntegerAttr) else 1,
        ties,
    )


def _use(value: SSAValue | None, aliased: bool, is_waiting: bool, at_calls: CalleeRoles) -> Use:
    if value is None:  # a function without a body may do anything
        return _UNKNOWN
    type, earlier = cast("LaidOutType", value.type), applied_contract(value)
    reader = InstanceReader(scope_of(value))
    found = roles(value, type.get_shape(), required_cells(value, reader), at_calls, reader)
    is_in = found.is_in
    if is_in and found.is_out and not aliased and not is_waiting and layout_of(type) is None:
        # No layout asks for a stage that writes all cells: several may do it together.
        cells = TRUE if earlier is None else on_cells(place(earlier).valid, place(earlier))
        is_in = matter_on_entry(value, cells, at_calls.matter_on_entry)
    matters = _matters(value, earlier, at_calls)
    if not earlier or aliased:
        return Use(is_in, found.is_out, None, True, matters)
    reader = InstanceReader(scope_of(value))
    known, sizes = accesses(value, reader), reader.logical_sizes(value, earlier) or {}
    return Use(is_in, found.is_out, known, True, matters, sizes)


def _matters(
    value: SSAValue, earlier: LaidOutType | None, at_calls: CalleeRoles
) -> Callable[[Expr], bool]:
    """Return which padding of an applied layout matters on entry, by what the function does now."""
    if earlier is None:
        return lambda cells: False
    if layout_of(cast("LaidOutType", value.type)) is None:
        return lambda cells: matter_on_entry(value, cells, at_calls.matter_on_entry)
    # Of a further step, which is not applied yet, no access knows: what holds for one kind of the
    # earlier padding is said of all.
    placed = place(earlier)
    return lambda cells: any(
        matter_on_entry(value, on_cells(piece, placed), at_calls.matter_on_entry)
        for piece, kind in placed.padding_pieces
        if not isinstance(kind, Forbidden | Undef)
    )


def _role(use: Use) -> Literal["in", "out", "in-out"]:
    if not use.is_out:
        return "in"
    return "in-out" if use.is_in else "out"


def _is_memref(function: func.FuncOp, position: int) -> bool:
    return isinstance(function.function_type.inputs.data[position], MemRefType)


def _attributes(
    dictionaries: ArrayAttr[DictionaryAttr] | None, position: int
) -> Mapping[str, Attribute]:
    return dictionaries.data[position].data if dictionaries is not None else {}


def _argument_name(position: int, value: SSAValue | None, function: func.FuncOp) -> str:
    hint = None if value is None else value.name_hint
    return _name(_attributes(function.arg_attrs, position)) or hint or f"arg{position}"


def _name(attributes: Mapping[str, Attribute]) -> str | None:
    given = attributes.get(NAME)
    return given.data if isinstance(given, StringAttr) else None


def _ties(function: func.FuncOp, names: list[str], buffer: str) -> Iterator[SizeTie]:
    for position, argument in enumerate(names):
        ties = _attributes(function.arg_attrs, position).get(SIZE, ArrayAttr([]))
        for tie in cast("ArrayAttr[DictionaryAttr]", ties):
            if tie.data["of"] != StringAttr(buffer):
                continue
            numbers = {k: v.value.data for k, v in tie.data.items() if isinstance(v, IntegerAttr)}
            least, multiple = numbers.get("min", 0), numbers.get("multiple", 1)
            yield SizeTie(argument, numbers["dim"], least, numbers.get("max"), multiple)


def map_text(map: IndexMap) -> str:
    """A map as the attribute that MLIR reads."""
    return f"affine_map<{affine_map_text(affine_map(map))}>"


def _type_text(type: LaidOutType) -> str:
    text = StringIO()
    RepairedPrinter(text).print_attribute(type)
    return text.getvalue()


def _foreign_map(type: LaidOutType) -> str | None:
    map = type.layout
    return f"affine_map<{affine_map_text(map.data)}>" if isinstance(map, AffineMapAttr) else None


def _size(size: int | Expr) -> int | str:
    return size if isinstance(size, int) else str(size)


def _show(shape: Shape) -> str:
    return f"[{', '.join(map(str, shape))}]"

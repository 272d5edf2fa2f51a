"""
pad-apply-layouts: makes laid-out buffers and their accesses physical, and writes or assumes their
padding.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from xdsl.context import Context
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter

from ....analysis.accesses.accesses import scope_of
from ....analysis.contracts.applied_layouts import (
    applied_contract,
    combined_contract,
    required_cells,
)
from ....analysis.contracts.callee_roles import CalleeRoles
from ....analysis.contracts.roles import Roles, roles
from ....analysis.instances.reader import InstanceReader
from ....analysis.memory.lifetimes import is_freed_inside
from ....analysis.values.poison import may_make_poison
from ....dialect.annotations import LOGICAL, buffer_name, buffers, verify_annotations
from ....dialect.attributes import LaidOutType, layout_of, physical_type, place
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operations_in, operations_of
from ....dialect.ir.reasons import because
from ....dialect.ir.symbols import lookup_symbol
from ....dialect.layout.layout import PlacedLayout
from ....dialect.layout.pad_kinds import sources
from ....index.sets.engine import own_engine
from ...assumes.assume_checks import check_assumes
from ...common.diagnostics import RemarkForm, remark
from ...common.index_codegen import Emitter
from ...common.patterns import rewrite_once
from ..accesses.physical_accesses import check_is_understood, make_accesses_physical
from ..contracts.affine_layouts import take_affine_layouts
from ..contracts.call_contracts import erase_casts, is_kept_by_callees
from ..contracts.distinct_arguments import check_distinct_arguments
from ..contracts.unapplied_layouts import unapplied_layouts
from ..interface.packed_globals import laid_out_globals, make_global_physical
from ..interface.pending_layouts import take_attached_layouts
from ..padding.padding_copies import check_has_one_name, copies_of_padding, stages_to_follow
from ..padding.padding_in_producer import MergedStage, write_padding_in_producer
from ..padding.padding_stages import Pieces, assume_padding, write_padding, written_pieces
from .copy_expansion import ExpandLaidOutCopy
from .laid_out_vectors import split_vectors
from .laid_out_views import check_views, resolve_views
from .logical_sizes import append_sizes, physical_sizes, replace_dims, sizes_by_name
from .stated_bounds import logical_bounds

_OWN_STAGE = RemarkForm(
    "padding-in-own-stage", "the padding of '{buffer}' is written in a stage of its own: {reason}"
)
_KEPT = RemarkForm("layout-kept", "layout of {type} not applied: {reason}")
_NOT_ASSUMED = RemarkForm(
    "copies-not-assumed",
    "nothing is assumed of the padding of '{buffer}' that copies cells: {reason}",
)


@dataclass(frozen=True)
class PadApplyLayouts(ModulePass):
    """
    Makes every buffer with a `#pad.layout` physical, in all functions (RFC 39,
    ApplyBufferTransforms). A layout may also wait on a function,
    `attributes {pad.layouts = {A = [affine_map<..>, ..]}}`: one step a map, with forbidden padding.
    So has a memref of static shape whose layout is an affine map, upstream's way; the symbols of
    such a map are the constants that the allocation binds them to.

    Accesses get physical indices and types their physical shape; the contract stays as
    `pad.logical`. Padding that the layout gives a value (or undef) is assumed at the head of the
    function where an argument is read before it is certainly written, and written after each stage
    that certainly writes the buffer.

    Accesses through `memref.subview`, `reinterpret_cast`, `collapse_shape`, `expand_shape` and
    `cast` become those of the buffer, and the views go. Vectors of neighbours stay whole where
    these are neighbours in physical memory too, become shorter ones or single cells elsewhere, and
    get a mask or guards where they may leave the row. Where the elements are vectors, padding is
    the same in all lanes.

    Before:

    ```mlir
    #tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
    func.func @fill(%B: memref<14xf32, #tiles>) {
      %one = arith.constant 1.0 : f32
      affine.for %i = 0 to 14 {
        affine.store %one, %B[%i] : memref<14xf32, #tiles>
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    #tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
    func.func @fill(%B: memref<4x4xf32> {pad.logical = memref<14xf32, #tiles>}) {
      %one = arith.constant 1.0 : f32
      affine.for %i = 0 to 14 {
        affine.store %one, %B[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      } {pad.stage = "compute"}
      affine.for %io = 0 to 4 {
        affine.for %ii = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>(%io, %ii) {
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %B[%io, %ii] : memref<4x4xf32>
          }
        } {pad.loop = "ii"}
      } {pad.loop = "io", pad.of_padding, pad.stage = "B_padding"}
      func.return
    }
    ```

    Options: `pad-writes` says where a producer's padding is written: `stage` (after it, the
    default), `before`, `both`, or `if` (in the producer's own nest, which then runs over the
    physical box).

    Errors: a layout that does not verify, an access that certainly leaves the logical shape, an
    operation on a laid-out buffer that is not understood, a `pad.cast` that a call does not allow,
    a call that passes one buffer for two parameters and may write it, or that relies on padding
    whose copies may be old. Declines: `pad-writes=if` on a nest that is not
    perfect, has more than one store, calls, reads the buffer, or does not write each cell once, the
    padding of an earlier layout step included; the padding is then written as with `stage`. Padding
    that copies cells is not assumed where a call may give cells that are poison.
    """

    name = "pad-apply-layouts"

    pad_writes: Literal["stage", "if", "before", "both"] = "stage"

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        take_affine_layouts(op)
        verify_annotations(op)
        take_attached_layouts(op)
        check_distinct_arguments(op)
        check_assumes(op)
        check_views(op)
        functions = operations_of(op, func.FuncOp)
        bounds = [logical_bounds(function) for function in functions]
        split_vectors(op)
        resolve_views(op)
        for function in functions:
            for value in _laid_out_values(function):
                owner = value.owner
                origin = owner if isinstance(owner, Operation) else function
                check_is_understood(value)
                check_has_one_name(value, origin)
        globals = laid_out_globals(op)
        rewrite_once(op, ExpandLaidOutCopy())
        callees = CalleeRoles()
        plans = [plan for function in functions for plan in _plans(function, callees)]
        erase_casts(op, {plan.buffer: plan.roles for plan in plans})
        append_sizes(op)
        for each in bounds:
            if each is not None:
                each.state()
        for value in [v for function in functions for v in _laid_out_values(function)]:
            replace_dims(value)
        for plan in plans:
            plan.find_sizes()
            plan.merge_stages(self.pad_writes)
        physical: dict[SSAValue, SSAValue] = {}
        for value in [v for function in functions for v in _laid_out_values(function)]:
            make_accesses_physical(value)
            physical[value] = _make_physical(value)
        for origin in globals:
            make_global_physical(origin)
        for function in functions:
            _update_signature(function)
        for plan in plans:
            plan.write(physical[plan.buffer], self.pad_writes)
        for maker, type, reason in unapplied_layouts(op):
            remark(self.name, maker, _KEPT, reason=reason, type=type)


@dataclass
class _Plan:
    """One argument or allocation with a layout, and what its function does with it."""

    buffer: SSAValue
    name: str
    placed: PlacedLayout
    roles: Roles
    origin: Operation
    """The operation at which messages and new operations are placed."""

    merged: list[MergedStage] = field(default_factory=list[MergedStage])
    """The write stages that write the padding themselves; the others stay in `separate`."""
    separate: list[Operation] = field(default_factory=list[Operation])
    refreshing: list[Operation] = field(default_factory=list[Operation])
    """Other stages after which padding that copies cells is written again."""
    by_callees: list[Operation] = field(default_factory=list[Operation])
    """The write stages that are calls, which leave the padding as it has to be."""
    sizes: dict[str, SSAValue] = field(default_factory=dict[str, SSAValue])
    """The values of the sizes of the layout."""

    def find_sizes(self) -> None:
        """Find the values of the sizes, before the type of the buffer is its physical one."""
        owner = self.buffer.owner
        point = (
            InsertPoint.at_start(owner) if isinstance(owner, Block) else InsertPoint.before(owner)
        )
        type = cast("LaidOutType", self.buffer.type)
        self.sizes = sizes_by_name(self.buffer, type, Emitter(point, self.origin))

    def merge_stages(self, pad_writes: str) -> None:
        """
        For `pad-writes=if`: make the write stages run over the physical box where that is legal.
        """
        for stage in self.roles.write_stages:
            if stage in self.by_callees:
                continue
            if is_freed_inside(self.buffer, stage):
                raise PadError(
                    f"{self.name} may be deallocated where it is written, and its padding is to be "
                    "written after that; free it after the call, or give it undef padding",
                    stage,
                )
            merged = None
            if pad_writes == "if":
                merged = write_padding_in_producer(stage, self.buffer, self.placed, self.sizes)
            if isinstance(merged, MergedStage):
                self.merged.append(merged)
                continue
            self.separate.append(stage)
            if merged is not None:
                remark(PadApplyLayouts.name, stage, _OWN_STAGE, reason=merged, buffer=self.name)

    def refresh(self, callees: CalleeRoles) -> None:
        """
        Find the stages that change what the padding copies, besides the write stages.

        Unless cells are read before it, the first write stage makes what is before it superfluous.
        """
        stages, found = self.roles.write_stages, stages_to_follow(self.buffer, self.placed, callees)
        first = stages[0] if stages and not self.roles.is_in else None
        later = [s for s in found if first is None or first.is_before_in_block(s)]
        self.refreshing = [stage for stage in later if stage not in stages]
        self.by_callees = [stage for stage in stages if is_kept_by_callees(self.buffer, stage)]

    def write(self, buffer: SSAValue, pad_writes: str) -> None:
        """Write and assume the padding of the buffer, physical by now."""
        for merged in self.merged:
            merged.finish(buffer, self.placed, self.sizes)
        pieces = written_pieces(self.placed)
        copies = [piece for piece in pieces if sources(piece[1])]
        values = [piece for piece in pieces if piece not in copies]
        if self.roles.is_in:
            self._write_at_first(buffer, values, copies)
        for stage in self.separate:
            if pad_writes in ("before", "both"):
                self._write(buffer, InsertPoint.before(stage), stage, values)
            left = copies if pad_writes == "before" else pieces
            self._write(buffer, InsertPoint.after(stage), stage, left)
        for stage in self.refreshing:
            self._write(buffer, InsertPoint.after(stage), stage, copies)

    def _write_at_first(self, buffer: SSAValue, values: Pieces, copies: Pieces) -> None:
        """
        Write the facts about an argument on entry, and the padding of a local buffer after its
        alloc.
        """
        if isinstance(block := buffer.owner, Block):
            assumed = values + copies
            if copies and (source := _poison_given(self.origin)) is not None:
                text = (
                    f"the function is called, and the cells may be poison by '{source.name}'; an "
                    "assume of poison is undefined behaviour"
                )
                why = because(text, "poison", op=source.name)
                remark(
                    PadApplyLayouts.name, self.origin, _NOT_ASSUMED, reason=why, buffer=self.name
                )
                assumed = values
            emitter = Emitter(self._entry(block), self.origin)
            assume_padding(emitter, buffer, self.placed, self.name, assumed, self.sizes)
        else:
            known = copies_of_padding(self.placed)
            now = values + [piece for piece in copies if piece[0] in known]
            self._write(buffer, InsertPoint.after(self.origin), self.origin, now)

    def _write(
        self,
        buffer: SSAValue,
        point: InsertPoint,
        origin: Operation,
        pieces: Pieces,
    ) -> None:
        emitter = Emitter(point, origin)
        write_padding(emitter, buffer, self.placed, self.name, pieces, self.sizes)

    def _entry(self, block: Block) -> InsertPoint:
        """The start of a function, after the sizes that are computed there."""
        made = [size.owner for size in self.sizes.values() if isinstance(size.owner, Operation)]
        last = max(made, key=lambda op: _number(op, block), default=None)
        return InsertPoint.at_start(block) if last is None else InsertPoint.after(last)


def _plans(function: func.FuncOp, callees: CalleeRoles) -> Iterator[_Plan]:
    readers: dict[Block, InstanceReader] = {}
    for number, buffer in enumerate(buffers(function)):
        if layout_of(buffer.type) is None:
            continue
        owner = buffer.owner
        if not isinstance(owner, memref.AllocOp | memref.AllocaOp) and buffer not in function.args:
            continue
        type = cast("LaidOutType", buffer.type)
        origin = owner if isinstance(owner, Operation) else function
        name = buffer_name(buffer) or f"buffer{number}"
        if (scope := scope_of(buffer)) not in readers:
            readers[scope] = InstanceReader(scope)
        required = required_cells(buffer, readers[scope])
        found = roles(buffer, type.get_shape(), required, callees, readers[scope])
        if (wrong := found.out_of_bounds) is not None:
            shape = ", ".join(map(str, type.get_shape()))
            raise PadError(
                f"'{wrong.op.name}' accesses {name}{list(wrong.index)}, outside its logical shape "
                f"[{shape}]; correct the index, or guard the access",
                wrong.op,
            )
        plan = _Plan(buffer, name, place(type), found, origin)
        plan.refresh(callees)
        yield plan


def _poison_given(function: Operation) -> Operation | None:
    """
    The operation in a module by which a call may pass poison to a function; None if there is none.
    """
    module = function.parent_op()
    assert module is not None
    for call in operations_of(module, func.CallOp):
        if lookup_symbol(call, call.callee) is function:
            return next((op for op in module.walk() if may_make_poison(op)), None)
    return None


def _laid_out_values(function: func.FuncOp) -> Iterator[SSAValue]:
    for region_block in function.body.blocks:
        yield from (arg for arg in region_block.args if layout_of(arg.type))
    for op in operations_in(function.body):
        yield from (result for result in op.results if layout_of(result.type))
        for region in op.regions:
            for block in region.blocks:
                yield from (arg for arg in block.args if layout_of(arg.type))


def _number(op: Operation, block: Block) -> int:
    return next(number for number, other in enumerate(block.ops) if other is op)


def _make_physical(value: SSAValue) -> SSAValue:
    """The value with its physical type instead; an argument or allocation gets its contract."""
    type = cast("LaidOutType", value.type)
    owner = value.owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        if not type.has_static_shape():
            emitter = Emitter(InsertPoint.before(owner), owner)
            sizes = physical_sizes(type, sizes_by_name(value, type, emitter), emitter)
            segments = [len(sizes), len(owner.symbol_operands)]
            owner.operands = [*sizes, *owner.symbol_operands]
            owner.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, segments)
        owner.attributes[LOGICAL] = combined_contract(type, applied_contract(value))
    elif isinstance(function := owner.parent_op(), func.FuncOp) and value in function.args:
        _annotate(function, "arg_attrs", function.args.index(value), type, len(function.args))
    return Rewriter.replace_value_with_new_type(value, physical_type(type))


def _annotate(
    function: func.FuncOp, key: str, position: int, type: LaidOutType, count: int
) -> None:
    given = cast("ArrayAttr[DictionaryAttr] | None", function.properties.get(key))
    dictionaries = given.data if given is not None else [DictionaryAttr({})] * count
    entries = [dict(entry.data) for entry in dictionaries]
    earlier = cast("LaidOutType | None", entries[position].get(LOGICAL))
    entries[position][LOGICAL] = combined_contract(type, earlier)
    function.properties[key] = ArrayAttr([DictionaryAttr(entry) for entry in entries])


def _update_signature(function: func.FuncOp) -> None:
    """
    Set the type of a function to match its arguments, which are already converted.

    The results, and the arguments of a declaration, are converted here.
    """
    if function.is_declaration:
        inputs = _converted(function, "arg_attrs", function.function_type.inputs.data)
    else:
        inputs = [argument.type for argument in function.args]
    outputs = _converted(function, "res_attrs", function.function_type.outputs.data)
    function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)


def _converted(function: func.FuncOp, key: str, types: Sequence[Attribute]) -> list[Attribute]:
    for position, type in enumerate(types):
        if layout_of(type) is not None:
            _annotate(function, key, position, cast("LaidOutType", type), len(types))
    return [physical_type(cast("LaidOutType", t)) if layout_of(t) else t for t in types]

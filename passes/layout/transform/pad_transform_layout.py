"""pad-transform-layout: gives a named buffer a padded layout, or its layout one more step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from xdsl.context import Context
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import MemRefType, ModuleOp, NoneAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import VerifyException

from ....dialect.annotations import buffer_name, buffers, verify_annotations
from ....dialect.attributes import LaidOutType, LayoutAttr, layout_of, verify_laid_out
from ....dialect.ir.located_errors import PadError
from ....dialect.ir.operations import operation_name, operations_of
from ....dialect.layout.layout import Layout, Step
from ....dialect.pad_functions import verify_pad_functions
from ....index.sets.engine import own_engine
from ...common.diagnostics import OptionError
from ...common.for_loops import Loop
from ...common.stages import find_buffer, is_unnamed, naming
from ..apply.pad_apply_layouts import PadApplyLayouts
from ..contracts.affine_layouts import take_affine_layouts
from ..interface.global_layouts import find_global, globals_of, lay_out_globals, names_global
from ..interface.interface_change import change_layouts
from ..interface.pending_layouts import take_attached_layouts
from ..options.formula_text import Formula
from ..options.layout_options import parse_ints, parse_map
from ..options.pad_kind_option import parse_pad
from ..options.padding_formulas import add_formula
from .followed_layouts import follow_layout
from .kept_interface import check_stays_inside, lay_out_inside


@dataclass(frozen=True)
class PadTransformLayout(ModulePass):
    """
    Gives a buffer a `#pad.layout`, or its layout one more step (RFC 77, "Enhancement -
    transform_layout").

    Accesses stay logical until `pad-apply-layouts`. The buffer is an argument or an allocation,
    named by `pad.name` or its name in the source, or a global, named by its symbol: `"@weights"`.
    Its layout changes the signature of its function: a callee's parameter gets the same layout, and
    in other callers, and around calls of external functions, the argument is packed before the call
    and unpacked after it. What selects, ifs, loops, blocks and results pass on together with it
    gets the layout too.

    Before:

    ```mlir
    func.func @sum(%A: memref<14xf32>) -> f32 {
      %zero = arith.constant 0.0 : f32
      %r = affine.for %i = 0 to 14 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i] : memref<14xf32>
        %t = arith.addf %s, %a : f32
        affine.yield %t : f32
      }
      func.return %r : f32
    }
    ```

    After `pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0.0}`:

    ```mlir
    #tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
    func.func @sum(%A: memref<14xf32, #tiles> {pad.name = "A"}) -> f32 {
      %zero = arith.constant 0.0 : f32
      %r = affine.for %i = 0 to 14 iter_args(%s = %zero) -> (f32) {
        %a = affine.load %A[%i] : memref<14xf32, #tiles>
        %t = arith.addf %s, %a : f32
        affine.yield %t : f32
      }
      func.return %r : f32
    }
    ```

    With `loops=follow`, all layouts are applied, as `pad-apply-layouts` does, and the loops of each
    stage that writes all of the buffer run over its physical axes in order, as
    `pad-sequential-buffer-access` lets them (RFC 39, "How should loops over an array be handled
    when re-writing the shape?"). An input has no such loops. A stage without a name gets that of
    the buffer.

    Before:

    ```mlir
    func.func @double(%A: memref<16x8xf32>, %B: memref<16x8xf32>) {
      affine.for %i = 0 to 16 {
        affine.for %j = 0 to 8 {
          %a = affine.load %A[%i, %j] : memref<16x8xf32>
          %b = arith.addf %a, %a : f32
          affine.store %b, %B[%i, %j] : memref<16x8xf32>
        }
      }
      func.return
    }
    ```

    After `pad-transform-layout{buffer=B map="(i, j) -> (i floordiv 4, j, i mod 4)" loops=follow}`:

    ```mlir
    #rows = #pad.layout<[affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>], ["forbidden"], {}>
    func.func @double(%A: memref<16x8xf32>, %B: memref<4x8x4xf32> {
        pad.name = "B", pad.logical = memref<16x8xf32, #rows>}) {
      affine.for %io = 0 to 4 {
        affine.for %j = 0 to 8 {
          affine.for %ii = 0 to 4 {
            %a = affine.load %A[%io * 4 + %ii, %j] : memref<16x8xf32>
            %b = arith.addf %a, %a : f32
            affine.store %b, %B[%io, %j, %ii] : memref<4x8x4xf32>
          } {pad.loop = "ii"}
        } {pad.loop = "j"}
      } {pad.loop = "io", pad.stage = "B"}
      func.return
    }
    ```

    Options: `buffer` and `map` (MLIR affine-map text); `symbols`, values for those of the map
    (`map="(i)[t] -> (i floordiv t, i mod t)" symbols="[4]"`); `function` (all that have the buffer,
    when unset); `align="[1, 16]"` rounds derived extents up, `extents="[128, 128]"` sets them;
    `separators="[1]"` between the axes that the map gives; `interface=change`, or `keep`: the
    signature stays, and all accesses of an argument go to a copy `<buffer>_cache` that has the
    layout; `loops=keep`, or `follow`; and `pad`, what the padding holds: forbidden (the default),
    undef, `"identity(addf)"`, a number, `"@f"` (a pure function of the physical indices), a map of
    the physical indices to those of another cell (`"(io, ii) -> (0, io * 4 + ii - 14)"` wraps
    around), a value computed from them and from other cells of the buffer
    (`"value((io, ii) -> (self[0, ii] * 2.0 + io))"`, which makes such a function; an expression of
    the indices alone is computed as one, all else in the type of the elements), or a list, of
    which the first whose results are all at least 0 counts:
    `"[{where = (io, ii) -> (ii - 3), kind = 1.0}, {kind = undef}]"`.

    Errors, and nothing is done: an unknown function or buffer, a map that is not injective on the
    shape, of the wrong rank or negative, a value that is none of the element type, padding that
    copies itself or cells that are outside, forbidden or written later, a function that is not
    pure, a use that needs the old type; with `interface=keep`, what `pad-cache-read` and
    `pad-cache-write` decline, and a local buffer that is passed on; with `loops=follow`, what
    `pad-apply-layouts` and `pad-sequential-buffer-access` refuse: a cumulative sum. Declines to let
    loops follow, with a remark, where no stage is shown to write all of a buffer, or where they are
    inside an if.
    """

    name = "pad-transform-layout"

    buffer: str
    map: str
    function: str | None = None
    pad: str | int | float | None = None
    align: str | int | tuple[int, ...] | None = None
    extents: str | int | tuple[int, ...] | None = None
    separators: str | int | tuple[int, ...] | None = None
    interface: Literal["change", "keep"] = "change"
    loops: Literal["keep", "follow"] = "keep"
    symbols: str | int | tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        # So that options that cannot be read are errors before anything runs.
        self._step(lambda _: "checked")
        parse_ints("separators", self.separators)

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        self.run(ctx, op)

    def run(self, ctx: Context, op: ModuleOp) -> list[Loop]:
        """Apply the pass; returns the loops that follow the layout, outside in."""
        take_affine_layouts(op)
        verify_annotations(op)
        take_attached_layouts(op)
        separators = parse_ints("separators", self.separators)
        if names_global(self.buffer):
            self._lay_out_global(op, separators)
            return []
        new_types: dict[SSAValue, LaidOutType] = {}
        laid_out = list[tuple[func.FuncOp, str]]()
        for function, value in self._buffers(op):
            step = self._step_for(value.type, op)
            origin = value.owner if isinstance(value.owner, Operation) else function
            new = _new_type(value.type, self.buffer, step, separators, origin)
            if self.interface == "keep" and value in function.args:
                laid_out.append((function, lay_out_inside(value, function, new)))
                continue
            if self.interface == "keep":
                check_stays_inside(value)
            new_types[value] = new
            laid_out.append((function, self.buffer))
        change_layouts(op, new_types)
        if self.loops == "keep":
            return []
        PadApplyLayouts().apply(ctx, op)
        return [
            loop
            for function, name in laid_out
            for loop in follow_layout(function, find_buffer(function, name), name)
        ]

    def new_types(self, module: ModuleOp) -> dict[SSAValue, LaidOutType]:
        """The types that the buffers get, by themselves in each function."""
        separators = parse_ints("separators", self.separators)
        found = dict[SSAValue, LaidOutType]()
        for function, value in self._buffers(module):
            step = self._step_for(value.type, module)
            origin = value.owner if isinstance(value.owner, Operation) else function
            found[value] = _new_type(value.type, self.buffer, step, separators, origin)
        return found

    def _lay_out_global(self, module: ModuleOp, separators: tuple[int, ...]) -> None:
        if self.loops == "follow":
            raise OptionError(
                "loops",
                f"{self.buffer} is a global, which no function has as its own: loops=follow is of "
                "arguments and allocations; apply the layout, and give the stage to "
                "pad-sequential-buffer-access",
            )
        op = find_global(module, self.buffer)
        step = self._step_for(op.type, module)
        new = _new_type(op.type, self.buffer, step, separators, op)
        values = lay_out_globals(module, {op: new})
        if self.interface == "keep":
            for value in values:
                check_stays_inside(value)
        change_layouts(module, values)

    def _step_for(self, type: Attribute, module: ModuleOp) -> Step:
        """The step, with functions in the module for the values that the padding computes."""
        element = cast("LaidOutType", type).element_type
        name = f"{self.buffer.lstrip('@')}_pad"
        return self._step(lambda formula: add_formula(module, name, formula, element))

    def _step(self, function_of: Callable[[Formula], str]) -> Step:
        return Step(
            parse_map(self.map, parse_ints("symbols", self.symbols)),
            parse_pad(self.pad, function_of),
            parse_ints("align", self.align),
            parse_ints("extents", self.extents),
        )

    def _buffers(self, module: ModuleOp) -> list[tuple[func.FuncOp, SSAValue]]:
        """
        The buffers to change, with their functions; those of callees that get the layout with their
        callers are not listed.
        """
        functions = [f for f in operations_of(module, func.FuncOp) if not f.is_declaration]
        known = ", ".join(f"@{f.sym_name.data}" for f in functions) or "none"
        if self.function is not None:
            functions = [f for f in functions if f.sym_name.data == self.function]
            if not functions:
                raise PadError(
                    f"there is no function @{self.function} with a body; there are: {known}", module
                )
        having = [(f, named) for f in functions if (named := [*_named(f, self.buffer)])]
        if not having:
            where: Operation = functions[0] if self.function is not None else module
            names = dict.fromkeys(
                name for f in functions for v in _own(f) if (name := buffer_name(v))
            )
            lowered = any(operation_name(op) == "llvm.func" for op in module.body.ops)
            remedy = ""
            if lowered:
                remedy = (
                    "; the functions are already lowered to LLVM: apply layouts before pad-to-host"
                )
            elif is_unnamed(names) and any(map(any, map(_own, functions))):
                remedy = f"; {naming(self.buffer)}"
            known = ", ".join([*names, *globals_of(module)])
            known = f"; its buffers are: {known}" if known else ", where no buffer has a name"
            place = f"@{self.function}" if self.function else "the module"
            raise PadError(f"there is no buffer '{self.buffer}' in {place}{known}{remedy}", where)
        for function, named in having:
            if len(named) > 1:
                raise PadError(
                    f"there are {len(named)} buffers '{self.buffer}' in @{function.sym_name.data}; "
                    "tell them apart by pad.name",
                    function,
                )
        return [(function, buffer) for function, (buffer,) in having]


def lay_out_together(
    context: Context, module: ModuleOp, steps: Sequence[PadTransformLayout]
) -> None:
    """Apply several of these passes; the module is read and checked once for all, where it can."""
    alone = [
        step
        for step in steps
        if step.interface == "keep" or step.loops == "follow" or names_global(step.buffer)
    ]
    if alone or len({step.buffer for step in steps}) < len(steps):
        for step in steps:
            step.apply(context, module)
        return
    take_affine_layouts(module)
    verify_annotations(module)
    take_attached_layouts(module)
    new_types: dict[SSAValue, LaidOutType] = {}
    for step in steps:
        new_types |= step.new_types(module)
    change_layouts(module, new_types)


def _named(function: func.FuncOp, name: str) -> Iterator[SSAValue]:
    return (value for value in _own(function) if buffer_name(value) == name)


def _own(function: func.FuncOp) -> Iterator[SSAValue]:
    """The buffers of a function that can get layouts: its arguments and allocations."""
    for value in buffers(function):
        if value in function.args or isinstance(value.owner, memref.AllocOp | memref.AllocaOp):
            yield value


def _new_type(
    given: Attribute, name: str, step: Step, separators: tuple[int, ...], origin: Operation
) -> LaidOutType:
    type = cast("LaidOutType", given)
    earlier = layout_of(type)
    if earlier is None and not isinstance(type.layout, NoneAttr):
        raise PadError(
            f"{name} is {type}, which has a layout that is not a #pad.layout; use a memref "
            "without one",
            origin,
        )
    steps = earlier.layout.steps if earlier is not None else ()
    try:
        layout = LayoutAttr.of(Layout((*steps, step), separators), type.element_type)
        new = MemRefType.new([type.shape, type.element_type, layout, type.memory_space])
    except VerifyException as error:
        raise PadError(f"{name} cannot get this layout: {error}", origin) from error
    if (problem := verify_laid_out(new)) is not None:
        raise PadError(f"{name} cannot get this layout: {problem}", origin)
    try:
        verify_pad_functions(new, origin)
    except VerifyException as error:
        raise PadError(f"{name} cannot get this layout: {error}", origin) from error
    return new

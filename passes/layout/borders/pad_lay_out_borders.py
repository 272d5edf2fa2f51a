"""pad-lay-out-borders: a copy into a larger, filled buffer becomes padding of what is copied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, SSAValue
from xdsl.passes import ModulePass

from ....dialect.annotations import buffer_name, verify_annotations
from ....dialect.ir.reasons import Reason
from ....index.sets.engine import own_engine
from ...common.diagnostics import RemarkForm, remark
from ...common.stages import find_functions
from .border_merging import WRITTEN_AFTER, merge, obstacle_to_merging, obstacle_to_sharing, share
from .filled_copies import FilledCopy, filled_copies, static_shape
from .reused_buffers import split_reused

_LAID_OUT = RemarkForm(
    "border-laid-out",
    "'{source}' has the border of '{target}' as padding, and is not copied into it",
    "passed",
)
_COPIED = RemarkForm("border-copied", "'{source}' is copied into '{target}': {reason}")


@dataclass(frozen=True)
class PadLayOutBorders(ModulePass):
    """
    Makes padding of the border that a buffer gets by a copy into a larger one.

    That is what `tensor.pad` becomes, and the borders of convolutions and windows: a stage fills a
    local buffer with a constant, another one copies into a window of it. The buffer that is copied
    gets a layout with that border and value, `pad.logical` as `pad-apply-layouts` leaves it: its
    writers write into the window, which nobody writes after that, and readers of the copy read the
    buffer itself. The filled buffer, which it becomes, is filled before all that. Another copy with
    a border of the same value that is no wider goes too. A buffer that is overwritten after the
    copy, as upstream lets one serve for several values, becomes two.

    Before:

    ```mlir
    func.func @sums(%x: memref<6xf32>, %y: memref<6xf32>) {
      %zero = arith.constant 0.0 : f32
      %A = memref.alloc() : memref<6xf32>
      affine.for %i = 0 to 6 {
        %a = affine.load %x[%i] : memref<6xf32>
        %b = arith.mulf %a, %a : f32
        affine.store %b, %A[%i] : memref<6xf32>
      } {pad.stage = "square"}
      %P = memref.alloc() : memref<8xf32>
      affine.for %i = 0 to 8 {
        affine.store %zero, %P[%i] : memref<8xf32>
      } {pad.stage = "pad"}
      affine.for %i = 0 to 6 {
        %a = affine.load %A[%i] : memref<6xf32>
        affine.store %a, %P[%i + 1] : memref<8xf32>
      } {pad.stage = "pad_1"}
      affine.for %i = 0 to 6 {
        %a = affine.load %P[%i] : memref<8xf32>
        %b = affine.load %P[%i + 2] : memref<8xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %y[%i] : memref<6xf32>
      } {pad.stage = "sum"}
      func.return
    }
    ```

    After:

    ```mlir
    #border = #pad.layout<[affine_map<(d0) -> (d0 + 1)>], [0.0 : f32], {extents = [8]}>
    func.func @sums(%x: memref<6xf32>, %y: memref<6xf32>) {
      %zero = arith.constant 0.0 : f32
      %A = memref.alloc() {pad.logical = memref<6xf32, #border>} : memref<8xf32>
      affine.for %i = 0 to 8 {
        affine.store %zero, %A[%i] : memref<8xf32>
      } {pad.stage = "pad"}
      affine.for %i = 0 to 6 {
        %a = affine.load %x[%i] : memref<6xf32>
        %b = arith.mulf %a, %a : f32
        affine.store %b, %A[%i + 1] : memref<8xf32>
      } {pad.stage = "square"}
      affine.for %i = 0 to 6 {
        %a = affine.load %A[%i] : memref<8xf32>
        %b = affine.load %A[%i + 2] : memref<8xf32>
        %c = arith.addf %a, %b : f32
        affine.store %c, %y[%i] : memref<6xf32>
      } {pad.stage = "sum"}
      func.return
    }
    ```

    Options: `function` (all when unset).

    Declines, with a remark at each copy that stays: a buffer that is not allocated in the block of
    the copy, as an argument is; one of which a part is copied, that is written after the copy, or
    that a view, a call or a return needs in one piece; a copy that is changed afterwards, or used
    before; a border of another value than the buffer has already, or a wider one. Loops have to be
    `affine.for` from 0 on, and shapes static.
    """

    name = "pad-lay-out-borders"

    function: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        verify_annotations(op)
        for function in find_functions(op, self.function, lambda _: True):
            for block in _blocks(function):
                _lay_out(block)


def _blocks(function: func.FuncOp) -> Iterator[Block]:
    """The blocks of a function that may have filled copies, outer ones first."""
    yield from function.body.blocks
    for op in function.walk():
        for region in op.regions:
            if op is not function:
                yield from region.blocks


def _lay_out(block: Block) -> None:
    bordered = dict[SSAValue, FilledCopy]()
    while any(_is_laid_out(found, bordered) for found in _widest_first(block)):
        pass
    for found in _widest_first(block):
        reason = _obstacle(found, bordered)
        if reason is not None:
            source, target = _names(found)
            remark(
                PadLayOutBorders.name,
                found.copy,
                _COPIED,
                reason=reason,
                source=source,
                target=target,
            )


def _widest_first(block: Block) -> list[FilledCopy]:
    """The copies of a block; a wide border serves narrower ones too."""
    return sorted(filled_copies(block), key=lambda found: -_cells(found.target.buffer))


def _is_laid_out(found: FilledCopy, bordered: dict[SSAValue, FilledCopy]) -> bool:
    """Lay out one border, where that is possible."""
    reason = _obstacle(found, bordered)
    if reason is not None and reason.id == WRITTEN_AFTER:
        return split_reused(found)
    if reason is not None:
        return False
    source, target = _names(found)
    border = bordered.get(found.source.buffer)
    place = found.fill if border is None else border.fill
    remark(PadLayOutBorders.name, place, _LAID_OUT, source=source, target=target)
    if border is None:
        merge(found)
        bordered[found.target.buffer] = found
    else:
        share(found)
    return True


def _obstacle(found: FilledCopy, bordered: dict[SSAValue, FilledCopy]) -> Reason | None:
    border = bordered.get(found.source.buffer)
    return obstacle_to_merging(found) if border is None else obstacle_to_sharing(found, border)


def _cells(buffer: SSAValue) -> int:
    return prod(static_shape(buffer) or ())


def _names(found: FilledCopy) -> tuple[str, str]:
    source, target = (window.buffer for window in (found.source, found.target))
    return buffer_name(source) or "the buffer", buffer_name(target) or "a larger one"

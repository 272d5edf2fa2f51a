"""pad-propagate-layouts: moves packs and unpacks out of the way, and cancels pairs by content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from xdsl.context import Context
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...dialect.annotations import verify_annotations
from ...dialect.ir.operations import operations_of
from ...dialect.ops import PackOp, UnpackOp
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, remark
from ..common.stages import find_functions
from .buffer_effects import Obstacle, effect_of, functions_by_name, shown
from .buffer_merging import join
from .copy_folding import read_packed, take_layout, write_packed
from .obstacles import users
from .signatures import Signatures

_COPY_KEPT = RemarkForm("copy-kept", "{copy} of {source} into {target} not removed: {reason}")

_Kind = TypeVar("_Kind", bound=Operation)


@dataclass(frozen=True)
class PadPropagateLayouts(ModulePass):
    """
    Moves `pad.pack` and `pad.unpack` across stages and calls until they are at the ends of a
    function or meet, and cancels those that meet where what the padding holds allows it (RFC 77,
    discussion).

    Accesses of a laid-out buffer have logical indices, so that a stage can read and write it as it
    does any other: a logical buffer that is unpacked from one, or packed into one, becomes that
    one. A logical buffer between stages takes the layout of its neighbours, and a callee gets a
    private copy for the layouts that it is called with. The padding of a buffer that goes from one
    layout into another has to hold what the second needs, or is given that by what writes it.

    Before:

    ```mlir
    #tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
    func.func @chain(%A: memref<14xf32, #tiles>, %B: memref<14xf32, #tiles>) {
      %one = arith.constant 1.0 : f32
      %a = memref.alloc() : memref<14xf32>
      pad.unpack %A into %a : memref<14xf32, #tiles> into memref<14xf32>
      %b = memref.alloc() : memref<14xf32>
      affine.for %i = 0 to 14 {
        %x = affine.load %a[%i] : memref<14xf32>
        %y = arith.addf %x, %one : f32
        affine.store %y, %b[%i] : memref<14xf32>
      }
      pad.pack %b into %B : memref<14xf32> into memref<14xf32, #tiles>
      memref.dealloc %a : memref<14xf32>
      memref.dealloc %b : memref<14xf32>
      func.return
    }
    ```

    After:

    ```mlir
    #tiles = #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>
    func.func @chain(%A: memref<14xf32, #tiles>, %B: memref<14xf32, #tiles>) {
      %one = arith.constant 1.0 : f32
      affine.for %i = 0 to 14 {
        %x = affine.load %A[%i] : memref<14xf32, #tiles>
        %y = arith.addf %x, %one : f32
        affine.store %y, %B[%i] : memref<14xf32, #tiles>
      }
      func.return
    }
    ```

    Options: `function` (all when unset); what it calls follows.

    Declines, with a remark at each copy that stays: a buffer that is an argument, or that may be
    another one too; one that is written while its copy is needed; other maps, boxes or separators;
    padding that cannot be given what is needed; sizes known at run time that are not shown to be
    the same before the copy says so, where it may not run; a callee without a body, or a recursive
    one. The signature of a public function stays.
    """

    name = "pad-propagate-layouts"

    function: str | None = None

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        verify_annotations(op)
        chosen = find_functions(op, self.function, lambda _: True)
        names = frozenset(function.sym_name.data for function in chosen)
        with functions_by_name(op) as functions:
            propagation = _Propagation(op, names, Signatures(op, functions))
            while propagation.advance():
                pass
            propagation.finish()


@dataclass(frozen=True)
class _Propagation:
    module: ModuleOp
    names: frozenset[str]
    signatures: Signatures

    def advance(self) -> bool:
        """Does what can be done, what ends a copy first; whether there was anything."""
        return self._end(PackOp) or self._end(UnpackOp) or self._lay_out()

    def _end(self, kind: type[PackOp | UnpackOp]) -> bool:
        copies = list(self._all_of(kind))
        ended = [self._obstacle(copy) is None for copy in copies if copy.parent is not None]
        return any(ended)

    def _lay_out(self) -> bool:
        allocs = [*self._all_of(memref.AllocOp), *self._all_of(memref.AllocaOp)]
        return any([take_layout(alloc, self.signatures) for alloc in allocs])

    def finish(self) -> None:
        """Erases functions that are not called any more, and says why copies stay."""
        staying = [(copy, self._obstacle(copy)) for copy in self._copies()]
        self.signatures.finish()
        for copy, obstacle in staying:
            if obstacle is not None and self.module.is_ancestor(copy):
                remark(
                    PadPropagateLayouts.name,
                    copy,
                    _COPY_KEPT,
                    reason=obstacle,
                    copy=copy.name[4:],
                    source=shown(copy.source),
                    target=shown(copy.target),
                )

    def _copies(self) -> list[PackOp | UnpackOp]:
        return [*self._all_of(PackOp), *self._all_of(UnpackOp)]

    def _all_of(self, kind: type[_Kind]) -> Iterator[_Kind]:
        for function in self.module.ops:
            if isinstance(function, func.FuncOp) and self._concerns(function):
                yield from operations_of(function.body, kind)

    def _concerns(self, function: func.FuncOp) -> bool:
        return function.sym_name.data in self.names or self.signatures.is_copy(function)

    def _obstacle(self, copy: PackOp | UnpackOp) -> Obstacle | None:
        if isinstance(copy, UnpackOp):
            return read_packed(copy, self.signatures)
        unpack = _only_writer(copy)
        if unpack is not None:
            return join(unpack, copy, self.signatures)
        return write_packed(copy, self.signatures)


def _only_writer(pack: PackOp) -> UnpackOp | None:
    """The unpack that fills what is packed, if nothing else writes that."""
    plain = pack.source
    unpacks = [op for op in users(plain) if isinstance(op, UnpackOp)]
    effects = (effect_of(use, frozenset()) for use in plain.uses if use.operation not in unpacks)
    written = any(effect is None or effect[1] for effect in effects)
    return unpacks[0] if len(unpacks) == 1 and not written else None

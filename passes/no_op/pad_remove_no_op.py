"""pad-remove-no-op: erases stores that change nothing, and loops and ifs without an effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriterListener

from ...analysis.accesses.escape import preserved
from ...analysis.memory.dead_stores import dead_stores
from ...analysis.memory.facts import BlockFacts
from ...analysis.memory.known_values import holds_already, holds_either_zero
from ...analysis.memory.unchanged_cells import holds_computed
from ...dialect.ir.memory_access import Store, is_store
from ...dialect.ir.operations import operations_in
from ...index.sets.engine import own_engine
from ..assumes.assume_checks import check_assumes
from ..common.dead_code import EraseEmptyArm, erase_dead, erase_with_dead_producers
from ..common.diagnostics import RemarkForm, remark
from ..common.patterns import rewrite_once
from ..common.stages import find_stages, functions_with
from .callee_effects import CalleeEffects
from .kept_zeros import sign_is_needed
from .unneeded_operations import unneeded_operations

_ZERO_KEPT = RemarkForm(
    "zero-store-kept",
    "store of a zero not removed: its cell is known to hold 0.0 or -0.0, not which; an assume of "
    "the bits (arith.bitcast) tells them apart, and fp=relaxed lets either stay",
)
_SIGN_KEPT = RemarkForm(
    "zero-sign-kept",
    "store of a zero not removed: its cell is known to hold 0.0 or -0.0, and the sign may matter "
    "to more than results: {reason}",
)


@dataclass(frozen=True)
class PadRemoveNoOp(ModulePass):
    """
    Erases what does nothing (RFC 77, "Enhancement - Remove No Op").

    A store goes if it is overwritten before anyone looks, in its stage or a later one, or to the
    end of a local buffer's life, whatever conditions guard both; so do all stores of a stage that
    only each other see, as those of a sum that is overwritten. So does a store that writes back
    what was loaded from its cell, or what the cell is known to hold: a constant, what an earlier
    store made of the same indices, or what is computed from cells that are known. So do calls whose
    results nobody uses and that write only what nobody reads, and local buffers that nobody reads,
    with what writes them. Then loops and ifs without an effect go.

    Before:

    ```mlir
    func.func @sum(%A: memref<16xf32>, %B: memref<1xf32>) {
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      affine.store %one, %B[0] : memref<1xf32>
      affine.store %zero, %B[0] : memref<1xf32>
      affine.for %i = 0 to 16 {
        %a = affine.load %A[%i] : memref<16xf32>
        affine.store %a, %A[%i] : memref<16xf32>
      }
      func.return
    }
    ```

    After:

    ```mlir
    func.func @sum(%A: memref<16xf32>, %B: memref<1xf32>) {
      %zero = arith.constant 0.0 : f32
      affine.store %zero, %B[0] : memref<1xf32>
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset); `fp=strict|relaxed`: relaxed, a store of a float
    zero goes too where the cell is known to hold 0.0 or -0.0, which then keeps its sign.

    Declines, silently: a store that is not shown to change nothing stays; so does a call whose
    callee has no body here, need not end, writes a global, or holds an assert or an assume of the
    user (`pad.user`), or calls such a one. With a remark: a store of
    a float zero, where the cell is only known to hold 0.0 or -0.0; under `fp=relaxed` only where
    its sign may get to padding, whose values promise their bits, to an assume, or to a call.
    """

    name = "pad-remove-no-op"

    function: str | None = None
    stage: str | None = None
    fp: Literal["strict", "relaxed"] = "strict"

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_assumes(op)
        effects = CalleeEffects()
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            removal = _Removal(effects, is_relaxed=self.fp == "relaxed")
            while removal.remove(roots):
                pass
            for root in roots:
                if root.parent is not None:
                    self._tell_of_zeros(root, removal.facts_of(root.parent))

    def _tell_of_zeros(self, root: Operation, facts: BlockFacts) -> None:
        for store in (op for op in root.walk() if is_store(op)):
            if not holds_either_zero(store, facts):
                continue
            if self.fp == "strict":
                remark(self.name, store, _ZERO_KEPT)
            elif (reason := sign_is_needed(store, facts)) is not None:
                remark(self.name, store, _SIGN_KEPT, reason=reason)


class _Removal:
    """Erases what does nothing; facts are told of it, or read again where that is not enough."""

    def __init__(self, effects: CalleeEffects, *, is_relaxed: bool) -> None:
        self._is_relaxed = is_relaxed
        self._effects = effects
        self._facts: dict[Block, BlockFacts] = {}
        self._had_writer = False

    def facts_of(self, scope: Block) -> BlockFacts:
        """Return the facts of a block as it is."""
        if scope not in self._facts:
            self._facts[scope] = BlockFacts(scope)
        return self._facts[scope]

    def remove(self, roots: Sequence[Operation]) -> bool:
        """
        Erases what does nothing in some operations; whether more may have come to do nothing.

        From the end: what no longer reads lets what is before it go. Where a writer goes, more is
        known of what is after it.
        """
        self._had_writer = False
        for root in reversed(roots):
            if root.parent is not None:
                self._remove_no_op(root, root.parent)
        self._remove_unneeded(roots)
        return self._had_writer

    def _remove_no_op(self, root: Operation, scope: Block) -> None:
        """Erases what does nothing inside one operation of a block, or the operation itself."""
        self._erase_unused(root)
        while root.parent is not None and self._erase_stores(root, scope):
            pass
        self._erase_unused(root)

    def _remove_unneeded(self, roots: Sequence[Operation]) -> None:
        """Erases calls and local buffers, with what only fed them."""
        left = [root for root in roots if root.parent is not None]
        unneeded = unneeded_operations(left, self._effects, self.facts_of)
        for op in unneeded:
            if op.parent is not None:
                erase_with_dead_producers(op)
        if unneeded:
            self._had_writer = True
            self._facts.clear()

    def _erase_stores(self, root: Operation, scope: Block) -> bool:
        """Whether there were any that do nothing."""
        dead = dead_stores(root, self.facts_of(scope))
        for store in dead:
            self._forget(erase_with_dead_producers(store))
        changed = bool(dead)
        for store in reversed([op for op in root.walk() if is_store(op)]):
            if store.parent is not None and self._changes_nothing(store, self.facts_of(scope)):
                self._forget(erase_with_dead_producers(store))
                changed = self._had_writer = True
        return changed

    def _changes_nothing(self, store: Store, facts: BlockFacts) -> bool:
        if holds_already(store, facts) or holds_computed(store, facts):
            return True
        is_zero = self._is_relaxed and holds_either_zero(store, facts)
        return is_zero and sign_is_needed(store, facts) is None

    def _forget(self, erased: list[Operation]) -> None:
        """Forget the reads and writes of an erased operation."""
        for scope in [scope for scope, facts in self._facts.items() if not facts.forget(erased)]:
            del self._facts[scope]

    def _erase_unused(self, root: Operation) -> None:
        """Loads and arithmetic that nothing uses, loops, ifs and second arms without an effect."""
        erased = list[Operation]()
        listener = PatternRewriterListener(
            operation_removal_handler=[lambda op: erased.extend(operations_in(op))]
        )
        erase_dead(root, listener)
        if root.parent is not None:
            rewrite_once(root, EraseEmptyArm())
        if erased:
            self._forget(erased)

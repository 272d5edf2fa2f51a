"""pad-simplify: indices, conditions and loads in the simplest form that holds at their place."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...analysis.accesses.escape import preserved
from ...index.sets.engine import own_engine
from ..assumes.assume_checks import check_assumes
from ..common.patterns import rewrite_once
from ..common.stages import find_stages, functions_with
from .access_simplification import SimplifyAccess
from .block_reader import BlockReader
from .branch_merging import If, MergeEqualArms, MergeNeighbouringIfs, merge_neighbours
from .divided_comparisons import CompareDividend
from .folding_patterns import (
    FoldDecidedComparison,
    FoldDecidedIf,
    FoldIndex,
    may_fold,
)
from .known_loads import ReplaceKnownLoad
from .logic_patterns import FoldLogic, ReplaceDecidedTruth, ShortenCondition


@dataclass(frozen=True)
class PadSimplify(ModulePass):
    """
    Simplifies in context (RFC 77, "Enhancement - Simplify").

    Index expressions get the simplest form that the loops, conditions, sizes and assumes around
    allow. An if whose condition always holds, or never, becomes the arm that runs; another gets the
    simplest condition, or the opposite one where only its second arm does something. Of a
    conjunction or disjunction the parts go that the others decide (`n < 10` beside `n < 5`), and `a
    >= b` is `a == b` where `a <= b` holds, and `a > b` where `a != b` does. `i floordiv n < m` of
    which only comparisons use the quotient is `i < m * n` where `n` is positive. A comparison that
    is decided becomes a constant, and so does an integer that has one value only; one that is
    another becomes that. A load becomes the value that its cell is known to hold, from stores,
    undef apart, and assumes before it, up to the next write or call that may change it. Arms that
    do the same become one; so do neighbouring ifs on equal or complementary conditions, in the
    function's own block too.

    Integers have the width of their type: what may wrap around is not taken for more. Conditions
    may be on data: each value that is computed by nothing simpler is one number wherever it is
    used, and two loads of a cell that nothing may have written between give one. `pad.size`, and
    the result of `memref.dim`, are known as assumes are.

    Before:

    ```mlir
    func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %x: f32, %y: f32) {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 * 4 + d1 >= 0)>(%i, %j) {
            affine.store %x, %A[(%i * 4 + %j) floordiv 4, (%i * 4 + %j) mod 4] : memref<4x4xf32>
          }
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i, %j) {
            affine.store %x, %B[%i, %j] : memref<4x4xf32>
          }
          affine.if affine_set<(d0, d1) : (d0 - 3 == 0, d1 - 2 >= 0)>(%i, %j) {
            affine.store %y, %B[%i, %j] : memref<4x4xf32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    After:

    ```mlir
    func.func @f(%A: memref<4x4xf32>, %B: memref<4x4xf32>, %x: f32, %y: f32) {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          affine.store %x, %A[%i, %j] : memref<4x4xf32>
          affine.if affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>(%i, %j) {
            affine.store %x, %B[%i, %j] : memref<4x4xf32>
          } else {
            affine.store %y, %B[%i, %j] : memref<4x4xf32>
          }
        }
      } {pad.stage = "compute"}
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset; without stages, every operation of the function).

    Errors: an assume of indices that is false. Declines, silently: what no simpler form is found or
    shown for stays as it is; so does what only assumes use of other values than indices, and the
    condition of an if on what another if before it may have stored.
    """

    name = "pad-simplify"

    function: str | None = None
    stage: str | None = None

    @preserved()
    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_assumes(op)
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            while roots:
                known: BlockReader | None = None
                for root in roots:
                    if root.parent is not None:
                        if known is None or known.scope is not root.parent:
                            known = BlockReader(root.parent)
                        _simplify(root, known)
                left = [root for root in roots if root.parent is not None]
                blocks = dict.fromkeys(root.parent for root in left)
                roots = [
                    merged
                    for block in blocks
                    for merged in merge_neighbours([r for r in left if r.parent is block])
                ]


def _simplify(root: Operation, known: BlockReader) -> None:
    while root.parent is not None and _simplify_once(root, known):
        pass


def _simplify_once(root: Operation, known: BlockReader) -> bool:
    """Whether it merged something or replaced a load, so that more may be found."""
    changed = rewrite_once(root, ReplaceKnownLoad(known), listener=known.listener)
    patterns = (FoldDecidedIf(known), FoldDecidedComparison(known), FoldIndex(known))
    rewrite_once(root, *patterns, visits=may_fold, listener=known.listener)
    if root.parent is not None:
        changed |= rewrite_once(root, CompareDividend(known), listener=known.listener)
    if root.parent is not None:
        logic = (FoldLogic(), ShortenCondition(known), ReplaceDecidedTruth(known))
        changed |= rewrite_once(root, *logic, listener=known.listener)
    if root.parent is not None:
        rewrite_once(root, SimplifyAccess(known), listener=known.listener)
    # What is inside is not to be looked at, once nothing is left that root is for.
    if root.parent is not None:
        changed |= rewrite_once(root, MergeEqualArms(), backwards=True, listener=known.listener)
    if root.parent is not None:
        changed |= rewrite_once(
            root,
            MergeNeighbouringIfs(known),
            visits=lambda op: op is not root and isinstance(op, If),
            listener=known.listener,
        )
    return root.parent is not None and changed

"""pad-hoist-expression: moves conditions, bindings and index terms before loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...analysis.accesses.escape import preserved
from ...dialect.ir.reasons import Declined, Reason, because
from ...index.sets.engine import own_engine
from ..common.diagnostics import OptionError, RemarkForm, remark
from ..common.stages import find_stages, functions_with
from ..sizes.missing_sizes import missing_sizes_of_one_run
from ..sizes.named_facts import decline_with_sizes
from .hoisted_bindings import hoist_bindings
from .hoisted_conditions import Choice, ConditionFinder, Reluctant, hoist
from .index_terms import hoist_index_terms

_KEPT = RemarkForm("condition-not-hoisted", "condition not hoisted: {reason}")

Conditional: TypeAlias = Literal["none", "if-else-stmt", "if-else-expr", "boolean-expression"]
Binding: TypeAlias = Literal["none", "required-by-condition", "let-stmt", "let-expr", "index-term"]
_MOST_COPIES = 16
"""A stage does not grow to more than this many times its size: copies multiply."""


@dataclass(frozen=True)
class PadHoistExpression(ModulePass):
    """
    Moves what a loop does not change before the loop (RFC 77, "New Transform - Hoist
    Expression"; TVM's `HoistExpression`).

    A condition becomes an if around the outermost loop that does not change it, parallel ones
    among them, with a copy of the loop in each arm; what it decides in them is decided, and an arm
    in which nothing happens goes. Out of a `gpu.launch` nothing moves.
    `conditionals` says which: `if-else-stmt`, those of ifs; `if-else-expr`, those of selects and of
    ifs that give values; `boolean-expression`, each i1, so parts of conditions too.

    What a condition is computed from moves with it. `bindings` says what else moves:
    `required-by-condition`, what others use as well, for a condition; `let-stmt` and `let-expr`,
    arithmetic with several uses and with one; `index-term`, indices as sums of products, each term
    computed before the loops that do not change it, and once. All but `index-term` are on.

    With `split`, a part of a condition on indices that an outer loop decides for some iterations
    becomes an if on that loop: `8*io + ii >= 2` always holds where `io >= 1`.

    Before:

    ```mlir
    func.func @f(%A: memref<4x4xf32>, %zero: f32) {
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          affine.if affine_set<(d0, d1) : (d0 == 0, 1 - d1 >= 0)>(%i, %j) {
            affine.store %zero, %A[%i, %j] : memref<4x4xf32>
          }
        }
      }
      func.return
    }
    ```

    After (`conditionals=boolean-expression`):

    ```mlir
    func.func @f(%A: memref<4x4xf32>, %zero: f32) {
      affine.for %i = 0 to 4 {
        affine.if affine_set<(d0) : (d0 == 0)>(%i) {
          affine.for %j = 0 to 4 {
            affine.if affine_set<(d0) : (1 - d0 >= 0)>(%j) {
              affine.store %zero, %A[%i, %j] : memref<4x4xf32>
            }
          }
        }
      }
      func.return
    }
    ```

    Options: `function`, `stage` (all when unset), `conditionals`, `bindings` (lists of the above,
    or `none`; all when unset, without `index-term`), `split`.

    Declines, with a remark: a condition on memory that the loop may write, or that is not shown to
    be read, or divided by, whenever the loop is reached, with the least size with which it is; one
    that may be poison where nothing tested it; one that needs a binding that may not move; more
    than 16 times the code. Bindings that may not move stay silently, and so do indices that would
    not get cheaper.
    """

    name = "pad-hoist-expression"

    function: str | None = None
    stage: str | None = None
    conditionals: tuple[Conditional, ...] = ("if-else-stmt", "if-else-expr", "boolean-expression")
    bindings: tuple[Binding, ...] = ("required-by-condition", "let-stmt", "let-expr")
    split: bool = False

    @preserved()
    @own_engine()
    @missing_sizes_of_one_run()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for option, flags in (("conditionals", self.conditionals), ("bindings", self.bindings)):
            if "none" in flags and len(flags) > 1:
                message = f"none stands alone, but is given with {', '.join(flags)}"
                raise OptionError(option, message)
        for function in functions_with(op, self.function, self.stage):
            roots = list(function.body.blocks[0].ops)
            if self.stage is not None:
                roots = find_stages(function, self.stage)
            for root in roots:
                self._hoist(root)

    def _hoist(self, root: Operation) -> None:
        block = root.parent
        assert block is not None
        others = hoist_conditions(root, self) if root.regions else None
        # What tests a condition of the root stands before it now, or around it.
        for op in [root] if others is None else [op for op in block.ops if op not in others]:
            if any(flag in self.bindings for flag in ("let-stmt", "let-expr")):
                hoist_bindings(op, "let-stmt" in self.bindings, "let-expr" in self.bindings)
            if "index-term" in self.bindings:
                hoist_index_terms(op)


def hoist_conditions(root: Operation, options: PadHoistExpression) -> set[Operation] | None:
    """
    Moves conditions inside an operation outwards, outermost first, until none can move.

    Returns what else was in the block, or None if nothing moved.
    """
    block = root.parent
    assert block is not None
    others: set[Operation] | None = None
    most = _MOST_COPIES * _size(root)
    told = set[tuple[object, str]]()
    while True:
        finder = ConditionFinder(
            root, options.conditionals, "required-by-condition" in options.bindings
        )
        choices = list(finder.choices())
        if not choices and options.split:
            choices = list(finder.decided_parts())
        choice = min(choices, key=_depth, default=None)
        if choice is None:
            # Not earlier: what stays now may move once another condition has.
            for stays in finder.reluctant:
                _tell(stays.user, _with_sizes(stays, root, options), told)
            return others
        if _size(root) + _size(choice.loop) > most:
            text = f"this would make more than {_MOST_COPIES} times as many operations"
            _tell(choice.user, because(text, "code-size", limit=_MOST_COPIES), told)
            return others
        if others is None:
            others = {op for op in block.ops if op is not root}
        conditional = hoist(choice)
        if choice.loop is root:
            root = conditional
        if root.parent is None:
            return others  # nothing is left of it


def _with_sizes(stays: Reluctant, root: Operation, options: PadHoistExpression) -> Reason:
    """Why a condition stays, with the facts about sizes with which it would not, if any."""
    if stays.reason.id != "may-not-run":
        return stays.reason

    def find() -> None:
        finder = ConditionFinder(
            root, options.conditionals, "required-by-condition" in options.bindings
        )
        if all(choice.user is not stays.user for choice in finder.choices()):
            raise Declined(stays.reason)

    why = Declined(stays.reason)
    return decline_with_sizes(why, stays.user, find, "it would move", ("least",)).why


def _depth(choice: Choice) -> int:
    depth, op = 0, choice.loop.parent_op()
    while op is not None:
        depth, op = depth + 1, op.parent_op()
    return depth


def _tell(op: Operation, reason: Reason, told: set[tuple[object, str]]) -> None:
    """Why a condition stays, once for all copies of what uses it."""
    key = op.location, reason.text
    if key not in told:
        told.add(key)
        remark(PadHoistExpression.name, op, _KEPT, reason=reason)


def _size(op: Operation) -> int:
    return sum(1 for _ in op.walk())

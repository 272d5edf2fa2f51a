"""
pad-remove-undef-store: erases stores of `pad.undef`, and makes what is left of undef a constant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import arith, func, memref, vector
from xdsl.dialects.builtin import ModuleOp, VectorType
from xdsl.ir import Block, Operation
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    PatternRewriter,
    PatternRewriterListener,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from ...analysis.accesses.accesses import feeds_only_assumes, may_be_read
from ...analysis.accesses.views import root_of
from ...dialect.annotations import buffer_name
from ...dialect.ir.arbitrary_values import as_arbitrary, runs_each_time
from ...dialect.ir.located_errors import PadError
from ...dialect.ir.memory_access import Store, buffer_of, is_store, stored_in
from ...dialect.ir.operations import operations_of
from ...dialect.ir.reasons import Reason, because
from ...dialect.ops import UndefOp, replace_by_undef
from ...dialect.pad_values import constant_attr
from ...index.sets.engine import own_engine
from ..common.dead_code import erase_if_dead, erase_with_dead_producers
from ..common.diagnostics import RemarkForm, remark
from ..common.for_loops import UNNAMED
from ..common.patterns import rewrite_once

_KEPT = RemarkForm(
    "undef-store-kept", "store of undef to '{buffer}' replaced by a store of 0: {reason}"
)


@dataclass(frozen=True)
class PadRemoveUndefStore(ModulePass):
    """
    Erases each store whose value is a `pad.undef`, with what only fed it (RFC 77,
    "RemoveUndefStore").

    Lowering: such a store was the permission to leave any value, used by then. So is one of an
    expression that takes every value as its undef does: `-undef`, `undef * 1.0`, `x + undef` on
    integers, a bitcast, `arith.truncf`; or that is poison for some of them, as flags exclude a NaN
    or an infinity: `x + undef` under `nnan`. An undef that is left becomes 0, apart from those that
    feed only assumes: these go with `pad-remove-assume`.

    Before:

    ```mlir
    func.func @f(%B: memref<4x4xf32>) {
      affine.for %ii = 2 to 4 {
        %u = pad.undef : f32
        affine.store %u, %B[3, %ii] : memref<4x4xf32>
      }
      func.return
    }
    ```

    After:

    ```mlir
    func.func @f(%B: memref<4x4xf32>) {
      func.return
    }
    ```

    Declines: a local buffer's cell that may be read, a buffer that is not an argument of a function
    that nobody here calls, and an undef that is used in several places or iterations: two reads of
    a cell must agree, and so must the places; what memory holds that nobody wrote need not. The
    store then stores 0. Silently: an expression that takes fewer values (`x + undef` on floats is
    infinite or NaN where x is), or whose undef is made once for several iterations.
    """

    name = "pad-remove-undef-store"

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        if not operations_of(op, UndefOp):
            return
        _fold_stored(op)
        rewrite_once(op, EraseUndefStore(_callers(op)), visits=is_store)
        for undef in operations_of(op, UndefOp):
            if not _is_only_assumed(undef):
                _check_number(undef)
        rewrite_once(op, ZeroUndef())


class EraseUndefStore(RewritePattern):
    """Erase a store of `pad.undef` with what only fed it, unless the cell must hold one value."""

    def __init__(self, callers: Mapping[str, str]):
        self._callers = callers

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        assert is_store(op)  # no other one is visited
        if not isinstance(stored_in(op).owner, UndefOp):
            return
        if (reason := _must_be_fixed(op, self._callers)) is None:
            erase_with_dead_producers(op, rewriter)
        else:
            name = buffer_name(buffer_of(op)) or UNNAMED
            remark(PadRemoveUndefStore.name, op, _KEPT, reason=reason, buffer=name)


class FoldStoredExpression(RewritePattern):
    """
    Replace an expression of an undef that is only stored by an undef, if it is as arbitrary, or
    poison for some value of it: the store gives the permission to leave any value either way.
    """

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UndefOp, rewriter: PatternRewriter) -> None:
        chain = as_arbitrary(op.result, may_break=True)
        if chain and is_store(chain[-1].results[0].get_user_of_unique_use()):
            replace_by_undef(op, chain, rewriter)


def _fold_stored(module: ModuleOp) -> None:
    """Replace stored expressions of undefs, with what only fed them."""
    fed = list[Operation]()

    def note_operands(op: Operation) -> None:
        fed.extend(v.owner for v in op.operands if isinstance(v.owner, Operation))

    listener = PatternRewriterListener(operation_removal_handler=[note_operands])
    rewrite_once(module, FoldStoredExpression(), listener=listener)
    for op in fed:
        erase_if_dead(op)


class ZeroUndef(RewritePattern):
    """Replace a `pad.undef` by 0, unless it feeds assumes only."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: UndefOp, rewriter: PatternRewriter) -> None:
        if _is_only_assumed(op):
            return
        type = op.result.type
        constant = arith.ConstantOp(constant_attr(0, type))
        constant.location = op.location
        if not isa(type, VectorType):
            rewriter.replace(op, constant)
            return
        lanes = vector.BroadcastOp(constant.result, type)
        lanes.location = op.location
        rewriter.replace(op, [constant, lanes])


def _is_only_assumed(undef: UndefOp) -> bool:
    """Whether assumes may choose the undef so that they hold, which is not to say that it is 0."""
    return bool(undef.result.uses) and feeds_only_assumes(undef)


def _check_number(undef: UndefOp) -> None:
    """Raise PadError if the type of an undef has no value 0."""
    type = undef.result.type
    try:
        constant_attr(0, type)
    except VerifyException as error:
        message = f"an undef of type {type} cannot be lowered: it is not an integer, float or index"
        raise PadError(message, undef) from error


def _callers(module: ModuleOp) -> dict[str, str]:
    """Of each function that is called, a function that does."""
    found: dict[str, str] = {}
    for function in operations_of(module, func.FuncOp):
        for call in operations_of(function.body, func.CallOp):
            found.setdefault(call.callee.root_reference.data, function.sym_name.data)
    return found


def _must_be_fixed(store: Store, callers: Mapping[str, str]) -> Reason | None:
    """Why the stored cell must hold one value from then on, or None if the store may go."""
    undef = stored_in(store)
    if undef.get_user_of_unique_use() is not store or not runs_each_time(store, undef):
        return because("other places see the same undef", "shared-undef")
    owner = root_of(buffer_of(store)).owner
    if isinstance(owner, memref.AllocOp | memref.AllocaOp):
        if not may_be_read(store, buffer_of(store)):
            return None
        return because("the cell may be read", "may-be-read")
    function = owner.parent_op() if isinstance(owner, Block) else None
    if not isinstance(function, func.FuncOp) or owner is not function.body.first_block:
        return because("the buffer may be a local one", "local")
    name = function.sym_name.data
    if name not in callers:
        return None
    text = (
        f"@{callers[name]} calls @{name}, maybe with a local buffer there, and memory that nobody "
        "wrote need not hold one value"
    )
    return because(text, "local", caller=callers[name])

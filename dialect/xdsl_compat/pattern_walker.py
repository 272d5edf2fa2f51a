"""xDSL's walker of rewrite patterns, on the operations that the patterns match only."""

# xDSL's walker makes a rewriter ready for each operation, some 20 calls, where most operations of a
# module match no pattern: without this, the slowest benchmark kernel's compile takes 2.1 % more
# instructions. What it visits is private.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType
from typing import cast, get_args

from xdsl.ir import Block, Operation, Region
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern

from .traversal import is_subclass, operations_in

_Kinds = tuple[type[Operation], ...]


class PatternsByOperation(RewritePattern):
    """Several patterns; on an operation the first that changes something counts."""

    def __init__(self, patterns: Sequence[RewritePattern]):
        self._patterns = [(pattern, matched_operations(type(pattern))) for pattern in patterns]
        self._found: dict[type[Operation], list[RewritePattern]] = {}
        self.kinds: _Kinds = tuple(dict.fromkeys(k for _, kinds in self._patterns for k in kinds))

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        kind = type(op)
        if (found := self._found.get(kind)) is None:
            found = [pattern for pattern, kinds in self._patterns if issubclass(kind, kinds)]
            self._found[kind] = found
        for pattern in found:
            pattern.match_and_rewrite(op, rewriter)
            if rewriter.has_done_action:
                return


@dataclass(eq=False, repr=False)
class SelectiveWalker(PatternRewriteWalker):
    """
    The walker, which goes to some of the operations that are there when a walk begins: those of
    `kinds` that `visits` says, where it is given.
    """

    kinds: _Kinds = field(default=(Operation,), kw_only=True)
    visits: Callable[[Operation], bool] | None = field(default=None, kw_only=True)

    def rewrite_operation(self, op: Operation) -> bool:
        """As `rewrite_region`, for an operation and what is inside it."""
        self._populate_worklist(op)
        return self._process_worklist(self._get_rewriter_listener())

    def _populate_worklist(self, op: Operation | Region | Block) -> None:
        # Last first, as the worklist is a stack; backwards, an operation comes after what is in it.
        order = operations_in(op)
        for sub_op in order if self.walk_reverse else reversed(order):
            # Before an operation without a block, a module say, nothing can be inserted.
            if sub_op.parent is None or not is_subclass(type(sub_op), self.kinds):
                continue
            if self.visits is None or self.visits(sub_op):
                self._worklist.push(sub_op)


@cache
def matched_operations(pattern: type[RewritePattern]) -> _Kinds:
    """The operations of `op_type_rewrite_pattern`, which keeps them to itself, or any operation."""
    match = cast("FunctionType", pattern.match_and_rewrite)
    cells = zip(match.__code__.co_freevars, match.__closure__ or (), strict=True)
    expected = {name: cell.cell_contents for name, cell in cells}.get("expected_type")
    if expected is None:
        return (Operation,)
    return cast("_Kinds", get_args(expected) or (expected,))

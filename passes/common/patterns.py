"""Applies rewrite patterns by xDSL's walker."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriterListener, RewritePattern

from ...dialect.xdsl_compat.pattern_walker import PatternsByOperation, SelectiveWalker

# The walker adds the text of the whole module to an error that a pattern raises: what refuses a
# program looks at it before the walk.


def rewrite_once(
    root: Operation,
    *patterns: RewritePattern,
    backwards: bool = False,
    visits: Callable[[Operation], bool] | None = None,
    listener: PatternRewriterListener | None = None,
) -> bool:
    """
    Apply patterns to an operation and all inside it, outer ones first; return whether any changed.

    On an operation the first pattern that changes something counts. Each operation that is there
    when the walk begins is visited once, unless it is erased before, and what patterns insert is
    not visited: one walk is enough for patterns whose results match none of them. `backwards`, an
    operation comes after its users and what is inside it. `visits` says which operations patterns
    may change, where their class does not tell.
    """
    pattern = PatternsByOperation(patterns)
    walker = SelectiveWalker(
        pattern,
        walk_reverse=backwards,
        apply_recursively=False,
        listener=listener or PatternRewriterListener(),
        kinds=pattern.kinds,
        visits=visits,
    )
    return walker.rewrite_operation(root)

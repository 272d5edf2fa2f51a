"""The inverse of one index map, and what it reaches, found by isl in one go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..expr import TRUE, Expr, all_of, conjuncts, eq, var, within
from ..normal import tidy
from ..sets.engine import GaveUp, IntSet, engine, own_engine
from ..simplify.forms import readable, simplify_condition
from .box_map import BoxMap, box, graph_of, output_names

_SHARE = 20
"""Of the budget: where isl's lexmin needs more, its operations take long, and find no formula."""


@own_engine()
def inverse(
    index_map: BoxMap, names: Sequence[str], shape: Sequence[Expr]
) -> tuple[Expr, ...] | None:
    """
    The inputs of an injective map over its outputs, called `names`, in a box of this shape.

    They are right for what the map reaches. None where isl finds no single expression for each.
    """
    if index_map.is_renaming():
        found = dict(zip(map(str, index_map.outputs), map(var, names), strict=True))
        return tuple(found[name] for name in index_map.inputs)
    context = engine().set(box(names, shape))
    for domain in (_loosened, BoxMap.domain):
        try:
            with engine().budget(share=_SHARE):
                pairs = graph_of(index_map, names).intersect(domain(index_map))
                solution = engine().solve(pairs, index_map.inputs)
                return tuple(engine().index(function, context) for function in solution)
        except GaveUp:
            continue
    return None


@own_engine()
def reached(
    index_map: BoxMap, names: Sequence[str], shape: Sequence[Expr], solution: Sequence[Expr] | None
) -> Expr:
    """
    The condition on outputs, within a box of this shape, that the map reaches them.

    With the inverse, `solution`, it is the RFC's logical form where that is enough: that the
    inverse is inside the input's shape.
    """
    context = engine().set(box(names, shape))
    if solution is None:
        with engine().budget():
            pairs = graph_of(index_map, names).intersect(index_map.domain())
            return readable(engine().project(pairs, index_map.inputs), context, ())
    inside = all_of(within(i, e) for i, e in zip(solution, index_map.shape, strict=True))
    values = dict(zip(index_map.inputs, solution, strict=True))
    leads_back = all_of(
        eq(var(name), output.substitute(values))
        for name, output in zip(names, index_map.outputs, strict=True)
    )
    try:
        with engine().budget():
            logical = _needed(inside, context)
            rest = _needed(leads_back, context.intersect(engine().set(logical)))
    except GaveUp:
        return tidy(inside & leads_back)
    return logical if rest == TRUE else simplify_condition(logical & rest, box(names, shape))


def _needed(condition: Expr, context: IntSet) -> Expr:
    """The parts of the condition that the context does not imply, tidied."""
    return all_of(
        tidy(part) for part in conjuncts(condition) if not context.is_subset(engine().set(part))
    )


def _loosened(index_map: BoxMap) -> IntSet:
    """
    As large a domain as keeps the map injective.

    There the inverse has fewer cases and does not depend on the shape: that of `64*i + j` is
    `p // 64` and `p % 64` for any extent of `j` up to 64.
    """
    graph = graph_of(index_map, output_names(len(index_map.outputs)))
    if engine().determines(graph, index_map.inputs):
        return engine().universe
    constants = {abs(c) for output in index_map.outputs for c in _constants(output)}
    axes = list(zip(index_map.inputs, index_map.shape, strict=True))
    bounds = {name: within(var(name), extent) for name, extent in axes}
    for name, extent in axes:
        wider = [c for c in constants if extent.constant is None or c > extent.constant]
        for bound in (TRUE, *(within(var(name), c) for c in sorted(wider, reverse=True))):
            trial = engine().set(all_of({**bounds, name: bound}.values()))
            if engine().determines(graph.intersect(trial), index_map.inputs):
                bounds[name] = bound
                break
    return engine().set(all_of(bounds.values()))


def _constants(expr: Expr) -> Iterator[int]:
    if expr.constant is not None:
        yield expr.constant
    for operand in expr.operands:
        yield from _constants(operand)

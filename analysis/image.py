"""The inverse of one index map, and what it reaches, found by isl in one go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .expr import TRUE, Expr, all_of, conjuncts, eq, var, within
from .index_map import BoxMap, box, graph_of, output_names
from .islctx import GaveUp, IntSet, engine
from .normal import tidy
from .queries import Proven, implies
from .simplify import readable


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
            with engine().budget():
                pairs = graph_of(index_map, names).intersect(domain(index_map))
                solution = engine().solve(pairs, index_map.inputs)
                return tuple(engine().index(function, context) for function in solution)
        except GaveUp:
            continue
    return None


def reached(
    index_map: BoxMap, names: Sequence[str], shape: Sequence[Expr], solution: Sequence[Expr] | None
) -> Expr:
    """
    The condition on outputs, within a box of this shape, that the map reaches them.

    The RFC's logical form where it can be had: that the inverse, `solution`, is inside the input's
    shape.
    """
    context = engine().set(box(names, shape))
    try:
        with engine().budget():
            pairs = graph_of(index_map, names).intersect(index_map.domain())
            points = engine().project(pairs, index_map.inputs).intersect(context)
            if solution is None:
                return readable(points, context, ())
            logical = all_of(
                part
                for part in _inside(index_map, solution)
                if not context.is_subset(engine().set(part))
            )
            region = context.intersect(engine().set(logical))
            if not points.is_empty() and region.is_equal(points):
                return logical
            rest = engine().condition(points.gist(region), region)
            return readable(points, context, (all_of((logical, rest)),))
    except GaveUp:
        if solution is None:
            raise
    return _reached_by(index_map, names, shape, solution)


def _reached_by(
    index_map: BoxMap, names: Sequence[str], shape: Sequence[Expr], solution: Sequence[Expr]
) -> Expr:
    """As `reached`, by the definition alone: the solution is an input, and one that leads here."""
    values = dict(zip(index_map.inputs, solution, strict=True))
    returns = [
        tidy(eq(var(name), output.substitute(values)))
        for name, output in zip(names, index_map.outputs, strict=True)
    ]
    context = box(names, shape)
    return all_of(
        part
        for part in (*_inside(index_map, solution), *returns)
        if not isinstance(implies(context, part), Proven)
    )


def _inside(index_map: BoxMap, solution: Sequence[Expr]) -> list[Expr]:
    """The conditions that the solution is in the shape of the input."""
    bounds = (within(i, e) for i, e in zip(solution, index_map.shape, strict=True))
    return list(map(tidy, conjuncts(all_of(bounds))))


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

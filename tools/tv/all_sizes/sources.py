"""Where values come from: each is made by an operation, or is a leaf, or a copy of another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import islpy as isl

from ..statements.nodes import Array, Chosen, Copied, Index, Load, Program, Store
from ..statements.reasons import NoProof
from .sets import Engine, is_function, is_part, is_within, minus, minus_range

_DOUBLINGS_AT_FIRST, _DOUBLINGS = 3, 5


@dataclass
class Sources:
    """One side's values, for some sizes."""

    engine: Engine
    program: Program
    inputs: Callable[[Load], list[str]]
    """Relations from a load to what its cell holds at entry, if that is an argument's."""
    sizes: isl.Set
    uninitialised: list[tuple[Load, isl.UnionSet]] = field(
        default_factory=list["tuple[Load, isl.UnionSet]"]
    )
    """Loads of what nothing was stored to."""

    @cached_property
    def copies(self) -> isl.UnionMap:
        """From each value that is a copy to what it is a copy of."""
        edges = self.engine.no_pairs()
        for node in self.program.nodes:
            if isinstance(node, Chosen):
                for edge in node.edges():
                    edges = edges.union(self.engine.map(edge))
            if isinstance(node, Copied):
                edges = edges.union(self.engine.map(node.edge(node.value.point)))
            if isinstance(node, Index):
                edges = edges.union(self.engine.map(node.number()))
        edges = edges.intersect_params(self.sizes)
        for loads, stores in self._by_array():
            edges = edges.union(self._of_loads(loads, stores))
        return edges.coalesce()

    def _by_array(self) -> list[tuple[list[Load], list[Store]]]:
        arrays: dict[Array, tuple[list[Load], list[Store]]] = {}
        for node in self.program.nodes:
            if isinstance(node, Load):
                arrays.setdefault(node.array, ([], []))[0].append(node)
        for store in self.program.stores:
            if store.array in arrays:
                arrays[store.array][1].append(store)
        return list(arrays.values())

    def _of_loads(self, loads: Sequence[Load], stores: Sequence[Store]) -> isl.UnionMap:
        """From loads of one array to the values that they load."""
        engine = self.engine
        length = len(max((x.time for x in (*loads, *stores)), key=len))
        reads, writes, schedule, values = (engine.no_pairs() for _ in range(4))
        for access in (*loads, *stores):
            conditions = access.domain.condition
            time = [*access.time, *["0"] * (length - len(access.time))]
            cell = access.array.cell(access.indices)
            relation = engine.map(f"{{ {access.point} -> {cell} : {conditions} }}")
            moment = engine.map(f"{{ {access.point} -> [{', '.join(time)}] : {conditions} }}")
            schedule = schedule.union(moment)
            if isinstance(access, Load):
                reads = reads.union(relation)
            else:
                writes = writes.union(relation)
                value = f"{{ {access.point} -> {access.value.point} : {conditions} }}"
                values = values.union(engine.map(value))
        reads, writes = (pairs.intersect_params(self.sizes) for pairs in (reads, writes))
        schedule = schedule.intersect_params(self.sizes)
        info = isl.UnionAccessInfo.from_sink(reads).set_must_source(writes)
        flow = info.set_schedule_map(schedule).compute_flow()
        sources = flow.get_must_dependence().reverse()
        check_sources(sources, reads, writes, schedule)
        found = sources.apply_range(values)
        rest = minus(reads.domain(), sources.domain())
        for load in loads:
            mine = rest.intersect(engine.set(load.instances()))
            if mine.is_empty():
                continue
            at_entry = engine.no_pairs()
            for text in self.inputs(load):
                at_entry = at_entry.union(engine.map(text))
            at_entry = at_entry.intersect_domain(mine)
            found = found.union(at_entry)
            left = minus(mine, at_entry.domain())
            if not left.is_empty() and not load.only_assumed:
                self.uninitialised.append((load, left))
        return found


def check_sources(
    sources: isl.UnionMap, reads: isl.UnionMap, writes: isl.UnionMap, schedule: isl.UnionMap
) -> None:
    """
    Check that the source of a load is the last write of its cell, and that others have none.

    isl's dataflow is built on its lexmax, which can lose points, and did in a random program.
    Raises NoProof.
    """
    same_cell = reads.apply_range(writes.reverse())
    order = schedule.lex_gt_union_map(schedule)
    writes_before = same_cell.intersect(order)
    without = minus(reads.domain(), sources.domain())
    later = sources.range_product(writes_before).range()
    overwritten = later.intersect(order.reverse().wrap())
    if not (
        is_function(sources)
        and is_part(sources, writes_before)
        and writes_before.intersect_domain(without).is_empty()
        and overwritten.is_empty()
    ):
        raise NoProof("the sources that isl finds of loads are not right")


def resolved(copies: isl.UnionMap) -> isl.UnionMap:
    """
    From each copy to the value in the end that it is a copy of.

    Raises NoProof where that is not found. Whatever is tried, the result is checked: `resolved` of
    a copy is `resolved` of what it is a copy of, and that was there before, so this is an
    induction.
    """
    if copies.is_empty():
        return copies
    places = copies.domain()
    found = copies
    for number in range(_DOUBLINGS):
        open_ones = found.intersect_range(places)
        if open_ones.is_empty():
            break
        if number == _DOUBLINGS_AT_FIRST:
            # Long, or of no fixed length.
            closed = _closed(copies, places)
            if _is_resolved(copies, closed):
                return closed
        found = minus_range(found, places).union(open_ones.apply_range(found)).coalesce()
    if not _is_resolved(copies, found):
        raise NoProof("a chain of copies is not understood")
    return found


def _closed(copies: isl.UnionMap, places: isl.UnionSet) -> isl.UnionMap:
    closure, _ = copies.transitive_closure()
    return minus_range(closure, places).coalesce()


def _is_resolved(copies: isl.UnionMap, found: isl.UnionMap) -> bool:
    places = copies.domain()
    last = minus_range(copies, places)
    once_more = last.union(copies.intersect_range(places).apply_range(found))
    is_fixed = is_part(once_more, found) and is_part(found, once_more)
    return is_fixed and is_function(copies) and is_within(places, found.domain())

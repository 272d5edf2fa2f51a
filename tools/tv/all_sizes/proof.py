"""A proof for all sizes that one function refines another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import islpy as isl
from xdsl.ir import Operation

from ..contracts.layouts import Unspecified
from ..execution.side import Side
from ..statements.arguments import Unclear
from ..statements.nodes import Assume, Bad, Load, Made, Node, Store, Undef
from ..statements.reasons import NoProof
from ..values.errors import BadInput, NotValidated
from .endings import layout_text
from .pairs import Pairs
from .question import Question
from .sets import (
    OPERATIONS,
    Engine,
    is_function,
    is_within,
    maps_of,
    minus,
    minus_domain,
    minus_range,
    minus_sizes,
    names_of,
)
from .sources import Sources
from .values import Neutral, Values, may_be_poison

_NEUTRAL = (
    (Neutral.NONE, Neutral.NONE),
    (Neutral.ROUNDED, Neutral.ROUNDED),
    (Neutral.ALL, Neutral.ROUNDED),
)
"""
What is tried for the first program and for the second, in this order. If all fail, the reason of
the second try is told.
"""


def prove(before: Side, after: Side, operations: int = OPERATIONS) -> None:
    """
    Show that `after` refines `before` at all sizes at which that is defined.

    Raises NoProof, with the reason, where that is not shown.
    """
    try:
        question = Question(before, after)
        engine = Engine(question.sizes.parameters, operations)
        with engine.limited():
            _Proof(question, engine).show()
    except (NotValidated, BadInput) as error:
        raise NoProof(str(error), getattr(error, "op", None)) from error


@dataclass(eq=False)
class _Proof:
    question: Question
    engine: Engine
    _neutral: tuple[Neutral, Neutral] = (Neutral.NONE, Neutral.NONE)

    def show(self) -> None:
        """Raises NoProof."""
        self._check_layouts()
        if self._sizes.is_empty():
            raise NoProof("the original is undefined at all sizes")
        self._check_after()
        refusals: list[NoProof] = []
        for self._neutral in _NEUTRAL:
            self.__dict__.pop("_values", None)
            try:
                self._show_assumes()
                self._show_ends()
            except NoProof as refusal:
                refusals.append(refusal)
            else:
                return
        raise refusals[1]

    # Before

    @cached_property
    def _ends(self) -> dict[int, tuple[Load, Load]]:
        """The logical cells in the end of arguments that one side writes."""
        return {position: self._pair_of_loads(position) for position in self._written_at_all}

    @cached_property
    def _rests(self) -> dict[int, tuple[Load | None, Load]]:
        """The padding in the end, likewise."""
        found: dict[int, tuple[Load | None, Load]] = {}
        before, after = self.question.endings
        for position in self._written_at_all:
            pad = after.arguments[position].pad
            if pad is None or pad is Unspecified.FORBIDDEN:
                continue
            ours = None
            if position in after.alike:
                ours = before.padding(position, self.question.programs[0])
            found[position] = ours, after.padding(position, self.question.programs[1])
        return found

    def _pair_of_loads(self, position: int) -> tuple[Load, Load]:
        one, two = (
            ending.data(position, program)
            for ending, program in zip(self.question.endings, self.question.programs, strict=True)
        )
        return one, two

    @cached_property
    def _written_at_all(self) -> list[int]:
        positions = {
            store.array.position for program in self.question.programs for store in program.stores
        }
        return sorted(position for position in positions if position is not None)

    def _check_layouts(self) -> None:
        """Two logical cells are not stored in one, and each is in the box."""
        for arguments in self.question.arguments:
            for argument in arguments.values():
                if argument.pad is None:
                    continue
                stored, box = layout_text(argument)
                facts = self.engine.sizes(self.question.sizes.facts)
                places = self.engine.map(stored).intersect_params(facts)
                if not is_function(places.reverse()) or not is_within(
                    places.range(), self.engine.set(box)
                ):
                    raise NoProof(f"the layout of {argument.name} is not understood")
                for claim in argument.claims:
                    if not self.engine.set(claim).intersect_params(facts).is_empty():
                        raise NoProof(f"the padding of {argument.name} is of several kinds")

    @cached_property
    def _before_reading(self) -> Sources:
        """Sources of the first program, where its accesses are in bounds."""
        program, engine = self.question.programs[0], self.engine
        _ = self._ends, self._rests
        sizes = engine.sizes(self.question.sizes.facts)
        self._check_read(program.unread, sizes)
        for bad in program.undefined:
            instances = engine.set(bad.instances)
            if not instances.intersect(engine.set(bad.others)).is_empty():
                raise NoProof("isl takes a condition for its contrary", bad.op)
            sizes = minus_sizes(sizes, instances.params())
        sizes = sizes.coalesce()
        return Sources(engine, program, self.question.endings[0].at_entry, sizes)

    @cached_property
    def _sizes(self) -> isl.Set:
        """The sizes at which the first program is defined."""
        sources = self._before_reading
        _ = sources.copies
        sizes = sources.sizes
        for _, instances in sources.uninitialised:
            sizes = minus_sizes(sizes, instances.params())
        return sizes.coalesce()

    def _check_read(self, unread: Sequence[Bad], sizes: isl.Set) -> None:
        for bad in unread:
            if not self.engine.set(bad.instances).intersect_params(sizes).is_empty():
                raise NoProof(bad.reason, bad.op)

    # After

    def _check_after(self) -> None:
        """No undefined behaviour, and no writes to what is only read before."""
        program = self.question.programs[1]
        self._check_read(program.unread, self._sizes)
        self._check_read(program.undefined, self._sizes)
        sources = self._sources_after
        _ = sources.copies
        for load, instances in sources.uninitialised:
            if not instances.is_empty():
                raise NoProof("a cell may be read that is uninitialised", load.op)
        written = {store.array.position for store in self._stores(0)}
        for store in self._stores(1):
            if store.array.position not in written:
                raise NoProof("an argument is written that is only read before", store.op)

    def _stores(self, side: int) -> list[Store]:
        """The stores to arguments that happen at some sizes."""
        return [
            store
            for store in self.question.programs[side].stores
            if store.array.position is not None and not self._instances(store).is_empty()
        ]

    def _instances(self, store: Store) -> isl.UnionSet:
        text = f"{{ {store.point} : {store.domain.condition} }}"
        return self.engine.set(text).intersect_params(self._sizes)

    @cached_property
    def _sources_after(self) -> Sources:
        program, at_entry = self.question.programs[1], self.question.endings[1].at_entry
        return Sources(self.engine, program, at_entry, self._sizes)

    @cached_property
    def _values(self) -> tuple[Values, Values]:
        one, two = (
            Values(
                self.engine,
                {node.name: node for node in program.nodes},
                self.question.leaves,
                sources.copies.intersect_params(self._sizes),
                self._sizes,
                neutral,
            )
            for program, sources, neutral in zip(
                self.question.programs,
                (self._before_reading, self._sources_after),
                self._neutral,
                strict=True,
            )
        )
        return one, two

    def _show_assumes(self) -> None:
        """Each holds, or the first program assumes the same condition."""
        after = self._values[1]
        for assume in self.question.programs[1].assumes:
            uses = self._conditions(assume)
            left = uses.intersect_range(minus(uses.range(), after.true(assume.condition)))
            if not left.is_empty() and not any(
                self._is_same(known, left) for known in self.question.programs[0].assumes
            ):
                raise NoProof("an assume on data is not shown", assume.op)

    def _conditions(self, assume: Assume) -> isl.UnionMap:
        """From the iterations of an assume to its condition."""
        point = f"{{ [{', '.join(assume.domain.dims)}] -> {assume.condition.point} : "
        uses = self.engine.map(f"{point}{assume.domain.condition} }}")
        return uses.intersect_params(self._sizes)

    def _is_same(self, known: Assume, left: isl.UnionMap) -> bool:
        """Whether the first program assumes the same in iterations of the same indices."""
        uses = self._conditions(known)
        if not is_within(left.domain(), uses.domain()):
            return False
        before, after = self._values
        pairs = uses.reverse().apply_range(left)
        ends = before.ends(pairs.domain().identity()), after.ends(pairs.range().identity())
        try:
            Pairs(self.engine, before, after).show(_ends_of_pairs(pairs, *ends), None)
        except NoProof:
            return False
        return True

    # The end

    def _show_ends(self) -> None:
        before, after = self._values
        undefs = self.engine.no_pairs()
        found = Pairs(self.engine, before, after)
        poison: list[isl.UnionSet] = []
        loads = [*self._ends.values(), *self._same_rests()]
        for ours, theirs in loads:
            mine, others = self._end(before, ours), self._end(after, theirs)
            free = mine.intersect_range(self._undefs(mine))
            undefs = undefs.union(free)
            same = self.engine.map(ours.edge(_renamed(theirs, ours)))
            same = same.intersect_params(self._sizes)
            given = same.intersect_domain(free.domain()).apply_range(others)
            poison.append(given.range())
            same = minus_domain(same, free.domain())
            same = self._without_promised(same, theirs, others)
            position = theirs.array.position
            assert position is not None
            found.show(_ends_of_pairs(same, mine, others), self._writer(position))
        if not is_function(undefs.reverse()):
            raise NoProof("one undef is left in several cells")
        self._check_other_rests()
        others = [rest for ours, rest in self._rests.values() if ours is None]
        poison += [self._end(after, rest).range() for rest in others]
        self._check_poison(poison)
        results = zip(*(program.results for program in self.question.programs), strict=True)
        for one, two in results:
            relation = self.engine.map(f"{{ {one.point} -> {two.point} }}")
            mine, others = self._end(before, one), self._end(after, two)
            relation = relation.intersect_params(self._sizes)
            ends = self.question.after.function.get_return_op()
            found.show(_ends_of_pairs(relation, mine, others), ends)

    def _end(self, values: Values, node: Node) -> isl.UnionMap:
        itself = self.engine.map(node.edge(node.point)).intersect_params(self._sizes)
        return values.ends(itself)

    def _same_rests(self) -> list[tuple[Load, Load]]:
        return [(ours, theirs) for ours, theirs in self._rests.values() if ours is not None]

    def _undefs(self, ends: isl.UnionMap) -> isl.UnionSet:
        """The undefs of the first program that values are in the end."""
        nodes, found = self._values[0].nodes, self.engine.nothing()
        for relation in maps_of(ends):
            node = nodes.get(names_of(relation)[1])
            if isinstance(node, Undef):
                if not node.only_stored:
                    raise NoProof("an undef that is not only stored", node.op)
                found = found.union(isl.UnionSet.from_set(relation.range()))
        return found

    def _without_promised(
        self, same: isl.UnionMap, theirs: Load, others: isl.UnionMap
    ) -> isl.UnionMap:
        """Padding that holds the value that it has to may have held another one."""
        is_rest = any(theirs is rest for _, rest in self._rests.values())
        if not is_rest or (value := self._promised(theirs)) is None:
            return same
        return minus_range(same, others.intersect_range(value).domain())

    def _promised(self, rest: Load) -> isl.UnionSet | None:
        position = rest.array.position
        assert position is not None
        argument = self.question.arguments[1][position]
        if isinstance(argument.pad, Unspecified | Unclear | None):
            return None
        leaf = self.question.leaves.constant(argument.scalar, argument.pad)
        return self.engine.set(f"{{ {leaf.point} }}")

    def _check_other_rests(self) -> None:
        """Padding that only the second program has."""
        after = self._values[1]
        for position, (ours, theirs) in self._rests.items():
            if ours is not None:
                continue
            value = self._promised(theirs)
            if isinstance(self.question.arguments[1][position].pad, Unclear):
                raise NoProof("what padding has to hold is not understood", self._writer(position))
            if value is None:
                self._check_kept(position)
            elif not is_within(self._end(after, theirs).range(), value):
                raise NoProof("padding may not hold its value in the end", self._writer(position))

    def _check_kept(self, position: int) -> None:
        """Undef padding changes only where an undef is stored to it."""
        argument = self.question.arguments[1][position]
        names = [f"c{k}" for k in range(len(argument.array.extents))]
        text = f"{{ {argument.array.cell(names)} : {argument.is_padding(names)} }}"
        padding = self.engine.set(text)
        written, free = self.engine.nothing(), self.engine.nothing()
        for store in self._stores(1):
            if store.array is not argument.array:
                continue
            access = f"{{ {store.point} -> {store.array.cell(store.indices)} }}"
            cells = self._instances(store).apply(self.engine.map(access))
            written = written.union(cells.intersect(padding))
            if isinstance(store.value, Undef):
                free = free.union(cells)
        if not is_within(written, free):
            raise NoProof("undef padding may change", self._writer(position))

    def _writer(self, position: int) -> Operation | None:
        stores = [s for s in self._stores(1) if s.array.position == position]
        return stores[-1].op if stores else None

    def _check_poison(self, ends: Sequence[isl.UnionSet]) -> None:
        """What takes the place of an undef is a value."""
        nodes = self._values[1].nodes
        pending = [
            nodes[name]
            for values in ends
            for k in range(values.get_set_list().n_set())
            if (name := values.get_set_list().get_at(k).get_tuple_name() or "") in nodes
        ]
        seen = set[Node]()
        while pending:
            node = pending.pop()
            if node in seen:
                continue
            seen.add(node)
            if isinstance(node, Made):
                if may_be_poison(node.operator):
                    raise NoProof("what takes the place of an undef may be poison", node.op)
                for number in range(len(node.operands)):
                    after = self._values[1]
                    operands = after.ends(after.operand(node, number))
                    names = [names_of(relation)[1] for relation in maps_of(operands)]
                    pending += [nodes[name] for name in names if name in nodes]


def _ends_of_pairs(pairs: isl.UnionMap, mine: isl.UnionMap, others: isl.UnionMap) -> isl.UnionMap:
    """The pairs of what two values are in the end."""
    if not (is_within(pairs.domain(), mine.domain()) and is_within(pairs.range(), others.domain())):
        raise NoProof("what is there in the end is not understood")
    return pairs.apply_domain(mine).apply_range(others)


def _renamed(theirs: Load, ours: Load) -> str:
    """The point of the second load with the names of the first one."""
    assert len(theirs.domain.dims) == len(ours.domain.dims)
    return f"{theirs.name}[{', '.join(ours.domain.dims)}]"

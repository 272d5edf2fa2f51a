"""Iterations of a loop nest that may be needless: what they store is unseen, or changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.ir import Operation, SSAValue

from ...dialect.annotations import LOGICAL, argument_attributes
from ...dialect.attributes import LaidOutType, place
from ...dialect.ir.memory_access import buffer_of, is_load, is_load_or_store, is_store
from ...index.expr import Expr, all_of, conjuncts
from ...index.normal import cost, in_order, negate, tidy
from ...index.queries.instances import Instances
from ...index.sets.cells import at_cell
from ...index.sets.engine import IntSet, engine
from ...index.simplify.conjunctions import conjunctions
from ...index.simplify.forms import readable
from ..accesses.accesses import Access
from ..values.known import Exactly, SomeZero
from .facts import BlockFacts


@dataclass(frozen=True)
class Work:
    """
    The work of the iterations `around` of a nest: the accesses in its innermost body.

    Iterations are sets over the iterators of `around`; `carries` tells that they give values on.
    """

    body: Sequence[Operation]
    around: Instances
    stage: Operation
    facts: BlockFacts
    carries: bool

    def candidates(self) -> Iterator[IntSet]:
        """
        Iterations that do something, and may be left out for one reason.

        All their stores are unseen; or they load, of some buffer, only cells of one known value.
        """
        every = engine().set(self.around.condition)
        stores = [a for a in self._accesses() if is_store(a.op)]
        loads = [a for a in self._accesses() if is_load(a.op)]
        busy = self._iterations([*stores, *loads] if self.carries else stores, {})
        found = list[IntSet]()
        if not self.carries:
            unseen = {b: self.facts.unseen_after(b, self.stage) for b in _buffers(stores)}
            found.append(every.subtract(self._iterations(stores, unseen)))
        for buffer in _buffers(loads):
            for fact in self.facts.before(buffer, self.stage):
                if isinstance(fact.value, Exactly | SomeZero):
                    own = [a for a in loads if _buffer(a) is buffer]
                    found.append(every.subtract(self._iterations(own, {buffer: fact.cells})))
        yield from (c for part in found if not (c := part.intersect(busy)).is_empty())

    def all_but(self, left_out: IntSet) -> Expr:
        """
        The condition, where the nest runs, of all iterations but these, in its simplest form.

        The layouts of the buffers and the conditions of writes in stages near suggest forms.
        """
        context = engine().set(self.around.condition)
        kept = context.subtract(left_out)
        forms = [
            f for f in self._suggested(context) if context.intersect(engine().set(f)).is_equal(kept)
        ]
        forms += conjunctions(kept, context, self.around.iterators)
        forms.append(readable(kept, context, forms))
        # Conjunctions first: an affine.if says them.
        best = min(forms, key=lambda form: ("or" in _operators(form), cost(form)))
        return in_order(best, self.around.iterators)

    def _suggested(self, context: IntSet) -> Iterator[Expr]:
        names = set(self.around.iterators)
        for access in self._accesses():
            if access.index is None or not names.issuperset(_names(access.index)):
                continue
            yield from _valid(_buffer(access), access.index)
            for other in self.facts.writes_near(_buffer(access), self.stage):
                yield from _elsewhere(other, access.index, context)

    def _accesses(self) -> list[Access]:
        ops = [op for top in self.body for op in top.walk() if is_load_or_store(op)]
        inside, buffers = set(ops), dict.fromkeys(buffer_of(op) for op in ops)
        return [
            found.access
            for buffer in buffers
            for found in self.facts.accesses_in(buffer, self.stage)
            if found.access.op in inside and found.access.by is None
        ]

    def _iterations(self, accesses: Sequence[Access], but: dict[SSAValue, IntSet]) -> IntSet:
        """The iterations in which one of the accesses may be to a cell that is not left out."""
        result = engine().empty
        for access in accesses:
            when = engine().set(access.instances.condition)
            if access.index is not None:
                left_out = but.get(_buffer(access), engine().empty)
                at = engine().set(at_cell(access.index)).subtract(left_out)
                when = engine().project(
                    when.intersect(at), [f"c{k}" for k in range(len(access.index))]
                )
            inner = access.instances.iterators[len(self.around.iterators) :]
            result = result.union(engine().project(when, inner))
        return result


def _buffers(accesses: Sequence[Access]) -> list[SSAValue]:
    return list(dict.fromkeys(map(_buffer, accesses)))


def _buffer(access: Access) -> SSAValue:
    op = access.op
    assert is_load_or_store(op)
    return buffer_of(op)


def _valid(buffer: SSAValue, index: Sequence[Expr]) -> Iterator[Expr]:
    """Return the condition that an index is not padding, by the contract of its buffer."""
    contract = cast("LaidOutType | None", argument_attributes(buffer).get(LOGICAL))
    if contract is not None:
        placed = place(contract)
        condition = placed.valid.substitute(dict(zip(placed.physical_names, index, strict=True)))
        if _names([condition]) <= _names(index):
            yield condition


def _elsewhere(write: Access, index: Sequence[Expr], context: IntSet) -> Iterator[Expr]:
    """Return the condition that another access, if in the order of cells, does not write there."""
    if write.index is None or any(i.op != "var" for i in write.index):
        return
    names = {str(own.args[0]): other for own, other in zip(write.index, index, strict=True)}
    parts = conjuncts(write.instances.condition.substitute(names))
    own = [part for part in parts if not context.is_subset(engine().set(part))]
    condition = tidy(negate(all_of(own)))
    if _names([condition]) <= _names(index):
        yield condition


def _names(exprs: Iterable[Expr]) -> set[str]:
    return {name for expr in exprs for name in expr.variables()}


def _operators(expr: Expr) -> set[str]:
    return {expr.op}.union(*map(_operators, expr.operands))

"""Index arithmetic as sums of products, each computed before the loops that leave it as is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...analysis.instances.activity import Loop
from ..common.dead_code import erase_if_dead

_ARITHMETIC = (arith.AddiOp, arith.SubiOp, arith.MuliOp)
_MOST_TERMS = 16
Product = tuple[SSAValue, ...]
Sum = dict[Product, int]
"""The factor of each product of values; `index` does not wrap, so sums may be put in any order."""


def hoist_index_terms(root: Operation) -> None:
    """
    Rewrites the index arithmetic inside an operation as far as that makes less of it in the
    innermost loops, then in those around.
    """
    if any(len(region.blocks) > 1 for op in root.walk() for region in op.regions):
        return  # which of two blocks comes first is not to be seen
    ends = list(_ends(root))
    old = {op for end in ends for op in _producers(end) if root.is_ancestor(op)}
    plan = _Plan(root)
    new: list[tuple[SSAValue, SSAValue | None]] = []
    for end in ends:
        terms = _sum_of(end)
        if terms is None:
            return
        new.append((end, plan.sum(terms)))
    if not _is_cheaper(plan.operations, old):
        plan.undo()
        return
    for before, after in new:
        if after is not None:
            after.name_hint = after.name_hint or before.name_hint
            before.replace_all_uses_with(after)
    for end, _ in new:
        if isinstance(end.owner, Operation):
            erase_if_dead(end.owner)


def _ends(root: Operation) -> Iterator[SSAValue]:
    """The index sums and products that something else than index arithmetic uses."""
    for op in root.walk():
        if _is_arithmetic(op):
            users = [use.operation for use in op.results[0].uses]
            if any(not _is_arithmetic(user) for user in users):
                yield op.results[0]


def _is_arithmetic(op: Operation) -> bool:
    return isinstance(op, _ARITHMETIC) and op.results[0].type == IndexType()


def _producers(value: SSAValue) -> Iterator[Operation]:
    if isinstance(value.owner, Operation) and _is_arithmetic(value.owner):
        yield value.owner
        for operand in value.owner.operands:
            yield from _producers(operand)


def _sum_of(value: SSAValue) -> Sum | None:
    """A value as a sum of products; None if that has too many terms."""
    op = value.owner
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return {(): op.value.value.data}
    if not isinstance(op, _ARITHMETIC) or op.result.type != IndexType():
        return {(value,): 1}
    left, right = _sum_of(op.lhs), _sum_of(op.rhs)
    if left is None or right is None or len(left) * len(right) > _MOST_TERMS:
        return None
    result: Counter[Product] = Counter()
    if isinstance(op, arith.MuliOp):
        for a, x in left.items():
            for b, y in right.items():
                result[tuple(sorted((*a, *b), key=_order))] += x * y
    else:
        sign = -1 if isinstance(op, arith.SubiOp) else 1
        for product, factor in (*left.items(), *((p, sign * f) for p, f in right.items())):
            result[product] += factor
    return {product: factor for product, factor in result.items() if factor}


def _order(value: SSAValue) -> tuple[int, int, int]:
    """From the outside in: what comes first in a product is computed furthest out."""
    owner = value.owner
    if isinstance(owner, Block):
        return _nesting(owner), 0, owner.args.index(value)
    place = 0 if owner.parent is None else owner.parent.get_operation_index(owner)
    return _nesting(owner), 1, place


def _nesting(place: Operation | Block) -> int:
    block = place if isinstance(place, Block) else place.parent
    count = 0
    while block is not None and (op := block.parent_op()) is not None:
        count, block = count + 1, op.parent
    return count


def _is_cheaper(new: Iterable[Operation], old: Iterable[Operation]) -> bool:
    ours, other = Counter(map(_loops_around, new)), Counter(map(_loops_around, old))
    for depth in sorted({*ours, *other}, reverse=True):
        if ours[depth] != other[depth]:
            return ours[depth] < other[depth]
    return False


def _loops_around(op: Operation) -> int:
    count, current = 0, op.parent_op()
    while current is not None:
        count, current = count + isinstance(current, Loop), current.parent_op()
    return count


@dataclass
class _Plan:
    """
    The operations that compute the sums of index terms.

    Each is emitted once, where its operands are available.
    """

    root: Operation
    operations: list[Operation] = field(default_factory=list[Operation])
    _made: dict[tuple[str, SSAValue, SSAValue], SSAValue] = field(
        default_factory=dict[tuple[str, SSAValue, SSAValue], SSAValue]
    )
    _constants: dict[int, SSAValue] = field(default_factory=dict[int, SSAValue])

    def sum(self, terms: Sum) -> SSAValue:
        """The value of a sum, its outer terms first."""
        total: SSAValue | None = None
        for product, factor in sorted(terms.items(), key=lambda item: _term_order(item[0])):
            subtracts = factor < 0 and total is not None
            value = self._product(product, -factor if subtracts else factor)
            kind = "-" if subtracts else "+"
            total = value if total is None else self._make(kind, total, value)
        return total if total is not None else self._constant(0)

    def _product(self, product: Product, factor: int) -> SSAValue:
        if not product:
            return self._constant(factor)
        # n * m is shared by i * n * m and by what else needs it: values first, then a constant.
        result = product[0]
        for value in product[1:]:
            result = self._make("*", result, value)
        return result if factor == 1 else self._make("*", result, self._constant(factor))

    def _make(self, kind: str, left: SSAValue, right: SSAValue) -> SSAValue:
        key = (kind, left, right)
        if key not in self._made:
            types = {"+": arith.AddiOp, "-": arith.SubiOp, "*": arith.MuliOp}
            op = types[kind](left, right)
            op.location = self.root.location
            Rewriter.insert_op(op, self._place(left, right))
            self.operations.append(op)
            self._made[key] = op.result
        return self._made[key]

    def _constant(self, value: int) -> SSAValue:
        if value not in self._constants:
            op = arith.ConstantOp.from_int_and_width(value, IndexType())
            op.location = self.root.location
            Rewriter.insert_op(op, InsertPoint.before(self.root))
            self._constants[value] = op.result
        return self._constants[value]

    def _place(self, left: SSAValue, right: SSAValue) -> InsertPoint:
        """Right after the later of the two, or before the root."""
        inner = max((left, right), key=lambda value: _nesting(value.owner))
        if not self._is_inside(inner):
            return InsertPoint.before(self.root)
        block = inner.owner if isinstance(inner.owner, Block) else inner.owner.parent
        assert block is not None
        owners = [v.owner for v in (left, right) if isinstance(v.owner, Operation)]
        here = [op for op in owners if op.parent is block]
        if not here:
            return InsertPoint.at_start(block)
        return InsertPoint.after(max(here, key=block.get_operation_index))

    def _is_inside(self, value: SSAValue) -> bool:
        owner = value.owner.parent_op() if isinstance(value.owner, Block) else value.owner
        return owner is not None and self.root.is_ancestor(owner)

    def undo(self) -> None:
        """Nothing has been inserted."""
        for op in reversed(self.operations):
            Rewriter.erase_op(op)
        for value in self._constants.values():
            assert isinstance(value.owner, Operation)
            Rewriter.erase_op(value.owner)


def _term_order(product: Product) -> tuple[int, int]:
    """Terms that more loops leave as they are come first; constants before all."""
    return max((_nesting(value.owner) for value in product), default=0), -len(product)

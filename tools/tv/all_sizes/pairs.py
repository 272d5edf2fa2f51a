"""Pairs of values, of which the second is what the first is, shown by induction."""

from __future__ import annotations

from dataclasses import dataclass, field

import islpy as isl
from xdsl.ir import Operation

from ..statements.nodes import Made
from ..statements.reasons import NoProof
from .sets import Engine, is_identity, is_part, is_within, maps_of, names_of
from .values import Values

_EXACT = 3
"""How often pairs are added before their affine hull is."""
_MOST = 12

Key = tuple[str, str]


@dataclass
class Pairs:
    """
    Pairs of iterations of two operations, one of each side.

    The second may stand where the first does if each operand of it may stand where that of the
    first does, and operands are computed before their operation. So all pairs are shown if the
    operands of each are a pair too, or the same leaf.
    """

    engine: Engine
    before: Values
    after: Values
    _found: dict[Key, isl.Map] = field(default_factory=dict["Key", isl.Map])
    _op: Operation | None = None
    _rounds: dict[Key, int] = field(default_factory=dict["Key", int])

    def show(self, pairs: isl.UnionMap, op: Operation | None) -> None:
        """
        Raises NoProof unless each second value, in the end, may stand where the first does.

        The operation `op` is where these values meet.
        """
        self._op = op
        pending = [self._added(pairs, None)]
        for keys in pending:
            for key in keys:
                operands = self._operands(key)
                for relation in operands:
                    new = self._added(relation, key)
                    if new:
                        pending.append(new)

    def _added(self, pairs: isl.UnionMap, of: Key | None) -> list[Key]:
        """The pairs of operations that grow by these."""
        grown: list[Key] = []
        for relation in maps_of(pairs):
            if not relation.is_empty():
                key = names_of(relation)
                if self._is_new(key, relation, of):
                    grown.append(key)
        return grown

    def _is_new(self, key: Key, relation: isl.Map, of: Key | None) -> bool:
        ours, theirs = self.before.nodes.get(key[0]), self.after.nodes.get(key[1])
        if not isinstance(ours, Made) or not isinstance(theirs, Made):
            self._check_leaves(key, relation, of)
            return False
        self._check_operations(ours, theirs)
        known = self._found.get(key)
        if known is not None and is_part(_union(relation), _union(known)):
            return False
        rounds = self._rounds[key] = self._rounds.get(key, 0) + 1
        if rounds > _MOST:
            raise NoProof("the pairs of values do not come to an end", theirs.op)
        joined = relation if known is None else known.union(relation)
        if rounds > _EXACT:
            joined = self._widened(joined, ours, theirs)
        self._found[key] = joined.coalesce()
        return True

    def _widened(self, pairs: isl.Map, ours: Made, theirs: Made) -> isl.Map:
        hull = _union(isl.Map.from_basic_map(pairs.affine_hull()))
        hull = hull.intersect_domain(self.before.made(ours))
        hull = hull.intersect_range(self.after.made(theirs))
        (wide,) = maps_of(hull)
        return wide.union(pairs)

    def _check_operations(self, ours: Made, theirs: Made) -> None:
        one, two = ours.operator, theirs.operator
        if _is_fused(ours, theirs):
            return  # the rest is asked of the operands
        same = (one.name, one.result, one.operands, one.detail) == (
            *(two.name, two.result, two.operands, two.detail),
        )
        if not same:
            raise NoProof(f"{two.name} stands where {one.name} was", theirs.op)
        if not two.flags <= one.flags:
            more = ", ".join(sorted(two.flags - one.flags))
            raise NoProof(f"{two.name} has {more}, which {one.name} had not", theirs.op)

    def _check_leaves(self, key: Key, relation: isl.Map, of: Key | None) -> None:
        op = self._op if of is None else self.after.nodes[of[1]].op
        ours, theirs = key
        is_leaf = ours not in self.before.nodes and theirs not in self.after.nodes
        if not is_leaf or ours != theirs or not is_identity(_union(relation)):
            raise NoProof("a value may be another one than before", op)

    def _operands(self, key: Key) -> list[isl.UnionMap]:
        ours, theirs = self.before.nodes[key[0]], self.after.nodes[key[1]]
        assert isinstance(ours, Made)
        assert isinstance(theirs, Made)
        pairs = _union(self._found[key])
        if _is_fused(ours, theirs):
            mine = self._factors(ours, theirs, pairs.domain())
        else:
            mine = [self._operand(self.before, ours, number) for number in _numbers(ours)]
        found: list[isl.UnionMap] = []
        for number, one in zip(_numbers(theirs), mine, strict=True):
            two = self._operand(self.after, theirs, number)
            if not is_within(pairs.domain(), one.domain()):
                raise NoProof("an operand is not understood", ours.op)
            if not is_within(pairs.range(), two.domain()):
                raise NoProof("an operand is not understood", theirs.op)
            found.append(pairs.apply_domain(one).apply_range(two))
        return found

    def _operand(self, values: Values, node: Made, number: int) -> isl.UnionMap:
        return values.ends(values.operand(node, number))

    def _factors(self, ours: Made, theirs: Made, places: isl.UnionSet) -> list[isl.UnionMap]:
        """The operands of the product in a sum, and the other operand of the sum."""
        operands = [self._operand(self.before, ours, k).intersect_domain(places) for k in (0, 1)]
        for number, product in enumerate(operands):
            names = sorted({names_of(relation)[1] for relation in maps_of(product)})
            nodes = [self.before.nodes.get(name) for name in names]
            made = [node for node in nodes if isinstance(node, Made)]
            if len(made) != len(nodes) or not all(_may_fuse(node, theirs) for node in made):
                continue
            factors = [self.engine.no_pairs(), self.engine.no_pairs()]
            for node in made:
                for k in (0, 1):
                    factor = product.apply_range(self._operand(self.before, node, k))
                    factors[k] = factors[k].union(factor)
            return [*factors, operands[1 - number]]
        raise NoProof("what becomes one operation may not", theirs.op)


def _numbers(node: Made) -> range:
    return range(len(node.operands))


def _is_fused(ours: Made, theirs: Made) -> bool:
    """Whether a sum becomes one with a product, as its flags allow."""
    one, two = ours.operator, theirs.operator
    is_sum = one.name == "arith.addf" and two.name == "math.fma" and one.result is two.result
    return is_sum and "contract" in one.flags and two.flags <= one.flags


def _may_fuse(product: Made, fused: Made) -> bool:
    one, two = product.operator, fused.operator
    is_product = one.name == "arith.mulf" and one.result is two.result
    return is_product and "contract" in one.flags


def _union(pairs: isl.Map) -> isl.UnionMap:
    return isl.UnionMap.from_map(pairs)

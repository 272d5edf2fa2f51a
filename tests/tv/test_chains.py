"""Sums and products with flags, against all that single steps of rewriting make of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import TypeAlias

import numpy as np
import pytest
from xdsl.dialects.builtin import f32

from pad_mlir.tools.tv.folding import folder
from pad_mlir.tools.tv.matching import Refinement
from pad_mlir.tools.tv.scalars import scalar_of
from pad_mlir.tools.tv.symbolic import Symbolic
from pad_mlir.tools.tv.terms import Meter, Operator, Value, operator

F32 = scalar_of(f32)
_LEAVES, _INPUTS, _CASES = 4, 4, 120
_ADD, _MUL, _FMA, _MAX = "arith.addf", "arith.mulf", "math.fma", "arith.maximumf"
_NONE, _REASSOC, _CONTRACT = (frozenset[str](flags) for flags in ((), ("reassoc",), ("contract",)))
_FLAGS = [_NONE, _REASSOC, _CONTRACT, _REASSOC | _CONTRACT]


@dataclass(frozen=True)
class _Node:
    """An operation with its flags."""

    name: str
    flags: frozenset[str]
    args: tuple[_Tree, ...]

    def of(self, *args: _Tree) -> _Node:
        """The same operation of something else."""
        return _Node(self.name, self.flags, args)


_Tree: TypeAlias = _Node | int
"""An operation, or the number of an input."""


@cache
def _operator(name: str, flags: frozenset[str]) -> Operator:
    return operator(name, F32, (F32,) * (3 if name == _FMA else 2), flags)


def _grown(generator: random.Random, flags: list[frozenset[str]], leaves: list[int]) -> _Tree:
    if len(leaves) == 1:
        return leaves[0]
    cut = generator.randrange(1, len(leaves))
    args = tuple(_grown(generator, flags, part) for part in (leaves[:cut], leaves[cut:]))
    name = generator.choice([_ADD, _ADD, _ADD, _MUL, _MUL, _MAX])
    return _Node(name, generator.choice(flags), args)


def _leaves(generator: random.Random) -> list[int]:
    return [generator.randrange(_LEAVES) for _ in range(_LEAVES)]


def _at_the_top(tree: _Node) -> Iterator[_Tree]:
    """What one step makes of an operation and the ones right below it."""
    *factors, x = tree.args if tree.name == _FMA else tree.args[::-1]
    if tree.name == _FMA:
        yield tree.of(factors[1], factors[0], x)
    else:
        yield tree.of(x, factors[0])
    if isinstance(x, int):
        return
    is_sum = {tree.name, x.name} <= {_ADD, _FMA}
    both = tree.flags & x.flags
    if (is_sum and "reassoc" in both) or tree.name == x.name == _MAX:
        # The operand that is moved up takes its operation with it.
        kept, moved = (x.args[:2], x.args[2]) if x.name == _FMA else (x.args[:1], x.args[1])
        inner = tree.of(*factors, moved) if tree.name == _FMA else tree.of(moved, *factors)
        yield x.of(*kept, inner)
    if tree.name == x.name == _MUL and "reassoc" in both:
        yield x.of(x.args[0], tree.of(x.args[1], *factors))
    if (tree.name, x.name) == (_ADD, _MUL) and "contract" in both:
        yield _Node(_FMA, tree.flags & (x.flags | _REASSOC), (*x.args, *factors))


def _steps(tree: _Tree) -> Iterator[_Tree]:
    if isinstance(tree, int):
        return
    yield from _at_the_top(tree)
    for position, arg in enumerate(tree.args):
        for other in _steps(arg):
            yield tree.of(*tree.args[:position], other, *tree.args[position + 1 :])


def _all_of(tree: _Tree) -> list[_Tree]:
    found: dict[_Tree, None] = {tree: None}
    pending = [tree]
    while pending:
        for other in _steps(pending.pop()):
            if other not in found:
                found[other] = None
                pending.append(other)
    return list(found)


_VALUES = np.random.default_rng(0).uniform(-2, 2, (_INPUTS, _LEAVES)).astype(np.float32)


@cache
def _value(tree: _Tree) -> tuple[float, ...]:
    """For each choice of inputs."""
    if isinstance(tree, int):
        return tuple(_VALUES[:, tree].tolist())
    fold = folder(_operator(tree.name, _NONE))
    assert fold is not None
    columns = zip(*map(_value, tree.args), strict=True)
    return tuple(float(fold(*map(np.float32, column))) for column in columns)  # pyright: ignore[reportArgumentType]


def _term(domain: Symbolic, tree: _Tree) -> Value:
    if isinstance(tree, int):
        return domain.leaf(operator("input", F32, detail="x"), tree)
    args = [_term(domain, arg) for arg in tree.args]
    return domain.apply(_operator(tree.name, tree.flags), *args)


def _holds(before: _Tree, after: _Tree) -> bool:
    domain = Symbolic(Meter(1 << 20))
    return Refinement(domain).holds(_term(domain, before), _term(domain, after))


def _with_flags(tree: _Tree, choose: random.Random, flags: frozenset[str] | None) -> _Tree:
    """With all of these flags, or, without, with some of its own."""
    if isinstance(tree, int):
        return tree
    own = frozenset(f for f in sorted(tree.flags) if choose.random() < 0.8)
    args = tuple(_with_flags(arg, choose, flags) for arg in tree.args)
    return _Node(tree.name, own if flags is None else flags, args)


@pytest.mark.parametrize("seed", range(4))
def test_what_flags_allow_is_proven(seed: int) -> None:
    """Where all operations have the same flags; dropped ones, each for itself."""
    generator = random.Random(seed)
    for _ in range(_CASES // 4):
        flags = generator.choice(_FLAGS)
        before = _grown(generator, [flags], _leaves(generator))
        after = _with_flags(generator.choice(_all_of(before)), generator, None)
        assert _holds(before, after), (before, after)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_proven_is_allowed(seed: int) -> None:
    """Whatever could be done with all flags, where only some operations have some."""
    generator = random.Random(100 + seed)
    outcomes = {True: 0, False: 0}
    for _ in range(_CASES):
        before = _grown(generator, _FLAGS, _leaves(generator))
        free = _all_of(_with_flags(before, generator, _REASSOC | _CONTRACT))
        after = _with_flags(generator.choice(free), generator, _NONE)
        is_proven = _holds(before, after)
        outcomes[is_proven] += 1
        if is_proven:
            assert _value(after) in set(map(_value, _all_of(before))), (before, after)
    assert min(outcomes.values()) > _CASES // 20, outcomes


@pytest.mark.parametrize(("given", "taken"), list(product(_FLAGS, _FLAGS)))
def test_flags_may_be_dropped_not_added(given: frozenset[str], taken: frozenset[str]) -> None:
    before, after = (
        _Node(_ADD, flags, (_Node(_ADD, flags, (0, 1)), _Node(_MUL, flags, (2, 3))))
        for flags in (given, taken)
    )
    assert _holds(before, after) == (taken <= given)


def test_an_fma_is_a_sum_that_may_be_split_only_with_both_flags() -> None:
    for flags in _FLAGS:
        before = _Node(_ADD, flags, (_Node(_FMA, flags, (0, 1, 2)), 3))
        split = _Node(_ADD, _NONE, (_Node(_ADD, _NONE, (2, 3)), _Node(_MUL, _NONE, (0, 1))))
        assert _holds(before, split) == (flags == _REASSOC | _CONTRACT), flags


def test_an_fma_has_no_flag_that_its_sum_lacks() -> None:
    before = _Node(_ADD, _CONTRACT, (_Node(_MUL, _REASSOC | _CONTRACT, (0, 1)), 2))
    for flags in _FLAGS:
        assert _holds(before, _Node(_FMA, flags, (0, 1, 2))) == (flags <= _CONTRACT), flags

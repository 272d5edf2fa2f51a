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

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, Verdict, validate
from pad_mlir.tools.tv.refinement.matching import Refinement
from pad_mlir.tools.tv.terms.symbolic import Symbolic
from pad_mlir.tools.tv.terms.term import Value
from pad_mlir.tools.tv.values.folding import folder
from pad_mlir.tools.tv.values.meter import Meter
from pad_mlir.tools.tv.values.operators import Operator, operator
from pad_mlir.tools.tv.values.scalars import scalar_of

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
    """The results of one step on an operation and the ones right below it."""
    *factors, x = tree.args if tree.name == _FMA else tree.args[::-1]
    if tree.name == _FMA:
        yield tree.of(factors[1], factors[0], x)
    else:
        yield tree.of(factors[0], x)
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


def verdict(before: str, after: str) -> Verdict:
    return validate(parse_module(before), parse_module(after))


def valid(before: str, after: str) -> bool:
    return verdict(before, after).status is Status.VALID


def summed(count: int, number: str, flags: str) -> str:
    """Numbers added to what a buffer holds, one after the other."""
    return f"""
func.func @f(%C: memref<1xf32>) {{
  %k = arith.constant {number} : f32
  affine.for %i = 0 to {count} {{
    %c = affine.load %C[0] : memref<1xf32>
    %d = arith.addf %c, %k{flags} : f32
    affine.store %d, %C[0] : memref<1xf32>
  }}
  func.return
}}"""


@pytest.mark.parametrize(
    ("after", "is_valid"),
    [
        (summed(1, "16.0", ""), True),
        (summed(4, "4.0", ""), True),
        (summed(3, "5.0", ""), False),
        (summed(1, "17.0", ""), False),
        (summed(16, "1.0", " fastmath<nnan>"), False),
    ],
)
def test_numbers_may_be_added_up_first(after: str, is_valid: bool) -> None:
    assert valid(summed(16, "1.0", " fastmath<reassoc>"), after) == is_valid


def test_numbers_that_round_or_lack_the_flag_stay_apart() -> None:
    assert not valid(summed(2, "1.0", ""), summed(1, "2.0", ""))
    tenths = summed(10, "0.1", " fastmath<reassoc>")
    assert not valid(tenths, summed(1, "1.0", ""))


INSIDE = """
func.func @f(%C: memref<4xf32>) {{
  %c = affine.load %C[0] : memref<4xf32>
  %x = affine.load %C[1] : memref<4xf32>
  %y = affine.load %C[2] : memref<4xf32>
  %z = affine.load %C[3] : memref<4xf32>
{}
  affine.store %v, %C[0] : memref<4xf32>
  func.return
}}"""
FREE_AROUND = INSIDE.format("""
  %d = arith.addf %c, %z : f32
  %u = arith.addf %d, %x fastmath<reassoc> : f32
  %v = arith.addf %u, %y fastmath<reassoc> : f32""")


def test_a_sum_without_the_flag_is_one_operand_of_one_with_it() -> None:
    kept = """
  %d = arith.addf %c, %z : f32
  %u = arith.addf %d, %y : f32
  %v = arith.addf %u, %x : f32"""
    torn = """
  %d = arith.addf %c, %x : f32
  %u = arith.addf %d, %y : f32
  %v = arith.addf %u, %z : f32"""
    assert valid(FREE_AROUND, INSIDE.format(kept))
    assert not valid(FREE_AROUND, INSIDE.format(torn))


CANCELLING = """
func.func @f(%I: memref<2xi32>, %C: memref<3xf32>) {{
  %i = affine.load %I[0] : memref<2xi32>
  %j = affine.load %I[1] : memref<2xi32>
  %a = arith.sitofp %i : i32 to f32
  %b = arith.sitofp %j : i32 to f32
  %c = affine.load %C[0] : memref<3xf32>
  {}
  %w = arith.mulf %v, %c fastmath<reassoc> : f32
  affine.store %w, %C[1] : memref<3xf32>
  func.return
}}"""


def test_what_cancels_out_is_no_witness() -> None:
    # 2^31 - 1 as a float cancels, and what was added to it is rounded away in one order only; that
    # the left-over factor differs is beyond what is matched.
    before = CANCELLING.format("""
  %s = arith.addf %a, %c fastmath<reassoc> : f32
  %t = arith.subf %s, %b fastmath<reassoc> : f32
  %v = arith.addf %t, %t fastmath<reassoc> : f32""")
    after = CANCELLING.format("""
  %s = arith.subf %a, %b fastmath<reassoc> : f32
  %t = arith.addf %s, %c fastmath<reassoc> : f32
  %two = arith.constant 2.0 : f32
  %v = arith.mulf %t, %two : f32""")
    assert verdict(before, after).status is not Status.REFUTED
    wrong = after.replace("2.0", "2.5")
    assert verdict(before, wrong).status is Status.REFUTED


PRODUCT = """
func.func @f(%I: memref<4xi32>, %C: memref<1xf32>) {{
  %z = arith.constant 0.0 : f32
  %i = affine.load %I[0] : memref<4xi32>
  %j = affine.load %I[1] : memref<4xi32>
  %a = arith.sitofp %i : i32 to f32
  %b = arith.sitofp %j : i32 to f32
{}
  affine.store %v, %C[0] : memref<1xf32>
  func.return
}}"""


def test_a_product_with_zero_may_be_in_another_order() -> None:
    before = PRODUCT.format("""
  %u = arith.mulf %z, %a fastmath<reassoc,nsz> : f32
  %v = arith.mulf %u, %b fastmath<reassoc,nsz> : f32""")
    after = PRODUCT.format("""
  %u = arith.mulf %a, %b fastmath<nsz> : f32
  %v = arith.mulf %z, %u fastmath<nsz> : f32""")
    assert valid(before, after)
    assert verdict(before, after.replace("%z, %u", "%a, %u")).status is Status.REFUTED
    strict = before.replace("reassoc,", "")
    assert not valid(strict, after)

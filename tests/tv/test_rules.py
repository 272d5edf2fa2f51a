"""
The simplifications of terms, on random expressions and special values.

`PAD_RULES_EXAMPLES` says how many.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import IntegerType, f32

from pad_mlir.tools.tv.refinement.evaluation import Concrete, Open, evaluate
from pad_mlir.tools.tv.refinement.normal_forms import NormalForms, rebuilt
from pad_mlir.tools.tv.terms.symbolic import Symbolic
from pad_mlir.tools.tv.terms.term import Term, Trait, Value, reachable
from pad_mlir.tools.tv.values.folding import folder
from pad_mlir.tools.tv.values.meter import Meter
from pad_mlir.tools.tv.values.operators import Operator, Special, operator
from pad_mlir.tools.tv.values.scalars import BOOL, Float, Integer, Scalar, scalar_of

F32, I8 = scalar_of(f32), scalar_of(IntegerType(8))
_BINARY_FLOATS = ("addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf")
_BINARY_INTS = (
    *("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"),
    *("shli", "shrsi", "shrui"),
)
_FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, 3e38, 1e-45, float("inf"), float("-inf"), float("nan"))
_TREES = int(os.environ.get("PAD_RULES_EXAMPLES", "600"))
_ASSIGNMENTS, _DEPTH = 12, 4
_ORDERED = 2  # which of the float inputs is known to not be a NaN


class _Grower:
    """Grows an expression twice: as a term by the rules, and as a function that only folds."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.domain = Symbolic(Meter(1 << 30))
        self.inputs = {
            scalar: [self._input(scalar, k) for k in range(3)] for scalar in (F32, I8, BOOL)
        }

    def _input(self, scalar: Scalar, number: int) -> Term:
        value = self.domain.leaf(operator("input", scalar, detail="x"), number)
        assert isinstance(value, Term)
        if scalar is F32 and number == _ORDERED:
            value.traits |= Trait.NUMBER
        return value

    def grow(self, scalar: Scalar, depth: int) -> tuple[Value, Callable[[Any], Concrete]]:
        """A term, and the value of the same expression for an assignment of the inputs."""
        choice = self.random.random()
        if depth == 0 or choice < 0.15:
            leaf = self.random.choice(self.inputs[scalar])
            return leaf, lambda inputs: inputs[leaf]
        if choice < 0.3:
            return self._constant(scalar)
        op = self._operator(scalar)
        parts = [self.grow(operand, depth - 1) for operand in op.operands]
        value = self.domain.apply(op, *(term for term, _ in parts))
        return value, lambda inputs: _folded(op, [value_of(inputs) for _, value_of in parts])

    def _constant(self, scalar: Scalar) -> tuple[Value, Callable[[Any], Concrete]]:
        number = random_value(scalar, self.random)
        return self.domain.lift(scalar, number), lambda inputs: number

    def _operator(self, scalar: Scalar) -> Operator:
        choose = self.random.choice
        if self.random.random() < 0.2:
            return operator("arith.select", scalar, (BOOL, scalar, scalar))
        if scalar is F32:
            if self.random.random() < 0.2:
                return operator(choose(["arith.negf", "math.absf"]), F32, (F32,))
            if self.random.random() < 0.1:
                return operator("arith.sitofp", F32, (I8,))
            if self.random.random() < 0.1:
                return operator("math.fma", F32, (F32, F32, F32))
            return operator(f"arith.{choose(_BINARY_FLOATS)}", F32, (F32, F32))
        if scalar is I8:
            return operator(f"arith.{choose(_BINARY_INTS)}", I8, (I8, I8))
        if self.random.random() < 0.3:
            return operator(f"arith.{choose(['andi', 'ori', 'xori'])}", BOOL, (BOOL, BOOL))
        if self.random.random() < 0.5:
            return operator("arith.cmpi", BOOL, (I8, I8), detail=self.random.randrange(10))
        return operator("arith.cmpf", BOOL, (F32, F32), detail=self.random.randrange(16))


def random_value(scalar: Scalar, generator: random.Random) -> Any:
    """A value, often a special one."""
    if isinstance(scalar, Float):
        return scalar.of(generator.choice(_FLOATS))
    assert isinstance(scalar, Integer)
    return scalar.wrap(generator.choice([0, 1, -1, 2, 7, 127, -128, generator.randrange(256)]))


def _folded(op: Operator, args: list[Any]) -> Concrete:
    if op.name == "arith.select":
        return args[0] if isinstance(args[0], Special) else args[1 if args[0] else 2]
    if Special.POISON in args:
        return Special.POISON
    fold = folder(op)
    assert fold is not None
    return fold(*args)


def _same(scalar: Scalar, x: Concrete, y: Concrete) -> bool:
    if isinstance(x, Special) or isinstance(y, Special):
        return x is y
    return scalar.bits(x) == scalar.bits(y) if isinstance(scalar, Float) else x == y  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("seed", range(4))
def test_terms_have_the_values_of_their_expressions(seed: int) -> None:
    """Simplified, made anew, and in normal form; -0.0, NaN and poison included."""
    with np.errstate(all="ignore"):
        for tree in range(_TREES // 4):
            grower = _Grower(seed * _TREES + tree)
            scalar = grower.random.choice([F32, I8, BOOL])
            term, value_of = grower.grow(scalar, _DEPTH)
            anew = rebuilt(grower.domain, term, {})
            for _ in range(_ASSIGNMENTS):
                inputs: Any = {
                    leaf: _input_value(leaf, of, grower.random)
                    for of, leaves in grower.inputs.items()
                    for leaf in leaves
                }
                expected = value_of(inputs)
                for made in (term, anew):
                    assert _same(scalar, evaluate([made], inputs)[0], expected), tree
                _check_traits(term, inputs)


def _input_value(leaf: Term, scalar: Scalar, generator: random.Random) -> Any:
    """A value that what is known of the input allows."""
    while True:
        value = random_value(scalar, generator)
        if value == value or not leaf.traits & Trait.NUMBER:
            return value


def _check_traits(root: Value, inputs: Any) -> None:
    """Check the claims on each float in a term."""
    terms = reachable([root])
    for term, value in zip(terms, evaluate(terms, inputs), strict=True):
        if not isinstance(term.operator.result, Float) or isinstance(value, Special | int | Open):
            continue
        if term.traits & Trait.NOT_NEGATIVE_ZERO:
            assert str(float(value)) != "-0.0"
        if term.traits & Trait.ZERO:
            assert value == 0
        if term.traits & Trait.FINITE:
            assert np.isfinite(value)
        if term.traits & Trait.NUMBER:
            assert not np.isnan(value)


def _sum_of(domain: Symbolic, op: Operator, terms: list[Value], generator: random.Random) -> Value:
    """The terms combined in a random order and a random tree."""
    terms = list(terms)
    generator.shuffle(terms)
    while len(terms) > 1:
        x, y = (terms.pop(generator.randrange(len(terms))) for _ in range(2))
        terms.append(domain.apply(op, x, y))
    return terms[0]


@pytest.mark.parametrize(
    ("op", "equal"),
    [
        (operator("arith.addi", I8, (I8, I8)), True),
        (operator("arith.muli", I8, (I8, I8)), True),
        (operator("arith.andi", I8, (I8, I8)), True),
        (operator("arith.maxsi", I8, (I8, I8)), True),
        (operator("arith.subi", I8, (I8, I8)), False),
        (operator("arith.maximumf", F32, (F32, F32)), True),
        (operator("arith.addf", F32, (F32, F32), frozenset({"reassoc"})), True),
        (operator("arith.mulf", F32, (F32, F32), frozenset({"reassoc"})), True),
        (operator("arith.addf", F32, (F32, F32)), False),
        (operator("arith.maxnumf", F32, (F32, F32)), False),
    ],
    ids=lambda value: value.name if isinstance(value, Operator) else "",
)
def test_normal_forms_forget_the_order_where_it_does_not_matter(op: Operator, equal: bool) -> None:
    generator = random.Random(0)
    domain = Symbolic(Meter(1 << 30))
    leaf = operator("input", op.result, detail="x")
    terms = [domain.leaf(leaf, number) for number in (0, 1, 2, 3, 3, 4)]
    forms = NormalForms(domain)
    found = {forms.of(_sum_of(domain, op, terms, generator)) for _ in range(20)}
    assert (len(found) == 1) == equal
    assert forms.of(_sum_of(domain, op, terms[:-1], generator)) not in found


def test_polynomials_wrap_around() -> None:
    domain = Symbolic(Meter(1000))
    x = domain.leaf(operator("input", I8, detail="x"), 0)
    add, multiply, shift = (operator(f"arith.{n}", I8, (I8, I8)) for n in ("addi", "muli", "shli"))
    forms = NormalForms(domain)
    product = domain.apply(multiply, x, 200)
    more = domain.apply(add, domain.apply(shift, x, 6), domain.apply(add, x, 7))
    assert forms.of(domain.apply(add, product, more)) is forms.of(
        domain.apply(add, domain.apply(multiply, x, 9), 7)
    )
    assert forms.of(domain.apply(add, product, domain.apply(multiply, x, 56))) == 0

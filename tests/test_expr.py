"""Expressions: building, folding, printing, evaluating."""

from __future__ import annotations

import copy
import gc
import pickle
from weakref import ref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pad_mlir.index import expr as expressions
from pad_mlir.index.expr import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    conjuncts,
    eq,
    lift,
    ne,
    rebuild,
    select,
    var,
    within,
)

X, Y = var("i"), var("j")
RUN = settings(deadline=None, derandomize=True)


def indices(depth: int = 3) -> st.SearchStrategy[Expr]:
    """Integer expressions over i and j, with division by positive and negative constants."""
    leaves = st.sampled_from([X, Y]) | st.integers(-5, 5).map(lift)
    if depth == 0:
        return leaves
    smaller = indices(depth - 1)
    divisors = st.integers(-4, 4).filter(bool).map(lift)
    return (
        leaves
        | st.tuples(smaller, smaller).map(lambda pair: pair[0] + pair[1])
        | st.tuples(smaller, smaller).map(lambda pair: pair[0] - pair[1])
        | st.tuples(smaller, st.integers(-4, 4)).map(lambda pair: pair[0] * pair[1])
        | st.tuples(smaller, divisors).map(lambda pair: pair[0] // pair[1])
        | st.tuples(smaller, divisors).map(lambda pair: pair[0] % pair[1])
        | st.tuples(st.sampled_from(["min", "max"]), smaller, smaller).map(
            lambda parts: rebuild(parts[0], parts[1:])
        )
        | st.tuples(smaller, smaller, smaller).map(lambda t: select(t[0] < t[1], t[1] + 1, t[2]))
    )


def conditions(depth: int = 2) -> st.SearchStrategy[Expr]:
    """Conditions over the same."""
    comparisons = st.tuples(
        st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), indices(2), indices(1)
    ).map(lambda parts: rebuild(parts[0], parts[1:]))
    if depth == 0:
        return comparisons
    smaller = conditions(depth - 1)
    pairs = st.tuples(smaller, smaller)
    return (
        comparisons
        | pairs.map(all_of)
        | pairs.map(any_of)
        | smaller.map(lambda condition: ~condition)
    )


def choose(condition: bool, yes: int, no: int) -> int:
    """The function that `select` means in print."""
    return yes if condition else no


@RUN
@given(indices() | conditions(), st.integers(-9, 9), st.integers(-9, 9))
def test_what_is_printed_is_python_of_the_same_value(expr: Expr, i: int, j: int) -> None:
    printed = str(expr).replace("true", "True").replace("false", "False")
    names = {"i": i, "j": j, "select": choose}
    assert eval(printed, {}, names) == expr.evaluate({"i": i, "j": j})


@RUN
@given(indices() | conditions())
def test_numpy_evaluates_element_by_element(expr: Expr) -> None:
    i, j = np.meshgrid(np.arange(-4, 5), np.arange(-4, 5), indexing="ij")
    together = np.broadcast_to(expr.evaluate({"i": i, "j": j}), i.shape)
    one_by_one = [
        expr.evaluate({"i": int(a), "j": int(b)}) for a, b in zip(i.flat, j.flat, strict=True)
    ]
    assert together.ravel().tolist() == one_by_one


@RUN
@given(indices(), indices(1), indices(1), st.integers(-9, 9), st.integers(-9, 9))
def test_substitution_replaces_all_at_once(expr: Expr, a: Expr, b: Expr, i: int, j: int) -> None:
    values = {"i": i, "j": j}
    replaced = expr.substitute({"i": a, "j": b}).evaluate(values)
    assert replaced == expr.evaluate({"i": a.evaluate(values), "j": b.evaluate(values)})


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (4 * X + Y - 2, "4*i + j - 2"),
        (13 - X, "13 - i"),
        (X - Y, "i - j"),
        (-X + 3, "-i + 3"),
        (X - 2 * Y, "i - 2*j"),
        ((X + 2) // 8, "(i + 2) // 8"),
        (X // 4 % 3, "i // 4 % 3"),
        (2 * (X % 4), "2*(i % 4)"),
        (X // 16 * 16, "16*(i // 16)"),
        (X * Y, "i * j"),
        (within(X, 14), "i >= 0 and i < 14"),
        ((X < 2) | (X >= 6) & (Y < 3), "i < 2 or i >= 6 and j < 3"),
        (((X < 2) | (X >= 6)) & (Y < 3), "(i < 2 or i >= 6) and j < 3"),
        (~((X < 2) & (Y < 3)), "not (i < 2 and j < 3)"),
        (rebuild("min", (X, Y + 1)), "min(i, j + 1)"),
        (select(X < Y, X + 1, 0) * 2, "2*select(i < j, i + 1, 0)"),
        (eq(X, Y) & ne(X, 3), "i == j and i != 3"),
    ],
)
def test_printing(expr: Expr, text: str) -> None:
    assert str(expr) == text


def test_collections_show_their_expressions_as_text() -> None:
    assert str((X, 4 * X + Y)) == "(i, 4*i + j)"
    assert str({"at": X < 3}) == "{'at': i < 3}"


@pytest.mark.parametrize(
    ("expr", "folded"),
    [
        (X + 0, X),
        (0 + X, X),
        (1 * X, X),
        (X * 0, lift(0)),
        (X * 2 * 3, X * 6),
        (X // 1, X),
        (X % 1, lift(0)),
        (lift(-7) // 2, lift(-4)),
        (lift(-7) % 4, lift(1)),
        (lift(3) < 4, TRUE),
        (eq(2, 3), FALSE),
        (TRUE & (X < 3), X < 3),
        (FALSE & (X < 3), FALSE),
        (FALSE | (X < 3), X < 3),
        ((X < 3) & (X < 3), X < 3),
        (~(X < 3), X >= 3),
        (~~(X < 3), X < 3),
        (~TRUE, FALSE),
        (all_of([]), TRUE),
        (any_of([]), FALSE),
        (select(TRUE, X, Y), X),
        (select(FALSE, X, Y), Y),
        (select(X < Y, X, X), X),
        (rebuild("select", (lift(1) < 0, X, Y)), Y),
    ],
)
def test_folding(expr: Expr, folded: Expr) -> None:
    assert expr == folded


def test_integers_of_any_size_are_exact() -> None:
    large = {"i": 2**62, "j": 2**70}
    assert (rebuild("min", (X, Y)) * 4).evaluate(large) == 2**64
    assert rebuild("max", (X, Y)).evaluate(large) == 2**70
    assert select(X < Y, X * 8, 0).evaluate(large) == 2**65


def test_conjunctions_are_flat() -> None:
    parts = (X < 1, Y < 2, X < Y)
    assert all_of([parts[0] & parts[1], parts[2]]).operands == parts
    assert conjuncts(all_of(parts)) == parts
    assert conjuncts(parts[0]) == (parts[0],)
    assert conjuncts(TRUE) == ()


def test_an_expression_has_no_truth() -> None:
    with pytest.raises(TypeError, match="`i >= 0` is not known"):
        _ = 0 <= X < 3


def test_true_division_names_floor_division() -> None:
    with pytest.raises(TypeError, match="an index is an integer: use // for /"):
        _ = var("c") / 16


@pytest.mark.parametrize("wrong", ["c & 3", "3 & c", "c | 3", "c ^ 3", "c << 2", "c >> 2"])
def test_operations_on_bits_are_refused(wrong: str) -> None:
    with pytest.raises(TypeError, match="no operations on bits: write i % 4 for i & 3, and i // 4"):
        eval(wrong, {"c": var("c")})


def test_division_by_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="division by zero"):
        _ = X // 0
    with pytest.raises(ValueError, match="division by zero"):
        _ = X % 0


def test_expressions_are_equal_and_hash_by_structure() -> None:
    again = pickle.loads(pickle.dumps((X + 4) // 3))
    assert again == (X + 4) // 3
    assert {again: "found"}[(X + 4) // 3] == "found"
    assert X + Y != Y + X
    assert str(lift(True) + X) == "1 + i"


def test_equal_expressions_are_one_object_while_somebody_has_it() -> None:
    kept = (X + Y) % 1000 // Y
    assert (X + Y) % 1000 // Y is kept
    assert copy.deepcopy(kept) is kept
    seen, key = ref(kept), (kept.op, kept.args)
    alive = expressions._ALIVE  # pyright: ignore[reportPrivateUsage]
    assert key in alive
    del kept
    gc.collect()
    assert seen() is None
    assert key not in alive


def test_products_with_constants_are_short() -> None:
    x = var("x")
    assert x * 0 == lift(0)
    assert x * 1 == x
    assert 3 * (x * 2) == x * 6

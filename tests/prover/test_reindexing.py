"""New iterators for boxes are found without isl, and are those that isl gives."""

from __future__ import annotations

from itertools import product

import pytest

from pad_mlir.index.expr import TRUE, Expr, IntLike, lift, var, within
from pad_mlir.index.maps import reindex
from pad_mlir.index.simplify.forms import simplify_index

X, Y = var("x"), var("y")


N, M = var("n"), var("m")


def _found(
    values: list[Expr], extents: tuple[IntLike, IntLike], around: Expr
) -> reindex.Reindexing | str:
    domain = within(X, extents[0]) & within(Y, extents[1])
    simple = [simplify_index(value, domain) for value in values]
    new = [f"new{k}'" for k in range(len(values))]
    return reindex.reindex(["x", "y"], domain, new, simple, around)


def _no_box(_: Expr) -> None:
    return None


@pytest.mark.parametrize(
    "values",
    [
        [Y, X],
        [X // 4, X % 4, Y],
        [X // 4, Y, X % 4],
        [Y % 5, X, Y // 5],
        [X // 4, Y // 5, X % 4, Y % 5],
        [Y + 1, X],
        [lift(0), X, Y],
        [X, X, Y],
        [X, Y // 5],
        [X // 2, X // 4, X % 4, Y],
    ],
    ids=str,
)
@pytest.mark.parametrize("around", [TRUE, (var("n") >= 0) & (var("n") < 3)], ids=str)
def test_in_a_box_the_answer_is_that_of_isl(
    values: list[Expr], around: Expr, monkeypatch: pytest.MonkeyPatch
):
    cases = list(product((1, 3, 4, 5, 8, 14), (1, 5, 11)))
    found = [_found(values, extents, around) for extents in cases]
    monkeypatch.setattr(reindex, "as_box", _no_box)
    assert found == [_found(values, extents, around) for extents in cases]


@pytest.mark.parametrize(
    "values",
    [
        [Y, X],
        [X // 4, X % 4, Y],
        [Y % 5, X, Y // 5],
        [X // 4, Y // 5, X % 4, Y % 5],
        [lift(0), X, Y // 2, Y % 2],
        [X, Y // 5],
        [X // 2, X // 4, X % 4, Y],
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "around",
    [
        *(TRUE, N >= 0, (N > 7) & (M >= 1), N < 9, N <= M),
        *(within(var("k"), N), within(var("k"), 3), within(var("k"), var("rows"))),
    ],
    ids=str,
)
def test_below_named_sizes_the_answer_is_that_of_isl(
    values: list[Expr], around: Expr, monkeypatch: pytest.MonkeyPatch
):
    cases: list[tuple[IntLike, IntLike]] = [(N, M), (N, N), (N, 10), (1, M), (N + 1, M), (Y, N)]
    found = [_found(values, extents, around) for extents in cases]
    monkeypatch.setattr(reindex, "as_box", _no_box)
    assert found == [_found(values, extents, around) for extents in cases]


def test_boxes_take_no_questions(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reindex, "engine", None)
    assert isinstance(_found([Y, X // 4, X % 4], (N, M), M >= 1), reindex.Reindexing)
    assert isinstance(_found([Y, X // 4, X % 4], (14, 3), TRUE), reindex.Reindexing)
    assert isinstance(_found([X // 2, Y, X % 2], (3, 3), TRUE), reindex.Reindexing)
    loop = within(var("k"), var("rows"))
    assert isinstance(_found([X, Y // 4, Y % 4], (N, M), loop), reindex.Reindexing)


@pytest.mark.parametrize(
    "values",
    [
        [X],
        [X // 4, X % 4],
        [X % 4, Y, X // 4],
        [X // 4, X % 3],
        [X // -4, X % -4],
        [Y],
        [X // Y, X % Y],
    ],
    ids=str,
)
def test_what_is_given_directly_is_determined(values: list[Expr]):
    directly = reindex.determined(["x"], within(X, 14) & within(Y, 5), values)
    points = list(product(range(14), range(5)))
    seen = {(y, *(v.evaluate({"x": x, "y": y or 1}) for v in values)) for x, y in points}
    # Where y is 0 a division by it may give anything.
    assert directly == (len(seen) == len(points) and "x // y" not in map(str, values))

"""Layouts by example: the RFC's, the corner cases, the errors, the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
import pytest

from pad_mlir.dialect.layout import (
    Constant,
    Forbidden,
    Identity,
    IndexMap,
    Layout,
    LayoutError,
    MapFunction,
    PadKind,
    PlacedLayout,
    Step,
    Undef,
)
from pad_mlir.dialect.picture import draw
from pad_mlir.index.expr import Expr, lift, var

Shape: TypeAlias = Sequence[int | str]
ZERO = Constant(0.0)


def layout(*maps: MapFunction) -> Layout:
    """One step for each map, with the padding 0.0, 1.0, ..."""
    return Layout(tuple(Step(IndexMap.of(m), Constant(float(n))) for n, m in enumerate(maps)))


def texts(expressions: Sequence[int | Expr]) -> list[str]:
    return list(map(str, expressions))


# Maps, shape; physical shape and names; inverse; padding.
RFC: list[tuple[list[MapFunction], Shape, list[int] | list[str], str, list[str], str]] = [
    # RFC 77, Padded Transformations.
    ([lambda i: (i // 8, i % 8)], [16], [2, 8], "io ii", ["8*io + ii"], "false"),
    ([lambda i: (i // 8, i % 8)], [14], [2, 8], "io ii", ["8*io + ii"], "8*io + ii >= 14"),
    ([lambda i: ((i + 2) // 8, (i + 2) % 8)], [14], [2, 8], "io ii", ["8*io + ii - 2"],
     "8*io + ii < 2"),
    ([lambda i: ((i + 2) // 8, (i + 2) % 8)], [16], [3, 8], "io ii", ["8*io + ii - 2"],
     "8*io + ii < 2 or 8*io + ii >= 18"),
    # Its convolution.
    ([lambda i: ((i + 2) // 8, (i + 2) % 8)], [18], [3, 8], "io ii", ["8*io + ii - 2"],
     "8*io + ii < 2 or 8*io + ii >= 20"),
    ([lambda i: ((i + 2) // 8, (i + 2) % 8)], [20], [3, 8], "io ii", ["8*io + ii - 2"],
     "8*io + ii < 2 or 8*io + ii >= 22"),
    ([lambda i: (i // 4, i % 4)], [14], [4, 4], "io ii", ["4*io + ii"], "4*io + ii >= 14"),
    ([lambda i: (i % 4, i // 4)], [14], [4, 4], "ii io", ["4*io + ii"], "4*io + ii >= 14"),
    # NHWC to NCHWc.
    ([lambda n, h, w, c: (n, c // 4, h, w, c % 4)], [2, 3, 5, 6], [2, 2, 3, 5, 4], "n co h w ci",
     ["n", "h", "w", "4*co + ci"], "4*co + ci >= 6"),
    # Axes that are joined.
    ([lambda i, j, k: (i * 64 + j, k // 4, k % 4)], [2, 64, 6], [128, 2, 4], "p0 ko ki",
     ["p0 // 64", "p0 % 64", "4*ko + ki"], "4*ko + ki >= 6"),
    ([lambda i, j, k: (i * 64 + j, k // 4, k % 4)], [2, 60, 6], [124, 2, 4], "p0 ko ki",
     ["p0 // 64", "p0 % 64", "4*ko + ki"], "p0 % 64 >= 60 or 4*ko + ki >= 6"),
    ([lambda i, j: ((14 * i + j) // 4, (14 * i + j) % 4)], [3, 14], [11, 4], "p0 p1",
     ["(4*p0 + p1) // 14", "(4*p0 + p1) % 14"], "4*p0 + p1 >= 42"),
    ([lambda i, j: (i + j, j)], [5, 7], [11, 7], "p0 j", ["p0 - j", "j"], "p0 < j or p0 >= j + 5"),
    ([lambda i, j: (j, i)], [5, 7], [7, 5], "j i", ["i", "j"], "false"),
    # Reversal, strides, rotation.
    ([lambda i: 13 - i], [14], [14], "p0", ["13 - p0"], "false"),
    ([lambda i: ((13 - i) // 4, (13 - i) % 4)], [14], [4, 4], "io ii", ["13 - 4*io - ii"],
     "4*io + ii >= 14"),
    ([lambda i: 2 * i], [5], [9], "p0", ["p0 // 2"], "p0 % 2 != 0"),
    ([lambda i: (i + 3) % 8], [8], [8], "p0", ["(p0 + 5) % 8"], "false"),
    ([lambda i: 5 * i % 12], [12], [12], "p0", ["5*p0 % 12"], "false"),
    # Rank 0, sizes 0 and 1, an index dropped.
    ([lambda: ()], [], [], "", [], "false"),
    ([lambda: 0], [], [1], "p0", [], "false"),
    ([lambda: 2], [], [3], "p0", [], "p0 != 2"),
    ([lambda i: (i // 4, i % 4)], [0], [0, 4], "io ii", ["0"], "false"),
    ([lambda i: i % 4], [0], [4], "p0", ["0"], "true"),
    ([lambda i: (i // 4, i % 4)], [1], [1, 4], "io ii", ["ii"], "ii >= 1"),
    ([lambda i, j: j], [1, 14], [14], "j", ["0", "j"], "false"),
    ([lambda i, j: (i, 3, j)], [2, 5], [2, 4, 5], "i p1 j", ["i", "j"], "p1 != 3"),
    # Two in sequence.
    ([lambda i: (i // 4, i % 4), lambda a, b: (a // 3, a % 3, b)], [14], [2, 3, 4], "i0 i1 i2",
     ["12*i0 + 4*i1 + i2"], "12*i0 + 4*i1 + i2 >= 14"),
    ([lambda i: (i // 4, i % 4), lambda a, b: 4 * a + b], [14], [16], "i", ["i"], "i >= 14"),
    # Three, for which isl's lexmin would lose half of the inverse.
    (
        [
            lambda i, j: (j % 2 + 2 * (i % 3), j // 2, i // 3),
            lambda i, j, k: (i, 2 - j, k, 0),
            lambda i, j, k, m: (k + m, m, i // 2, i % 2, j % 3),
        ],
        [2, 5],
        [1, 1, 3, 2, 3],
        "p0 p1 i p3 p4",
        ["i", "p3 - 2*p4 + 4"],
        "i >= 2 or p3 > 2*p4",
    ),
    # Named sizes.
    ([lambda i: (i // 4, i % 4)], ["n"], ["(n + 3) // 4", "4"], "io ii", ["4*io + ii"],
     "4*io + ii >= n"),
    ([lambda i, j: (i, j // 16, j % 16)], ["n", 1021], ["n", "64", "16"], "i jo ji",
     ["i", "16*jo + ji"], "16*jo + ji >= 1021"),
    ([lambda i: ((i + 2) // 8, (i + 2) % 8)], ["n"], ["min((n + 9) // 8, n)", "8"], "io ii",
     ["8*io + ii - 2"], "8*io + ii < 2 or 8*io + ii >= n + 2"),
    ([lambda i: 2 * i], ["n"], ["max(2*n - 1, 0)"], "p0", ["p0 // 2"], "p0 % 2 != 0"),
    ([lambda i, j: 3 * i + j], ["n", 3], ["3*n"], "p0", ["p0 // 3", "p0 % 3"], "false"),
]  # fmt: skip


@pytest.mark.parametrize(("maps", "shape", "extents", "names", "inverse", "padding"), RFC)
def test_what_follows_from_a_layout(
    maps: list[MapFunction],
    shape: Shape,
    extents: list[int | str],
    names: str,
    inverse: list[str],
    padding: str,
) -> None:
    placed = layout(*maps).place(shape)
    assert texts(placed.physical_shape) == list(map(str, extents))
    assert placed.physical_names == tuple(names.split())
    assert texts(placed.inverse) == inverse
    assert str(placed.padding) == padding
    assert placed.is_padded() == (padding != "false")


def one(
    function: MapFunction, shape: Shape, *, align: Sequence[int] = (), extents: Sequence[int] = ()
) -> PlacedLayout:
    return Layout((Step(IndexMap.of(function), ZERO, tuple(align), tuple(extents)),)).place(shape)


def test_align_rounds_extents_up() -> None:
    placed = one(lambda i, j: (i, j), [3, 17], align=[1, 16])
    assert placed.physical_shape == (3, 32)
    assert str(placed.padding) == "j >= 17"
    symbolic = one(lambda i: i, ["n"], align=[8])
    assert texts(symbolic.physical_shape) == ["8*((n + 7) // 8)"]


def test_extents_set_the_box() -> None:
    placed = one(lambda i, j: (i, j), [100, 127], extents=[100, 128])
    assert placed.physical_shape == (100, 128)
    assert str(placed.valid) == "j < 127"


def test_each_cell_keeps_the_kind_of_the_step_that_introduced_it() -> None:
    twice = Layout((Step(IndexMap.of(lambda i: (i // 4, i % 4)), ZERO),)).then(
        Step(IndexMap.of(lambda a, b: (a // 3, a % 3, b)), Undef())
    )
    placed = twice.place([14])
    assert placed.boxes == ((4, 4), (2, 3, 4))
    (first, zero), (second, undef) = placed.padding_pieces
    assert (zero, undef) == (ZERO, Undef())
    cells = np.arange(24)
    where = dict(zip(placed.physical_names, np.unravel_index(cells, (2, 3, 4)), strict=True))
    assert cells[first.evaluate(where)].tolist() == [14, 15]
    assert cells[second.evaluate(where)].tolist() == list(range(16, 24))


def test_steps_without_padding_have_no_piece() -> None:
    placed = layout(lambda i: (i // 4, i % 4), lambda a, b: (b, a)).place([14])
    assert [(str(where), pad) for where, pad in placed.padding_pieces] == [
        ("4*io + ii >= 14", ZERO)
    ]


def test_everything_is_injective_where_a_size_is_0() -> None:
    placed = layout(lambda i, j: (i + j, j - 5)).place([3, 0])
    placed.check()
    assert placed.physical_shape == (0, 0)


def test_no_steps_is_row_major() -> None:
    placed = Layout(()).place([2, 3])
    assert placed.physical_shape == (2, 3)
    assert placed.inverse == placed.forward
    assert not placed.is_padded()


def test_names_are_distinct() -> None:
    placed = layout(lambda i, io: (i // 4, i % 4, io)).place([14, 3])
    assert placed.physical_names == ("io_", "ii", "io")
    assert texts(placed.inverse) == ["4*io_ + ii", "io"]


def test_numpy_arrays_of_indices_are_mapped() -> None:
    placed = layout(lambda i: ((i + 2) // 8, (i + 2) % 8)).place([16])
    logical = np.arange(16, dtype=np.float32)
    physical = np.full((3, 8), -1, dtype=np.float32)
    physical[placed.physical_index([np.arange(16)])] = logical
    assert physical.ravel().tolist() == [-1, -1, *range(16), *[-1] * 6]


def test_the_same_question_is_answered_once() -> None:
    tiled = layout(lambda i: (i // 4, i % 4))
    assert tiled.place([14]) is layout(lambda i: (i // 4, i % 4)).place((14,))
    assert tiled.place([14]) is not tiled.place([15])


NAN = float("nan")


@pytest.mark.parametrize(
    ("one_pad", "other", "same"),
    [
        (Constant(0.0), Constant(0.0), True),
        (Constant(0.0), Constant(-0.0), False),
        (Constant(0), Constant(0.0), False),
        (Constant(1), Constant(1.0), False),
        (Constant(NAN), Constant(-NAN), True),
        (Constant(NAN), Constant(float("inf")), False),
        (Undef(), Undef(), True),
        (Undef(), Forbidden(), False),
        (Identity("addf"), Identity("mulf"), False),
    ],
)
def test_equality_of_pad_kinds(one_pad: object, other: object, same: bool) -> None:
    assert (one_pad == other) == same
    assert not same or hash(one_pad) == hash(other)
    assert len({one_pad, other}) == 2 - same


def test_layouts_say_what_they_do() -> None:
    forbidden = Layout((Step(IndexMap.of(lambda i: (i // 4, i % 4)), Forbidden()),)).place([14])
    assert str(layout(lambda i: (i // 4, i % 4)).place([14])) == (
        "(i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 holds 0.0"
    )
    assert str(forbidden) == (
        "(i) -> (i // 4, i % 4) on [14] = [4, 4], padding 4*io + ii >= 14 is forbidden"
    )
    assert str(layout(lambda i: (i // 4, i % 4)).place([16])) == (
        "(i) -> (i // 4, i % 4) on [16] = [4, 4], no padding"
    )
    assert list(map(str, (Forbidden(), Undef(), ZERO, Identity("addf")))) == [
        "forbidden",
        "undef",
        "0.0",
        "identity(addf)",
    ]


NO_LAYOUTS: list[tuple[MapFunction, Shape, str]] = [
    (lambda i: i // 2, [5],
     "(i) -> (i // 2) is not injective on [5]: indices 0 and 1 both map to [0]"),
    (lambda i, j: i + j, [2, 3],
     "(i, j) -> (i + j) is not injective on [2, 3]: indices (0, 1) and (1, 0) both map to [1]"),
    (lambda i, j: i, [2, 3],
     "(i, j) -> (i) is not injective on [2, 3]: indices (0, 0) and (0, 1) both map to [0]"),
    (lambda i: i % 4, ["n"],
     "(i) -> (i % 4) is not injective on [n]: indices 0 and 4 both map to [0] for n = 5"),
    (lambda i: i - 1, [5],
     "(i) -> (i - 1) must not be negative, but index 0 maps to [-1]: add an offset"),
    (lambda i, j: (j, 3 - i), [5, 2],
     "(i, j) -> (j, 3 - i) must not be negative, but index (4, 0) maps to [0, -1]"),
    (lambda i: 13 - i, ["n"],
     "(i) -> (13 - i) must not be negative, but index 14 for n = 15 maps to [-1]"),
    (lambda i: (i, i), [3, 3],
     "the map (i) -> (i, i) takes 1 index, but its input [3, 3] has 2 axes"),
    (lambda i, j: i * j, [3, 3],
     "`i * j` is not quasi-affine: an index may be multiplied, divided or reduced modulo only "
     "by a constant"),
    (lambda i, j: (i // (j + 1), j), [3, 3], "`i // (j + 1)` is not quasi-affine"),
    (lambda i: i, [-1], "a size of the shape [-1] is negative"),
    (lambda i: i, ["i"], "`i` names both a size and an index: rename the index"),
    (lambda i, j: (i + j, j), ["n", "m"],
     "could not decide the extents of (i, j) -> (i + j, j) on [n, m]: the extent of `i + j` has "
     "no closed form for sizes that may be 0; use static sizes"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "shape", "message"), NO_LAYOUTS)
def test_what_is_no_layout_is_refused(function: MapFunction, shape: Shape, message: str) -> None:
    placed = layout(function).place(shape)
    with pytest.raises(LayoutError) as caught:
        placed.check()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (Step(IndexMap.of(lambda i: i), align=(4, 4)),
         "align [4, 4] needs one entry for each of the 1 axes of (i) -> (i)"),
        (Step(IndexMap.of(lambda i: i), align=(0,)), "align [0] must be positive"),
        (Step(IndexMap.of(lambda i: i), extents=(13,)),
         "extents [13] are too small: for shape [14], axis 0 of (i) -> (i) needs 14"),
        (Step(IndexMap.of(lambda i: i), align=(8,), extents=(15,)),
         "extents [15] are too small: for shape [14], axis 0 of (i) -> (i) needs 16"),
        (Step(IndexMap(("i",), (var("k"),))), "`k` in (i) -> (k) is none of its inputs"),
        (Step(IndexMap(("i",), (lift(3) < var("i"),))), "`i >= 4` is not quasi-affine"),
    ],
)  # fmt: skip
def test_bad_steps_are_refused(step: Step, message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        Layout((step,)).place([14]).check()
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("separators", "message"),
    [
        (
            (0,),
            "separators [0] must be positions between the 2 physical axes, "
            "of which there is only 1",
        ),
        (
            (2,),
            "separators [2] must be positions between the 2 physical axes, "
            "of which there is only 1",
        ),
        ((1, 1), "separators must increase, but are [1, 1]"),
    ],
)
def test_bad_separators_are_refused(separators: tuple[int, ...], message: str) -> None:
    steps = layout(lambda i: (i // 4, i % 4)).steps
    with pytest.raises(LayoutError) as caught:
        Layout(steps, separators).place([14]).check()
    assert str(caught.value) == message
    Layout(steps, (1,)).place([14]).check()


def test_an_inverse_by_cases_is_refused_but_the_padding_known() -> None:
    placed = layout(lambda i: ((5 * i + 5) // 7, (2 * i + 7) // 3)).place([9])
    assert placed.is_padded()
    stored = {((5 * i + 5) // 7, (2 * i + 7) // 3) for i in range(9)}
    cells = product(*(range(int(str(extent))) for extent in placed.physical_shape))
    valid = {
        c for c in cells if placed.valid.evaluate(dict(zip(placed.physical_names, c, strict=True)))
    }
    assert valid == stored
    with pytest.raises(LayoutError, match="is not one expression for each index"):
        _ = placed.inverse


def pictured(
    function: MapFunction,
    shape: Shape,
    pad: PadKind = ZERO,
    rows: int = 8,
    columns: int = 16,
    boxes: int = 4,
) -> str:
    return draw(Layout((Step(IndexMap.of(function), pad),)).place(shape), rows, columns, boxes)


def test_the_picture_of_the_rfcs_convolution() -> None:
    assert (
        pictured(lambda i: ((i + 2) // 8, (i + 2) % 8), [18], Forbidden())
        == """\
logical [18]
  i   0    1    2    3    4    5    6    7    …   11   12   13   14   15   16   17
    ┌────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┬────┐
    │  0 │  1 │  2 │  3 │  4 │  5 │  6 │  7 │  … │ 11 │ 12 │ 13 │ 14 │ 15 │ 16 │ 17 │
    └────┴────┴────┴────┴────┴────┴────┴────┴────┴────┴────┴────┴────┴────┴────┴────┘
physical [3, 8]
  io\\ii   0    1    2    3    4    5    6    7
        ┌────┬────┬────┬────┬────┬────┬────┬────┐
      0 │    │    │  0 │  1 │  2 │  3 │  4 │  5 │
        ├────┼────┼────┼────┼────┼────┼────┼────┤
      1 │  6 │  7 │  8 │  9 │ 10 │ 11 │ 12 │ 13 │
        ├────┼────┼────┼────┼────┼────┼────┼────┤
      2 │ 14 │ 15 │ 16 │ 17 │    │    │    │    │
        └────┴────┴────┴────┴────┴────┴────┴────┘
"""
    )


def test_pictures_of_more_than_two_axes_are_slices() -> None:
    picture = pictured(lambda i, j: (j // 2, i, j % 2), [2, 5], Undef(), boxes=2)
    assert (
        picture.partition("physical")[2]
        == """\
 [3, 2, 2]
  jo = 0
  i\\ji    0     1
       ┌─────┬─────┐
     0 │ 0,0 │ 0,1 │
       ├─────┼─────┤
     1 │ 1,0 │ 1,1 │
       └─────┴─────┘
  jo = …
"""
    )


@pytest.mark.parametrize(
    ("pad", "shown"),
    [(ZERO, "0.0"), (Constant(-1), "-1"), (Undef(), "undef"), (Identity("addf"), "addf")],
)
def test_pictures_show_what_padding_holds(pad: PadKind, shown: str) -> None:
    last_row = pictured(lambda i: (i // 4, i % 4), [14], pad).splitlines()[-2]
    assert [cell.strip() for cell in last_row.split("│")[1:-1]] == ["12", "13", shown, shown]


def test_pictures_of_rank_0_and_of_no_cells() -> None:
    assert "│ () │" in pictured(lambda: (), [])
    assert pictured(lambda i: i, [0]) == "logical [0]\n  no cells\nphysical [0]\n  no cells\n"


def test_a_picture_needs_numbers() -> None:
    with pytest.raises(
        LayoutError, match=r"a picture needs numbers, but a size of \[n\] is a name"
    ):
        pictured(lambda i: i, ["n"])

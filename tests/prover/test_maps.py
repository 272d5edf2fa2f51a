"""What is said of index maps on small boxes is what counting their cells says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from pad_mlir.index.expr import FALSE, TRUE, Expr, all_of, lift, rebuild, var, within
from pad_mlir.index.maps import box_map as box_map_module
from pad_mlir.index.maps import composition
from pad_mlir.index.maps import inverse as inverse_module
from pad_mlir.index.maps import reindex as reindex_module
from pad_mlir.index.maps.box_map import BoxMap, collision, extents, joined, negative
from pad_mlir.index.maps.composition import Chain, Reach, cell_count, lost, reach
from pad_mlir.index.maps.inverse import inverse
from pad_mlir.index.maps.reindex import Reindexing, determined, reindex
from pad_mlir.index.maps.shifts_and_splits import (
    greatest_fast_path,
    is_injective_fast_path,
    reach_fast_path,
)

I, J, K, L, N, M = map(var, "ijklnm")  # noqa: E741
NAMES = ("i", "j", "k")
Sizes = Mapping[str, int]
Cell = tuple[int, ...]


def counts(shape: tuple[Expr, ...], sizes: Sizes) -> Iterator[Cell]:
    """The cells of a box."""
    return product(*(range(extent.evaluate(sizes)) for extent in shape))


def box_map(outputs: tuple[Expr | int, ...], *shape: Expr | int) -> BoxMap:
    return BoxMap(NAMES[: len(shape)], tuple(map(lift, outputs)), tuple(map(lift, shape)))


def image(index_map: BoxMap, cell: Cell, sizes: Sizes) -> Cell:
    values = {**sizes, **dict(zip(index_map.inputs, cell, strict=True))}
    return tuple(output.evaluate(values) for output in index_map.outputs)


def sizes_of(index_map: BoxMap) -> list[dict[str, int]]:
    names = index_map.sizes()
    return [
        dict(zip(names, chosen, strict=True)) for chosen in product(range(12), repeat=len(names))
    ]


SPLIT_ROWS = box_map((I, J // 4, J % 4), 3, 10)
MAPS = [
    SPLIT_ROWS,
    box_map((J, I), 3, 10),
    box_map((J, J), 3, 10),
    box_map((I + 1,), 5),
    box_map((I - 1,), 5),
    box_map((3 - I,), 5),
    box_map((-I,), 5),
    box_map((I // 4, I % 4), 0),
    box_map((I // 4, I % 4), 14),
    box_map((I // 4, I % 2), 14),
    box_map((I // 4, I // 2 % 2, I % 2), 14),
    box_map((I % 4,), 4),
    box_map((I % 4,), 5),
    box_map((I * 2 % 6,), 3),
    box_map((I % 4 - 4,), 3),
    box_map((I - I // 4,), 9),
    box_map((I * 4 + J,), 0, 5),
    box_map((I * 4 + J,), 3, 4),
    box_map((I * 4 + J,), 3, 5),
    box_map((I * 4 + J, K), 3, 5, 2),
    box_map((I - J,), 3, 1),
    box_map((I - J, J), 3, 2),
    box_map((7,), 1),
    box_map((7,), 2),
    box_map((rebuild("min", (I, lift(5))),), 9),
    box_map((I // 4, I % 4), N),
    box_map((I, J % 4), N, 4),
    box_map((I, J % 4), N, 5),
    box_map((I, J), N, M),
    box_map((I * 8 + J,), N, 8),
    box_map((I + 2,), N),
    box_map((I - 1, J), N, M),
]


@pytest.mark.parametrize("index_map", MAPS, ids=str)
def test_collisions(index_map: BoxMap) -> None:
    images = {
        tuple(sizes.values()): [
            image(index_map, cell, sizes) for cell in counts(index_map.shape, sizes)
        ]
        for sizes in sizes_of(index_map)
    }
    found = collision(index_map)
    assert (found is None) == all(len({*cells}) == len(cells) for cells in images.values())
    if found is None:
        return
    one, other = found
    cells = [tuple(values[name] for name in index_map.inputs) for values in found]
    sizes = {name: one[name] for name in index_map.sizes()}
    assert sizes == {name: other[name] for name in index_map.sizes()}
    assert cells[0] < cells[1], "the first one comes first"
    assert {*cells} <= {*counts(index_map.shape, sizes)}
    assert image(index_map, cells[0], sizes) == image(index_map, cells[1], sizes)


@pytest.mark.parametrize("index_map", MAPS, ids=str)
def test_negative_indices(index_map: BoxMap) -> None:
    found = negative(index_map)
    some = any(
        min(image(index_map, cell, sizes)) < 0
        for sizes in sizes_of(index_map)
        for cell in counts(index_map.shape, sizes)
    )
    assert (found is not None) == some
    if found is not None:
        sizes = {name: found[name] for name in index_map.sizes()}
        cell = tuple(found[name] for name in index_map.inputs)
        assert cell in {*counts(index_map.shape, sizes)}
        assert min(image(index_map, cell, sizes)) < 0


@pytest.mark.parametrize("index_map", MAPS, ids=str)
def test_extents(index_map: BoxMap) -> None:
    """One more than the greatest value, over all integers where there is one, else in its box."""
    found = extents(index_map)
    for axis, output in enumerate(index_map.outputs):
        names = [*dict.fromkeys(output.variables())]
        near, far = (
            max(
                output.evaluate(dict(zip(names, values, strict=True)))
                for values in product(range(-reach, reach + 1), repeat=len(names))
            )
            for reach in (12, 24)
        )
        for sizes in sizes_of(index_map):
            own = index_map.part(names, (output,))  # the other axes may have no cells at all
            values = [image(own, cell, sizes)[0] for cell in counts(own.shape, sizes)]
            greatest = near if near == far else max(values, default=-1)
            assert found[axis].evaluate(sizes) == max(greatest + 1, 0), sizes


def test_parts_that_share_no_index() -> None:
    assert joined([[1], [2], [3, 4], [5]]) == [{1}, {2}, {3, 4}, {5}]
    assert joined([[1, 2], [3], [2, 3], [4]]) == [{1, 2, 3}, {4}]
    assert SPLIT_ROWS.factors() == [
        BoxMap(("i",), (I,), (lift(3),)),
        BoxMap(("j",), (J // 4, J % 4), (lift(10),)),
    ]
    assert box_map((7, J), 2, 3).factors()[0].outputs == ()


def test_renaming() -> None:
    assert box_map((J, I), 3, 10).is_renaming()
    assert not box_map((J,), 3, 10).is_renaming()
    assert not box_map((J, J), 3, 10).is_renaming()
    assert not box_map((I + 1,), 3).is_renaming()


@pytest.mark.parametrize(
    ("output", "greatest"),
    [
        (I, 9),
        (I + 2, 11),
        (3 - I, 3),
        (I // 4, 2),
        (-I // 4, 0),
        (I * 10 + J, 94),
        (I * 10 - J, 90),
        (I % 4, 3),  # over all integers: any remainder
        ((I * 3 + J) % 7, 6),
        ((I * 3 - J) % 7, 6),
        (I * 3 % 7, None),
        (I // 2 % 7, None),
        (I % -4, None),
        (I % J, None),
        (I * J, None),
        (I // J, None),
        (I - I // 4, None),  # not of each name once: the ends of its parts are not met together
        (rebuild("min", (I, J)), None),
        # What is rounded in between need not meet the end of the range that encloses it.
        (2 * J % 8 * 3, None),
        (I + 2 * J % 8, None),
        ((I + I // 2) % 3, None),  # 0, 1, 0, 1, ..
    ],
    ids=str,
)
def test_greatest_value(output: Expr, greatest: int | None) -> None:
    assert greatest_fast_path(output, within(I, 10) & within(J, 5)) == greatest


@pytest.mark.parametrize(
    ("outputs", "injective"),
    [
        ((I,), True),
        ((2 * I + 3,), True),
        ((I // 2,), False),
        ((I % 2,), False),
        ((lift(5),), False),
        ((I // 4, I % 4), True),
        ((I % 4, I // 4), True),
        ((I // 4, I % 2), False),
        ((I // 4 // 2, I // 4 % 2, I % 4), True),
        ((I // 8, I // 4 % 2), False),
        ((I // 8, I % 4), False),
        ((I - I // 2,), False),
        (((2 * I + 1) // 4, (2 * I + 1) % 4), True),
    ],
    ids=str,
)
def test_seen_injective(outputs: tuple[Expr, ...], injective: bool) -> None:
    assert is_injective_fast_path(outputs) == injective


@pytest.mark.parametrize(
    ("outputs", "size", "shape", "wanted"),
    [
        ((I,), 5, (5,), ("true", "a")),
        ((I,), 5, (6,), ("a < 5", "a")),
        ((I + 2,), 5, (7,), ("a >= 2", "a - 2")),
        ((I + 2,), 5, (8,), ("a >= 2 and a < 7", "a - 2")),
        ((I - 2,), 9, (7,), ("true", "a + 2")),
        ((I - 2,), 8, (7,), ("a < 6", "a + 2")),
        ((I // 4, I % 4), 14, (4, 4), ("4*a + b < 14", "4*a + b")),
        ((I % 4, I // 4), 14, (4, 4), ("4*b + a < 14", "4*b + a")),
        ((I // 4, I % 4), 16, (4, 4), ("true", "4*a + b")),
        ((I // 4, I % 4), 3, (1, 4), ("b < 3", "b")),
        (((I + 1) // 4, (I + 1) % 4), 15, (4, 4), ("4*a + b >= 1", "4*a + b - 1")),
        ((I // 4, (I + 1) % 4), 14, (4, 4), None),
        ((I // 4, I % 2), 14, (4, 2), None),
        ((I // 4, I % 4), 14, (4, 5), None),  # the last column is not one of the remainders
        ((I // 4, I // 2), 14, (4, 7), None),
        ((I % 4, I % 5), 14, (4, 5), None),
        ((I // 4, I // 2 % 2, I % 2), 14, (4, 2, 2), None),
        ((I // 4, I % 4, I // 4), 14, (4, 4, 4), None),
        ((2 * I,), 5, (10,), None),
        ((5 - I,), 5, (6,), None),
        ((I // 2,), 5, (3,), None),
        ((lift(3),), 1, (4,), None),
        ((I + J,), 5, (9,), None),
        ((I,), N, (5,), None),
        ((I,), 5, (N,), None),
        ((I // 4, I % 4), 14, (N, 4), None),
        ((I // 4, I % 4), N, ((N + 3) // 4, 4), ("4*a + b < n", "4*a + b")),
        ((I % 4, I // 4), N, (4, (N + 3) // 4), ("4*b + a < n", "4*b + a")),
        ((I // 4, I % 4), N, ((N + 2) // 4, 4), None),
        (((I + 1) // 4, (I + 1) % 4), N, ((N + 4) // 4, 4), None),
        ((I + 2,), N, (rebuild("min", (N + 2, N * 3)),), ("a >= 2", "a - 2")),
        (
            (I + 2,),
            N,
            (4 * ((rebuild("min", (N + 2, N * 3)) + 3) // 4),),
            ("a >= 2 and a < n + 2", "a - 2"),
        ),
        ((I + 2,), N, (N + 2,), None),
        ((I + 2,), N, (2 * N,), None),
        ((I,), N, (4 * ((N + 3) // 4),), ("a < n", "a")),
        ((I,), N, (N,), ("true", "a")),
        ((I,), N, (2 * N,), None),
        ((I,), 2 * N, (2 * N,), None),
    ],
    ids=str,
)
def test_reach_of_one_index(
    outputs: tuple[Expr, ...],
    size: Expr | int,
    shape: tuple[Expr | int, ...],
    wanted: tuple[str, str] | None,
) -> None:
    found = reach_fast_path(outputs, lift(size), ("a", "b", "c"), tuple(map(lift, shape)))
    assert (found and tuple(map(str, found))) == wanted


Outputs = tuple[Expr | int, ...]
Shape = tuple[Expr | int, ...]


def chain(first: Shape, *steps: tuple[Outputs, Shape]) -> Chain:
    """Each step is a map of `I`, `J`, .. for the indices before it, and the box after it."""
    inputs = {name: var(f"%{axis}") for axis, name in enumerate("ijkl")}
    maps = tuple(tuple(lift(o).substitute(inputs) for o in outputs) for outputs, _ in steps)
    return Chain(maps, tuple(tuple(map(lift, s)) for s in (first, *(shape for _, shape in steps))))


def split(size: int) -> Outputs:
    return I // size, I % size


def rows(size: int) -> Outputs:
    return (I * size + J,)


CHAINS = [
    chain((0,), (split(4), (4, 4))),
    chain((3, 2)),
    chain((1,), ((I + 2,), (4,))),
    chain((1, 1), (rows(3), (3,))),
    chain((14,), (split(4), (4, 4))),
    chain((14,), (split(4), (5, 4))),
    chain((16,), (split(4), (4, 4))),
    chain((14,), (split(4), (4, 4)), (rows(4), (16,))),
    chain((14,), (split(4), (4, 4)), (rows(5), (20,))),
    chain((14,), (split(4), (4, 4)), ((J, I), (4, 4))),
    chain((14,), (split(4), (4, 4)), ((I // 3, I % 3, J), (2, 3, 4))),
    chain((3, 5), (rows(5), (15,)), (split(4), (4, 4))),
    chain((3, 5), (rows(6), (18,))),
    chain((3, 5), ((I, J + 2), (4, 8))),
    chain((3, 5), ((2 * I, 4 - J), (6, 5))),
    chain((3, 5, 2), ((I * 5 + J, K), (15, 2))),
    chain((3, 5, 2), ((I * 5 + J, K), (15, 3))),
    chain((3, 5, 2), ((I, J * 2 + K), (3, 10))),
    chain((3, 5, 2), (((I * 5 + J) * 2 + K,), (30,))),
    chain((3, 5, 2), ((J, I * 2 + K), (5, 6))),
    chain((6, 7), ((I // 4, J // 4, I % 4, J % 4), (2, 2, 4, 4)),
          ((I * 2 + J, K * 4 + L), (4, 16))),
    chain((6, 7), ((I // 4, I % 4, J // 4, J % 4), (2, 4, 2, 4)),
          ((I * 5 + J, K * 5 + L), (10, 10))),
    chain((6,), (split(4), (2, 4)), ((I * 4 + J + 1,), (9,))),
    chain((3, 4), ((I + J, J), (6, 4))),
    chain((7,), ((I, I % 2), (7, 2))),
    chain((2, 1), ((I, 0), (2, 1))),
    chain((N,), (split(4), ((N + 3) // 4, 4))),
    chain((N, 3), ((I // 4, J, I % 4), ((N + 3) // 4, 3, 4))),
    chain((5, 0), ((I * 4 + J,), (20,))),
]  # fmt: skip


def reached_cells(given: Chain, sizes: Sizes) -> dict[Cell, Cell]:
    """The cells of the last box that are reached, and from where."""
    found = dict[Cell, Cell]()
    for cell in counts(given.shapes[0], sizes):
        at = [index.evaluate(sizes) for index in given.apply([lift(n) for n in cell])]
        if all(
            0 <= n < extent.evaluate(sizes) for n, extent in zip(at, given.shapes[-1], strict=True)
        ):
            found[tuple(at)] = cell
    return found


def sizes_in(given: Chain) -> list[dict[str, int]]:
    names = {name for shape in given.shapes for extent in shape for name in extent.variables()}
    return [{"n": size} for size in range(10)] if names else [{}]


def holds(condition: Expr, names: tuple[str, ...], cell: Cell, sizes: Sizes) -> bool:
    return bool(condition.evaluate({**sizes, **dict(zip(names, cell, strict=True))}))


@pytest.mark.parametrize("given", CHAINS, ids=str)
def test_reach(given: Chain) -> None:
    names = ("a", "b", "c", "d")[: len(given.shapes[-1])]
    found = reach(given, names)
    assert sorted(axis for axes in found.conditions for axis in axes) == [*range(len(names))]
    for axes, condition in found.conditions.items():
        assert {*condition.variables()} <= {"n", *(names[axis] for axis in axes)}
    assert found.inverse is not None
    for sizes in sizes_in(given):
        wanted = reached_cells(given, sizes)
        for cell in counts(given.shapes[-1], sizes):
            assert holds(all_of(found.conditions.values()), names, cell, sizes) == (cell in wanted)
            if cell in wanted:
                values = {**sizes, **dict(zip(names, cell, strict=True))}
                assert tuple(e.evaluate(values) for e in found.inverse) == wanted[cell]


@pytest.mark.parametrize("given", CHAINS, ids=str)
def test_what_a_step_before_loses(given: Chain) -> None:
    names = ("a", "b", "c", "d")[: len(given.shapes[-1])]
    inner = reach(given, names)
    for count in range(len(given.maps) + 1):
        later = given.after(count)
        missing = lost(inner, reach(later, names), names, given.shapes[-1])
        for sizes in sizes_in(given):
            one, all_ = reached_cells(given, sizes), reached_cells(later, sizes)
            for cell in counts(given.shapes[-1], sizes):
                assert holds(missing, names, cell, sizes) == (cell in all_ and cell not in one)


def test_forms_of_what_is_reached() -> None:
    def form(given: Chain) -> list[str]:
        found = reach(given, ("a", "b", "c")[: len(given.shapes[-1])])
        return [str(all_of(found.conditions.values())), *map(str, found.inverse or ())]

    split_twice = chain((14,), (split(4), (4, 4)), ((I // 2, I % 2, J), (2, 2, 4)))
    assert form(split_twice) == ["8*a + 4*b + c < 14", "8*a + 4*b + c"]
    in_rows = chain(
        (3, 6),
        ((I, J // 4, J % 4), (3, 2, 4)),
        ((I * 2 + J, K), (6, 4)),
    )
    assert form(in_rows) == ["4*(a % 2) + b < 6", "a // 2", "4*(a % 2) + b"]
    # Where there are as many cells as indices nothing is to be asked, whatever the map.
    assert form(chain((4, 4), ((I, (I + J) % 4), (4, 4))))[0] == "true"
    # The axes that a later map joins are asked for together, all others by themselves.
    two = reach(chain((5, 3), ((I // 4, I % 4, J), (2, 4, 4))), ("a", "b", "c"))
    assert {*two.conditions} == {frozenset({0, 1}), frozenset({2})}
    assert (
        str(
            lost(
                two,
                Reach({frozenset({0}): TRUE}, None),
                ("a", "b", "c"),
                (lift(2), lift(4), lift(4)),
            )
        )
        == "4*a + b >= 5 or c >= 3"
    )
    later = chain((14,), (split(4), (4, 4)), (rows(5), (20,)))
    missing = lost(reach(later, ("a",)), reach(later.after(1), ("a",)), ["a"], [lift(20)])
    assert str(missing) == "a >= 17 and a < 19"
    assert lost(two, two, ("a", "b", "c"), (lift(2), lift(4), lift(4))) == FALSE


def test_strands() -> None:
    given = chain(
        (6, 7),
        ((J // 4, I + 1, J % 4), (2, 8, 4)),
        ((J, K * 2 + I), (8, 8)),
    )
    assert given.strands() == [
        (chain((6,), ((I + 1,), (8,)), ((I,), (8,))), (0,), (0,)),
        (chain((7,), ((I // 4, I % 4), (2, 4)), ((J * 2 + I,), (8,))), (1,), (1,)),
    ]  # fmt: skip


def test_simple_maps_take_no_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile time: isl is not asked of shifts, splits and renamings, nor of what counts show."""
    for module, names in (
        (box_map_module, ["engine"]),
        (inverse_module, ["engine"]),
        (composition, ["inverse", "reached"]),
        (reindex_module, ["engine"]),
    ):
        for name in names:
            monkeypatch.setattr(module, name, None)
    simple = box_map((I // 4, J, I % 4, K), 14, 1, 5)
    assert collision(simple) is None
    assert negative(simple) is None
    assert [str(extent) for extent in extents(simple)] == ["4", "1", "4", "5"]
    assert extents(box_map((I,), N)) == (N,)
    assert extents(box_map((I // 4, J + 1), 14, 1)) == (lift(4), lift(2))
    given = chain((14, 3), ((J, I // 4, I % 4), (3, 4, 4)))
    assert reach(given, NAMES).inverse == (4 * J + K, I)
    assert reach(given.after(1), NAMES).inverse == (I, J, K)
    nothing = reach(chain((0, 3), ((I + J, J), (3, 3))), NAMES[:2])
    assert [*nothing.conditions.values()] == [FALSE]
    assert inverse(box_map((J, I), 2, 3), ("a", "b"), (lift(3), lift(2))) == (var("b"), var("a"))
    assert determined(("i", "j"), ITERATIONS, (I // 4, J, I % 4))


def test_as_many_cells_as_indices_are_all_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "reached", None)
    turned = chain((4, 4), ((I, (I + J) % 4), (4, 4)))
    assert all_of(reach(turned, NAMES[:2]).conditions.values()) == TRUE


def test_what_needs_no_simplification(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "simplify_condition", None)
    some, every = (Reach({frozenset({0}): condition}, None) for condition in (I < 3, TRUE))
    assert lost(some, some, ["i"], [lift(5)]) == FALSE
    assert lost(some, every, ["i"], [lift(5)]) == (I >= 3)


@pytest.mark.parametrize("given", CHAINS, ids=str)
def test_inverse_by_steps(given: Chain) -> None:
    """As good as the inverse of all maps at once; None where there is one step."""
    names = ("a", "b", "c", "d")[: len(given.shapes[-1])]
    found = composition._inverse_by_steps(given, names)  # pyright: ignore[reportPrivateUsage]
    if len(given.maps) < 2:
        assert found is None
        return
    assert found is not None
    for cell, wanted in reached_cells(given, {}).items():
        values = {**dict(zip(names, cell, strict=True))}
        assert tuple(index.evaluate(values) for index in found) == wanted


def test_one_index_without_an_inverse() -> None:
    """Then there is none; the condition is found all the same."""
    bent = rebuild("max", (rebuild("min", (2 * I, I + 3)), 3 * I - 9))
    given = chain((9, 2), ((bent, J), (16, 2)))
    found = reach(given, NAMES[:2])
    assert found.inverse is None
    wanted = reached_cells(given, {})
    for cell in counts(given.shapes[-1], {}):
        assert holds(all_of(found.conditions.values()), NAMES[:2], cell, {}) == (cell in wanted)


def test_number_of_cells() -> None:
    assert cell_count((lift(3), lift(5))) == 15
    assert cell_count(()) == 1
    assert cell_count((lift(3), N)) is None
    assert cell_count((lift(0), N)) == 0


ITERATIONS = within(I, 6) & within(J, 5)


@pytest.mark.parametrize(
    ("domain", "values", "around"),
    [
        (ITERATIONS, (J, I), TRUE),
        (ITERATIONS, (I, I + J), TRUE),
        (ITERATIONS, (I, I - J), TRUE),
        (ITERATIONS, (-I, J), TRUE),
        (ITERATIONS, (I * 5 + J,), TRUE),
        (ITERATIONS, (I * 7 + J,), TRUE),
        (ITERATIONS, (I // 4, I % 4, J), TRUE),
        (ITERATIONS, (I // 4, I % 4, J // 2, J % 2), TRUE),
        (ITERATIONS, (I // 4, J // 2, I % 4, J % 2), TRUE),
        (ITERATIONS, (I // 3, J // 5, I % 3, J % 5), TRUE),
        (ITERATIONS, (lift(4), I, J), TRUE),
        (ITERATIONS, (I, I, J), TRUE),
        (ITERATIONS, (I // 2, I // 3, I % 3, J), TRUE),
        (ITERATIONS & (I * J < 0), (I, J), TRUE),
        (ITERATIONS & (I < J), (J, I), TRUE),
        (ITERATIONS & (I < J), (J - I, I), TRUE),
        (ITERATIONS & (I < 0), (J, I), TRUE),
        (within(I - 2, 6) & within(J, 1), (I // 4, I % 4, J), TRUE),
        (within(I - 2, 6) & within(J, 1), (I, J), TRUE),
        (within(I, 9) & within(J, 2), (I // 4, I % 4, J), TRUE),
        (within(I, 8) & within(J, 2), (I // 4, I % 4, J), TRUE),
        (within(I, 8) & within(J, 2), (I // 8, I % 8, J), TRUE),
        (within(I, N) & within(J, 2), (J, I), N >= 0),
        (within(I, N) & within(J, M), (J + M, I - N), (N >= 0) & (M >= 0)),
        (within(I, N) & within(J, 2), (I // 4, I % 4, J), N >= 0),
        (within(I - N, 3) & within(J, 2), (I, J), N >= 0),
        (within(I, N) & within(I, M) & within(J, 1), (I, J), (N >= 0) & (M >= 0)),
        (within(I, 5) & (I >= N) & (I >= M) & within(J, 1), (J, I), (N >= 0) & (M >= 0)),
        ((I >= N) & (I >= M) & (I < N + M) & within(J, 1), (J, I), (N >= 0) & (M >= 0)),
    ],
    ids=str,
)
def test_new_iterators(domain: Expr, values: tuple[Expr, ...], around: Expr) -> None:
    """The box has all new values, the guard leaves just those, and each tells the old ones."""
    if "i * j" in str(domain):  # not affine
        assert isinstance(reindex(("i", "j"), domain, ("x", "y"), values, around), str)
        return
    new = ("x", "y", "z", "w")[: len(values)]
    found = reindex(("i", "j"), domain, new, values, around)
    assert isinstance(found, Reindexing), found
    assert {*found.names()} <= {*new, *"nm"}
    sizes_around = [{"n": n, "m": m} for n, m in product(range(7), repeat=2)]
    outer: list[Sizes] = (
        [s for s in sizes_around if holds(around, (), (), s)] if around != TRUE else [{}]
    )
    firsts, lasts = ([set[int]() for _ in new] for _ in range(2))
    for sizes in outer:
        visited = {
            tuple(v.evaluate({**sizes, "i": i, "j": j}) for v in values): (i, j)
            for i, j in product(range(-3, 12), repeat=2)
            if holds(domain, ("i", "j"), (i, j), sizes)
        }
        bounds = [(a.evaluate(sizes), b.evaluate(sizes)) for a, b in found.box]
        for (first, last), (lowers, uppers) in zip(bounds, found.bounds(), strict=True):
            assert first == max(e.evaluate(sizes) for e in lowers)
            assert last + 1 == min(e.evaluate(sizes) for e in uppers)
        inside = {*product(*(range(first, last + 1) for first, last in bounds))}
        assert {*visited} <= inside
        for cell in inside:
            assert holds(found.guard, new, cell, sizes) == (cell in visited)
            if cell in visited:
                given = {**sizes, **dict(zip(new, cell, strict=True))}
                assert tuple(e.evaluate(given) for e in found.old) == visited[cell]
        for axis, seen in enumerate(zip(*visited, strict=True)):
            firsts[axis].add(min(seen) - bounds[axis][0])
            lasts[axis].add(bounds[axis][1] - max(seen))
    # None is wider than it has to be for all sizes.
    assert all(0 in slack or not slack for slack in [*firsts, *lasts])


def test_bounds_are_constants_where_they_can_be() -> None:
    domain = (I >= 3 - N) & (I >= 0) & (I < N) & (I < 4)
    found = reindex(("i",), domain, ("x",), (I,), TRUE)
    assert isinstance(found, Reindexing)
    assert found.box == ((lift(0), lift(3)),)


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ((I, J), True),
        ((I,), False),
        ((I * 5 + J,), True),
        ((I * 4 + J,), False),
        ((I // 4, I % 4, J), True),
        ((I // 4, I % 3, J), False),
        ((I // 4, I % 2, J), False),
        ((I // 4, I // 2, I % 2, J), True),
        ((I // N, I % N, J), False),  # N may be 0
        ((I, I + J), True),
        ((I * J, J), False),
    ],
    ids=str,
)
def test_iterators_that_values_fix(values: tuple[Expr, ...], wanted: bool) -> None:
    assert determined(("i", "j"), ITERATIONS, values) == wanted

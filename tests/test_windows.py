"""Names of a buffer: at which bytes the elements of each lie, and which cells are which."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import IndexType, VectorType, bf16, f16, f32, f64, i1, i8, i16, i32, i64
from xdsl.ir import Attribute, SSAValue

from pad_mlir.analysis.accesses.windows import Names, Window, bytes_of, names_of, overlap
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.expr import lift

F, B = "memref<16xf32>", "memref<64xi8>"
REINTERPRET = "%v = memref.reinterpret_cast %A to offset: [{}], sizes: [{}], strides: [{}]"
VIEW = "%v = memref.view %A[%{}][] : memref<64xi8> to {}"
Place = tuple[int, ...]
"""The first byte of the first element, from the start of the buffer, and from one to the next."""


def names(type: str, body: str) -> tuple[Names, dict[str, SSAValue]]:
    """The names of a buffer %A, and the values of a function by name."""
    constants = "\n".join(f"%c{k} = arith.constant {k} : index" for k in (0, 4, 6, 8))
    text = f"func.func @f(%A: {type}, %n: index) {{\n{constants}\n{body}\nfunc.return\n}}"
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    values = dict[str, SSAValue]()
    for value in (*function.args, *(r for op in function.walk() for r in op.results)):
        values[value.name_hint or ""] = value
    return names_of(values.get("v", values["A"])), values


def places(window: Window) -> dict[tuple[int, ...], int]:
    """The first byte of each element; of a first extent that is not known, of some."""
    extents = [5 if size < 0 else size for size in window.shape]
    found: dict[tuple[int, ...], int] = {}
    for index in product(*map(range, extents)):
        number = window.number_of([*map(lift, index)]).constant
        assert number is not None
        found[index] = window.offset + number * window.size
    return found


KNOWN: dict[str, tuple[str, str, int, Place]] = {
    # The buffer, its view, the bytes of an element, and where each is.
    "itself": (F, "", 4, (0, 4)),
    "rows": ("memref<3x5xf64>", "", 8, (0, 40, 8)),
    "a dynamic number of rows": ("memref<?x5xi8>", "", 1, (0, 5, 1)),
    "rows of one": ("memref<4x1xf32>", "", 4, (0, 4, 4)),
    "no rows": ("memref<f32>", "", 4, (0,)),
    "an empty buffer": ("memref<0x4xf32>", "", 4, (0, 0, 0)),
    "elements of unknown bytes": ("memref<4x4xindex>", "", 1, (0, 4, 1)),
    "expanded": (
        F,
        f"%v = memref.expand_shape %A [[0, 1]] output_shape [4, 4] : {F} into memref<4x4xf32>",
        4,
        (0, 16, 4),
    ),
    "collapsed": (
        "memref<4x4xf32>",
        f"%v = memref.collapse_shape %A [[0, 1]] : memref<4x4xf32> into {F}",
        4,
        (0, 4),
    ),
    "cast": (F, f"%v = memref.cast %A : {F} to memref<?xf32>", 4, (0, 4)),
    "bytes as numbers": (B, VIEW.format("c0", "memref<16xf32>"), 4, (0, 4)),
    "bytes from the eighth on": (B, VIEW.format("c8", "memref<7xf64>"), 8, (8, 8)),
    "bytes from anywhere": (
        B,
        VIEW.format("c6", "memref<4x2xi32>"),
        4,
        (6, 8, 4),
    ),
    "bytes of a view": (
        B,
        f"%u = memref.view %A[%c8][] : {B} to memref<32xi8>\n"
        "%v = memref.view %u[%c4][] : memref<32xi8> to memref<2xf32>",
        4,
        (12, 4),
    ),
    "reinterpreted": (
        F,
        REINTERPRET.format(2, 4, 1) + f" : {F} to memref<4xf32, strided<[1], offset: 2>>",
        4,
        (8, 4),
    ),
    "each second": (
        F,
        REINTERPRET.format(0, 4, 2) + f" : {F} to memref<4xf32, strided<[2]>>",
        4,
        (0, 8),
    ),
    "rows apart": (
        F,
        REINTERPRET.format(0, "3, 4", "5, 1") + f" : {F} to memref<3x4xf32, strided<[5, 1]>>",
        4,
        (0, 20, 4),
    ),
    "rows apart, cast": (
        F,
        REINTERPRET.replace("%v", "%u").format(0, "3, 4", "5, 1")
        + f" : {F} to memref<3x4xf32, strided<[5, 1]>>\n%v = memref.cast %u"
        + " : memref<3x4xf32, strided<[5, 1]>> to memref<?x4xf32, strided<[5, 1]>>",
        4,
        (0, 20, 4),
    ),
    "rows side by side": (
        F,
        REINTERPRET.format(0, "4, 4", "4, 1") + f" : {F} to memref<4x4xf32, strided<[4, 1]>>",
        4,
        (0, 16, 4),
    ),
    "counted from the start again": (
        F,
        REINTERPRET.replace("%v", "%u").format(2, 8, 1)
        + f" : {F} to memref<8xf32, strided<[1], offset: 2>>\n"
        + REINTERPRET.replace("%A", "%u").format(1, 4, 1)
        + " : memref<8xf32, strided<[1], offset: 2>> to memref<4xf32, strided<[1], offset: 1>>",
        4,
        (4, 4),
    ),
}
UNKNOWN: dict[str, tuple[str, str]] = {
    "a layout of its own": ("memref<4xf32, strided<[2]>>", ""),
    "rows of unknown length": ("memref<4x?xf32>", ""),
    "empty rows": ("memref<4x0xf32>", ""),
    "rows that a cast makes known": (
        "memref<4x?xf32>",
        "%v = memref.cast %A : memref<4x?xf32> to memref<4x4xf32>",
    ),
    "a view of one of an unknown place": (
        "memref<4xf32, strided<[2]>>",
        REINTERPRET.format(0, 4, 1)
        + " : memref<4xf32, strided<[2]>> to memref<4xf32, strided<[1]>>",
    ),
    "bytes from a value": (B, VIEW.format("n", "memref<4xf32>")),
    "bytes of unknown size": (B, VIEW.format("c0", "memref<4xindex>")),
    "rows of unknown length in bytes": (
        B,
        "%v = memref.view %A[%c0][%n] : memref<64xi8> to memref<2x?xf32>",
    ),
    "rows that overlap": (
        F,
        REINTERPRET.format(0, "3, 4", "3, 1") + f" : {F} to memref<3x4xf32, strided<[3, 1]>>",
    ),
    "one cell many times": (
        F,
        REINTERPRET.format(0, 4, 0) + f" : {F} to memref<4xf32, strided<[0]>>",
    ),
    "columns first": (
        F,
        REINTERPRET.format(0, "4, 4", "1, 4") + f" : {F} to memref<4x4xf32, strided<[1, 4]>>",
    ),
    "from a value": (
        F,
        REINTERPRET.format("%n", 4, 1) + f" : {F} to memref<4xf32, strided<[1], offset: ?>>",
    ),
    "by a value": (
        F,
        REINTERPRET.format(0, 4, "%n") + f" : {F} to memref<4xf32, strided<[?]>>",
    ),
    "a view that has a layout": (
        F,
        REINTERPRET.replace("%v", "%u").format(0, "4, 4", "4, 1")
        + f" : {F} to memref<4x4xf32, strided<[4, 1]>>\n"
        + "%v = memref.collapse_shape %u [[0, 1]]"
        + " : memref<4x4xf32, strided<[4, 1]>> into memref<16xf32, strided<[1]>>",
    ),
    "one of rows apart, collapsed": (
        F,
        REINTERPRET.replace("%v", "%u").format(0, "2, 2, 2", "8, 2, 1")
        + f" : {F} to memref<2x2x2xf32, strided<[8, 2, 1]>>\n"
        + "%v = memref.collapse_shape %u [[0], [1, 2]] : memref<2x2x2xf32, strided<[8, 2, 1]>>"
        + " into memref<2x4xf32, strided<[8, 1]>>",
    ),
}


@pytest.mark.parametrize("case", KNOWN)
def test_where_elements_lie(case: str) -> None:
    type, body, size, place = KNOWN[case]
    found, values = names(type, body)
    window = found.windows[values.get("v", values["A"])]
    assert found.root is values["A"]
    assert window is not None
    assert window.size == size
    start, *steps = place
    for index, found_at in places(window).items():
        assert found_at == start + sum(i * step for i, step in zip(index, steps, strict=True))
    if window.is_dense:
        for number, index in enumerate(places(window)):
            at = [axis.constant for axis in window.index_of(lift(number))]
            assert tuple(at) == index


@pytest.mark.parametrize("case", UNKNOWN)
def test_places_that_are_not_known(case: str) -> None:
    type, body = UNKNOWN[case]
    found, values = names(type, body)
    assert found.windows[values.get("v", values["A"])] is None


BYTES: list[tuple[Attribute, int | None]] = [
    *((i8, 1), (i16, 2), (i32, 4), (i64, 8), (f16, 2), (bf16, 2), (f32, 4), (f64, 8)),
    *((i1, None), (IndexType(), None), (VectorType(f32, [4]), 16), (VectorType(i8, [3, 2]), 6)),
    *((VectorType(f32, [3]), None), (VectorType(f32, [2, 3]), None), (VectorType(i1, [8]), None)),
    (VectorType(f32, []), None),
    (VectorType(f32, [1]), 4),
]


def test_bytes_of_elements() -> None:
    assert [bytes_of(type) for type, _ in BYTES] == [wanted for _, wanted in BYTES]


def window(element: Attribute, offset: int, shape: Sequence[int]) -> Window:
    size = bytes_of(element)
    assert size is not None
    strides = tuple([shape[1], 1] if len(shape) == 2 else [1])
    return Window(element, size, 0, offset, tuple(shape), strides)


WINDOWS = [
    window(f32, 0, [16]),
    window(f32, 8, [8]),
    window(f32, 2, [8]),
    window(f64, 0, [8]),
    window(f64, 8, [2, 3]),
    window(f64, 4, [4]),
    window(i8, 0, [64]),
    window(i8, 5, [4, 4]),
    window(i16, 2, [4, 4]),
]


@pytest.mark.parametrize(("own", "asked"), [*product(WINDOWS, repeat=2)])
def test_cells_that_are_touched(own: Window, asked: Window) -> None:
    """By the bytes of both; where the smaller ones never lie in two of the others."""
    for index, start in places(own).items():
        found = overlap(own, [*map(lift, index)], asked)
        first, rest = divmod(start - asked.offset, asked.size)
        if own.size >= asked.size and rest == 0:
            assert found is not None
            assert (found.first.constant, found.parts, found.whole) == (
                first,
                own.size // asked.size,
                True,
            )
        elif asked.size > own.size and (own.offset - asked.offset) % own.size == 0:
            assert found is not None
            assert (found.first.constant, found.parts, found.whole) == (first, 1, False)
        else:
            assert found is None


def test_the_same_bytes() -> None:
    one, other = window(f32, 0, [4, 4]), window(f32, 0, [2, 4])
    assert one.is_at(other)
    assert not one.is_at(window(f32, 4, [4, 4]))
    assert not one.is_at(window(f32, 0, [4, 2]))
    assert not one.is_at(window(f64, 0, [4, 4]))


def test_the_smallest_cells_that_all_elements_are_made_of() -> None:
    found, values = names(
        B,
        f"""%d = memref.view %A[%c0][] : {B} to memref<8xf64>
        %f = memref.view %A[%c4][] : {B} to memref<8xf32>
        %o = memref.view %A[%c6][] : {B} to memref<2xf32>
        %n4 = memref.view %A[%n][] : {B} to memref<2xf32>""",
    )
    smallest = {name: found.smallest(values[name]) for name in ("A", "d", "f", "o", "n4")}
    assert smallest == {**dict.fromkeys("Adfo", values["A"]), "n4": values["n4"]}
    found, values = names(
        "memref<8xf64>",
        "%v = memref.expand_shape %A [[0, 1]] output_shape [2, 4]"
        " : memref<8xf64> into memref<2x4xf64>",
    )
    assert [found.smallest(values[name]) for name in "Av"] == [values["A"], values["v"]]


def test_uses_that_make_no_other_name() -> None:
    found, values = names(
        F,
        f"""%x = memref.load %A[%c0] : {F}
        %v = memref.expand_shape %A [[0, 1]] output_shape [4, 4] : {F} into memref<4x4xf32>""",
    )
    (use,) = found.uses_of(values["A"])
    assert use.operation is values["x"].owner
    assert set(found) == {values["A"], values["v"]}

"""Cumulative sums and scatters of StableHLO, which become loops before IREE lowers the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pad_mlir.frontends import from_linalg
from pad_mlir.frontends.stablehlo import is_mistaken
from pad_mlir.runtime import compile
from pad_mlir.upstream.sized_stablehlo.rewriting import rewrite_for_iree

from .test_open_sizes import program_of

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")


def _body(kind: str, element: str) -> str:
    """What an operation does with two elements: one of StableHLO's, or nothing but the second."""
    type = f"tensor<{element}>"
    made = f'%s = "stablehlo.{kind}"(%p, %q) : ({type}, {type}) -> {type}'
    given = "%s" if kind else "%q"
    return f"""({{
    ^bb0(%p: {type}, %q: {type}):
      {made if kind else ""}
      "stablehlo.return"({given}) : ({type}) -> ()
    }})"""


def _windows(kind: str, element: str, windows: str, padding: str) -> str:
    type, start = f"tensor<5x6x{element}>", f"tensor<{element}>"
    return program_of(
        f"x: {type}; z: {start}",
        type,
        f'%r = "stablehlo.reduce_window"(%x, %z) <{{window_dimensions = array<i64: {windows}>, '
        f"padding = dense<{padding}> : tensor<2x2xi64>}}> {_body(kind, element)} : "
        f"({type}, {start}) -> {type}",
    )


def _run(program: str, *arrays: Any) -> Any:
    text = rewrite_for_iree(program)
    assert "stablehlo" not in text
    return np.asarray(compile(from_linalg(text))(*arrays))


def _accumulated(ufunc: np.ufunc, axis: int, turn: int = 1) -> Callable[[Any], Any]:
    """Along an axis, which is turned round before and after where `turn` is -1."""
    way = (slice(None),) * axis + (slice(None, None, turn),)
    return lambda x: ufunc.accumulate(x[way], axis)[way]


@pytest.mark.parametrize(
    ("kind", "windows", "padding", "expected"),
    [
        ("add", "5, 1", "[[4, 0], [0, 0]]", _accumulated(np.add, 0)),
        ("add", "1, 6", "[[0, 0], [5, 0]]", _accumulated(np.add, 1)),
        ("add", "1, 6", "[[0, 0], [0, 5]]", _accumulated(np.add, 1, -1)),
        ("maximum", "1, 6", "[[0, 0], [5, 0]]", _accumulated(np.maximum, 1)),
        ("minimum", "5, 1", "[[4, 0], [0, 0]]", _accumulated(np.minimum, 0)),
        ("multiply", "1, 6", "[[0, 0], [5, 0]]", _accumulated(np.multiply, 1)),
    ],
)
@pytest.mark.parametrize("element", ["f32", "i32"])
def test_windows_that_begin_with_the_axis(
    kind: str, windows: str, padding: str, expected: Any, element: str
) -> None:
    dtype = {"f32": np.float32, "i32": np.int32}[element]
    x = np.random.default_rng(1).integers(-4, 5, (5, 6)).astype(dtype)
    start = {"add": 0, "multiply": 1, "maximum": -99, "minimum": 99}[kind]
    program = _windows(kind, element, windows, padding)
    assert np.array_equal(_run(program, x, np.array(start, dtype)), expected(x))


@pytest.mark.parametrize(
    ("kind", "windows", "padding"),
    [
        ("add", "3, 1", "[[2, 0], [0, 0]]"),
        ("add", "1, 6", "[[0, 0], [4, 1]]"),
        ("add", "5, 6", "[[4, 0], [5, 0]]"),
        ("subtract", "1, 6", "[[0, 0], [5, 0]]"),
        ("add", "1, 6", "[[1, -1], [5, 0]]"),
    ],
)
def test_other_windows_are_left(kind: str, windows: str, padding: str) -> None:
    text = rewrite_for_iree(_windows(kind, "f32", windows, padding))
    assert "stablehlo.reduce_window" in text


def _scatter(kind: str, numbers: str, places: str, updates: str, rows: str = "5") -> str:
    type = f"tensor<{rows}x6xf32>"
    arguments = f"x: {type}; at: tensor<{places}xi32>; u: tensor<{updates}xf32>"
    types = ", ".join(part.split(": ")[1] for part in arguments.split("; "))
    line = '%r = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter'
    return program_of(
        arguments, type, f"{line}<{numbers}>}}> {_body(kind, 'f32')} : ({types}) -> {type}"
    )


_ROWS = (
    "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
    "index_vector_dim = 1"
)
_AT = np.array([[3], [0], [3], [5], [-1]], np.int32)


@pytest.mark.parametrize("rows", ["5", "?"])
@pytest.mark.parametrize("kind", ["add", ""])
def test_rows_at_places_of_which_some_are_beyond_the_tensor(kind: str, rows: str) -> None:
    x = np.arange(30, dtype=np.float32).reshape(5, 6)
    updates = np.arange(30, dtype=np.float32).reshape(5, 6) * 0.5 + 1
    expected, given = x.copy(), x.copy()
    for (place,), update in zip(_AT, updates, strict=True):
        if 0 <= place < 5:
            expected[place] = update + (expected[place] if kind else 0)
    program = _scatter(kind, _ROWS, "5x1", "5x6", rows)
    assert np.array_equal(_run(program, x, _AT, updates), expected)
    assert np.array_equal(x, given)


def test_parts_of_rows_at_places_in_each_batch() -> None:
    """Two elements from a column on that each row has one of; the last row's end beyond it."""
    numbers = (
        "update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
        "scatter_dims_to_operand_dims = [1], index_vector_dim = 1"
    )
    x, at = np.zeros((5, 6), np.float32), np.array([[0], [1], [4], [2], [5]], np.int32)
    updates = np.arange(1, 11, dtype=np.float32).reshape(5, 2)
    expected = x.copy()
    for row, (column,) in enumerate(at[:4]):
        expected[row, column : column + 2] = updates[row]
    assert np.array_equal(_run(_scatter("", numbers, "5x1", "5x2"), x, at, updates), expected)


def test_which_programs_are_looked_at() -> None:
    window = '%1 = "stablehlo.reduce_window"(%0, %z) <{{padding = dense<[[0, 0], [{}]]> : t>}}>'
    assert is_mistaken(window.format("4, 0"))
    assert is_mistaken(window.format("0, 4"))
    assert not is_mistaken(window.format("1, 1"))
    assert is_mistaken('%1 = "stablehlo.scatter"(%a, %b, %c) <{}>')

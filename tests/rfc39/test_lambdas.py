"""The document's lambdas: each gives the pass that the lit file of its example runs."""

from __future__ import annotations

import pytest

from pad_mlir.index.expr import Expr
from pad_mlir.schedule import AXIS_SEPARATOR, Schedule, ScheduleError
from pad_mlir.schedule.layouts.index_maps import MapArgument

from .forms import FOLDER

_LAMBDAS: list[tuple[str, str, MapArgument]] = [
    ("guide-nchwc", "B", lambda n, h, w, c: [n, c // 4, h, w, c % 4]),
    ("guide-axis-separators", "B", lambda m, n, p, q: [m, n, p, q]),
    ("guide-axis-separators", "B", lambda m, n, p, q: [m, n, AXIS_SEPARATOR, p, q]),
    (
        "guide-axis-separators",
        "B",
        lambda m, n, p, q: [m, AXIS_SEPARATOR, n, p, AXIS_SEPARATOR, q],
    ),
    ("guide-axis-separators", "B", lambda m, n, p, q: [m, q // 4, n, AXIS_SEPARATOR, p, q % 4]),
    ("texture", "x", lambda n, h, w, c: [n, c // 4, h, AXIS_SEPARATOR, w, c % 4]),
]


@pytest.mark.parametrize(("file", "buffer", "index_map"), _LAMBDAS)
def test_the_lambda_gives_the_pass_of_the_file(
    file: str, buffer: str, index_map: MapArgument
) -> None:
    text = (FOLDER / f"{file}.mlir").read_text()
    s = Schedule(text, "B" if file == "guide-nchwc" else None)
    s.transform_layout(buffer, index_map)
    assert s.pipeline() in text


def test_the_loops_are_returned_and_put_into_another_order() -> None:
    text = (FOLDER / "guide-loops.mlir").read_text()
    s = Schedule(text)
    none = s.transform_layout("A", lambda i, j, k: [i * 64 + j, k // 4, k % 4], loops="follow")
    assert none == []
    i_outer, jk_merged, i_inner = s.transform_layout(
        "B", lambda i, j, k: [i // 4, 128 * j + k, i % 4], loops="follow"
    )
    s.reorder(i_outer, i_inner, jk_merged)
    passes = s.pipeline().replace(",pad-", "\npad-").splitlines()
    assert len(passes) == 3
    assert [step for step in passes if step not in text] == []


def _last_split(*i: Expr) -> list[Expr]:
    return [*i[:-1], i[-1] // 4, i[-1] % 4]


@pytest.mark.parametrize("rank", [1, 2, 4, 6])
def test_any_number_of_indices(rank: int) -> None:
    """Option 3 of "What arguments should the function passed to transform_layout accept?"."""
    shape = "x".join(["8"] * rank)
    s = Schedule(f"func.func @f(%x: memref<{shape}xf32>) {{ func.return }}")
    s.transform_layout("x", _last_split)
    names = [f"i{k}" for k in range(rank)]
    results = [*names[:-1], f"{names[-1]} floordiv 4", f"{names[-1]} mod 4"]
    assert f"({', '.join(names)}) -> ({', '.join(results)})" in s.pipeline()


def test_the_separator_exists_only_in_the_interface() -> None:
    s = Schedule((FOLDER / "texture.mlir").read_text(), "argument")
    s.transform_layout("x", lambda n, h, w, c: [n, c // 4, h, AXIS_SEPARATOR, w, c % 4])
    assert "AXIS" not in str(s)
    assert "{separators = [3]}" in str(s)
    assert "AXIS" not in s.trace()


def test_named_indices_are_as_many_as_the_buffer_has() -> None:
    s = Schedule((FOLDER / "no-layout.mlir").read_text(), "argument")
    with pytest.raises(ScheduleError, match=r"takes 3 indices \(i, j, k\), but is given 2"):
        s.transform_layout("x", lambda i, j, k: [k, j, i])

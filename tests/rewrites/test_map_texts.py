"""Maps as text: what is printed is read, and means the same."""

from __future__ import annotations

from random import Random

import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.layout import IndexMap
from pad_mlir.index.expr import Expr, lift, var
from pad_mlir.passes.layout.options.layout_options import parse_map


def random_expr(random: Random, depth: int) -> Expr:
    if depth == 0:
        return random.choice([var("i"), var("j"), lift(random.randint(-3, 9))])
    left, right = random_expr(random, depth - 1), random_expr(random, random.randrange(depth))
    number = random.randint(1, 9)
    ways = [left + right, left - right, left * -number, left // number, left % number]
    return random.choice(ways)


@pytest.mark.parametrize("seed", range(200))
def test_what_is_printed_is_read(seed: int) -> None:
    map = IndexMap(("i", "j"), (random_expr(Random(seed), seed % 5), var("j")))
    read = parse_map(str(map))
    for indices in [(0, 0), (1, 7), (13, 5), (40, 3)]:
        at = [lift(index) for index in indices]
        assert read.at(at) == map.at(at)


@pytest.mark.parametrize(
    "text",
    [
        "(i) -> (i // 4, i % 4)",
        "(i)->(i//4,i%4)",
        "affine_map<(i) -> (i floordiv 4, i mod 4)>",
        " affine_map<(i) -> (i // 4, i % 4)> ",
    ],
)
def test_spellings(text: str) -> None:
    assert parse_map(text) == parse_map("(i) -> (i floordiv 4, i mod 4)")


def test_symbols() -> None:
    wanted = parse_map("(i) -> (i floordiv 4, i mod 4)")
    assert parse_map("affine_map<(i)[t] -> (i // t, i % t)>", (4,)) == wanted


def test_errors_show_the_text_that_was_given() -> None:
    with pytest.raises(PadError) as raised:
        parse_map("(i) -> (i / 4)")
    assert str(raised.value).startswith('the map "(i) -> (i / 4)" cannot be read')

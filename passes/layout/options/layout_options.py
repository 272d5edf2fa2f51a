"""Reads the options that describe a layout step: map, align, extents, separators."""

from __future__ import annotations

import re
from functools import lru_cache

from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr
from xdsl.utils.exceptions import ParseError

from ....dialect.ir.affine_conversion import from_affine_map
from ....dialect.layout.layout import IndexMap
from ....dialect.xdsl_compat import RepairedParser
from ....dialect.xdsl_compat.syntax.error_wording import reworded
from ....index.expr import var
from ...common.diagnostics import OptionError

_SYMBOLS = re.compile(
    r"\s*(?P<indices>\([^()]*\))\s*\[(?P<symbols>[^\[\]]*)\]\s*->(?P<results>.*)", re.DOTALL
)
_ATTRIBUTE = re.compile(r"\s*affine_map\s*<(.*)>\s*", re.DOTALL)
_REMEMBERED = 1_000
_INTS = re.compile(r"\s*\[\s*(-?\d+\s*(,\s*-?\d+\s*)*)?\]\s*")


@lru_cache(_REMEMBERED)  # a pass reads its options when it is made, and when it runs
def parse_map(text: str, symbols: tuple[int, ...] | None = None) -> IndexMap:
    """
    A map in MLIR's syntax, `(i, j) -> (i, j floordiv 16, j mod 16)`; its index names are kept.

    `//` and `%`, with which maps are printed, are read too, and a whole `affine_map<..>`.
    The symbols of `(i)[tile] -> (i floordiv tile, i mod tile)` take these values, in order; with
    None, it may have none.
    """
    bare = _in_syntax_of_mlir(text)
    bound = bare if symbols is None else _bound(bare, symbols)
    try:
        attribute = RepairedParser(Context(), f"affine_map<{bound}>", "map").parse_attribute()
    except ParseError as error:
        said = reworded(error).msg
        # Of `expected .., got '>'` the end is about what is ours.
        reason = said.rpartition(", ")[0] if said.endswith("'>'") else said
        raise OptionError(
            "map",
            f'the map "{text}" cannot be read: {reason}; write it as '
            '"(i) -> (i floordiv 4, i mod 4)"',
        ) from error
    assert isinstance(attribute, AffineMapAttr)
    map = attribute.data
    if map.num_symbols:
        message = f'the map "{text}" takes symbols; a layout map has dimensions only'
        raise OptionError("map", message)
    names = re.findall(r"\w+", bound.split("->")[0])
    if len(set(names)) != len(names):
        raise OptionError("map", f'the map "{text}" names an index twice')
    return IndexMap(tuple(names), from_affine_map(map, [var(name) for name in names]))


def _in_syntax_of_mlir(text: str) -> str:
    attribute = _ATTRIBUTE.fullmatch(text)
    bare = text if attribute is None else attribute[1]
    return bare.replace("//", " floordiv ").replace("%", " mod ")


def _bound(text: str, symbols: tuple[int, ...]) -> str:
    """The map with numbers for its symbols, which may be factors and divisors then."""
    match = _SYMBOLS.fullmatch(text)
    names = [] if match is None else re.findall(r"\w+", match["symbols"])
    if len(names) != len(symbols):
        known = ", ".join(names) or "none"
        raise OptionError(
            "map",
            f'the map "{text}" has the symbols {known}, but symbols={list(symbols)}; give a value '
            'for each, such as symbols="[4]"',
        )
    if match is None:
        return text
    indices = re.findall(r"\w+", match["indices"])
    if len({*indices, *names}) != len(indices) + len(names):
        raise OptionError("map", f'the map "{text}" names an index or symbol twice')
    values = {name: f"({value})" for name, value in zip(names, symbols, strict=True)}
    results = re.sub(r"[A-Za-z_]\w*", lambda m: values.get(m[0], m[0]), match["results"])
    return f"{match['indices']} -> {results}"


def parse_ints(name: str, value: str | int | tuple[int, ...] | None) -> tuple[int, ...]:
    """`"[1, 16]"`, or the bare numbers `1,16`."""
    if value is None:
        return ()
    if isinstance(value, int):
        return (value,)
    if isinstance(value, tuple):
        return value
    if not _INTS.fullmatch(value):
        message = f'{name} is "{value}", but must be a list of integers such as "[1, 16]"'
        raise OptionError(name, message)
    return tuple(map(int, re.findall(r"-?\d+", value)))

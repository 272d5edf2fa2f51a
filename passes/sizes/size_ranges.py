"""
Ranges of sizes that a user expects, `n=1..4096`: to judge what code costs, never to prove that it
is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from xdsl.dialects import func
from xdsl.ir import Block

from ...analysis.instances.reader import InstanceReader
from ...dialect.annotations import buffer_name, buffers
from ...index.expr import TRUE, Expr, all_of
from ..common.diagnostics import OptionError
from .size_questions import size_of_axis, size_of_index

_RANGE = re.compile(r"\s*(?P<name>[\w.$-]+)\s*=\s*(?P<first>\d+)\s*\.\.\s*(?P<last>\d+)\s*")

_MOST_DIGITS = 18


class SizeRange(NamedTuple):
    """A size, by the name of an index argument or of a buffer and axis, and its ends."""

    name: str
    first: int
    last: int


def parse_size_ranges(texts: Iterable[str]) -> tuple[SizeRange, ...]:
    """The option `sizes`, as of `("n=1..4096", "A.1=16..64")`; raises OptionError."""
    found: list[SizeRange] = []
    for text in (part for each in texts for part in each.split(",")):
        match = _RANGE.fullmatch(text)
        if match is None:
            message = f'the sizes "{text}" cannot be read: write them as "n=1..4096"'
            raise OptionError("sizes", message)
        if max(map(len, match.group("first", "last"))) > _MOST_DIGITS:
            message = f"the sizes of {match['name']} have more digits than an index"
            raise OptionError("sizes", message)
        read = SizeRange(match["name"], int(match["first"]), int(match["last"]))
        if read.first > read.last:
            raise OptionError("sizes", f'the sizes "{text}" are none: they end before they begin')
        found.append(read)
    return tuple(found)


def check_size_names(ranges: Sequence[SizeRange], functions: Sequence[func.FuncOp]) -> None:
    """Raise OptionError for a name that is a size in none of the functions."""
    if not ranges:
        return
    known = list(dict.fromkeys(name for f in functions for name in _names(f)))
    for each in ranges:
        if each.name not in known:
            names = ", ".join(known) or "none"
            raise OptionError("sizes", f"there is no size {each.name}; there are: {names}")


def expected_sizes(ranges: Sequence[SizeRange], reader: InstanceReader) -> Expr:
    """The condition, in a reader's names, that sizes are in their ranges."""
    function = reader.scope.parent_op()
    while function is not None and not isinstance(function, func.FuncOp):
        function = function.parent_op()
    if not ranges or function is None:
        return TRUE
    parts: list[Expr] = []
    for each in ranges:
        buffer, dot, axis = each.name.rpartition(".")
        size = size_of_index(function, each.name)
        if size is None and dot and axis.isdecimal():
            size = size_of_axis(function, buffer, int(axis))
        if size is None:
            continue
        value = reader.index(size.value) if size.axis is None else None
        if size.axis is not None:
            value = reader.extent(size.value, size.axis)
        if value is not None:
            parts += [value >= each.first, value <= each.last]
    return all_of(parts)


def _names(function: func.FuncOp) -> list[str]:
    """The names of the sizes of a function."""
    block = function.body.blocks[0]
    indices = [value.name_hint for value in block.args if value.name_hint is not None]
    found = [name for name in indices if size_of_index(function, name) is not None]
    for buffer in buffers(function):
        name, shape = buffer_name(buffer), getattr(buffer.type, "get_shape", tuple)()
        if name is None or not isinstance(buffer.owner, Block):
            continue
        found += [f"{name}.{k}" for k in range(len(shape)) if size_of_axis(function, name, k)]
    return found

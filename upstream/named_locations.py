"""Names of buffers and loops in locations, the one place where upstream keeps them."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager

from xdsl.dialects.builtin import LocationAttr, MemRefType, NameLoc, StringAttr
from xdsl.ir import BlockArgument, Operation

_BY_UPSTREAM = re.compile(r"arg\d+")
"""The names that upstream prints for block arguments that have none."""


@contextmanager
def named_locations(module: Operation) -> Generator[None]:
    """Within the block, what passes find by its name in the source has that in its location too."""
    before: list[tuple[Operation | BlockArgument, LocationAttr]] = []
    for item, name in list(_named(module)):
        if not isinstance(item.location, NameLoc):
            before.append((item, item.location))
            item.location = NameLoc(StringAttr(name), item.location)
    try:
        yield
    finally:
        for item, location in before:
            item.location = location


def number_arguments(op: Operation, first: int = 0) -> None:
    """
    Numbers the arguments that upstream has no name for as its pretty form does.

    Its generic form counts them over the module, so that one more changes the names of others.
    """
    for region in op.regions:
        number = first
        for block in region.blocks:
            if block is region.first_block:
                for argument in block.args:
                    name = argument.name_hint or ""
                    if _BY_UPSTREAM.fullmatch(name) and not isinstance(argument.location, NameLoc):
                        argument.name_hint = f"arg{number}"
                    number += 1
            for inner in block.ops:
                number_arguments(inner, number)


def _named(module: Operation) -> Iterator[tuple[Operation | BlockArgument, str]]:
    """Arguments and iterators, and operations that make a buffer, with their names."""
    for op in module.walk():
        if len(op.results) == 1 and isinstance(op.results[0].type, MemRefType):
            name = op.results[0].name_hint
            if name is not None:
                yield op, name
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    name = argument.name_hint
                    if name is not None and not _BY_UPSTREAM.fullmatch(name):
                        yield argument, name

"""The dialects that installed packages add to xDSL's, by the entry point `xdsl.universe`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from xdsl.ir import Dialect
from xdsl.universe import Universe


class PlugIns(NamedTuple):
    """Dialects by name, each loaded when it is used; or why there are none."""

    dialects: Mapping[str, Callable[[], Dialect]]
    trouble: str | None = None


@cache
def plug_ins() -> PlugIns:
    """All of them; none where one cannot be loaded, which only matters to who uses one."""
    try:
        return PlugIns(Universe.get_multiverse().all_dialects)
    except Exception as error:  # what a package does where it is imported is anything
        return PlugIns({}, f"{type(error).__name__}: {error}")

"""The dialects that installed packages add to xDSL's, by the entry point `xdsl.universe`."""

# A dialect that is registered cannot be loaded by hand, and xDSL has no way to take it back.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

from xdsl.context import Context
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


class KnownDialects(Context):
    """Lets one load a dialect of one's own that an entry point tells of too."""

    def register_dialects(self, dialects: Mapping[str, Callable[[], Dialect]]) -> None:
        """
        Register all of them, none of which is registered yet: in one step, as there are eighty, and
        each pass has a context.
        """
        self._registered_dialects.update(dialects)

    def load_dialect(self, dialect: Dialect) -> None:
        if dialect.name in plug_ins().dialects and dialect.name not in self._loaded_dialects:
            self._registered_dialects.pop(dialect.name, None)
        super().load_dialect(dialect)

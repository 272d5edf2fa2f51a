"""The entry points of this compiler for other xDSL tools: `xdsl-opt -p lower-rows`."""

from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import Universe


def _rows() -> Dialect:
    from .dialect import Rows

    return Rows


def _lower_rows() -> type[ModulePass]:
    from .lowering import LowerRows

    return LowerRows


ROWS_UNIVERSE = Universe(all_dialects={"rows": _rows}, all_passes={"lower-rows": _lower_rows})

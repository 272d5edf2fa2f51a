"""The `xdsl.universe` entry point: through it stock `xdsl-opt` knows the dialect and passes."""

from xdsl.ir import Dialect
from xdsl.universe import Universe

from ..passes.registry import ALL_PASSES


def _pad() -> Dialect:
    # Every xDSL tool loads this module at its start: nothing heavy is imported before its use.
    from ..dialect.pad import Pad

    return Pad


PAD_UNIVERSE = Universe(all_dialects={"pad": _pad}, all_passes=ALL_PASSES)

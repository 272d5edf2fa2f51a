"""The `xdsl.universe` entry point: through it stock `xdsl-opt` knows the `pad` dialect and our passes."""

from xdsl.ir import Dialect
from xdsl.universe import Universe

from ..passes.registry import ALL_PASSES


def _pad() -> Dialect:
    # Every xDSL tool loads this module at its start, so nothing heavy is imported before it is used.
    from ..dialect.pad import Pad

    return Pad


PAD_UNIVERSE = Universe(all_dialects={"pad": _pad}, all_passes=ALL_PASSES)

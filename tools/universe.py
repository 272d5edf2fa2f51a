"""The `xdsl.universe` entry point: our dialect, passes and targets for stock `xdsl-opt`."""

from collections.abc import Callable

from xdsl.ir import Dialect
from xdsl.universe import Universe
from xdsl.utils.target import Target

from ..passes.registry import ALL_PASSES


def _pad() -> Dialect:
    # Every xDSL tool loads this module at its start: nothing heavy is imported before its use.
    from ..dialect.pad import Pad

    return Pad


def _target(name: str) -> Callable[[], type[Target]]:
    def load() -> type[Target]:
        from ..runtime.ahead_of_time import xdsl_targets as targets

        return getattr(targets, name)

    return load


def _amx() -> Dialect:
    from ..dialect.amx.amx import Amx

    return Amx


PAD_UNIVERSE = Universe(
    all_dialects={"pad": _pad, "amx": _amx},
    all_passes=ALL_PASSES,
    all_targets={
        "pad-asm": _target("PadAssembly"),
        "pad-header": _target("PadHeader"),
        "pad-llvm-ir": _target("PadLLVMIR"),
        "pad-mlir": _target("PadMLIR"),
    },
)

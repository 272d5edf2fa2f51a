"""Kernels, called on arrays or written to files; here, what a function takes and returns."""

from typing import TYPE_CHECKING

from .errors import KernelError

if TYPE_CHECKING:
    from .call.kernel import Kernel
    from .host.compiler import compile
    from .packing.arrays import aligned_empty
    from .packing.packing import pack, unpack

__all__ = ["Kernel", "KernelError", "aligned_empty", "compile", "pack", "unpack"]
_MODULES = {
    "Kernel": "call.kernel",
    "aligned_empty": "packing.arrays",
    "compile": "host.compiler",
    "pack": "packing.packing",
    "unpack": "packing.packing",
}


def __getattr__(name: str) -> object:
    # The passes that compile needs take several times as long to import as numpy and xDSL.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

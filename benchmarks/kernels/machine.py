"""The machine, compilers and packages with which the figures were measured."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version as package_version
from pathlib import Path

from .measure import C_COMPILERS
from .native import compiler, version
from .tvm_process import PACKAGE, interpreter


@dataclass(frozen=True)
class Machine:
    """In words."""

    cpu: str
    day: str
    compilers: dict[str, str]
    """The version of each; those that are not installed are left out."""
    packages: str
    tvm: str | None


def this_machine() -> Machine:
    """The one that this runs on, today."""
    paths = {name: compiler(name) for name in C_COMPILERS}
    numpy, mlir = package_version("numpy"), package_version("xtc-mlir-python-bindings")
    return Machine(
        f"{_cpu()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        date.today().isoformat(),
        {name: version(path) for name, path in paths.items() if path is not None},
        f"Python {platform.python_version()}, numpy {numpy}, MLIR {mlir}",
        PACKAGE if interpreter() is not None else None,
    )


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    wide = any("avx512f" in line.split() for line in lines if line.startswith("flags"))
    return (names[0] if names else platform.processor()) + (", AVX-512" if wide else "")

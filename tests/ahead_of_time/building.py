"""Files made of modules, in a folder, and the compilers that link programs with them."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from pad_mlir.runtime.ahead_of_time.emission import Kind, emit

SUFFIXES: dict[Kind, str] = {"header": ".h", "obj": ".o", "shared": ".so", "asm": ".s"}


def write(text: str, folder: Path, name: str, *kinds: Kind) -> None:
    """The files `<name>.h`, `<name>.o`, ... of a module."""
    for kind in kinds:
        (folder / f"{name}{SUFFIXES[kind]}").write_bytes(emit(text, kind))


def loaded(text: str, folder: Path) -> ctypes.CDLL:
    """The shared library of a module, in this process."""
    path = folder / "kernel.so"
    path.write_bytes(emit(text, "shared"))
    return ctypes.CDLL(str(path))


def compilers(*names: str) -> list[str]:
    """The given compilers that this machine has."""
    return [name for name in names if shutil.which(name) is not None]


def run(line: Sequence[str | Path], folder: Path) -> str:
    """Run a command and return its output; it must succeed, and print no errors."""
    answer = subprocess.run(line, capture_output=True, text=True, cwd=folder, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    return answer.stdout


def run_program(compiler: str, source: str, folder: Path, *options: str) -> str:
    """
    Run a C or C++ program, linked with the object `kernel.o` of the folder; return its output.
    """
    suffix = ".cpp" if "+" in compiler else ".c"
    (folder / f"main{suffix}").write_text(source)
    strict = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
    line = [compiler, "-O1", *strict, *options, f"main{suffix}", "kernel.o", "-lm", "-o", "main"]
    run(line, folder)
    return run([folder / "main"], folder)

"""How many instructions this process executes in a block, by callgrind: load changes nothing."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from .native import any_compiler

COUNTED = "PAD_MLIR_COUNTED"
"""The variable that names the library which begins and ends counting, in a process that counts."""

_SOURCE = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void end(void) { CALLGRIND_DUMP_STATS; CALLGRIND_STOP_INSTRUMENTATION; }
"""
_PART = "out.1"  # what callgrind calls its first dump


@contextmanager
def counted() -> Generator[None]:
    """Counts the instructions of the block, where this process is one that counts."""
    library = os.environ.get(COUNTED)
    if library is None:
        yield
        return
    counting = ctypes.CDLL(library)
    counting.begin()
    try:
        yield
    finally:
        counting.end()


def instructions_of(script: Sequence[str], text: str) -> int:
    """
    What a Python script executes in its `counted` block, given a text as its input; always in the
    same order, as hashes have a fixed seed.
    """
    with TemporaryDirectory() as folder:
        source, library, out = (Path(folder, name) for name in ("count.c", "count.so", "out"))
        source.write_text(_SOURCE)
        build = [any_compiler(), "-O1", "-shared", "-fPIC", str(source), "-o", str(library)]
        subprocess.run(build, check=True)
        command = ["valgrind", "--tool=callgrind", "--instr-atstart=no"]
        command += [f"--callgrind-out-file={out}", sys.executable, *script]
        fixed = {**os.environ, "PYTHONHASHSEED": "0", COUNTED: str(library)}
        subprocess.run(command, input=text, text=True, env=fixed, check=True, capture_output=True)
        found = re.search(r"^summary: (\d+)", Path(folder, _PART).read_text(), re.MULTILINE)
        assert found is not None, "callgrind sums up"
        return int(found[1])

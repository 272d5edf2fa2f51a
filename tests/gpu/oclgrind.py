"""
Runs kernels in Oclgrind: data races, barriers that not all threads reach, accesses out of bounds,
shared memory that nobody wrote.

It interprets the SPIR-V that `target="opencl"` makes, so sizes have to be small. It is installed by
the packages oclgrind and llvm-spirv-14 of Debian.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RUNTIME = Path("/usr/lib/oclgrind/liboclgrind-rt-icd.so")
_TRANSLATOR = "llvm-spirv-14"
_SETTINGS = {
    "OCL_ICD_VENDORS": str(RUNTIME),
    "OCLGRIND_DATA_RACES": "1",
    "OCLGRIND_UNINITIALIZED": "1",
    "OCLGRIND_MAX_ERRORS": "1000",
    "PYOPENCL_NO_CACHE": "1",
}
_BEGIN, _END = "oclgrind: begin", "oclgrind: end"


@dataclass(frozen=True)
class Call:
    """A module, and the arguments of a call of its function."""

    text: str
    arguments: tuple[Any, ...]
    packed: bool = False


def missing() -> str | None:
    """Why there is no Oclgrind here; None if it is there."""
    lacking = [] if RUNTIME.exists() else ["oclgrind"]
    lacking += [] if shutil.which(_TRANSLATOR) else [_TRANSLATOR]
    return f"{' and '.join(lacking)} not installed" if lacking else None


def reports(calls: Sequence[Call]) -> list[list[str]]:
    """
    The reports of Oclgrind on each call, one line a defect; empty if there is none.

    What cannot be run raises RuntimeError.
    """
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder, "calls")
        given.write_bytes(pickle.dumps(list(calls)))
        command = [sys.executable, "-m", __name__, str(given)]
        environment = {**os.environ, **_SETTINGS, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    parts = re.findall(rf"^{_BEGIN}$(.*?)^{_END}$", done.stderr, re.MULTILINE | re.DOTALL)
    if done.returncode or len(parts) != len(calls):
        raise RuntimeError(f"a call does not run in Oclgrind:\n{done.stderr}")
    return [
        [line for line in part.splitlines() if line and not line[0].isspace()] for part in parts
    ]


def _run(path: str) -> None:
    """Makes the calls, in a process that has no other OpenCL implementation."""
    from pad_mlir.runtime import compile
    from pad_mlir.runtime.device import opencl_kernel

    from .oclgrind_device import oclgrind_device

    opencl_kernel.opencl_device = oclgrind_device
    calls: list[Call] = pickle.loads(Path(path).read_bytes())
    for call in calls:
        # Each in a process of its own, as Oclgrind counts reports by the process, up to its limit.
        if child := os.fork():
            if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
                sys.exit(1)
            continue
        kernel = compile(call.text, target="opencl", packed=call.packed)
        print(_BEGIN, file=sys.stderr, flush=True)
        kernel(*call.arguments)
        print(_END, file=sys.stderr, flush=True)
        return


if __name__ == "__main__":
    # Under its own name, so that the calls are of the class that was pickled.
    from tests.gpu import oclgrind

    oclgrind._run(sys.argv[1])  # pyright: ignore[reportPrivateUsage]

"""Halide in a process of its own, whose calls are timed in turns with others."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from kernels.native import Array, Run

_PEER = Path(__file__).parent / "halide_peer.py"
IN_HALIDE = (
    *("sobel", "heat_3d", "halve", "conv_dilated", "conv_volume"),
    *("max_pool", "average_pool", "transpose", "large_product", "gated_residual"),
)
"""The kernels that are written in Halide too."""


class Halide:
    """Halide in a process of its own."""

    def __init__(self, python: str, folder: Path):
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([python, str(_PEER)], stdin=pipe, stdout=pipe, text=True)
        self._folder = folder

    def _ask(self, **request: object) -> Any:
        given, said = self._process.stdin, self._process.stdout
        assert given is not None
        assert said is not None
        print(json.dumps(request), file=given, flush=True)
        return json.loads(said.readline())

    def runs(self, kernel: str, arrays: Mapping[str, Array]) -> dict[str, tuple[Array, Run]]:
        """What a kernel leaves in the last array, and its run, by the autoscheduler's name."""
        inputs, results = self._folder / "arrays.npz", self._folder / "results.npz"
        np.savez(inputs, allow_pickle=False, **arrays)
        names = self._ask(kernel=kernel, arrays=str(inputs), results=str(results))
        found = np.load(results)
        return {
            name: (found[name], lambda count, name=name: self._ask(scheduler=name, count=count))
            for name in names
        }

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


@contextmanager
def halide_of(python: str | None) -> Generator[Halide | None]:
    """Halide of this Python, until the context ends."""
    if python is None:
        yield None
        return
    with TemporaryDirectory() as folder:
        peer = Halide(python, Path(folder))
        yield peer
        peer.end()

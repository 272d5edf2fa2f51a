"""Torch in a process of its own, whose calls are timed in turns with others."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from kernels.native import Array, Run

_PEER = Path(__file__).parent / "torch_peer.py"


class Torch:
    """Torch in a process of its own."""

    def __init__(self, python: str, folder: Path):
        command = [python, "-W", "ignore", str(_PEER)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self._folder = folder

    def _ask(self, **request: object) -> Any:
        given, said = self._process.stdin, self._process.stdout
        assert given is not None
        assert said is not None
        print(json.dumps(request), file=given, flush=True)
        return json.loads(said.readline())

    def runs(
        self, expressions: Sequence[str], arrays: Mapping[str, Array]
    ) -> list[tuple[Array, Run]]:
        """What each of the expressions leaves in `out`, or else gives, and its run."""
        inputs, results = self._folder / "arrays.npz", self._folder / "results.npz"
        np.savez(inputs, allow_pickle=False, **arrays)
        self._ask(expressions=expressions, arrays=str(inputs), results=str(results))
        found = np.load(results)
        return [
            (found[name], lambda count, k=k: self._ask(expression=k, count=count))
            for k, name in enumerate(found.files)
        ]

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


@contextmanager
def torch_of(python: str | None) -> Generator[Torch | None]:
    """Torch of this Python, until the context ends."""
    if python is None:
        yield None
        return
    with TemporaryDirectory() as folder:
        peer = Torch(python, Path(folder))
        yield peer
        peer.end()

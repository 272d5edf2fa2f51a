"""Calls of pad-opt and pad-tv that a server answers, a line of JSON each."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from typing import Literal


@dataclass(frozen=True)
class Call:
    """A command to run."""

    program: Literal["pad-opt", "refuted"]
    """`refuted` ends with 1 where pad-tv refutes what pad-opt would make of the module."""
    words: list[str]
    """pad-opt's arguments, the file first."""
    output: str
    """A file for all that is printed."""
    seconds: int
    """Of the processor."""


class Server:
    """A server and its client; it ends with the client."""

    def __init__(self, module: str) -> None:
        """Of a Python module that answers calls when it is run."""
        self._module = module
        self._process: subprocess.Popen[str] | None = None

    def run(self, call: Call) -> int:
        """Its exit code, -S after signal S."""
        if self._process is None:
            # Ctrl-C is for the client: what runs then is not asked for any more.
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", self._module],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        given, said = self._process.stdin, self._process.stdout
        assert given is not None
        assert said is not None
        given.write(json.dumps(asdict(call)) + "\n")
        given.flush()
        return int(said.readline())

    def close(self) -> None:
        """Ends it, and what it runs."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._process = None

"""
A process that imports what is asked for and forks for each call:
`python -m pad_mlir.tools.reduce.server`.

A line of JSON on stdin is a call; its exit code, -S after signal S, is a line on stdout.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Literal

from ...passes.registry import ALL_PASSES

_SLACK = 10
"""Of the clock's time to the processor's."""


@dataclass(frozen=True)
class Call:
    """What is to be run."""

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

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def run(self, call: Call) -> int:
        """Its exit code, -S after signal S."""
        if self._process is None:
            # Ctrl-C is for the client: what runs then is not asked for any more.
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__],
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


def main() -> None:
    """Answers calls until there are no more."""
    for line in sys.stdin:
        call = Call(**json.loads(line))
        _import_for(call)
        child = os.fork()
        if child == 0:
            _run(call)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _import_for(call: Call) -> None:
    """Imports what the call needs, so that the next ones have it."""
    import_module("..pad_opt", __package__)
    if call.program == "refuted":
        import_module(".questions", __package__)
    for name, load in ALL_PASSES.items():
        if any(name in word for word in call.words):
            load()


def _run(call: Call) -> None:
    """Does the call in this process, and ends it."""
    code = 99
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (call.seconds, call.seconds + 5))
        signal.alarm(call.seconds * _SLACK)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        file = os.open(call.output, os.O_WRONLY | os.O_APPEND)
        os.dup2(file, 1)
        os.dup2(file, 2)
        code = _pad_opt(call.words) if call.program == "pad-opt" else _refuted(call.words)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _pad_opt(words: list[str]) -> int:
    from ..pad_opt import main

    return main(words)


def _refuted(words: list[str]) -> int:
    from ..pad_opt import PadOptMain
    from .questions import refuted

    driver = PadOptMain("", words)
    allow = driver.args.allow_unregistered_dialect
    text = Path(words[0]).read_text(encoding="utf-8")
    pipeline = driver.args.passes or driver.args.individual_passes
    return int(refuted(text, pipeline, driver.available_passes, allow_unregistered=allow))


if __name__ == "__main__":
    main()

"""
A process that imports what is asked for and forks for each call:
`python -m pad_mlir.tools.reduce_server`.

A line of JSON on stdin is a call; its exit code, -S after signal S, is a line on stdout.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from importlib import import_module
from pathlib import Path

from ..passes.registry import ALL_PASSES
from .reduce.calls import Call

_SLACK = 10
"""Of the clock's time to the processor's."""


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
    import_module(f"{__package__}.pad_opt")
    if call.program == "refuted":
        import_module(f"{__package__}.reduce.questions")
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
    from .pad_opt import main

    return main(words)


def _refuted(words: list[str]) -> int:
    from .pad_opt import PadOptMain
    from .reduce.questions import refuted

    driver = PadOptMain("", words)
    allow = driver.args.allow_unregistered_dialect
    text = Path(words[0]).read_text(encoding="utf-8")
    pipeline = driver.args.passes or driver.args.individual_passes
    return int(refuted(text, pipeline, driver.available_passes, allow_unregistered=allow))


if __name__ == "__main__":
    main()

"""
The output of the pad-opt commands of lit files, in one process: a JSON object by file and command.

`python -m tests.same_answers.commands FILE..` runs them in this order.
`--apart` gives each file a fork of its own, as if it were the first of a process.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from pad_mlir.tools.pad_opt import main

SUITE = Path(__file__).parents[2] / "lit_tests" / "passes"
_RUN = re.compile(r"^ *// RUN: *(?:not )?pad-opt (%s .*)", re.MULTILINE)
_ENDS = ("|", ">", "<", "2>", "2>&1")


def commands(file: str) -> list[list[str]]:
    """The arguments of the pad-opt commands of a lit file that read that file alone."""
    path = SUITE / file
    text = re.sub(r"\\\n *// RUN:", "", path.read_text())
    lines = [shlex.split(line) for line in _RUN.findall(text)]
    cut = [list(takewhile(lambda part: part not in _ENDS, line)) for line in lines]
    return [[str(path), *line[1:]] for line in cut if "%" not in str(line[1:])]


def printed(arguments: Sequence[str]) -> str:
    """The output of a command, and its exit."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            code = main(list(arguments))
        except SystemExit as stop:
            code = stop.code
    return f"{out.getvalue()}\nexit code {code}"


def outputs(files: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The output of the commands of the files."""
    for file in files:
        for number, arguments in enumerate(commands(file)):
            yield f"{file} {number}", printed(arguments)


def _apart(files: Sequence[str]) -> Iterator[tuple[str, str]]:
    for file in files:
        receive, send = os.pipe()
        if not (child := os.fork()):
            os.close(receive)
            with os.fdopen(send, "w") as pipe:
                json.dump(list(outputs([file])), pipe)
            os._exit(0)
        os.close(send)
        with os.fdopen(receive) as pipe:
            yield from json.load(pipe)
        os.waitpid(child, 0)


if __name__ == "__main__":
    apart, files = sys.argv[1] == "--apart", [a for a in sys.argv[1:] if a != "--apart"]
    json.dump(dict((_apart if apart else outputs)(files)), sys.stdout)

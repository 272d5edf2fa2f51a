"""Runs the RUN lines of a lit file without a process for each command."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys
from collections.abc import Callable, Generator
from pathlib import Path

from filecheck.main import main as filecheck

from pad_mlir.tools.pad_opt import main as pad_opt
from pad_mlir.tools.pad_tv import main as pad_tv

_TOOLS: dict[str, Callable[[list[str]], object]] = {"pad-opt": pad_opt, "pad-tv": pad_tv}


def commands(file: Path) -> list[list[list[str]]]:
    """
    The pipes of the file's RUN lines, each a list of commands.

    Files that need other tools than pad-opt, pad-tv, not and filecheck have none.
    """
    text = re.sub(r"\\\n *// RUN:", "", file.read_text())
    pipes: list[list[list[str]]] = []
    for line in re.findall(r"// RUN: *(.*)", text):
        words = shlex.split(line.replace("%S", str(file.parent)).replace("%s", str(file)))
        pipe: list[list[str]] = [[]]
        for word in words:
            if word == "|":
                pipe.append([])
            else:
                pipe[-1].append(word)
        known = all(first(command) in (*_TOOLS, "filecheck") for command in pipe)
        if not known or "%t" in line or len(pipe) > 2 or any(w in words for w in ("<", ">", "&&")):
            return []
        pipes.append(pipe)
    return pipes


def first(command: list[str]) -> str:
    """The tool that a command runs."""
    return command[1] if command[0] == "not" else command[0]


def passes(file: Path) -> bool:
    """Whether all RUN lines of a file succeed."""
    return all(_succeeds(pipe) for pipe in commands(file))


def _succeeds(pipe: list[list[str]]) -> bool:
    command, *rest = pipe
    expects_failure = command[0] == "not"
    words = command[1:] if expects_failure else command
    out, err = io.StringIO(), io.StringIO()
    if "2>&1" in words:
        words, err = [word for word in words if word != "2>&1"], out
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = _exit_code(_TOOLS[words[0]], words[1:])
    if (code != 0) != expects_failure:
        return False
    if not rest:
        return True
    said = io.StringIO()
    with _input(out.getvalue()), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        return _exit_code(filecheck, rest[0]) == 0


@contextlib.contextmanager
def _input(text: str) -> Generator[None]:
    before, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        yield
    finally:
        sys.stdin = before


def _exit_code(main: Callable[[list[str]], object], words: list[str]) -> int:
    try:
        result = main(words)
    except SystemExit as stop:
        result = stop.code
    return result if isinstance(result, int) else int(result is not None)

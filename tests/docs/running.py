"""
Runs the blocks of a page in order, in one folder and one Python namespace.

- After `save this as `name`:` a block is a file; MLIR is parsed as well.
- `python` is run. What it prints stands in a `text`, `mlir` or `json` block after it.
- `console` holds commands after `$ `, each with what it prints; a line `...` stands for any lines.
- `mlir` that is not output is parsed, and so is `json`.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.tools.pad_opt import main as pad_opt
from pad_mlir.tools.pad_reduce import main as pad_reduce
from pad_mlir.tools.pad_tv import main as pad_tv

from .blocks import Block, joined, pieces

_TOOLS = {"pad-opt": pad_opt, "pad-tv": pad_tv, "pad-reduce": pad_reduce}
_COMMAND = re.compile(r"^\$ ((?:.*\\\n)*.*)\n", re.MULTILINE)
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_NEEDS_SHELL = re.compile(r"[|&;<>()$`*?~\\]")


class PageError(Exception):
    """A block that cannot be checked."""


class Page:
    """A page as it is run: what its blocks have defined and printed so far."""

    def __init__(self, name: str, folder: Path):
        self._name = name
        self._folder = folder
        self._namespace: dict[str, Any] = {"__name__": "__main__"}
        self._printed = ""

    def as_run(self, text: str) -> str:
        """The page with what its blocks really print; the same text where it is current."""
        with contextlib.chdir(self._folder), _importable(self._folder):
            page = joined(map(self._as_run, pieces(text)))
        self._no_output_left("its end")
        return page

    def _as_run(self, piece: str | Block) -> str | Block:
        if isinstance(piece, str):
            return piece
        where = f"{self._name}:{piece.line}"
        if self._printed and piece.language in ("text", "mlir", "json"):
            printed, self._printed = self._printed, ""
            return piece.with_body(_elided(piece.body, printed))
        self._no_output_left(where)
        if piece.file is not None:
            file = self._folder / piece.file
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(piece.body)
        match piece.language:
            case "mlir":
                parse_module(piece.body, context=new_context()).verify()
            case "json":
                json.loads(piece.body)
            case _ if piece.file is not None:
                pass
            case "python":
                self._printed = self._run_python(piece)
            case "console":
                return piece.with_body("".join(_commands(piece, where)))
            case language:
                raise PageError(f"{where}: nothing says how to check a block of {language!r}")
        return piece

    def _run_python(self, block: Block) -> str:
        # Lines before it, so that an error tells the page's line.
        code = compile("\n" * (block.line - 1) + block.body, self._name, "exec")
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(code, self._namespace)
        return out.getvalue()

    def _no_output_left(self, where: str) -> None:
        if self._printed:
            raise PageError(f"{where}: the block before it prints what is not shown")


@contextlib.contextmanager
def _importable(folder: Path) -> Generator[None]:
    """Within the block, modules in the folder can be imported, as `python` there can."""
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for file in folder.glob("*.py"):
            sys.modules.pop(file.stem, None)


def _commands(block: Block, where: str) -> Iterator[str]:
    """The commands of a block, each with what it prints."""
    first, *parts = _COMMAND.split(block.body)
    if first or not parts:
        raise PageError(f"{where}: a block of commands begins with '$ '")
    for command, shown in zip(parts[::2], parts[1::2], strict=True):
        yield f"$ {command}\n{_elided(shown, output_of(command))}"


def output_of(command: str) -> str:
    """
    The output of a command, with errors; our tools run in this process if that gives the same.
    """
    words = [] if _NEEDS_SHELL.search(_QUOTED.sub("", command)) else shlex.split(command)
    if not words or words[0] not in _TOOLS:
        return _output_of_shell(command)
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        _TOOLS[words[0]](words[1:])
    return out.getvalue()


def _output_of_shell(command: str) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
    )
    return done.stdout


def _elided(shown: str, printed: str) -> str:
    """The text on the page if it is the output but for lines `...`; else the output."""
    body = shown.rstrip("\n")
    parts = re.split(r"^\.\.\.$", body, flags=re.MULTILINE)
    current = printed.rstrip("\n")
    if re.fullmatch(".*".join(map(re.escape, parts)), current, re.DOTALL):
        return shown
    # Blank lines at the end separate a command from the next one.
    between = "\n" * (len(shown) - len(body) - bool(body))
    return f"{current}\n{between}" if current else between

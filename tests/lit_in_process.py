"""
Runs the RUN lines of lit files without a process for each of our tools and filecheck.

The start of a process is most of what such a command costs. Lit's parser reads the lines; other
commands are run as they are.
"""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportMissingTypeStubs=false

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from filecheck.main import main as filecheck
from lit.ShCommands import Command, Pipeline
from lit.ShUtil import ShParser

from pad_mlir.tools.pad_opt import main as pad_opt
from pad_mlir.tools.pad_reduce import main as pad_reduce
from pad_mlir.tools.pad_tv import main as pad_tv

_TOOLS: dict[str, Callable[[list[str]], object]] = {
    "pad-opt": pad_opt,
    "pad-tv": pad_tv,
    "pad-reduce": pad_reduce,
    "filecheck": lambda args: filecheck(["filecheck", *args]),
}
_PACKAGES = Path(sysconfig.get_path("platlib"))
_FOLDERS = (Path(sys.executable).parent, _PACKAGES / "mlir" / "bin", _PACKAGES / "llvm" / "bin")


def failure(file: Path) -> str | None:
    """The first RUN line of a file that fails, with its output; None if all succeed."""
    with TemporaryDirectory() as folder:
        for line in run_lines(file, Path(folder)):
            pipeline = ShParser(line, pipefail=True).parse()
            if not isinstance(pipeline, Pipeline):
                raise ValueError(f"only pipes are understood: {line}")
            if (output := _failure_of(pipeline.commands)) is not None:
                return f"{line}\n{output}"
    return None


def run_lines(file: Path, folder: Path) -> list[str]:
    """The RUN lines of a file, `%t` in a folder; those that go on in a next line are joined."""
    text = re.sub(r"\\\n *// RUN:", "", file.read_text())
    values = {"s": str(file), "S": str(file.parent), "t": str(folder / file.name), "%": "%"}
    lines = re.findall(r"^ *// RUN: *(.*)", text, re.MULTILINE)
    return [re.sub("%([sSt%])", lambda m: values[m[1]], line) for line in lines]


def _failure_of(commands: list[Command]) -> str | None:
    """The output of a pipe of commands that fails."""
    given, said, failed = "", "", False
    for command in commands:
        result = _run(command, given)
        given, said, failed = result.out, said + result.err, failed or result.code != 0
    return said + given if failed else None


@dataclass(frozen=True)
class _Result:
    code: int
    out: str
    err: str


def _run(command: Command, given: str) -> _Result:
    args = list(command.args)
    if negated := args[0] == "not":
        del args[0]
    # A redirection is ((operator,) or (operator, descriptor), target).
    targets = {"".join(map(str, reversed(how))): str(target) for how, target in command.redirects}
    given = Path(targets["<"]).read_text() if "<" in targets else given
    together = targets.get("2>&") == "1"
    run = _in_process if args[0] in _TOOLS else _process
    result = run(args, given, together)
    code, out, err = result.code, result.out, result.err
    if "2>" in targets:
        Path(targets["2>"]).write_text(err)
    if ">" in targets:
        Path(targets[">"]).write_text(out)
        out = ""
    return _Result(int(code == 0) if negated else code, out, err)


def _in_process(args: list[str], given: str, together: bool) -> _Result:
    out = io.StringIO()
    err = out if together else io.StringIO()
    with _input(given), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            result = _TOOLS[args[0]](args[1:])
        except SystemExit as stop:
            result = stop.code
    code = result if isinstance(result, int) else int(result is not None)
    return _Result(code, out.getvalue(), "" if together else err.getvalue())


def _process(args: list[str], given: str, together: bool) -> _Result:
    path = os.pathsep.join([*map(str, _FOLDERS), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    run = subprocess.run(
        args,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if together else subprocess.PIPE,
        text=True,
        check=False,
        env=environment,
    )
    return _Result(run.returncode, run.stdout, run.stderr or "")


@contextlib.contextmanager
def _input(text: str) -> Generator[None]:
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(text.encode()))
    try:
        yield
    finally:
        sys.stdin = before

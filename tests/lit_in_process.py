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
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from filecheck.main import main as filecheck
from lit.ShCommands import Command, Pipeline
from lit.ShUtil import ShParser
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from pad_mlir.passes.common import diagnostics
from pad_mlir.passes.common.diagnostics import Remark
from pad_mlir.passes.pipeline.messages import Message
from pad_mlir.tools.driver import job
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation
from pad_mlir.tools.pad_opt import main as pad_opt
from pad_mlir.tools.pad_reduce import main as pad_reduce
from pad_mlir.tools.pad_tv import main as pad_tv
from pad_mlir.tools.report.expected_diagnostics import Expected, mismatches

from .lit_verdicts import Judge

_TOOLS: dict[str, Callable[[list[str]], object]] = {
    "pad-opt": pad_opt,
    "pad-tv": pad_tv,
    "pad-reduce": pad_reduce,
    "filecheck": lambda args: filecheck(["filecheck", *args]),
}
_PACKAGES = Path(sysconfig.get_path("platlib"))
_FOLDERS = (Path(sys.executable).parent, _PACKAGES / "mlir" / "bin", _PACKAGES / "llvm" / "bin")


@dataclass
class Said:
    """The results of pad-opt in the RUN lines of a file."""

    printed: list[str] = field(default_factory=list[str])
    """On stdout, alone."""
    messages: set[str] = field(default_factory=set[str])
    """Errors and remarks, without places; with --verify-diagnostics too."""
    remarks: set[str] = field(default_factory=set[str])
    """The ids of remarks."""
    is_judged: bool = True
    """Whether a RUN line may fail; else those after it are run too, and all remarks are right."""
    judge: Judge | None = None
    """Validates each pass, without a report to the user."""
    read: dict[tuple[object, ...], ModuleOp] = field(
        default_factory=dict[tuple[object, ...], ModuleOp]
    )
    """Modules as they were read, which most lines of a file read again."""


@dataclass(frozen=True)
class _Compilation(Compilation):
    """Reads a text once: later lines get copies."""

    read: dict[tuple[object, ...], ModuleOp] = field(
        default_factory=dict[tuple[object, ...], ModuleOp]
    )

    def _read(self, text: str) -> ModuleOp:
        context = self.context
        dialects = frozenset(context.registered_dialect_names)
        key = text, self.filename, repr(self.math), context.allow_unregistered, dialects
        if key in self.read:
            return self.read[key].clone()
        module = super()._read(text)
        self.read[key] = module.clone()
        return module


MESSAGE = re.compile(r"(?:^|: )(?:error|remark): (.*)", re.MULTILINE)


def failure(file: Path, said: Said | None = None) -> str | None:
    """The first RUN line of a file that fails, with its output; None if all succeed."""
    said = said or Said()
    with TemporaryDirectory() as folder:
        for line in run_lines(file, Path(folder)):
            pipeline = ShParser(line, pipefail=True).parse()
            if not isinstance(pipeline, Pipeline):
                raise ValueError(f"only pipes are understood: {line}")
            output = _failure_of(pipeline.commands, said)
            if output is not None and said.is_judged:
                return f"{line}\n{output}"
    return None


def run_lines(file: Path, folder: Path) -> list[str]:
    """The RUN lines of a file, `%t` in a folder; those that go on in a next line are joined."""
    text = re.sub(r"\\\n *// RUN:", "", file.read_text())
    temporary = str(folder / f"{file.name}.tmp")
    values = {"s": str(file), "S": str(file.parent), "t": temporary, "%": "%"}
    lines = re.findall(r"^ *// RUN: *(.*)", text, re.MULTILINE)
    return [re.sub("%([sSt%])", lambda m: values[m[1]], line) for line in lines]


def _failure_of(commands: list[Command], said: Said) -> str | None:
    """The output of a pipe of commands that fails."""
    given, errors, failed = "", "", False
    for command in commands:
        result = _run(command, given, said)
        given, errors, failed = result.out, errors + result.err, failed or result.code != 0
    return errors + given if failed else None


@dataclass(frozen=True)
class _Result:
    code: int
    out: str
    err: str


class _Copied(io.StringIO):
    """Keeps a copy of what is written to it, apart from what else goes to the same stream."""

    def __init__(self, stream: io.StringIO):
        super().__init__()
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(text)
        return super().write(text)


def _run(command: Command, given: str, said: Said) -> _Result:
    args = list(command.args)
    if negated := args[0] == "not":
        del args[0]
    # A redirection is ((operator,) or (operator, descriptor), target).
    targets = {"".join(map(str, reversed(how))): str(target) for how, target in command.redirects}
    given = Path(targets["<"]).read_text() if "<" in targets else given
    together = targets.get("2>&") == "1"
    if args[0] == "filecheck" and not said.is_judged:
        return _Result(0, "", "")
    if args[0] in _TOOLS:
        result = _in_process(args, given, together, said)
    else:
        result = _process(args, given, together)
    code, out, err = result.code, result.out, result.err
    if "2>" in targets:
        Path(targets["2>"]).write_text(err)
    if ">" in targets:
        Path(targets[">"]).write_text(out)
        out = ""
    return _Result(int(code == 0) if negated else code, out, err)


def _in_process(args: list[str], given: str, together: bool, said: Said) -> _Result:
    out = io.StringIO()
    printed, errors = _Copied(out), _Copied(out if together else io.StringIO())

    def heard(expected: list[Expected], messages: list[Message], filename: str) -> list[Message]:
        said.messages |= {message.text for message in messages}
        if not said.is_judged:
            return []
        return mismatches(expected, messages, filename)

    def told(remark: Remark) -> None:
        said.remarks.add(remark.id)
        tell(remark)

    def judged(
        context: Context,
        passes: Sequence[ModulePass],
        filename: str,
        validation: Validation | None,
        **options: Any,
    ) -> Compilation:
        validation = unheard or validation
        return _Compilation(context, passes, filename, validation, **options, read=said.read)

    judge = said.judge if args[0] == "pad-opt" else None
    unheard = None if judge is None else judge.validation(args[1:])

    tell = diagnostics.tell
    with (
        _input(given),
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(errors),
        mock.patch.object(job, "mismatches", heard),
        mock.patch.object(diagnostics, "tell", told),
        mock.patch.object(job, "Compilation", judged),
    ):
        try:
            result = _TOOLS[args[0]](args[1:])
        except SystemExit as stop:
            result = stop.code
    code = result if isinstance(result, int) else int(result is not None)
    if args[0] == "pad-opt":
        is_help = printed.getvalue().startswith("usage:")  # as wide as the terminal
        said.printed.append("" if is_help else printed.getvalue())
        said.messages |= {*MESSAGE.findall(errors.getvalue())}
    return _Result(code, out.getvalue(), "" if together else errors.getvalue())


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

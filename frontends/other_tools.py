"""Compilers of frameworks, which run in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span

from ..dialect.ir.located_errors import PadError
from .without_loops import in_plain_words

PYTHON = "PAD_MLIR_IMPORT_PYTHON"
"""The environment variable that names a Python with the packages of the extras."""

INPUT = "<stdin>"
"""The file that a tool says its standard input is."""

_ERROR = re.compile(
    r"^(?:loc\(\")?(?P<file>[^\n:\"]+)\"?:(?P<line>\d+):(?P<column>\d+)\)?: error: (?P<text>.*)$",
    re.MULTILINE,
)
_EXCEPTION = re.compile(
    r"^(?:[\w.]*\.)?(?P<kind>\w+(?:Error|Exception)): (?P<text>.*)", re.MULTILINE
)
_SHOWN_OPERATION = re.compile(r": (%\S+ = )?\"[\w.]+\"\(")
_LONGEST = 300


class ToolError(PadError):
    """The first error that a tool reports; `line` and `column` are 0 if it is not in its input."""

    def __init__(self, text: str, place: tuple[str, int, int] | None = None):
        is_input = place is not None and place[0] in (INPUT, "-")
        self.line, self.column = place[1:] if place is not None and is_input else (0, 0)
        at = "" if place is None or is_input else f" (at {place[0]}:{place[1]}:{place[2]})"
        super().__init__(f"{_shortened(text)}{at}")

    def in_text(self, text: str, file: str) -> ParseError | ToolError:
        """Return the error at its place in the text that was given, if it has one."""
        return error_at(str(self), self.line, self.column, text, file) if self.line else self


def _shortened(text: str) -> str:
    """A message without the operation that it is about in full, which comes last."""
    text = in_plain_words(_SHOWN_OPERATION.split(text, maxsplit=1)[0])
    if len(text) <= _LONGEST:
        return text
    return text[:_LONGEST].rsplit(" ", 1)[0] + " .."


def error_at(message: str, line: int, column: int, text: str, file: str) -> ParseError:
    """Return an error at a place of a text."""
    before = text.split("\n")[: line - 1]
    position = sum(len(each) + 1 for each in before) + column - 1
    return ParseError(Span(position, position + 1, Input(text, file)), message)


def python_with(package: str, extra: str) -> str:
    """
    Return the path of a Python that has a package: the one that PYTHON names, or this one.

    Raises PadError if it does not have it.
    """
    given = os.environ.get(PYTHON)
    if given is not None:
        if _has(given, package):
            return given
        raise PadError(f"{PYTHON} is '{given}', which is no Python with the package '{package}'")
    if _is_here(package):
        return sys.executable
    raise PadError(_missing(package, extra) + f", or set {PYTHON} to a Python that has it")


def framework(package: str, extra: str) -> Any:
    """Return the module of a framework, imported. Raises PadError if it is not installed."""
    if not _is_here(package):
        raise PadError(_missing(package, extra))
    return import_module(package)


def run_tool(command: Sequence[str], given: str | None = None) -> str:
    """Return what a command writes to its standard output. Raises ToolError if it fails."""
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return done.stdout
    if (found := _ERROR.search(done.stderr)) is not None:
        place = (found["file"], int(found["line"]), int(found["column"]))
        raise ToolError(found["text"], place)
    exceptions = list(_EXCEPTION.finditer(done.stderr))
    code = f"'{' '.join(command[:3])}' ended with code {done.returncode}"
    raise ToolError(exceptions[-1]["text"] if exceptions else code)


def _missing(package: str, extra: str) -> str:
    return f"needs the package '{package}': pip install 'pad-mlir[{extra}]'"


def _is_here(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # the package that it is in
        return False


def _has(python: str, package: str) -> bool:
    try:
        done = subprocess.run([python, "-c", f"import {package}"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0

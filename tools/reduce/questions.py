"""Errors that a module and a pipeline may have, as questions that a reduction asks."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from xdsl.universe import XDSL_UNIVERSE

from ...dialect.text import new_context, parse_module
from ...passes.pipeline.pipeline_text import PipelineError, Registry, parse_pipeline
from ...passes.registry import ALL_PASSES
from ..driver.compilation import REPORTED, Compilation
from ..driver.validation import with_contracts_of
from ..report.reproducer import Reproducer
from ..tv import BadInput, Status, validate
from .calls import Call, Server

PASSES: Registry = {**XDSL_UNIVERSE.all_passes, **ALL_PASSES}
_INTERNAL = re.compile(r"internal error in (.+?): (\w+)(?:: .*)?, raised at (\S+)")
_BROKEN = re.compile(r"\(after pass (\S+)\)")
_REFUTED = "changes what the function means"


def refuted(
    module: str, pipeline: str, registry: Registry = PASSES, *, allow_unregistered: bool = False
) -> bool:
    """
    Whether pad-tv refutes what the pipeline makes of the module; runs in this process.

    A pipeline that can't be run, or stops at an error, makes nothing.
    """
    context = new_context(allow_unregistered=allow_unregistered)
    try:
        passes = parse_pipeline(pipeline, registry)
        made = Compilation(context, passes, "<candidate>").run(module)
        before, after = (parse_module(text, "<candidate>", context) for text in (module, made))
        is_relaxed = any(getattr(step, "fp", "strict") == "relaxed" for step in passes)
        fp: Literal["strict", "relaxed"] = "relaxed" if is_relaxed else "strict"
        verdict = validate(before, with_contracts_of(before, after), fp=fp)
    except (*REPORTED, PipelineError, BadInput):
        return False
    return verdict.status is Status.REFUTED


@dataclass(frozen=True)
class Outcome:
    """The outcome of a call: the exit code, as a shell has it, and all output."""

    code: int
    text: str

    @property
    def internal_error(self) -> str | None:
        """Which one, in words that stay the same while the module gets smaller."""
        if self.code > 128:
            return f"signal {self.code - 128}"
        if (match := _INTERNAL.search(self.text)) is not None:
            return " ".join(match.groups())
        return None if (match := _BROKEN.search(self.text)) is None else match[0]


@dataclass(frozen=True)
class PadOptRuns:
    """Calls of pad-opt, or of pad-tv on what it makes, each in a process that a server forks."""

    server: Server
    folder: Path
    options: Sequence[str] = ()
    seconds: int = 60
    """Of the processor, for a call."""
    program: Literal["pad-opt", "refuted"] = "pad-opt"

    def __call__(self, module: str, pipeline: str) -> Outcome:
        """Runs the pipeline on the module."""
        source, output = self.folder / "candidate.mlir", self.folder / "output.txt"
        source.write_text(module, encoding="utf-8")
        output.write_bytes(b"")
        words = [str(source), *(["-p", pipeline] if pipeline else []), *self.options]
        code = self.server.run(Call(self.program, words, str(output), self.seconds))
        return Outcome(128 - code if code < 0 else code, output.read_text(errors="replace"))


@dataclass(frozen=True)
class CommandRuns:
    """Calls of a shell command on a file with the module and, as a reproducer, the pipeline."""

    folder: Path
    command: str

    def __call__(self, module: str, pipeline: str) -> Outcome:
        """Runs it; the file's name is in place of `{}`, or last."""
        source = self.folder / "candidate.mlir"
        text = Reproducer(pipeline).text(module, "pad-reduce") if pipeline else module
        source.write_text(text, encoding="utf-8")
        name = shlex.quote(str(source))
        command = self.command
        command = command.replace("{}", name) if "{}" in command else f"{command} {name}"
        run = subprocess.run(
            ["/bin/sh", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
        code = run.returncode
        return Outcome(128 - code if code < 0 else code, run.stdout)


def exit_code(wanted: int) -> Callable[[Outcome], bool]:
    """pad-opt ends with this code."""
    return lambda outcome: outcome.code == wanted


def says(text: str) -> Callable[[Outcome], bool]:
    """pad-opt prints this."""
    return lambda outcome: text in outcome.text


def refutes_a_step(outcome: Outcome) -> bool:
    """`--validate-each` refutes a pass."""
    return outcome.code == 1 and _REFUTED in outcome.text


def same_internal_error(first: str | None) -> Callable[[Outcome], bool]:
    """pad-opt ends with the internal error, or the signal, that it ended with first."""
    return lambda outcome: first is not None and outcome.internal_error == first

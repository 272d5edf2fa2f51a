"""Reproducers: a module with the pipeline that fails on it, in the form of mlir-opt."""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from xdsl.context import Context
from xdsl.utils.exceptions import ParseError

from ...dialect.xdsl_compat import RepairedParser
from ...passes.pipeline.pipeline_text import without_module

_METADATA = re.compile(r"\{-#.*?#-\}", re.DOTALL)
_GROUP = "mlir_reproducer"
_TEMPLATE = """\
{module}

{{-#
  // {commands}
  external_resources: {{
    mlir_reproducer: {{
      pipeline: {pipeline},
      disable_threading: true,
      verify_each: {verify_each}
    }}
  }}
#-}}
"""


@dataclass(frozen=True)
class Reproducer:
    """The pipeline and options that a reproducer applies to a module."""

    pipeline: str
    verify_each: bool = True

    def text(self, module: str, *commands: str) -> str:
        """
        The module's text with this after it, so that its lines keep their numbers, and commands
        as comments.
        """
        return _TEMPLATE.format(
            module=without_reproducer(module).rstrip(),
            pipeline=_string(f"builtin.module({without_module(self.pipeline).strip()})"),
            verify_each=str(self.verify_each).lower(),
            commands="\n  // ".join(commands),
        )

    def write(self, module: str, path: Path, commands: Sequence[Sequence[str]]) -> list[str]:
        """Writes it with commands, of which it gives the text. Raises OSError."""
        shown = [shlex.join(command) for command in commands]
        path.write_text(self.text(module, *shown), encoding="utf-8")
        return shown


def read_reproducer(text: str) -> Reproducer | None:
    """The reproducer after the text of a module; None if there is none."""
    for section in _METADATA.finditer(text):
        group = _resources(section[0]).get(_GROUP, {})
        if isinstance(pipeline := group.get("pipeline"), str):
            return Reproducer(pipeline, group.get("verify_each") is not False)
    return None


def temporary_path() -> Path:
    """A new file among the temporary ones of this machine."""
    with tempfile.NamedTemporaryFile(prefix="pad-opt-", suffix=".mlir", delete=False) as file:
        return Path(file.name)


def _resources(section: str) -> dict[str, dict[str, str | bool]]:
    parser = RepairedParser(Context(), section)
    with suppress(ParseError):  # there is no module; of what else is wrong, the whole text's tells
        parser.parse_module()
    return parser.external_resources


def without_reproducer(text: str) -> str:
    """The module's text without the pipeline after it."""
    return _METADATA.sub(lambda m: "" if _GROUP in _resources(m[0]) else m[0], text)


def _string(text: str) -> str:
    """As a literal of MLIR."""
    escaped = re.sub(r"[\\\x00-\x1f]", lambda m: f"\\{ord(m[0]):02X}", text).replace('"', '\\"')
    return f'"{escaped}"'

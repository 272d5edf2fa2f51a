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

from ..dialect.repairs import RepairedParser
from .pipeline import without_module

_METADATA = re.compile(r"\{-#.*?#-\}", re.DOTALL)
_GROUP = "mlir_reproducer"
_TEMPLATE = """\
{module}

{{-#
  // {command}
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
    """What is done to a module."""

    pipeline: str
    verify_each: bool = True

    def text(self, module: str, command: str) -> str:
        """The module's text with this behind it, so that its lines keep their numbers."""
        return _TEMPLATE.format(
            module=_without_reproducer(module).rstrip(),
            pipeline=_string(f"builtin.module({without_module(self.pipeline).strip()})"),
            verify_each=str(self.verify_each).lower(),
            command=command,
        )

    def write(self, module: str, path: Path, options: Sequence[str], program: str) -> str:
        """Writes it; gives the command that replays it by this program. Raises OSError."""
        command = shlex.join([program, str(path), "--run-reproducer", *options])
        path.write_text(self.text(module, command), encoding="utf-8")
        return command


def read_reproducer(text: str) -> Reproducer | None:
    """What a module's text has behind it; None where it has nothing."""
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


def _without_reproducer(text: str) -> str:
    return _METADATA.sub(lambda m: "" if _GROUP in _resources(m[0]) else m[0], text)


def _string(text: str) -> str:
    """As a literal of MLIR."""
    escaped = re.sub(r"[\\\x00-\x1f]", lambda m: f"\\{ord(m[0]):02X}", text).replace('"', '\\"')
    return f'"{escaped}"'

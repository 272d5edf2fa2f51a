"""pad-opt with a pass of the test's own, and the tools of upstream MLIR and LLVM."""

from __future__ import annotations

import subprocess
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from pad_mlir.tools.pad_opt import PadOptMain, main

_PACKAGES = Path(sysconfig.get_path("platlib"))


@dataclass(frozen=True)
class Said:
    """The result of a call of pad-opt."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class PadOpt:
    """pad-opt in this process; `action` is what its pass `test-pass` does, if it has one."""

    captured: pytest.CaptureFixture[str]

    def __call__(self, *args: object, action: Callable[[ModuleOp], None] | None = None) -> Said:
        """Runs it with these arguments."""
        words = [str(arg) for arg in args]
        self.captured.readouterr()
        code = main(words) if action is None else tool(words, action).execute()
        said = self.captured.readouterr()
        return Said(code, said.out, said.err)


def tool(args: list[str], action: Callable[[ModuleOp], None]) -> PadOptMain:
    """pad-opt with a pass `test-pass`."""

    class TestPass(ModulePass):
        name = "test-pass"

        def apply(self, ctx: Context, op: ModuleOp) -> None:
            action(op)

    class Tool(PadOptMain):
        def register_all_passes(self) -> None:
            super().register_all_passes()
            self.register_pass("test-pass", lambda: TestPass)

    return Tool("test", args)


def upstream(package: str, name: str, *args: object) -> subprocess.CompletedProcess[str]:
    """A tool of the wheels `mlir` or `llvm`; the test is skipped where it is not installed."""
    path = _PACKAGES / package / "bin" / name
    if not path.exists():
        pytest.skip(f"needs {name} (extras mlir and test)")
    command = [str(path), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)

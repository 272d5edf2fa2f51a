"""The commands of docs/pad-opt.md print what it says, and it names each option that it needs to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pad_mlir.tools.cli.command_line import GROUPS

PAGE = (Path(__file__).parents[2] / "docs" / "pad-opt.md").read_text()
MODULE = re.findall(r"Save this as `row_sum.mlir`:\n\n```mlir\n(.*?)```", PAGE, re.DOTALL)[0]
COMMANDS = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE, re.DOTALL)


def test_there_are_examples() -> None:
    assert len(COMMANDS) >= 3


@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_console(command: str, output: str, tmp_path: Path) -> None:
    (tmp_path / "row_sum.mlir").write_text(MODULE)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-c", f"({command}) 2>&1"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == output


@pytest.mark.parametrize("group", ["what passes do", "when something fails", "for the shell"])
def test_the_options_are_there(group: str) -> None:
    stems = {re.sub("-(all|before|after)$", "", o.names[0]) for o in GROUPS[group]}
    assert [stem for stem in stems if stem not in PAGE] == []

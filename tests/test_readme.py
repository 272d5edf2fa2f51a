"""The README's commands print what it says, and its Python runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
CONSOLE = re.findall(r"```console\n\$ (.*?)\n(.*?)```", README, re.DOTALL)
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_there_are_examples():
    assert len(CONSOLE) >= 3
    assert PYTHON


@pytest.mark.parametrize(("command", "output"), CONSOLE)
def test_console(command: str, output: str):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.stdout.strip() == output.strip()


@pytest.mark.parametrize("program", PYTHON)
def test_python(program: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    exec(compile(program, "README.md", "exec"), {})

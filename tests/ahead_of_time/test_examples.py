"""The programs of examples/link, built by the commands in them, agree with numpy."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from .building import compilers

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMAND = re.compile(r"^(?://| \*)   (?P<line>\S.*)$", re.MULTILINE)


def commands(source: Path) -> list[str]:
    """The commands in the comment at the head of a program."""
    return [match["line"] for match in COMMAND.finditer(source.read_text())]


@pytest.mark.parametrize(
    ("name", "general", "compiler"),
    [
        # One of each: test_programs.py has all compilers.
        *(("row_sum.c", "cc", compiler) for compiler in compilers("gcc", "clang")[:1]),
        *(("row_sum.cpp", "c++", compiler) for compiler in compilers("clang++", "g++")[:1]),
    ],
)
def test_row_sums(tmp_path: Path, name: str, general: str, compiler: str):
    shutil.copytree(EXAMPLES / "link", tmp_path / "link")
    shutil.copy(EXAMPLES / "row_sum.mlir", tmp_path)
    lines = commands(tmp_path / "link" / name)
    assert lines[-1] == "./row_sum"
    replaced = [re.sub(rf"^{re.escape(general)} ", f"{compiler} ", line) for line in lines]
    assert replaced != lines
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-e", "-c", "\n".join(replaced)],
        cwd=tmp_path / "link",
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    i, j = np.mgrid[:1024, :1021]
    expected = ((i * 31 + j * 17) % 101 - 50).sum(1)
    assert list(map(float, done.stdout.split())) == expected.tolist()

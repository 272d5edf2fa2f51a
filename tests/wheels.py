"""The wheels of this project and of the downstream example, built once for all tests of a run."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOWNSTREAM = ROOT / "examples" / "downstream"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
_UNWANTED = (".*", "build", "*.egg-info", "__pycache__", "Output", "tests", "docs")


def wheels(factory: pytest.TempPathFactory) -> list[Path]:
    """Ours, then that of the example."""
    # Workers have folders of their own in one that is the run's.
    base = factory.getbasetemp()
    folder = (base.parent if base.name.startswith("popen-") else base) / "wheels"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not [*folder.glob("*.whl")]:
            _build(folder)
    return sorted(folder.glob("*.whl"))


def _build(folder: Path) -> None:
    source, backend = folder / "source", folder / "backend"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(*_UNWANTED), symlinks=True)
    projects = (source, source / DOWNSTREAM.relative_to(ROOT))
    texts = [(project / "pyproject.toml").read_text() for project in projects]
    requires = {name for text in texts for name in tomllib.loads(text)["build-system"]["requires"]}
    # One environment for both builds; pip would make one for each.
    _run(*PIP, "install", "--target", backend, *sorted(requires))
    options = ("--no-deps", "--no-build-isolation", "-w", folder)
    _run(*PIP, "wheel", *options, *projects, env={**os.environ, "PYTHONPATH": str(backend)})


def _run(*command: str | Path, env: dict[str, str] | None = None) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr

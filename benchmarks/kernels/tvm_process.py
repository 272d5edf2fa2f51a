"""Apache TVM in its own environment: made once, asked for one kernel at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .problem import F32, Problem

PACKAGE = "apache-tvm==0.27.0"
_BENCHMARKS = Path(__file__).parents[1]
_ENVIRONMENT = _BENCHMARKS.parent / ".venv-tvm"
_LIMIT = 600  # seconds for a kernel


@dataclass(frozen=True)
class TvmResult:
    """Seconds of each schedule and of the limit, all from one process."""

    seconds: Mapping[str, float]
    failed: Mapping[str, str]
    limit: float


@cache
def interpreter() -> Path | None:
    """A Python that has TVM, installed from PyPI at first; None if that is not possible."""
    python = _ENVIRONMENT / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", _ENVIRONMENT], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]
    installed = subprocess.run([python, "-c", "import tvm"], capture_output=True)
    if installed.returncode != 0 and subprocess.run(pip).returncode != 0:
        return None
    return python


def time_tvm(problem: Problem, rounds: int, round_time: float) -> TvmResult | None:
    """TVM's schedules of a problem on floats; None for others, and without TVM."""
    if problem.numbers != (F32, F32) or problem.bound is None or interpreter() is None:
        return None
    asked = {
        "kernel": problem.family,
        "sizes": problem.sizes,
        "bound": problem.bound.by,
        "work": problem.bound.work,
    }
    options = ["--rounds", str(rounds), "--round-time", str(round_time)]
    command = [str(interpreter()), "-m", "kernels.tvm_run", json.dumps(asked), *options]
    done = subprocess.run(
        command, cwd=_BENCHMARKS, stdout=subprocess.PIPE, check=True, timeout=_LIMIT
    )
    answer = json.loads(done.stdout.splitlines()[-1])
    return TvmResult(answer["seconds"], answer["failed"], answer["limit"])

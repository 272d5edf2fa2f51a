"""
Input that is not right gives a diagnostic and exit code 1: no traceback, no hang, bounded memory.

`PAD_MALFORMED_EXAMPLES` says how many, `PAD_MALFORMED_SEED` is the first one's seed; with `-s` the
diagnostics are printed.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pad_mlir.tools.pad_opt import main

from .limited import Outcome, run_limited
from .malformed import Input, malformed, sources

EXAMPLES = int(os.environ.get("PAD_MALFORMED_EXAMPLES", "30"))
FIRST_SEED = int(os.environ.get("PAD_MALFORMED_SEED", "0"))
SECONDS = 10
BYTES = 2 << 30
DIAGNOSTIC = re.compile(r"^.+: error: \S.*", re.MULTILINE)


@pytest.fixture(scope="module")
def lit_files() -> list[Input]:
    return sources()


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_malformed_input_is_refused(seed: int, lit_files: list[Input], tmp_path: Path) -> None:
    rng = Random(seed)
    spoilt, outcome = spoil_and_run(lit_files, rng, tmp_path)
    while outcome.code == 0 and not spoilt.is_surely_wrong:  # what was drawn is right by chance
        spoilt, outcome = spoil_and_run(lit_files, rng, tmp_path)
    said = DIAGNOSTIC.search(outcome.stderr)
    cost = f"{outcome.seconds:.1f} s, {outcome.peak_bytes >> 20} MiB"
    print(f"seed {seed}: {spoilt.name}, {cost}: {said and said[0].replace(str(tmp_path), '')}")
    assert fault(outcome) is None, f"{spoilt.options} {outcome.stderr[-2000:]}"


def spoil_and_run(lit_files: list[Input], rng: Random, folder: Path) -> tuple[Input, Outcome]:
    spoilt = malformed(rng.choice(lit_files), rng)
    path = folder / "f.mlir"
    path.write_bytes(spoilt.content)
    call = partial(main, [str(path), *spoilt.options])
    return spoilt, run_limited(call, folder / "log", SECONDS, BYTES)


def fault(outcome: Outcome) -> str | None:
    """The fault in how an input was refused; None if there is none."""
    if outcome.code is None:
        return f"it took more than {SECONDS} s"
    if outcome.code != 1:
        return f"exit code {outcome.code}"
    if outcome.peak_bytes > BYTES:
        return f"it took {outcome.peak_bytes >> 20} MiB"
    if "Traceback" in outcome.stderr or "internal error" in outcome.stderr:
        return "it ended in an exception"
    if DIAGNOSTIC.search(outcome.stderr) is None:
        return "there is no diagnostic"
    return None


def spin() -> int:
    while True:
        pass


def grow() -> int:
    return len(bytearray(BYTES))


def end() -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return 1


def crash() -> int:
    raise KeyError("surprise")


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        (spin, "it took more than 10 s"),
        (grow, "exit code 99"),
        (crash, "exit code 99"),
        (end, "exit code -9"),
        (lambda: 0, "exit code 0"),
        (lambda: 1, "there is no diagnostic"),
        (lambda: print("f: error: Traceback", file=sys.stderr) or 1, "it ended in an exception"),
        (lambda: print("f:1:2: error: wanted more", file=sys.stderr) or 1, None),
    ],
)
def test_faults_are_seen(call: Callable[[], int], wrong: str | None, tmp_path: Path) -> None:
    seconds = 0.5 if call is spin else SECONDS
    assert fault(run_limited(call, tmp_path / "log", seconds, BYTES)) == wrong

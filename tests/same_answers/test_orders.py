"""
Commands print the same in any order in one process, and each in a process of its own.

The hash seed differs too. `PAD_SAME_FILES` says of how many lit files, `PAD_SAME_ORDERS` how often.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from .commands import SUITE

FILES = int(os.environ.get("PAD_SAME_FILES", "4"))
ORDERS = int(os.environ.get("PAD_SAME_ORDERS", "1"))
SEED = int(os.environ.get("PAD_SAME_SEED", "0"))


def _outputs(files: Sequence[str], hash_seed: int, *options: str) -> dict[str, str]:
    run = subprocess.run(
        [sys.executable, "-m", "tests.same_answers.commands", *options, *files],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
    )
    return json.loads(run.stdout)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_commands_print_the_same_in_any_order() -> None:
    random = Random(SEED)
    every = sorted(path.name for path in SUITE.glob("*.mlir") if "to-host" not in path.name)
    files = random.sample(every, min(FILES, len(every)))
    apart = _outputs(files, 0, "--apart")
    assert len(apart) >= len(files) // 2
    for number in range(1, ORDERS + 1):
        random.shuffle(files)
        together = _outputs(files, number)
        different = [name for name in apart if together[name] != apart[name]]
        assert not different, f"after others, in the order {files}: {different}"

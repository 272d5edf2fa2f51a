"""
The same text makes the same code in each process, whatever the hash seed.

`PAD_SAME_KERNELS` says of how many kernels beside one, `PAD_SAME_SEED` of which.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from untuned.catalogue import UNTUNED

KERNELS = int(os.environ.get("PAD_SAME_KERNELS", "1"))
SEED = int(os.environ.get("PAD_SAME_SEED", "0"))
ROOT = Path(__file__).parents[2]
FIRST = "max_over_steps"  # carries many maxima, of which each is made of one of another sign


def _steps(names: Sequence[str], hash_seed: int) -> dict[str, str]:
    path = os.pathsep.join(filter(None, (str(ROOT / "benchmarks"), os.environ.get("PYTHONPATH"))))
    run = subprocess.run(
        [sys.executable, "-m", "tests.same_answers.code", *names],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path},
    )
    return json.loads(run.stdout)


def test_code_does_not_depend_on_the_hash_seed() -> None:
    others = [name for name in UNTUNED if name != FIRST]
    names = [FIRST, *Random(SEED).sample(others, min(KERNELS, len(others)))]
    one, other = (_steps(names, hash_seed) for hash_seed in (0, 1))
    assert len(one) > 16
    assert one.keys() == other.keys()
    assert not [step for step in one if one[step] != other[step]]

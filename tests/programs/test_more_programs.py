"""Random programs with random pipelines: the second half."""

import os

import pytest

from tests.programs.run import failure_text, record_of

SEED, EACH = 200_000, 10
BATCHES = int(os.environ.get("PAD_PROGRAMS", "40")) // EACH


@pytest.mark.parametrize("batch", range(BATCHES))
def test_programs_keep_their_meaning(batch: int):
    first = SEED + batch * EACH
    records = [record_of(seed) for seed in range(first, first + EACH)]
    failures = [failure_text(record) for record in records if record["failure"]]
    assert not failures, "\n".join(failures)

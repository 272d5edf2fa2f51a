"""Random programs with random pipelines: the first half of what `make test` runs of them."""

import pytest

from tests.programs.run import failure_text, record_of

SEED, BATCHES, EACH = 1100, 5, 20


@pytest.mark.parametrize("batch", range(BATCHES))
def test_programs_keep_their_meaning(batch: int):
    first = SEED + batch * EACH
    records = [record_of(seed) for seed in range(first, first + EACH)]
    failures = [failure_text(record) for record in records if record["failure"]]
    assert not failures, "\n".join(failures)

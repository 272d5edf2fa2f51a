"""Settings for a whole run: rarer garbage collections, and long files first."""

from __future__ import annotations

import gc

import pytest

# At Python's 700, collections are 3.1 s of the 12.1 s that collecting the tests takes; so, 0.5 s.
gc.set_threshold(20_000)

FIRST = (
    *("tests/test_lit.py", "tests/programs/test_programs.py"),
    *("tests/programs/test_more_programs.py", "tests/test_benchmarks_validated.py"),
    *("tests/end_to_end/test_kernels.py", "tests/optimize/test_never_worse.py"),
)
"""The files that take longest: were one of them last, a worker would run it and the others none."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # of pytest-xdist, whose workers take file after file
        place = {file: k for k, file in enumerate(FIRST)}
        items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(FIRST)))

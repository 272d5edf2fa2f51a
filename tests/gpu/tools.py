"""
Tools that GPU checks need besides Python: without them they are skipped, or fail if they must run.
"""

from __future__ import annotations

import os

import pytest

_REQUIRED = "PAD_GPU_CHECKS"
"""Set to `required`, what is missing for a test is a failure."""


def need(missing: str | None) -> None:
    """Ends the test where something is missing: `None` says that nothing is."""
    if missing is not None and os.environ.get(_REQUIRED) == "required":
        pytest.fail(missing)
    if missing is not None:
        pytest.skip(missing)

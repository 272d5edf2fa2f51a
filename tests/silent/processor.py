"""One processor for all machines."""

import pytest

from pad_mlir.passes.vectorize import vector_unit
from pad_mlir.upstream.processors import Processor

_PROCESSOR = Processor("x86_64-unknown-linux-gnu", "x86-64-v4")


@pytest.fixture
def one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make vectors for the same processor on every machine."""
    unit = vector_unit.vector_unit(_PROCESSOR.name)
    monkeypatch.setattr(vector_unit, "_asked", lambda cpu: unit)  # pyright: ignore
    return

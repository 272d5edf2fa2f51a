"""Collections are rare during a compile, and what was set before is restored."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from pad_mlir.passes.common.garbage_collection import rare_collections
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule
from pad_mlir.tools.pad_opt import main

KERNEL = """
func.func @f(%A: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %A[%i] : memref<8xf32>
    affine.store %a, %A[%i] : memref<8xf32>
  } {pad.stage = "s"}
  func.return
}"""


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    assert gc.get_threshold() == before
    gc.set_threshold(*before)


@pytest.fixture
def thresholds(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was set, one after the other."""
    found: list[int] = []
    real = gc.set_threshold

    def note(first: int, *rest: int) -> None:
        found.append(first)
        real(first, *rest)

    monkeypatch.setattr(gc, "set_threshold", note)
    return found


def test_overlapping_blocks():
    first, second = rare_collections(), rare_collections()
    before = gc.get_threshold()
    first.__enter__()
    second.__enter__()
    assert gc.get_threshold() == (50_000, *before[1:])
    first.__exit__(None, None, None)
    assert gc.get_threshold()[0] == 50_000, "the second block has not ended"
    second.__exit__(None, None, None)
    assert gc.get_threshold() == before


@pytest.mark.parametrize("own", [0, 1_000_000])
def test_rarer_ones_stay(own: int):
    before = gc.get_threshold()
    gc.set_threshold(own)
    try:
        with rare_collections():
            assert gc.get_threshold()[0] == own
        assert gc.get_threshold()[0] == own
    finally:
        gc.set_threshold(*before)


def test_a_compile(thresholds: list[int]):
    before = gc.get_threshold()[0]
    compile(KERNEL)
    assert thresholds == [50_000, before]


def test_a_step_of_a_schedule(thresholds: list[int]):
    before = gc.get_threshold()[0]
    Schedule(KERNEL).split("s.i", 4)
    assert thresholds[:2] == [50_000, before]


def test_pad_opt(thresholds: list[int], tmp_path: Path):
    before = gc.get_threshold()[0]
    (tmp_path / "f.mlir").write_text(KERNEL)
    assert main([str(tmp_path / "f.mlir"), "-o", str(tmp_path / "out.mlir")]) == 0
    assert thresholds == [50_000, before]

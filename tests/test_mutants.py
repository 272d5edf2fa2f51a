"""The runner of mutants: which tests it asks first, and what it makes of those that have no end."""

from __future__ import annotations

from pathlib import Path
from queue import Queue

import pytest

from .mutants import judge, run

HANGING = "import signal\nsignal.signal(signal.SIGXCPU, signal.{})\nwhile True:\n    pass\n"


@pytest.mark.parametrize(
    ("module", "test", "file"),
    [
        (
            "passes/register_tile/streaming_loads.py",
            "tests/lanes/test_streaming_loads.py",
            "pad-register-tile.mlir",
        ),
        ("passes/gpu/modules/strided_views.py", "tests/test_size_emitter.py", "pad-to-gpu.mlir"),
    ],
)
def test_the_tests_of_a_module_come_first(module: str, test: str, file: str) -> None:
    near, far = judge.lit_files(module)
    assert test in judge.unit_tests(module)[:4]
    assert file in [path.name for path in near[:10]]
    assert not set(near) & set(far)


@pytest.mark.parametrize("handler", ["SIG_DFL", "SIG_IGN"])
def test_tests_without_an_end(
    handler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LIMIT", 1)
    monkeypatch.setattr(run, "SLACK", 1)
    folder = tmp_path / "tests" / "mutants"
    folder.mkdir(parents=True)
    (folder / "judge.py").write_text(HANGING.format(handler))
    (tmp_path / "module.py").write_text("")
    trees: Queue[Path] = Queue()
    trees.put(tmp_path)
    assert run.judged(trees, "module.py") == run.NO_END

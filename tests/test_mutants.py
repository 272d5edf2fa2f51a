"""The runner of mutants: which tests it asks first, and what it makes of what they say."""

from __future__ import annotations

from pathlib import Path
from queue import Queue
from unittest.mock import Mock

import pytest

from .mutants import entered, judge, run

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
    assert test in judge.unit_tests(module)[:4]
    assert file in [path.name for path in judge.lit_files(module)[:10]]


def test_only_lit_files_that_enter_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "index/boxes.py"
    lines = (judge.ROOT / module).read_text().splitlines()
    line = 1 + lines.index("def is_solid(context: Expr) -> bool:")
    first = entered.function_at(judge.ROOT / module, line + 5)
    found = {"passes/b.mlir": {(module, line - 1)}, "passes/a.mlir": {(module, 1)}}
    monkeypatch.setattr(judge, "entered_in", lambda: found)
    assert first == line - 1  # its decorator's
    assert judge.lit_files(module, line) == [entered.LIT_TESTS / "passes/b.mlir"]
    assert len(judge.lit_files(module, 1)) > len(found)


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


def test_a_test_that_fails_anyway_notices_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "typings").mkdir()
    (tmp_path / "test_both.py").write_text(
        "def test_right(): pass\n\n\ndef test_wrong(): assert False\n"
    )
    trees: Queue[Path] = Queue()
    trees.put(tmp_path)
    mutant = next(iter(run.drawn(1, 1, "index/boxes.py")))
    for name, wanted in (("right", "test_both.py::test_right"), ("wrong", None)):

        def judged(*_: object, name: str = name) -> str:
            return f"test_both.py::test_{name}"

        monkeypatch.setattr(run, "judged", judged)
        assert run.verdict(trees, mutant)[0] == wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("import os", None),  # unused, which says only that the mutant left a name over
        ("number: int = None", 'pyright: Type "None" is not assignable to declared type "int"'),
    ],
)
def test_an_error_of_types_notices_a_mutant(line: str, wanted: str | None, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.pyright]\ntypeCheckingMode = "strict"\n')
    (tmp_path / "module.py").write_text(f"{line}\n")
    assert run.type_error(tmp_path, "module.py") == wanted


@pytest.mark.parametrize(("error", "wanted"), [(None, "pyright: wrong"), ("wrong", None)])
def test_an_error_of_types_without_the_mutant_notices_nothing(
    error: str | None, wanted: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees: Queue[Path] = Queue()
    trees.put(tmp_path)
    mutant = next(iter(run.drawn(1, 1, "index/boxes.py")))
    monkeypatch.setattr(run, "judged", Mock(return_value="pyright: wrong"))
    monkeypatch.setattr(run, "type_error", Mock(return_value=error))
    assert run.verdict(trees, mutant)[0] == wanted

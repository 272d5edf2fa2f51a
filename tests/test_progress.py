"""Progress on a terminal: what is said, when, and that it goes away."""

from __future__ import annotations

from io import StringIO

import pytest

from pad_mlir.dialect.text import parse_module
from pad_mlir.tools.report import progress as progress_module
from pad_mlir.tools.report.progress import Progress
from pad_mlir.tools.tv import Run, Status, validate

TEXT = """
func.func @first(%x: f32) -> f32 { func.return %x : f32 }
func.func @copy(%A: memref<64xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to %n {
    affine.store %zero, %A[%i] : memref<64xf32>
  }
  func.return
}
"""


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which each look takes a second, and a narrow terminal."""
    seconds = iter(range(1_000_000))
    monkeypatch.setattr(progress_module, "monotonic", lambda: float(next(seconds)))
    monkeypatch.setenv("COLUMNS", "60")


def test_line_is_written_over_and_goes_away() -> None:
    terminal = Terminal()
    progress = Progress("pad-tv", 200_000, terminal)
    progress.tell("@f", 1234)
    progress.tell("@g", 5678)
    progress.clear()
    progress.clear()
    assert terminal.getvalue().split("\r\x1b[K") == [
        "",
        "pad-tv: @f: 1,234 of at most 200,000 steps, 1 s",
        "pad-tv: @g: 5,678 of at most 200,000 steps, 2 s",
        "",
    ]


def test_line_is_no_longer_than_the_terminal_is_wide() -> None:
    terminal = Terminal()
    Progress("pad-tv", None, terminal).tell("@" + 60 * "f", 1)
    (line,) = terminal.getvalue().split("\r\x1b[K")[1:]
    assert line == "pad-tv: @" + 49 * "f" + "…"


def test_nothing_is_written_but_to_a_terminal_and_at_the_beginning() -> None:
    stream = StringIO()
    Progress("pad-tv", None, stream).tell("@f", 1)
    assert stream.getvalue() == ""
    terminal = Terminal()
    progress = Progress("pad-tv", None, terminal)
    progress._start, progress._next = 0.0, 99.0  # pyright: ignore[reportPrivateUsage]
    progress.tell("@f", 1)
    progress.clear()
    assert terminal.getvalue() == ""


def test_functions_and_sizes_are_counted() -> None:
    said = list[str]()
    module = parse_module(TEXT)
    run = Run(tell=lambda what, _: said.append(what), what="pad-simplify (3 of 12): ")
    assert validate(module, module, run=run).status is Status.VALID
    assert said[0] == "pad-simplify (3 of 12): @first (1 of 2)"
    assert "pad-simplify (3 of 12): @copy (2 of 2) at n = 16 (2 of 4)" in said
    assert run.what == "pad-simplify (3 of 12): "


def test_steps_of_a_run_are_those_of_its_proofs() -> None:
    """One run of two validations spends what two runs do; what stops it is steps alone."""
    module = parse_module(TEXT)
    one = Run()
    validate(module, module, run=one)
    both = Run(budget=2 * one.spent)
    assert validate(module, module, run=both).status is Status.VALID
    assert validate(module, module, run=both).status is Status.VALID
    assert both.spent == 2 * one.spent
    assert validate(module, module, run=both).status is Status.NOT_VALIDATED
    assert validate(module, module, run=Run(budget=one.spent - 1)).status is Status.NOT_VALIDATED

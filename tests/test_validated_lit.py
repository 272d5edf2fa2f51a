"""The pipelines of the README, and of small row sums, through `--validate-each`."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.tv import Status

from .lit_verdicts import Verdicts

_ROOT = Path(__file__).parents[1]
_BUDGET = 1_500_000


@dataclass(frozen=True)
class _Run:
    """A pipeline, and the module it runs on."""

    file: Path
    pipeline: str

    def unproven(self) -> list[tuple[str, str]]:
        """Functions that are not proven to be right after a pass, and what is said of them."""
        passes = parse_pipeline(self.pipeline, ALL_PASSES)
        verdicts = Verdicts(budget=_BUDGET)
        Compilation(new_context(), passes, self.file.name, verdicts).run(self.file.read_text())
        return verdicts.of


def _readme_runs() -> list[_Run]:
    commands = re.findall(r"^\$ pad-opt (.*)$", (_ROOT / "README.md").read_text(), re.MULTILINE)
    split = map(shlex.split, commands)
    return [_Run(_ROOT / file, words[words.index("-p") + 1]) for file, *words in split]


@pytest.mark.parametrize("run", _readme_runs(), ids=lambda run: run.file.stem)
def test_the_readme(run: _Run) -> None:
    assert run.unproven() == []


_ROW_SUM = (_ROOT / "examples" / "row_sum.mlir").read_text()
_TILED = """
    pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 16, j mod 16)" pad=0.0},
    pad-apply-layouts,
    pad-sequential-buffer-access{stage=compute buffer=A},
    pad-remove-branching-through-overcompute{stage=compute},
    pad-to-host{stop=affine}"""


@pytest.mark.parametrize(("rows", "columns"), [(16, 14), (64, 61)])
def test_the_row_sum_at_smaller_sizes(tmp_path: Path, rows: int, columns: int) -> None:
    file = tmp_path / "row_sum.mlir"
    file.write_text(_ROW_SUM.replace("1024", str(rows)).replace("1021", str(columns)))
    assert _Run(file, _TILED).unproven() == []


_CALL = """
func.func @g(%A: memref<4xf32>) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %c, %A[%i] : memref<4xf32>
  }
  func.return
}
func.func @f(%A: memref<4xf32>) {
  func.call @g(%A) : (memref<4xf32>) -> ()
  func.return
}"""


def test_an_answer_is_about_one_text() -> None:
    """What is validated again is answered as before, what differs anywhere it reaches is not."""
    before = parse_module(_CALL)
    for text, status in (
        (_CALL, Status.VALID),
        (_CALL.replace("%i] :", "-%i + 3] :"), Status.VALID),
        (_CALL.replace("1.0", "2.0"), Status.REFUTED),
        (_CALL.replace("0 to 4", "1 to 4"), Status.REFUTED),
        (_CALL, Status.VALID),
    ):
        for budget in (_BUDGET, 3, _BUDGET):
            verdict = Verdicts(budget=budget).verdict(before, parse_module(text), "f", "strict", ())
            is_tested = budget == 3 and status is Status.VALID
            assert verdict.status is (Status.TESTED if is_tested else status), str(verdict)

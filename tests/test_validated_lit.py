"""Each pipeline of the passes' lit files, and of the README, through `--validate-each`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from xdsl.passes import ModulePass

from pad_mlir.dialect.repairs import new_context
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import REPORTED, Compilation
from pad_mlir.tools.driver.input_text import split_modules
from pad_mlir.tools.driver.validation import Refuted, Validation

_ROOT = Path(__file__).parents[1]
_FOLDER = _ROOT / "lit_tests" / "passes"
_BUDGET = 60_000
_BUDGETS = {
    "row_sum": 1_500_000,
    "pad-flatten-loops": 120_000,
    "pad-map-to-gpu": 300_000,
    "pad-map-to-gpu-tiles": 20_000,
    "pad-remove-branching-through-overcompute-matmul": 20_000,
    "pad-to-gpu": 5_000,
}
_RUN = re.compile(r"^// RUN: ((?:.*\\\n// RUN:)*.*)", re.MULTILINE)
_VERDICT = re.compile(r"@(?P<function>\w+): (?P<verdict>not validated.*|valid under.*)", re.DOTALL)

_ALIAS = "pad.may_alias is on the function"
_DATA_INDEX = "an index depends on the data"
_WHICH_BUFFER = "which buffer .* depends on the data"
_BUFFER_RESULT = "a function without a body gives a buffer"
_ATOMIC = "the operation memref.atomic_rmw is not understood"
_RECURSION = "calls are nested more than 50 deep"
_UNDEFINED = "the original is undefined"
_VECTOR = "values of type vector.* are not understood"
_BLOCKS = "control flow between blocks is not understood"
_LARGE_EXTENT = "a layout of more than .* cells"
_LARGE = "more than .* steps"

# What the validator cannot judge, or need not: functions by file, and what it says.
_NOT_VALIDATED: dict[str, dict[str, str]] = {
    "pad-apply-layouts-accesses": {"data": _DATA_INDEX, "names": _WHICH_BUFFER},
    "pad-apply-layouts-affine": {
        "permute": _UNDEFINED,
        "strided_cumulative": _UNDEFINED,
        "symbols": "result 0 is .* before, .* after",  # pad-to-host drops its contract
        "ret_multiple": _BLOCKS,
        "ret_single": _BLOCKS,
        "chosen": _WHICH_BUFFER,
    },
    "pad-apply-layouts-calls": {"result": _BUFFER_RESULT, "recurs": _RECURSION},
    "pad-apply-layouts-globals": {"f": "@scratch has \\[6\\] before, \\[2, 4\\] after"},
    "pad-apply-layouts-results": {"regions": _ATOMIC},
    "pad-apply-layouts-roles": {"may_alias": _ALIAS},
    "pad-apply-layouts-vector-elements": {"computed": "padding of vectors that @number computes"},
    "pad-apply-layouts-vectors": {"pitch": "the alignment of an access to A through a layout"},
    "pad-apply-layouts-views": {"loaded_offset": _DATA_INDEX},
    "pad-apply-layouts-writes-declines": {"may_alias": _ALIAS},
    "pad-flatten-buffers": {
        "nchwc": _LARGE_EXTENT,
        "texture": _LARGE_EXTENT,
        "atomic": "the operation memref.atomic_rmw is not understood",
        "selected": _WHICH_BUFFER,
    },
    "pad-flatten-buffers-elide": {"may_alias": _ALIAS},
    "pad-map-to-gpu-declines": {"one_buffer": _ALIAS},
    "pad-map-to-gpu-host": {"several_blocks": _BLOCKS},
    "pad-map-to-gpu-host-declines": {"chosen": _WHICH_BUFFER},
    "pad-map-to-gpu-options": {"matvecs": f"{_LARGE}; no difference in . numeric runs"},
    "pad-map-to-gpu-tiles": {"matmul": _LARGE},
    "pad-register-tile-overlaps-declines": {"loaded": _DATA_INDEX},
    "pad-remove-branching-through-overcompute-matmul": {
        "matmul": _LARGE,
        "accumulated": f"{_LARGE}; no difference in 3 numeric runs",
    },
    "pad-remove-branching-through-overcompute-layouts": {"two_kinds": _LARGE},
    # It grants nothing to what a select gives.
    "pad-remove-branching-through-overcompute-relaxed": {
        "selected": "not validated: could not show that S",
    },
    "pad-remove-branching-through-overcompute-trust": {
        "sum": "valid under 1 user assume",
        "maximum": "valid under 1 user assume",
        "dot": "valid under 2 user assumes: .* \\(2 of them\\)",  # by the place of their stage
        "written_before": "valid under 1 user assume",
    },
    # At each sampled index, but not at 3, it reads what nobody wrote.
    "pad-remove-undef-store-declines": {
        "read": _UNDEFINED,
        "chosen": _WHICH_BUFFER,
        "branched": _BLOCKS,
    },
    "pad-transform-layout-passed-on": {"chosen": _BLOCKS, "caller": _BLOCKS},
    "pad-to-gpu": {"f": _LARGE},
    "pad-to-gpu-arguments": {
        "conditions": "A is .* of i1 before, .* of i8 after",
        "may_alias": _ALIAS,
    },
    "pad-to-host-affine": {"may_alias": _ALIAS, "left_alone": _WHICH_BUFFER},
    "pad-to-host-exact": {"constants": _VECTOR},
    "pad-to-host-nontemporal": {"may_alias": _ALIAS},
    # A function that calls itself counts as one that may write what it is given.
    "pad-transform-layout-calls": {"calls_recursive": "B is only read before"},
}
_BELOW_SCF = re.compile(f"{_VECTOR}|{_BLOCKS}|there is no @\\w+ with a body after")
_BELOW_GPU = re.compile(f"the kernel .* is unknown|of i1 before, .* of i8 after|{_ALIAS}")


@dataclass(frozen=True)
class _Run:
    """A pipeline, and the modules it runs on."""

    file: Path
    pipeline: str
    is_split: bool
    takes_unregistered: bool

    @staticmethod
    def of(words: list[str], file: Path) -> _Run:
        """From the command line of pad-opt; `file` is `%s`."""
        source = words[0].replace("%S", str(file.parent)).replace("%s", str(file))
        return _Run(
            Path(source),
            words[words.index("-p") + 1],
            "--split-input-file" in words,
            "--allow-unregistered-dialect" in words,
        )

    def passes(self) -> list[ModulePass]:
        """None of them where the options are what a test says is wrong."""
        try:
            return parse_pipeline(self.pipeline, ALL_PASSES)
        except PipelineError:
            return []

    def unproven(self) -> Iterator[tuple[str, str]]:
        """Functions that are not proven to be right after a pass, and what is said of them."""
        text = self.file.read_text()
        passes = self.passes()
        validation = Validation(budget=_BUDGETS.get(self.file.stem, _BUDGET))
        for module in split_modules(text) if self.is_split else [text]:
            context = new_context()
            context.allow_unregistered = self.takes_unregistered
            compilation = Compilation(context, passes, self.file.name, validation)
            with collect_remarks() as remarks:
                try:
                    compilation.run(module)
                except Refuted as refutation:
                    yield refutation.verdict.function, str(refutation)
                except REPORTED:
                    pass  # a test of an error
            for remark in remarks:
                if found := _VERDICT.fullmatch(remark.message):
                    yield found["function"], found["verdict"]


def _runs_of(file: Path) -> list[_Run]:
    runs: list[_Run] = []
    for match in _RUN.finditer(file.read_text()):
        line = match[1].replace("\\\n// RUN:", "")
        _, is_ours, command = line.partition("pad-opt ")
        words = shlex.split(command)
        end = next((k for k, word in enumerate(words) if word in ("|", "2>&1")), len(words))
        # What an earlier line has made is seen by pad-tv in the file itself.
        if is_ours and "-p" in words[:end] and not words[0].startswith("%t"):
            runs.append(_Run.of(words[:end], file))
    return runs


# One pipeline is often run twice, its result and its remarks read by two lines.
_RUNS = dict.fromkeys(run for file in sorted(_FOLDER.glob("*.mlir")) for run in _runs_of(file))


def _expected(run: _Run, function: str) -> re.Pattern[str] | None:
    if "pad-to-host" in run.pipeline and "stop=affine" not in run.pipeline:
        return _BELOW_SCF
    if "pad-to-gpu" in run.pipeline and "stop=gpu" not in run.pipeline:
        return _BELOW_GPU
    text = _NOT_VALIDATED.get(run.file.stem, {}).get(function)
    return None if text is None else re.compile(text, re.DOTALL)


@pytest.mark.parametrize("file", sorted({run.file for run in _RUNS}), ids=lambda file: file.stem)
def test_each_pass_is_right(file: Path) -> None:
    if any("pad-to-host" in run.pipeline for run in _runs_of(file)):
        pytest.importorskip("mlir")
    met: set[str] = set()
    for run in (run for run in _RUNS if run.file == file):
        for function, verdict in run.unproven():
            expected = _expected(run, function)
            assert expected is not None, f"@{function}: {verdict}"
            assert expected.search(verdict), f"@{function}: {verdict}"
            met.add(function)
    assert met >= _NOT_VALIDATED.get(file.stem, {}).keys(), "the table lists what is validated"


def test_the_table_is_of_files_that_are_there() -> None:
    assert _NOT_VALIDATED.keys() <= {run.file.stem for run in _RUNS}


def _readme_runs() -> list[_Run]:
    commands = re.findall(r"^\$ pad-opt (.*)$", (_ROOT / "README.md").read_text(), re.MULTILINE)
    split = map(shlex.split, commands)
    return [_Run.of([str(_ROOT / file), *words], _ROOT) for file, *words in split]


@pytest.mark.parametrize("run", _readme_runs(), ids=lambda run: run.file.stem)
def test_the_readme(run: _Run) -> None:
    assert list(run.unproven()) == []


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
    assert list(_Run(file, _TILED, False, False).unproven()) == []

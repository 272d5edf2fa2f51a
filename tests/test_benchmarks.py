"""The kernels' benchmarks: all ways of computing each agree, and the report says what was timed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import bench_kernels
import pytest
from kernels import machine, measure, tvm_process
from kernels.catalogue import problems, twins
from kernels.chart import bar_chart
from kernels.limits import Bound, limit_of
from kernels.machine import Machine
from kernels.measure import Result, WrongResult, runs_of
from kernels.native import seconds_in_turns
from kernels.problem import GUARDED, INSIDE, OURS, Problem
from kernels.report import markdown
from kernels.tvm_process import TvmResult
from xdsl.dialects import func

from pad_mlir.passes.common.generated_stages import is_of_padding
from pad_mlir.passes.guards.guard_costs import guards_in
from pad_mlir.schedule import Schedule

NAMES = [problem.name for problem in problems()]
TWINS = {problem.name: problem for problem in twins()}
ROW_SUM = twins()[0]
MACHINE = Machine("a machine", "2026-11-21", {"gcc": "gcc 12.2.0"}, "numpy", "apache-tvm==0.27.0")


def guards(schedule: Schedule) -> int:
    """How many there are, but for those before what fills the padding of the result."""
    functions = [op for op in schedule.module.walk() if isinstance(op, func.FuncOp)]
    return sum(not is_of_padding(guard) for f in functions for guard in guards_in(f))


@pytest.fixture
def one_compiler(monkeypatch: pytest.MonkeyPatch):
    """Only the system's C compiler, which any machine that builds the project has."""
    monkeypatch.setattr(measure, "C_COMPILERS", {"cc": ()})


@pytest.mark.usefixtures("one_compiler")
@pytest.mark.parametrize("name", TWINS)
def test_all_ways_of_a_small_twin_agree_with_numpy(name: str):
    runs = runs_of(TWINS[name])
    freedoms = TWINS[name].c_flags
    c_ways = {f"cc, {kind}, {freedom}" for kind in ("logical", "padded") for freedom in freedoms}
    assert set(runs) == {*TWINS[name].schedules(), "numpy", *c_ways}
    assert {OURS, GUARDED} <= set(runs)


@pytest.mark.parametrize("name", {p.family: p.name for p in twins()}.values())
def test_the_schedule_drops_the_guards_that_its_twin_keeps(name: str):
    schedules = TWINS[name].schedules()
    assert guards(schedules[OURS]()) == 0
    assert guards(schedules[GUARDED]()) > 0


def test_each_family_of_the_list_has_a_twin():
    families = {(p.family, p.numbers) for p in problems()}
    assert families == {(p.family, p.numbers) for p in twins()}
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.usefixtures("one_compiler")
def test_a_wrong_result_is_not_timed():
    too_few = ROW_SUM.c_padded.replace("j < 48", "j < 36")
    assert too_few != ROW_SUM.c_padded
    with pytest.raises(WrongResult, match="cc, padded, reassoc: not what numpy gives"):
        runs_of(replace(ROW_SUM, c_padded=too_few))


def test_a_wrong_schedule_is_not_timed():
    wrong = ROW_SUM.mlir.replace("arith.constant 0.0", "arith.constant 1.0")
    assert wrong != ROW_SUM.mlir
    with pytest.raises(WrongResult, match="row sum 3x37 f32, padded: not what numpy gives"):
        runs_of(replace(ROW_SUM, mlir=wrong))


def test_a_compiler_that_is_missing_is_left_out(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(measure, "C_COMPILERS", {"no-such-compiler": ()})
    assert set(runs_of(ROW_SUM)) == {OURS, GUARDED, "numpy"}


@pytest.mark.parametrize("bound", [Bound("FMA", 10**6), Bound("copy", 4096), Bound("read", 4096)])
def test_a_limit_can_be_timed(bound: Bound):
    limit = limit_of(bound)
    assert limit.run(3) > 0
    assert limit.share > 0


def test_times_are_medians_of_rounds():
    # Before each round is a call that does not count.
    spent = iter([0.0, 1.0, 1.0, 9.0, 3.0, 9.0, 1.0, 9.0, 2.0])

    def run(count: int) -> float:
        return count * next(spent)

    assert seconds_in_turns({"a": run}, rounds=3, round_time=1.0) == {"a": 2.0}


def test_without_tvm_there_is_no_result(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tvm_process, "interpreter", lambda: None)
    assert tvm_process.time_tvm(ROW_SUM, 1, 0.01) is None


def a_result(**changes: object) -> Result:
    seconds = {OURS: 2e-6, GUARDED: 8e-6, "numpy": 3e-6, "limit": 1e-6}
    c = {"gcc, logical, contract": 9e-6, "gcc, logical, reassoc": 5e-6, "gcc, padded, strict": 4e-6}
    tvm = TvmResult({"default": 30e-6, "predicates": 6e-6}, {"padding flow": "refused"}, 1.5e-6)
    result = Result("a kernel", "FMA", 4000, 100, {**seconds, **c}, tvm)
    return replace(result, **changes)


def cells(text: str, kernel: str) -> list[list[str]]:
    return [line.strip("| ").split(" | ") for line in text.splitlines() if f"| {kernel} |" in line]


def test_the_table_has_ratios_of_the_best_of_each_way():
    (speed,) = cells(markdown([a_result()], MACHINE), "a kernel")
    assert speed == [
        *("a kernel", "2.0", "2.0 Gop/s", "50 % of FMA", "4.00", "1.50", "2.50", "2.00"),
        *("not installed", "not installed", "10.00", "-", "2.00 (predicates)"),
    ]


def test_the_table_without_a_limit_and_without_tvm():
    seconds = {OURS: 2e-6, GUARDED: 8e-6, "numpy": 3e-6}
    result = a_result(seconds=seconds, bound=None, tvm=None)
    without = replace(MACHINE, tvm=None, compilers={})
    (speed,) = cells(markdown([result], without), "a kernel")
    assert speed[3:] == ["-", "4.00", "1.50", *["not installed"] * 7]


def test_what_packs_inside_has_a_table_of_its_own():
    result = a_result(seconds={**a_result().seconds, INSIDE: 4e-6})
    inside = cells(markdown([result], MACHINE), "a kernel")[1]
    assert inside == ["a kernel", "2.0 (1.50)", "4.0 (0.75)", "-", "3.0"]


def test_the_chart_has_a_bar_for_each_part():
    ways = ["ours", "numpy"]
    groups = {"one": {"ours": 0.5, "numpy": 0.25}, "two": {"ours": 1.0}}
    chart = ElementTree.fromstring(bar_chart(groups, ways))
    bars = [e for e in chart if e.tag.endswith("rect") and float(e.get("y", "0")) >= 60]
    widths = [float(bar.get("width", "0")) for bar in bars]
    assert [width / widths[2] for width in widths] == [0.5, 0.25, 1.0]
    assert [bars[k].get("fill") for k in (0, 2)] == [bars[0].get("fill")] * 2


def test_the_section_of_the_page_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    page = tmp_path / "benchmarks.md"
    page.write_text("# Benchmarks\n\n## One\n\ntext\n")
    monkeypatch.setattr(bench_kernels, "DOCS", tmp_path)
    monkeypatch.setattr(bench_kernels, "this_machine", lambda: MACHINE)
    bench_kernels.write([a_result()])
    page.write_text(page.read_text() + "\n## Two\n\nmore\n")
    bench_kernels.write([a_result(name="another")])
    headings = re.findall("^## .*", page.read_text(), re.MULTILINE)
    assert headings == ["## One", bench_kernels.HEADING, "## Two"]
    assert "another" in page.read_text()
    assert "a kernel" not in page.read_text()
    assert {path.name for path in tmp_path.iterdir()} == {
        "benchmarks.md",
        "benchmarks.json",
        "benchmarks.svg",
    }


def test_this_machine_is_said_in_words(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machine, "interpreter", lambda: None)
    monkeypatch.setattr(machine, "C_COMPILERS", {"cc": (), "no-such-compiler": ()})
    said = machine.this_machine()
    assert set(said.compilers) == {"cc"}
    assert re.fullmatch(r"cc \d+(\.\d+)*", said.compilers["cc"])
    assert said.tvm is None


MOST_OPERATIONS = 400
"""LLVM's time grows with the code, and so does the processor's."""


@pytest.mark.parametrize("problem", problems(), ids=NAMES)
def test_tiles_keep_the_code_small(problem: Problem) -> None:
    module = problem.schedules()[OURS]().module
    assert sum(1 for _ in module.walk()) <= MOST_OPERATIONS

"""Passes of others, and ours by name, are steps of a schedule."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from xdsl.context import Context
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.passes import ModulePass, PassPipeline

from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.diagnostics import remark
from pad_mlir.passes.loops.pad_split import PadSplit
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.schedule import Schedule, ScheduleError

from .common import COPY, SUM, assert_replays


@dataclass(frozen=True)
class LabelLoops(ModulePass):
    """Gives each loop an attribute."""

    name = "label-loops"

    label: str
    only: tuple[str, ...] = ()
    limit: int | float | None = None

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for loop in [inner for inner in op.walk() if isinstance(inner, affine.ForOp)]:
            loop.attributes["label"] = StringAttr(self.label)
            remark(self.name, loop, f"labelled {self.label}")


@dataclass(frozen=True)
class Failing(ModulePass):
    """Changes the module, then raises what should not be raised."""

    name = "failing"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        LabelLoops("x").apply(ctx, op)
        raise KeyError("x")


@dataclass(frozen=True)
class Stumbling(ModulePass):
    """Raises what should not be raised, with a loop at hand."""

    name = "stumbling"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        _loop = next(inner for inner in op.walk() if isinstance(inner, affine.ForOp))
        raise KeyError("y")


@dataclass(frozen=True)
class Breaking(ModulePass):
    """Leaves a module that does not verify."""

    name = "breaking"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        next(inner for inner in op.walk() if inner.name == "func.return").detach()


@dataclass(frozen=True)
class Cse(ModulePass):
    """Has the name of another pass."""

    name = "cse"

    def apply(self, ctx: Context, op: ModuleOp) -> None: ...


@dataclass(frozen=True)
class Choosing(ModulePass):
    """Has an option that no pipeline can say."""

    name = "choosing"

    choose: Callable[[int], int]

    def apply(self, ctx: Context, op: ModuleOp) -> None: ...


class Stateful(ModulePass):
    """Is no dataclass."""

    name = "stateful"

    def __init__(self, size: int):
        super().__init__()

    def apply(self, ctx: Context, op: ModuleOp) -> None: ...


def wrong_split() -> PadSplit:
    factor: Any = "4"
    return PadSplit("i", factor)


def run(passes: list[ModulePass] | tuple[ModulePass, ...], text: str) -> str:
    module = parse_module(text)
    PassPipeline(tuple(passes)).apply(new_context(), module)
    return print_module(module)


def test_a_pass_that_nobody_knows(capsys: pytest.CaptureFixture[str]) -> None:
    s = Schedule(SUM)
    s.split("i", 4)
    s.apply(LabelLoops('a "b"', only=("x",), limit=float("inf")))
    assert str(s).count(r'label = "a \22b\22"') == 2
    assert [str(r).split(" ", 1)[1] for r in s.remarks] == [
        'remark: [label-loops] labelled a "b"',
        'remark: [label-loops] labelled a "b"',
    ]
    assert s.trace() == (
        's.split("i", 4)\n'
        f"from {__name__} import LabelLoops\n"
        's.apply(LabelLoops(label="a \\"b\\"", only=("x",), limit=float("inf")))\n'
    )
    again = Schedule(SUM)
    exec(s.trace(), {"s": again})
    assert (str(again), again.trace()) == (str(s), s.trace())
    assert s.pipeline().endswith(',label-loops{label="a \\"b\\"" only=x limit=inf}')
    registry = {**ALL_PASSES, "label-loops": lambda: LabelLoops}
    assert run(parse_pipeline(s.pipeline(), registry), SUM) == str(s)
    s.undo()
    assert s.trace() == 's.split("i", 4)\n'
    assert s.remarks == []
    assert "label" not in str(s)
    assert capsys.readouterr().err.count("labelled") == 2  # those of the run without a schedule


def test_a_pass_of_a_function() -> None:
    @dataclass(frozen=True)
    class Local(ModulePass):
        name = "local"

        def apply(self, ctx: Context, op: ModuleOp) -> None: ...

    s = Schedule(SUM)
    s.apply(Local())
    assert s.trace() == "s.apply(Local())\n"


def test_passes_that_packages_bring() -> None:
    s = Schedule(SUM.replace("addi %s, %a", "addi %a, %s"))
    s.apply("  canonicalize, cse ")
    s.apply(PadSplit("i", 4))
    assert s.trace() == 's.apply("canonicalize,cse")\ns.apply("pad-split{loop=i factor=4}")\n'
    assert s.pipeline() == "canonicalize,cse,pad-split{loop=i factor=4}"
    again = Schedule(SUM.replace("addi %s, %a", "addi %a, %s"))
    exec(s.trace(), {"s": again})
    assert str(again) == str(s)
    s.undo(2)
    assert s.trace() == ""


def test_ours_by_name() -> None:
    s = Schedule(SUM)
    s.apply('pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)" pad=0}')
    s.apply('pad-transform-layout{buffer=A map="(i, j) -> (j, i)"}')  # still pending
    s.apply("pad-apply-layouts")
    s.sequential_buffer_access("compute", "A")
    s.apply("pad-remove-branching-through-overcompute{stage=compute}")
    assert "affine.if" not in str(s)
    assert_replays(s, SUM)


@pytest.mark.parametrize(
    ("passes", "message"),
    [
        ("", "apply needs a pass, but is given none"),
        ("pad-splti{loop=i}", "<pass-pipeline>:1:1: there is no pass 'pad-splti', did you mean"),
        ("cse,pad-split{lop=i}", "<pass-pipeline>:1:15: pass 'pad-split' has no option 'lop'"),
        ("pad-split{loop=i factor=x}", "option 'factor' of 'pad-split' wants"),
        ("pad-split{loop=i factor=4", "<pass-pipeline>:1:26: expected the name of an option"),
        ("pad-split{loop=i factor=4},pad-split{loop=q factor=4}", "there is no loop 'q' in @copy"),
        (3, 'passes is 3, but must be the text of a pipeline, "canonicalize,cse", or a pass'),
        (LabelLoops, "or a pass: give an object of the class, LabelLoops(..)"),
        (Failing(), f"pass failing ({__name__}.Failing) failed: KeyError: 'x', raised at "),
        (Breaking(), f"(after pass breaking ({__name__}.Breaking))"),
        (Cse(), f"the pass {__name__}.Cse has the name 'cse' of another one, xdsl.transforms"),
        (Choosing(abs), "the options of pass choosing"),
        (Stateful(3), "the options of pass stateful"),
        (wrong_split(), "factor is '4', but must be int"),
    ],
)
def test_error_leaves_the_schedule_as_it_was(passes: Any, message: str) -> None:
    s = Schedule(COPY, "copy")
    s.transform_layout("B", lambda i, j: (i, j // 16, j % 16))
    before = str(s), s.trace(), s.pipeline(), s.remarks
    with pytest.raises(ScheduleError, match=re.escape(message)) as raised:
        s.apply(passes)
    assert "\n" not in str(raised.value)
    assert (str(s), s.trace(), s.pipeline(), s.remarks) == before


def test_where_a_pass_failed() -> None:
    s = Schedule(COPY)
    line = next(n for n, t in enumerate(COPY.split("\n"), 1) if "affine.for" in t)
    with pytest.raises(ScheduleError) as raised:
        s.apply(Stumbling())
    what, _, where = str(raised.value).partition(", raised at ")
    assert re.fullmatch(
        rf"<string>:{line}:\d+: pass stumbling \(.*\.Stumbling\) failed: KeyError: 'y'", what
    )
    file, _, number = where.rpartition(":")
    with open(file) as source:
        assert source.readlines()[int(number) - 1] == '        raise KeyError("y")\n'


def test_an_option_that_a_pipeline_would_read_otherwise() -> None:
    @dataclass(frozen=True)
    class Either(ModulePass):
        name = "either"

        value: int | str = 0

        def apply(self, ctx: Context, op: ModuleOp) -> None: ...

    s = Schedule(SUM)
    s.apply(Either("four"))
    with pytest.raises(ScheduleError, match=r"cannot be written in a pipeline \(value is '4'\)"):
        s.apply(Either("4"))


def test_a_package_that_cannot_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ValueError("Duplicate definition of cse in ['a', 'b'].")

    monkeypatch.setattr("pad_mlir.schedule.steps.applying.Universe.get_multiverse", broken)
    with pytest.raises(ScheduleError, match=r"cannot be loaded: ValueError: Duplicate definition"):
        Schedule(SUM).apply("cse")

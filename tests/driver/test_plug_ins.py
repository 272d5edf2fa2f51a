"""Errors in a plug-in are reported with file, line, and the current operation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.utils.exceptions import ParseError

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.dialect.xdsl_compat.plug_ins import plug_ins
from pad_mlir.schedule import Schedule, ScheduleError
from pad_mlir.tools.pad_tv import main as pad_tv
from pad_mlir.tools.tv import BAD_INPUT, Status

from .tools import PadOpt, Said

MODULE = """\
func.func @f(%A: memref<4xf32>) {
  %c = arith.constant 1.0 : f32
  affine.store %c, %A[0] : memref<4xf32>
  func.return
}
"""
UNIVERSE = """\
from xdsl.universe import Universe

def boom():
    from boom_pass import Boom
    return Boom

UNIVERSE = Universe(all_passes={"boom": boom})
"""
PASS = """\
from dataclasses import dataclass
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern
from pad_mlir.index.expr import var

class Pattern(RewritePattern):
    def match_and_rewrite(self, op, rewriter):
        if op.name == "affine.store":
            {pattern}

@dataclass(frozen=True)
class Boom(ModulePass):
    name = "boom"

    def apply(self, ctx, op):
        for function in op.body.block.ops:
            {apply}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with the metadata of a package that adds the pass `boom`."""
    (tmp_path / "f.mlir").write_text(MODULE)
    (tmp_path / "boom_universe.py").write_text(UNIVERSE)
    info = tmp_path / "boom.egg-info"
    info.mkdir()
    (info / "PKG-INFO").write_text("Metadata-Version: 2.1\nName: boom\nVersion: 0\n")
    (info / "entry_points.txt").write_text("[xdsl.universe]\nboom = boom_universe:UNIVERSE\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    plug_ins.cache_clear()
    yield tmp_path
    plug_ins.cache_clear()
    for name in ("boom_universe", "boom_pass"):
        sys.modules.pop(name, None)


def run(pad_opt: PadOpt, *options: str) -> Said:
    return pad_opt("f.mlir", *options, "--mlir-pass-pipeline-crash-reproducer=r.mlir")


@pytest.mark.parametrize(
    ("pattern", "apply", "place", "error", "line"),
    [
        ("pass", "{}['x']", "1:1", "KeyError: 'x'", 17),
        ("1 // 0", "PatternRewriteWalker(Pattern()).rewrite_module(op)", "3:3", "division", 9),
        ("pass", "var(3) + object()", "1:1", "TypeError", 17),
        ("pass", "len(op)", "1:1", "TypeError: object of type 'ModuleOp'", 17),
    ],
)
def test_a_pass_that_fails(
    pattern: str, apply: str, place: str, error: str, line: int, folder: Path, pad_opt: PadOpt
) -> None:
    (folder / "boom_pass.py").write_text(PASS.format(pattern=pattern, apply=apply))
    said = run(pad_opt, "-p", "boom").err
    first = said.split("\n")[0]
    assert first.startswith(
        f"f.mlir:{place}: error: internal error in pass boom (boom_pass.Boom): "
    )
    assert error in first
    assert first.endswith(f", raised at boom_pass.py:{line} (--python-traceback shows the calls)")
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (
            "import os\nimport absent",
            "ModuleNotFoundError: No module named 'absent', at boom_pass.py:2",
        ),
        ("from xdsl.ir import Absent", "ImportError: cannot import name 'Absent' from 'xdsl.ir'"),
        ("x = 1\n\ndef f(:\n", "SyntaxError: invalid syntax, at boom_pass.py:3"),
        (
            "import os\n\nos.absent",
            "AttributeError: module 'os' has no attribute 'absent', at boom_pass.py:3",
        ),
        ("1 / 0", "ZeroDivisionError: division by zero, at boom_pass.py:1"),
        ("Bom = 1", "ImportError: cannot import name 'Boom' from 'boom_pass'"),
    ],
)
def test_a_module_that_cannot_be_imported(
    text: str, error: str, folder: Path, pad_opt: PadOpt
) -> None:
    (folder / "boom_pass.py").write_text(text)
    said = run(pad_opt, "-p", "cse,boom")
    wanted = f"<pass-pipeline>:1:5: error: pass 'boom' can't be loaded: {error}"
    assert said.err.startswith(wanted)
    assert said.err.endswith("\ncse,boom\n    ^\n")
    where = "boom_universe.py:4" if text.startswith("Bom") else "boom_pass.py:"
    assert f", at {where}" in said.err


@pytest.mark.parametrize("text", [PASS.format(pattern="pass", apply="1 / 0"), "1 / 0"])
def test_the_calls_are_shown_on_request(text: str, folder: Path, pad_opt: PadOpt) -> None:
    (folder / "boom_pass.py").write_text(text)
    said = run(pad_opt, "-p", "boom", "--python-traceback").err
    assert "Traceback" in said
    assert "1 / 0\n" in said


def test_the_help_of_a_pass_that_cannot_be_imported(folder: Path, pad_opt: PadOpt) -> None:
    (folder / "boom_pass.py").write_text("import absent")
    said = run(pad_opt, "--help-pass=boom")
    assert said.err == (
        "--help-pass: error: pass 'boom' can't be loaded: "
        "ModuleNotFoundError: No module named 'absent', at boom_pass.py:1\n"
    )


def test_a_universe_that_cannot_be_imported(folder: Path, pad_opt: PadOpt) -> None:
    (folder / "boom_universe.py").write_text("import absent")
    said = run(pad_opt)
    assert said.code == 1
    assert said.err == (
        "xdsl.universe: error: an installed plug-in can't be loaded: "
        "ModuleNotFoundError: No module named 'absent', at boom_universe.py:1\n"
    )


TOY = """\
from xdsl.ir import Dialect
from xdsl.irdl import IRDLOperation, irdl_op_definition
from xdsl.universe import Universe

@irdl_op_definition
class Nothing(IRDLOperation):
    name = "toy.nothing"
    assembly_format = "attr-dict"

UNIVERSE = Universe(all_dialects={"toy": lambda: Dialect("toy", [Nothing])})
"""
USING_TOY = "func.func @f(%A: memref<4xf32>) {\n  toy.nothing\n  func.return\n}\n"


def run_pad_tv(captured: pytest.CaptureFixture[str], *options: str) -> Said:
    captured.readouterr()
    code = pad_tv(["f.mlir", "f.mlir", *options])
    said = captured.readouterr()
    return Said(code, said.out, said.err)


def test_all_tools_know_the_dialects_of_plug_ins(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "boom_universe.py").write_text(TOY)
    (folder / "f.mlir").write_text(USING_TOY)
    assert str(Schedule(USING_TOY)) == str(parse_module(USING_TOY)) + "\n"
    answer = run_pad_tv(capsys)
    assert "registered" not in answer.err
    assert answer.code != BAD_INPUT


def test_a_dialect_whose_plug_in_cannot_be_imported(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    (folder / "boom_universe.py").write_text("import absent")
    (folder / "f.mlir").write_text(USING_TOY)
    trouble = (
        "2:3: operation 'toy.nothing' is not registered; an installed plug-in can't be loaded: "
        "ModuleNotFoundError: No module named 'absent' (--allow-unregistered-dialect takes it"
    )
    answer = run_pad_tv(capsys)
    assert answer.code == BAD_INPUT
    assert trouble in answer.err
    (folder / "f.mlir").write_text(MODULE)
    assert run_pad_tv(capsys).code == 0


def test_an_unregistered_type(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "f.mlir").write_text("func.func private @f(!toy.nothing)")
    answer = run_pad_tv(capsys)
    assert answer.err.endswith(
        "f.mlir:1:34: 'toy.nothing' is not registered (--allow-unregistered-dialect takes it)\n"
    )
    allowed = run_pad_tv(capsys, "--allow-unregistered-dialect")
    assert "not registered" not in allowed.err


def test_an_unregistered_operation(folder: Path, capsys: pytest.CaptureFixture[str]):
    (folder / "f.mlir").write_text(USING_TOY.replace("toy.nothing", '"toy.nothing"() : () -> ()'))
    answer = run_pad_tv(capsys)
    assert answer.err.endswith(
        "f.mlir:2:3: operation 'toy.nothing' is not registered "
        "(--allow-unregistered-dialect takes it in its generic form)\n"
    )
    allowed = run_pad_tv(capsys, "--allow-unregistered-dialect")
    assert allowed.code == Status.NOT_VALIDATED.value
    with pytest.raises(ScheduleError) as raised:
        Schedule(USING_TOY)
    assert str(raised.value).endswith(
        "operation 'toy.nothing' is not registered (Schedule(parse_module(text, context=c)) takes "
        "it where c has its dialect; c = new_context(allow_unregistered=True) takes it in its "
        "generic form)"
    )
    with pytest.raises(ParseError, match="a context with allow_unregistered=True takes it in its"):
        parse_module(USING_TOY)
    Schedule(
        parse_module((folder / "f.mlir").read_text(), context=new_context(allow_unregistered=True))
    )

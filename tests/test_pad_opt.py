"""pad-opt where lit can't reach: exit codes, passes that fail, input that is not text."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Literal

import pytest
from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.ir import Operation, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.passes import ModulePass
from xdsl.printer import Printer
from xdsl.utils.exceptions import PassFailedException, VerifyException

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.passes.diagnostics import remark
from pad_mlir.passes.pipeline.option_types import Value, convert, type_text
from pad_mlir.passes.simplify.pad_simplify import PadSimplify
from pad_mlir.tools.pad_opt import PadOptMain, main

SOURCE = """\
func.func @f() -> index {
\t%0 = arith.constant 1 : index
  func.return %0 : index
}
"""
Action = Callable[[Operation], None]
"""The action of a pass on the constant of `SOURCE`."""


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # for reproducers
    path = tmp_path / "f.mlir"
    path.write_text(SOURCE)
    return str(path)


@irdl_attr_definition
class UnprintableAttr(ParametrizedAttribute):
    name = "test.unprintable"

    def print_parameters(self, printer: Printer) -> None:
        raise RuntimeError("no text for this")


def run_pass(source: str, action: Action, *arguments: str) -> int:
    class TestPass(ModulePass):
        name = "test-pass"

        def apply(self, ctx: Context, op: ModuleOp) -> None:
            action(next(o for o in op.walk() if isinstance(o, arith.ConstantOp)))

    class Tool(PadOptMain):
        def register_all_passes(self) -> None:
            self.register_pass("test-pass", lambda: TestPass)

    return Tool("test", [source, "-p", "test-pass", *arguments]).execute()


def refuse(constant: Operation) -> None:
    raise PadError("wanted another constant", constant)


def refuse_new(constant: Operation) -> None:
    new = arith.ConstantOp.from_int_and_width(2, 32)
    block = constant.parent
    assert block is not None
    block.insert_op_before(new, constant)
    raise PadError("at its parent", new)


def refuse_without_place(constant: Operation) -> None:
    raise PadError("nowhere")


def refuse_elsewhere(constant: Operation) -> None:
    constant.location = FileLineColLoc(StringAttr("g.mlir"), IntAttr(7), IntAttr(9))
    raise PadError("in another file", constant)


def fail(constant: Operation) -> None:
    raise PassFailedException("passes of xDSL fail like this")


def fail_verification(constant: Operation) -> None:
    raise VerifyException("or like this")


def recurse(constant: Operation) -> None:
    recurse(constant)


def crash(constant: Operation) -> None:
    raise KeyError("surprise")


def keep(constant: Operation) -> None:
    remark("test-pass", constant, "kept")


def break_dominance(constant: Operation) -> None:
    block = constant.parent
    assert block is not None
    constant.detach()
    block.add_op(constant)


def _place_of(function: Callable[..., object]) -> str:
    """Of the statement that is all of it."""
    return f"{os.path.relpath(__file__)}:{function.__code__.co_firstlineno + 1}"


def _no_place(message: str) -> list[str]:
    """The pass is named in place of a place in the input."""
    return [f"<pass-pipeline>:1:1: error: test-pass: {message}", "test-pass", "^"]


@pytest.mark.parametrize(
    ("action", "messages"),
    [
        (refuse, ["{file}:2:7: error: wanted another constant", SOURCE.split("\n")[1], "\t     ^"]),
        (refuse_new, ["{file}:1:1: error: at its parent", "func.func @f() -> index {", "^"]),
        (refuse_without_place, _no_place("nowhere")),
        (refuse_elsewhere, ["g.mlir:7:9: error: in another file"]),
        (fail, _no_place("passes of xDSL fail like this")),
        (fail_verification, _no_place("or like this")),
        (recurse, ["{file}: error: operations or expressions are nested too deeply"]),
    ],
)
def test_failing_passes(
    action: Action, messages: list[str], source: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_pass(source, action) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.splitlines() == [m.replace("{file}", source) for m in messages]


def test_a_crash(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_pass(source, crash) == 1
    message, line, caret, note = capfd.readouterr().err.splitlines()
    name = f"test-pass ({__name__}.run_pass.<locals>.TestPass)"
    what = f"internal error in pass {name}: KeyError: 'surprise', raised at {_place_of(crash)}"
    assert message == f"{source}:2:7: error: {what} (--python-traceback shows the calls)"
    assert (line, caret) == (SOURCE.split("\n")[1], "\t     ^")
    assert " --run-reproducer" in note


def test_a_crash_of_ours(
    source: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def crash_in_it(self: PadSimplify, ctx: Context, op: ModuleOp) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr(PadSimplify, "apply", crash_in_it)
    assert main([source, "-p", "pad-simplify"]) == 1
    what = "internal error in pass pad-simplify: KeyError: 'surprise', raised at "
    message = capfd.readouterr().err.splitlines()[0]
    assert message.startswith(f"{source}: error: {what}")
    assert message.endswith("; please report (--python-traceback shows the calls)")


def test_what_a_pass_broke_is_its_error(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_pass(source, break_dominance) == 1
    assert "(after pass test-pass)" in capfd.readouterr().err.splitlines()[0]


def test_what_verifies_and_does_not_print(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    def add_attribute(constant: Operation) -> None:
        constant.attributes["a"] = UnprintableAttr()

    assert run_pass(source, add_attribute) == 1
    assert "internal error in the printer: RuntimeError" in capfd.readouterr().err


def test_passes_that_cannot_be_imported(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    def load() -> type[ModulePass]:
        raise ModuleNotFoundError("No module named 'absent'", name="absent")

    class Tool(PadOptMain):
        def register_all_passes(self) -> None:
            self.register_pass("test-pass", load)

    assert Tool("test", [source, "-p", "test-pass"]).execute() == 1
    what = f"ModuleNotFoundError: No module named 'absent', at {_place_of(load)}"
    wanted = f"<pass-pipeline>:1:1: error: pass 'test-pass' can't be loaded: {what}\n"
    assert capfd.readouterr().err.startswith(wanted)


def test_traceback_on_request(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_pass(source, crash, "--python-traceback") == 1
    assert 'raise KeyError("surprise")' in capfd.readouterr().err


def test_remarks_are_no_errors(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_pass(source, keep) == 0
    out, err = capfd.readouterr()
    assert "arith.constant" in out
    assert err == f"{source}:2:7: remark: [test-pass] kept\n"


def test_unexpected_remark(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run_pass(source, keep, "--verify-diagnostics") == 1
    assert "error: unexpected remark: [test-pass] kept" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["--list-passes"], 0),
        (["--help"], 0),
        (["--version"], 0),
        (["-p", "no-such-pass"], 1),
        (["--help-pass", "no-such-pass"], 1),
        (["--no-such-flag"], 1),
        (["--verify-diagnostics"], 0),
    ],
)
def test_exit_codes(arguments: list[str], code: int, source: str) -> None:
    assert main([source, *arguments]) == code


def test_input_that_is_no_text(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.mlir"
    path.write_bytes(b"func.func @\xff")
    assert main([str(path)]) == 1
    heading, *_ = capfd.readouterr().err.splitlines()
    assert heading == f"{path}:1:12: error: byte 0xff is not UTF-8 text"


def test_deep_nests(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.mlir"
    depth = 1000
    loops = "".join(f"affine.for %i{i} = 0 to 4 {{\n" for i in range(depth))
    path.write_text(f"func.func @f() {{\n{loops}{'}' * depth}\nfunc.return\n}}\n")
    assert main([str(path)]) == 1
    assert "error: operations or expressions are nested too deeply" in capfd.readouterr().err


def test_wide_characters_before_the_error(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "f.mlir"
    path.write_text('func.func @f() attributes {a = "äöü"} { foo.bar }\n')
    assert main([str(path)]) == 1
    message, line, caret = capfd.readouterr().err.splitlines()
    assert ":1:41: error:" in message
    assert line[caret.index("^") :].startswith("foo.bar")


def test_a_thousand_operations_take_less_than_three_seconds(tmp_path: Path) -> None:
    """Processor time, start-up included; benchmarks/bench_pad_opt.py has the wall-clock times."""
    nest = """
      affine.for %i = 0 to 14 {
        %x = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
        %y = arith.addf %x, %x : f32
        affine.store %y, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
      }"""
    path = tmp_path / "f.mlir"
    path.write_text(f"func.func @f(%A: memref<4x4xf32>) {{{nest * 200}\nfunc.return\n}}\n")
    before = getrusage(RUSAGE_CHILDREN)
    tool = str(Path(sys.executable).parent / "pad-opt")
    subprocess.run([tool, str(path), "-o", str(tmp_path / "out.mlir")], check=True)
    after = getrusage(RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 3


@pytest.mark.parametrize(
    ("values", "hint", "wanted"),
    [
        ([Value("3")], int, 3),
        ([Value("3")], float, 3.0),
        ([Value("-inf")], float, float("-inf")),
        ([Value("1e-3")], float, 1e-3),
        ([Value("3")], str, "3"),
        ([Value("3")], str | int, 3),
        ([Value("3", quoted=True)], int | str, "3"),
        ([Value("3.5")], int | float, 3.5),
        ([Value('a "b" \\\\'.replace('"', '\\"'), quoted=True)], str, 'a "b" \\'),
        ([Value("true")], bool, True),
        ([], bool, True),
        ([], int | None, None),
        ([Value("1"), Value("2")], tuple[int, ...], (1, 2)),
        ([Value("1")], str | tuple[int, ...] | None, (1,)),
        ([Value("if")], Literal["stage", "if"], "if"),
        ([Value("2")], Literal[1, 2], 2),
    ],
)
def test_option_values(values: list[Value], hint: object, wanted: object) -> None:
    got = convert(values, hint)
    assert got == wanted
    assert type(got) is type(wanted)


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        ([Value("a")], int),
        ([Value("1.5")], int),
        ([Value("1", quoted=True)], int),
        ([Value("1"), Value("2")], int),
        ([], int),
        ([Value("yes")], bool),
        ([Value("before")], Literal["stage", "if"]),
        ([Value("a")], int | tuple[int, ...]),
    ],
)
def test_option_values_refused(values: list[Value], hint: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        convert(values, hint)


@pytest.mark.parametrize(
    ("hint", "text"),
    [
        (str | None, "string"),
        (tuple[int, ...] | None, "list of int"),
        (bool, "true or false"),
        (float | str, "float or string"),
        (Literal["stage", "if"], "one of stage, if"),
        (Literal["change"], "change"),
    ],
)
def test_option_types_in_words(hint: object, text: str) -> None:
    assert type_text(hint) == text

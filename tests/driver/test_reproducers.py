"""A crash leaves a reproducer behind, and that one crashes the same way."""

import os
import re
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.parser import Parser

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context
from pad_mlir.tools.report.reproducer import Reproducer, read_reproducer

from .conftest import SOURCE
from .tools import PadOpt, tool, upstream

WRITTEN = re.compile(r"^(.*): note: reproducer generated; replay it with: \S+ (.*)$", re.MULTILINE)


def constants(module: ModuleOp) -> list[arith.ConstantOp]:
    return [op for op in module.walk() if isinstance(op, arith.ConstantOp)]


def crash(module: ModuleOp) -> None:
    raise KeyError(len(constants(module)))


def unorder(module: ModuleOp) -> None:
    constant = constants(module)[0]
    block = constant.parent
    assert block is not None
    constant.detach()
    block.add_op(constant)


def change(module: ModuleOp) -> None:
    constants(module)[0].value = IntegerAttr.from_index_int_value(7)


def refuse(module: ModuleOp) -> None:
    raise PadError("not this one", constants(module)[0])


def errors(text: str, file: Path | str) -> list[str]:
    """The messages about a file, without its name and without the notes."""
    lines = [line for line in text.splitlines() if ": note: " not in line]
    return [line.replace(str(file), "") for line in lines]


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.mark.parametrize(
    ("action", "options"),
    [
        (crash, ["-p", "cse,test-pass"]),
        (crash, ["-p", " builtin.module( cse,  test-pass )"]),
        (unorder, ["-p", "test-pass"]),
        (change, ["-p", "test-pass", "--validate-each"]),
        (change, ["-p", "test-pass", "--validate-each", "--size", "n=13"]),
    ],
)
def test_a_crash_replays(
    action: Callable[[ModuleOp], None], options: list[str], source: Path, pad_opt: PadOpt
) -> None:
    if "--size" in options:
        source.write_text(SIZED)
    first = pad_opt(source, *options, action=action)
    assert first.code == 1
    note = WRITTEN.search(first.err)
    assert note is not None
    second = pad_opt(*note[2].split(), action=action)
    assert second.code == 1
    assert errors(second.err, note[1]) == errors(first.err, source)


SIZED = """\
func.func @f(%A: memref<?xindex> {pad.name = "A"}, %n: index {pad.size = [{of = "A", dim = 0}]}) {
  %0 = arith.constant 1 : index
  affine.for %i = 0 to %n {
    affine.store %0, %A[%i] : memref<?xindex>
  }
  func.return
}
"""


def test_what_a_pass_refuses_is_no_crash(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "-p", "test-pass", action=refuse)
    assert said.code == 1
    assert "note" not in said.err


def test_expected_crashes_leave_none(source: Path, tmp_path: Path, pad_opt: PadOpt) -> None:
    pad_opt(source, "-p", "test-pass", "--verify-diagnostics", action=crash)
    assert list(tmp_path.iterdir()) == [source]


def test_on_request_refusals_have_one_too(source: Path, tmp_path: Path, pad_opt: PadOpt) -> None:
    path = tmp_path / "r.mlir"
    asked = f"--mlir-pass-pipeline-crash-reproducer={path}"
    first = pad_opt(source, "-p", "test-pass", asked, action=refuse)
    assert f"{path}: note: reproducer generated" in first.err
    second = pad_opt(path, "--run-reproducer", action=refuse)
    assert errors(second.err, path) == errors(first.err, source)


def test_none_is_left_where_all_is_well(source: Path, tmp_path: Path, pad_opt: PadOpt) -> None:
    path = tmp_path / "r.mlir"
    assert pad_opt(source, "--cse", f"--mlir-pass-pipeline-crash-reproducer={path}").code == 0
    assert not path.exists()


def test_a_pass_that_takes_the_process_with_it(source: Path, tmp_path: Path) -> None:
    path = tmp_path / "r.mlir"

    def kill(module: ModuleOp) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def status(*args: str) -> int:
        child = os.fork()
        if child == 0:
            os._exit(tool([*args], kill).execute())
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    asked = f"--mlir-pass-pipeline-crash-reproducer={path}"
    assert status(str(source), "-p", "cse,test-pass", asked) == -signal.SIGKILL
    assert status(str(path), "--run-reproducer") == -signal.SIGKILL


def test_the_form_is_that_of_mlir_opt(source: Path, tmp_path: Path, pad_opt: PadOpt) -> None:
    """mlir-opt runs ours, and we run mlir-opt's."""
    ours, theirs = tmp_path / "ours.mlir", tmp_path / "theirs.mlir"
    ours.write_text(Reproducer("cse", verify_each=False).text(SOURCE, "pad-opt"))
    run = upstream("mlir", "mlir-opt", ours, "--run-reproducer")
    assert (run.returncode, run.stdout.count("arith.constant")) == (0, 1), run.stderr
    upstream("mlir", "mlir-opt", source, "--cse", f"--mlir-generate-reproducer={theirs}")
    said = pad_opt(theirs, "--run-reproducer", "--mlir-print-ir-before=cse")
    assert said.code == 0
    assert "IR Dump Before" in said.err


def test_a_reproducer_is_ordinary_input_without_the_option(tmp_path: Path, pad_opt: PadOpt) -> None:
    path = tmp_path / "r.mlir"
    path.write_text(Reproducer("cse").text(SOURCE, "pad-opt"))
    said = pad_opt(path)
    assert (said.code, said.out.count("arith.constant")) == (0, 2)


def test_what_is_written_is_read() -> None:
    pipeline = 'pad-transform-layout{buffer=A map="(i) -> (i, \\"x\\")\t\n"},cse'
    for verify_each in (True, False):
        once = Reproducer(pipeline, verify_each).text(SOURCE, "pad-opt")
        read = read_reproducer(once)
        assert read is not None
        assert read == Reproducer(f"builtin.module({pipeline})", verify_each)
        assert read.text(once, "pad-opt") == once
        assert once.startswith(SOURCE)


def test_no_pipeline_in_the_file(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "--run-reproducer")
    assert said.code == 1
    assert said.err.startswith(f"{source}: error: --run-reproducer wants a pipeline in the file")


def test_the_pipeline_of_the_file_is_wrong(tmp_path: Path, pad_opt: PadOpt) -> None:
    path = tmp_path / "r.mlir"
    path.write_text(Reproducer("cs").text(SOURCE, "pad-opt"))
    said = pad_opt(path, "--run-reproducer")
    assert said.code == 1
    assert said.err.startswith("<pass-pipeline>:1:16: error: there is no pass 'cs'")


def test_no_passes_beside_those_of_the_file(source: Path, pad_opt: PadOpt) -> None:
    assert "the pipeline is the file's" in pad_opt(source, "--run-reproducer", "--cse").err


def test_where_none_can_be_written(source: Path, tmp_path: Path, pad_opt: PadOpt) -> None:
    asked = f"--mlir-pass-pipeline-crash-reproducer={tmp_path / 'absent' / 'r.mlir'}"
    said = pad_opt(source, "-p", "test-pass", asked, action=crash)
    assert said.code == 1
    assert "no reproducer could be written: No such file or directory" in said.err


def test_stock_xdsl_does_not_read_the_form() -> None:
    with pytest.raises(NotImplementedError):
        Parser(new_context(), Reproducer("cse").text(SOURCE, "pad-opt")).parse_module()


def test_another_driver_replays_its_own(
    pad_opt: PadOpt, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/my-opt"])
    said = pad_opt(source, "-p", "test-pass", action=crash)
    assert "; replay it with: my-opt /" in said.err

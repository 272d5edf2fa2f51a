"""--mlir-print-ir-*: which dumps there are, under mlir-opt's headers."""

import re
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError

from .tools import PadOpt, upstream

HEADER = re.compile(r"^// -----// IR Dump (\w+) \w+( Failed)? \((\S+)\) //----- //$", re.MULTILINE)
PIPELINE = ("--pass-pipeline=builtin.module(cse,canonicalize)", "-o", "/dev/null")


def dumps(text: str) -> list[tuple[str, str, str]]:
    return HEADER.findall(text)


@pytest.mark.parametrize(
    "options",
    [
        ["--mlir-print-ir-before-all"],
        ["--mlir-print-ir-after-all"],
        ["--mlir-print-ir-before-all", "--mlir-print-ir-after=cse"],
        ["--mlir-print-ir-before=canonicalize"],
        ["-mlir-print-ir-after=cse,canonicalize"],
        ["--mlir-print-ir-after=cse", "--mlir-print-ir-after=canonicalize"],
        ["--mlir-print-ir-after-all", "--mlir-print-ir-after-change"],
        ["--mlir-print-ir-after-failure"],
    ],
)
def test_dumps_are_those_of_mlir_opt(options: list[str], source: Path, pad_opt: PadOpt) -> None:
    # After cse nothing is folded, and mlir-opt sorts operands: the change has to be in both.
    source.write_text(source.read_text().replace("%0, %1", "%0, %n"))
    theirs = upstream("mlir", "mlir-opt", source, *PIPELINE, *options, "--mlir-disable-threading")
    ours = pad_opt(source, *PIPELINE, *options)
    assert (ours.code, ours.out) == (0, "")
    assert dumps(ours.err) == dumps(theirs.stderr)


def test_the_ir_is_that_before_and_after(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "--cse", "--mlir-print-ir-before-all", "--mlir-print-ir-after-all")
    before, after = said.err.split("// -----// IR Dump After")
    assert before.count("arith.constant") == 2
    assert after.count("arith.constant") == 1
    assert after.endswith("}\n\n\n")
    assert said.out in after


def test_only_changes(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "-p", "cse,cse", "--mlir-print-ir-after-change")
    assert dumps(said.err) == [("After", "", "cse")]


def test_forms_of_the_dumps(source: Path, pad_opt: PadOpt) -> None:
    options = ("--mlir-print-ir-after=cse", "--mlir-print-op-generic", "--mlir-print-debuginfo")
    said = pad_opt(source, "--cse", *options)
    assert (
        f'"arith.constant"() <{{value = 1 : index}}> : () -> index loc("{source}":2:8)' in said.err
    )


def half_done(module: ModuleOp) -> None:
    next(op for op in module.walk() if op.name == "arith.addi").detach()
    raise PadError("not this one", module)


def test_after_a_failure_there_is_what_the_pass_left(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "-p", "cse,test-pass", "--mlir-print-ir-after-failure", action=half_done)
    assert said.code == 1
    assert dumps(said.err) == [("After", " Failed", "test-pass")]
    dump, error = said.err.split("\n\n")
    assert '"arith.constant"' in dump
    assert "arith.addi" not in dump
    assert "error: not this one" in error


def test_no_such_pass(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, "--mlir-print-ir-after=cs")
    assert said.code == 1
    assert said.err.startswith("--mlir-print-ir-after: error: there is no pass 'cs', did you mean")

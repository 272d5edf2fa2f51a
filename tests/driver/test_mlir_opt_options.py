"""Options that users of mlir-opt type are accepted, or answered in one line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.tools.cli.command_line import options
from pad_mlir.tools.cli.mlir_opt_options import ANSWERS
from pad_mlir.tools.driver import compilation

from .tools import PadOpt, upstream

_ABOUT_MLIR = re.compile(
    r"^  (--(?:mlir|dump-pass|verify-(?:each|diag|round)|emit-byte|load|split-input|no-implicit"
    r"|irdl|list-passes|output-split|show-dialects|log-|run-repro|allow-unreg)[\w-]*)",
    re.MULTILINE,
)
_INTERNALS = {"--mlir-enable-debugger-hook", "--mlir-lsp"}


def test_each_option_of_mlir_opt_is_taken_or_answered() -> None:
    known = {name for option in options() for name in option.names} | ANSWERS.keys() | _INTERNALS
    found = set(_ABOUT_MLIR.findall(upstream("mlir", "mlir-opt", "--help").stdout))
    assert len(found) > 40
    assert found - known == set()


def test_no_answer_is_about_an_option_that_there_is() -> None:
    assert not ANSWERS.keys() & {name for option in options() for name in option.names}


@pytest.mark.parametrize("option", ANSWERS)
@pytest.mark.parametrize("form", ["{}", "{}=3"])
def test_options_of_mlir_opt_only(option: str, form: str, source: Path, pad_opt: PadOpt) -> None:
    wanted = f"pad-opt: error: {option} is of mlir-opt only: {ANSWERS[option]}\n"
    for given in (form.format(option), form.format(option[1:])):
        said = pad_opt(source, given)
        assert (said.code, said.out, said.err) == (1, "", wanted)


@pytest.mark.parametrize(
    "option",
    [
        "--mlir-print-assume-verified",
        "--mlir-print-ir-module-scope",
        "-mlir-disable-threading=true",
        "--mlir-print-op-generic=false",
        "--mlir-timing-display=tree",
        "--verify-roundtrip",
        "--verify-each=1",
        "-verify-each=0",
        "-split-input-file",
        "-allow-unregistered-dialect",
    ],
)
def test_options_that_change_nothing_here(option: str, source: Path, pad_opt: PadOpt) -> None:
    assert pad_opt(source, option) == pad_opt(source)


@pytest.mark.parametrize(
    ("option", "error"),
    [
        ("--verify-diagnostics=only-expected", "takes no value, got 'only-expected'"),
        ("--split-input-file=//", "takes no value, got '//'"),
        ("--mlir-timing-display=list", "invalid choice: 'list' (choose from 'tree')"),
    ],
)
def test_values_that_are_not_taken(option: str, error: str, source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, option)
    name = option.split("=")[0]
    assert said.err == f"pad-opt: error: argument {name}: {error} (--help)\n"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("-pad-simplfy", "--pad-simplify"),
        ("-pad-aply-layouts", "--pad-apply-layouts"),
        ("-canonicalise", "--canonicalize"),
        ("-output-flie", "--output-file"),
        ("-mlir-timming", "--mlir-timing"),
    ],
)
def test_one_dash_misspelt(given: str, meant: str, source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, given)
    assert said.err.startswith(f"pad-opt: error: unrecognized arguments: -{given}, did you mean ")
    assert meant in re.split("[ ?]", said.err)
    assert pad_opt(source, f"-{given}") == said


def test_one_dash(source: Path, pad_opt: PadOpt, tmp_path: Path) -> None:
    both = pad_opt(source, "--canonicalize", "--pad-apply-layouts")
    assert both.code == 0
    assert pad_opt(source, "-canonicalize", "-pad-apply-layouts") == both
    assert pad_opt("-cse", "--", source) == pad_opt(source, "-pcse") == pad_opt(source, "--cse")
    assert pad_opt(source, f"-o{tmp_path}/out").code == 0
    assert (tmp_path / "out").read_text() == pad_opt(source).out


def test_the_pipeline_that_is_run(source: Path, pad_opt: PadOpt) -> None:
    pipeline = 'cse,func.func(pad-split{factor=4 loop="f.i"}),pad-to-host'
    said = pad_opt(source, "--dump-pass-pipeline", "-p", pipeline.replace("pad-split", "pad-fuse"))
    assert said.err.startswith("<pass-pipeline>:1:24: error: pass 'pad-fuse' has no option")
    said = pad_opt(source, "--dump-pass-pipeline", "--check-assumes", "-cse", "--pad-to-host")
    assert said.err == (
        "Pass Manager with 3 passes:\n"
        "builtin.module(\n  cse,\n  pad-check-assumes,\n  pad-to-host\n)\n\n"
    )
    again = pad_opt(source, "-p", said.err.split(":", 1)[1])
    assert (again.code, again.out) == (0, said.out)


def test_the_form_of_the_pipeline_is_that_of_mlir_opt(source: Path, pad_opt: PadOpt) -> None:
    dumped = upstream("mlir", "mlir-opt", source, "--dump-pass-pipeline", "--cse", "--sccp").stderr
    assert pad_opt(source, "--dump-pass-pipeline", "--cse").err == dumped.replace(
        " 2 ", " 1 "
    ).replace(",\n  sccp", "")


@pytest.mark.parametrize(
    ("lost", "error"),
    [
        ("arith.constant 1", '-    %0 = "arith.constant"() <{value = 1 : index}>'),
        ("index {", "can't be read as it is printed: "),
    ],
)
def test_a_module_that_does_not_round_trip(
    lost: str, error: str, source: Path, pad_opt: PadOpt, monkeypatch: pytest.MonkeyPatch
) -> None:
    print_module = compilation.print_module

    def printed(module: ModuleOp, *, generic: bool = False, debuginfo: bool = False) -> str:
        text = print_module(module, generic=generic, debuginfo=debuginfo)
        return text.replace(lost, "arith.constant 2" if "constant" in lost else "")

    monkeypatch.setattr(compilation, "print_module", printed)
    said = pad_opt(source, "--verify-roundtrip", f"--output-file={source}.out")
    assert (said.code, said.out) == (1, "")
    assert error in said.err

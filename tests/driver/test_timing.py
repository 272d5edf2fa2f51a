"""--timing: the parts of a run, in mlir-opt's forms."""

import json
import re
import time
from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from .tools import PadOpt, upstream

ROW = re.compile(r"^ +\d+\.\d{4} \( *\d+\.\d%\)  ( *)(\S.*)$")
PIPELINE = ("--pass-pipeline=builtin.module(cse,canonicalize)", "-o", "/dev/null")


def rows(report: str) -> list[tuple[int, str]]:
    matches = (ROW.match(line) for line in report.splitlines())
    return [(len(m[1]) // 2, m[2]) for m in matches if m is not None]


def test_the_report_is_laid_out_as_that_of_mlir_opt(source: Path, pad_opt: PadOpt) -> None:
    ours = pad_opt(source, *PIPELINE, "--mlir-timing").err
    theirs = upstream("mlir", "mlir-opt", source, *PIPELINE, "--mlir-timing").stderr
    hidden = re.compile(r"\d+\.\d+")
    assert [hidden.sub("", line) for line in ours.splitlines()[:6]] == [
        hidden.sub("", line) for line in theirs.splitlines()[:6]
    ]
    names = {"CommonSubexpressionElimination": "CSE", "CanonicalizePass": "Canonicalizer"}
    outer = [names.get(name, name) for depth, name in rows(ours) if depth == 0]
    assert outer == [name for depth, name in rows(theirs) if depth == 0]


def test_json_has_the_keys_of_mlir_opt(source: Path, pad_opt: PadOpt) -> None:
    form = "--mlir-output-format=json"
    ours = json.loads(pad_opt(source, *PIPELINE, "--timing", form).err)
    theirs = json.loads(
        upstream("mlir", "mlir-opt", source, *PIPELINE, "--mlir-timing", form).stderr
    )
    assert ours[0].keys() == theirs[0].keys()
    assert ours[0]["wall"].keys() == theirs[0]["wall"].keys()
    assert [part["name"] for part in ours[-2:]] == [part["name"] for part in theirs[-2:]]


def test_times_are_those_of_the_parts(source: Path, pad_opt: PadOpt) -> None:
    def sleep(module: ModuleOp) -> None:
        time.sleep(0.2)

    options = ("-p", "test-pass,cse,test-pass", "--timing", "--mlir-output-format=json")
    parts = json.loads(pad_opt(source, *options, action=sleep).err)
    names = ["Parser", "TestPass", "CommonSubexpressionElimination", "TestPass", "Output"]
    assert [part["name"] for part in parts] == [*names, "Rest", "Total"]
    seconds = [part["wall"]["duration"] for part in parts]
    assert seconds[1] >= 0.2
    assert seconds[3] >= 0.2
    assert sum(seconds[:-1]) == pytest.approx(seconds[-1], abs=0.001)
    assert [inner["name"] for inner in parts[1]["passes"]] == ["Verifier"]


def test_modules_of_a_file_are_added_up(source: Path, pad_opt: PadOpt) -> None:
    source.write_text(f"{source.read_text()}// -----\n{source.read_text()}")
    report = pad_opt(source, "--cse", "--split-input-file", "--timing").err
    assert [name for _, name in rows(report)].count("CommonSubexpressionElimination") == 1


def test_the_lowering_tells_of_its_parts(source: Path, pad_opt: PadOpt) -> None:
    pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    report = pad_opt(source, "-p", "pad-to-host", "--timing").err
    assert (1, "upstream passes") in rows(report)
    assert (0, "PadToHost") in rows(report)


def test_a_report_comes_with_errors_too(source: Path, pad_opt: PadOpt) -> None:
    source.write_text("func.func")
    said = pad_opt(source, "--timing")
    assert said.code == 1
    assert (0, "Parser") in rows(said.err)

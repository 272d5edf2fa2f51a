"""--remarks: the forms of remarks, and which of them are shown."""

import json
from pathlib import Path

import pytest
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.passes.diagnostics import remark

from .tools import PadOpt, upstream

RUN = ("-p", "test-pass", "-o", "/dev/null")


def talk(module: ModuleOp) -> None:
    function = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    constant = next(op for op in module.walk() if op.name == "arith.constant")
    remark("pad-a", constant, "it's 'kept': [1] #x", "missed")
    remark("pad-b", function, "done", "passed")
    remark("pad-b", module, "how it is", "analysis")


def test_text_names_the_place(source: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(source, *RUN, action=talk)
    assert said.err.splitlines() == [
        f"{source}:2:8: remark: [pad-a] it's 'kept': [1] #x",
        f"{source}:1:1: remark: [pad-b] done",
        f"{source}:1:1: remark: [pad-b] how it is",
    ]


def test_json_has_all_of_it(source: Path, pad_opt: PadOpt) -> None:
    remarks = json.loads(pad_opt(source, *RUN, "--remarks=json", action=talk).err)
    place = {"file": str(source), "line": 2, "column": 8}
    message = "it's 'kept': [1] #x"
    assert remarks[0] == {
        "kind": "missed",
        "pass": "pad-a",
        "function": "f",
        **place,
        "message": message,
        "id": "pad-a.declined",
        "fields": {"text": message},
        "reason": None,
        "advice": "",
    }
    assert [(r["kind"], r["function"]) for r in remarks] == [
        *[("missed", "f"), ("passed", "f")],
        ("analysis", ""),
    ]


def test_yaml_is_that_of_llvm(source: Path, tmp_path: Path, pad_opt: PadOpt) -> None:
    path = tmp_path / "remarks.yaml"
    said = pad_opt(source, *RUN, "--remarks=yaml", f"--remarks-output-file={path}", action=talk)
    assert (said.code, said.err) == (0, "")
    for kind, function in {"missed": "f", "passed": "f", "analysis": "<module>"}.items():
        count = ("count", "--parser=yaml", "--group-by=function", f"--remark-type={kind}", path)
        run = upstream("llvm", "llvm-remarkutil", *count)
        assert run.stdout == f"Function,Count\n{function},1\n", run.stderr
    kept = upstream(
        "llvm", "llvm-remarkutil", "filter", "--parser=yaml", "--rpass-name=pad-a", path
    )
    assert kept.stdout.count("---") == 1
    assert f"{{ File: '{source}', Line: 2, Column: 8 }}" in " ".join(kept.stdout.split())
    assert "'it''s ''kept'': [1] #x'" in path.read_text()


@pytest.mark.parametrize(
    ("pattern", "shown"),
    [("kept", 1), ("^.pad-b", 2), (r"\[pad-[ab]\]", 3), ("nothing", 0), ("pad-a.*kept", 1)],
)
@pytest.mark.parametrize("form", ["text", "json"])
def test_filter(form: str, pattern: str, shown: int, source: Path, pad_opt: PadOpt) -> None:
    options = (f"--remarks={form}", f"--remarks-filter={pattern}")
    said = pad_opt(source, *RUN, *options, action=talk)
    assert len(json.loads(said.err) if form == "json" else said.err.splitlines()) == shown


def test_text_in_a_file(source: Path, tmp_path: Path, pad_opt: PadOpt) -> None:
    path = tmp_path / "remarks.txt"
    said = pad_opt(source, *RUN, f"--remarks-output-file={path}", action=talk)
    assert said.err == ""
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("--remarks-filter=(", "--remarks-filter: error: no regular expression:"),
        ("--remarks-output-file=/absent/r", "--remarks-output-file: error: No such file"),
        ("--remarks=xml", "argument --remarks: invalid choice: 'xml'"),
    ],
)
def test_wrong_options(option: str, message: str, source: Path, pad_opt: PadOpt) -> None:
    if "xml" in option:
        said = pad_opt(source, "--cse", option)
    else:
        said = pad_opt(source, *RUN, option, action=talk)
    assert said.code == 1
    assert message in said.err
    assert said.out == ""

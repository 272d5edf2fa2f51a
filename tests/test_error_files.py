"""Each file of lit_tests/errors gives one error at a place, exit code 1 and nothing else."""

import re
import shlex
from pathlib import Path

import pytest

from pad_mlir.tools.pad_opt import main

FILES = sorted((Path(__file__).parents[1] / "lit_tests" / "errors").glob("*.mlir"))
KINDS = (
    *("unparsable", "non-injective-map", "wrong-rank", "negative-index", "unknown-buffer"),
    *("unknown-function", "out-of-bounds", "undef-index", "undef-branch", "false-assume"),
    *("unknown-pass", "unknown-option", "layouts-disagree"),
)


def test_every_kind_of_bad_input_has_a_file() -> None:
    assert set(KINDS) <= {file.stem for file in FILES}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_one_error(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = re.search(r"// RUN: not pad-opt (.*) 2>&1", file.read_text())
    assert run is not None
    assert main(shlex.split(run[1].replace("%s", str(file)))) == 1
    output, errors = capsys.readouterr()
    assert output == ""
    heading, _line, caret = errors.splitlines()
    assert re.match(rf"({re.escape(str(file))}|<pass-pipeline>):\d+:\d+: error: ", heading)
    assert caret.strip() == "^"

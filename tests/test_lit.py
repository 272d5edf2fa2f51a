"""
The lit suite as tests of pytest, one for each file; `--validate-each` judges pipelines of passes.

Lit itself runs files about a process: its standard streams, its exit code, and a tool that is not
ours. The others run without a process for each command, which takes a tenth of the time. `lit
lit_tests` runs all of it.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pad_mlir.tools.report.remark_advice import BY_REASON, BY_REMARK

from .lit_in_process import Said, failure
from .lit_verdicts import FOLDERS as JUDGED
from .lit_verdicts import NOT_VALIDATED, Judge
from .messages import FOLDERS, given_with_few_steps, not_given

SUITE = Path(__file__).parents[1] / "lit_tests"
BY_LIT = frozenset(
    f"tools/{name}.mlir"
    for name in ("error-form", "pad-tv-refuted", "stdin", "verify-diagnostics-fails", "xdsl-opt")
)
FILES = sorted(str(path.relative_to(SUITE)) for path in SUITE.glob("*/**/*.mlir"))
MESSAGES: dict[str, set[str]] = {}
"""The messages of pad-opt in the RUN lines of the files that were run."""
COMMAND_LINE = [file for file in FILES if file in BY_LIT]


@pytest.fixture(scope="module")
def results(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[str, str]]:
    """The outcome and output of each of the selected files that lit runs, all at once."""
    callspecs = [getattr(item, "callspec", None) for item in request.session.items]
    selected = [c.params["by_lit"] for c in callspecs if c is not None and "by_lit" in c.params]
    report = tmp_path_factory.mktemp("lit") / "results.json"
    lit = [str(Path(sys.executable).parent / "lit"), "--quiet", "--output", str(report)]
    run = subprocess.run(
        [*lit, *(str(SUITE / file) for file in selected)],
        capture_output=True,
        text=True,
        check=False,
    )
    if not report.exists():
        pytest.fail(f"lit did not run: {run.stdout}{run.stderr}")
    tests = json.loads(report.read_text())["tests"]
    return {t["name"].split(" :: ")[1]: (t["code"], t.get("output", "")) for t in tests}


@pytest.mark.parametrize("by_lit", COMMAND_LINE)
def test_lit(by_lit: str, results: dict[str, tuple[str, str]]) -> None:
    code, output = results[by_lit]
    if code == "UNSUPPORTED":
        pytest.skip("needs the MLIR wheels (extra mlir)")
    assert code == "PASS", output


@pytest.mark.parametrize("file", [file for file in FILES if file not in COMMAND_LINE])
def test_run_lines(file: str) -> None:
    if "REQUIRES: mlir" in (SUITE / file).read_text():
        pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    judge = Judge(SUITE / file)
    found = failure(SUITE / file, said := Said(judge=judge))
    MESSAGES[file] = said.messages
    assert found is None, found
    wrong = [*judge.wrong()] if judge.file.parent in JUDGED else []
    assert not wrong, "\n".join(wrong)
    unlisted = [id for id in said.remarks if not _is_listed(*id.split("."))]
    assert not unlisted, "docs/reference/remarks.md does not have " + ", ".join(unlisted)


def _is_listed(remark: str, reason: str | None = None) -> bool:
    return remark in BY_REMARK and (reason is None or reason in BY_REASON)


def test_the_table_of_verdicts_is_of_files_that_are_there() -> None:
    assert NOT_VALIDATED.keys() <= {
        path.stem for folder in JUDGED for path in folder.glob("*.mlir")
    }


def test_each_message_has_a_case() -> None:
    """A message that a pass can give is given in a lit file."""
    for file in FILES:
        if file.split("/")[0] in FOLDERS and file not in {*MESSAGES, *COMMAND_LINE}:
            failure(SUITE / file, said := Said())
            MESSAGES[file] = said.messages
    given = {
        message for file, m in MESSAGES.items() if file.split("/")[0] in FOLDERS for message in m
    }
    without = not_given({*given, *given_with_few_steps()})
    assert not without, "no lit file makes a pass say\n" + "\n".join(without)

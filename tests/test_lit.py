"""The lit suite as tests of pytest, one for each file; lit runs them all at once, on all cores."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = Path(__file__).parents[1] / "lit_tests"
FILES = sorted(str(path.relative_to(SUITE)) for path in SUITE.glob("*/**/*.mlir"))


@pytest.fixture(scope="module")
def results(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[str, str]]:
    """The outcome and output of each of the selected files."""
    callspecs = [getattr(item, "callspec", None) for item in request.session.items]
    selected = [c.params["file"] for c in callspecs if c is not None and "file" in c.params]
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


@pytest.mark.parametrize("file", FILES)
def test_lit(file: str, results: dict[str, tuple[str, str]]) -> None:
    code, output = results[file]
    if code == "UNSUPPORTED":
        pytest.skip("needs the MLIR wheels (extra mlir)")
    assert code == "PASS", output

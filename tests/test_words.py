"""Words that were replaced by plain or standard ones stay out of the tree."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = (
    *("index", "dialect", "analysis", "upstream", "passes", "runtime", "schedule"),
    *("frontends", "tools"),
    *("tests", "docs", "examples", "benchmarks", "lit_tests"),
)
# What a maintainer writes instead, by a regular expression for what is replaced.
WORDS = {
    r"[a-z]_at_sight\b": "interval_of, .._fast_path",
    r"\bat sight\b": "directly, without a proof",
    r"\bnothing_new\b": "preserved",
    r"\bhand_on_stage\b": "transfer_stage_marker",
    r"\b_?untold\(": "suppress_missed_remarks",
    r"\bonly_of\b": "suppress_padding_remarks",
    r"\bOtherWays\b": "Remedy",
    r"\bInsertion\(": "SpeculatedInstances",
    r"\binsertion\.missing\b": "domain",
    r"\bBeyond\b(?= ?[(,\]])": "OutOfBoundsAxis",
    r"(?<!\.)\bsettle\(": "fold_decided_conditions",
    r"\berase_with_feeders\b": "erase_with_dead_producers",
    r"\bSpreads?\b(?=[(,\]])": "ParallelBand",
    r"\bspine": "outer parallel band",
    r"\b[Aa]t last\b": "finally",
    r"\bdear(er|est)?\b": "expensive",
    r"\bbehind( it\b| the (call|loop|stage|others?)\b)": "after",
    r"\b_behind\b|\.behind\b": "after",
    r"Loops made at once": "Build affine.for without re-running operand resolution",
    r"question about conditions is answered": "Result of a proof",
    r"an operation none that is": "Remove the stage marker",
    r"are left to who": "are removed only if that stage is named",
    r"no constant and one expression": "not constant, or .. several results",
    r"number that vectors have": "vectorizable element type",
    r"nothing that has lanes": "cannot be vectorized",
    r"\bin front\s+of\b": "before",
}
# Of others' names, and of how texts were before.
EXEMPT = ("tests/test_words.py", "docs/benchmarks")


def _texts() -> list[Path]:
    listed = subprocess.run(
        ("git", "ls-files", "--", *FOLDERS, "README.md", "CONTRIBUTING.md"),
        cwd=ROOT,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    kinds = (".py", ".md", ".mlir", ".ipynb")
    chosen = [f for f in listed if f.endswith(kinds) and not f.startswith(EXEMPT)]
    return [ROOT / f for f in chosen if (ROOT / f).exists()]


def test_replaced_words_are_gone() -> None:
    words = {re.compile(word): instead for word, instead in WORDS.items()}
    found = [
        f"{file.relative_to(ROOT)}: {match[0]!r}: write {instead!r} instead"
        for file in _texts()
        for text in (file.read_text(),)
        for word, instead in words.items()
        for match in word.finditer(text)
    ]
    assert not found, "\n".join(found)

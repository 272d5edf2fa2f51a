"""Words that were replaced by plain or standard ones stay out of the tree."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

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
    r"\b_behind\b": "after",
    r"\.behind\b": "after",
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


def _part(word: str) -> str:
    """Letters that are in all that the expression matches, up to one that may be left out."""
    part = max(re.findall(r"[A-Za-z_]+\??", re.sub(r"\\.|\[.*?\]|\(.*\)", " ", word)), key=len)
    return part[:-2] if part.endswith("?") else part


def _found(word: str, text: str) -> Iterator[str]:
    # Few texts have the letters at all, and to look for them is cheap.
    if _part(word) in text:
        yield from (match[0] for match in re.finditer(word, text))


def test_replaced_words_are_gone() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {match!r}: write {instead!r} instead"
        for file in _texts()
        for text in (file.read_text(),)
        for word, instead in WORDS.items()
        for match in _found(word, text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        *("x_at_sight", "at sight", "nothing_new", "untold(", "_untold("),
        *("Insertion(", "insertion.missing", "Beyond(", "settle(", "Spread(", "Spreads]", "spine"),
        *("At last", "at last", "dear", "dearer", "behind it", "behind the loop", "a.behind"),
        *(
            "_behind",
            "in front of",
            "in front\nof",
            "only_of",
            "OtherWays",
            "nothing that has lanes",
        ),
    ],
)
def test_words_are_found(text: str) -> None:
    assert any(match for word in WORDS for match in _found(word, f"It is {text} here"))

"""
Texts in the folder beside this file, and whether what is printed now is the same.

`PAD_BASELINE=write` stores what is printed; a difference has its reason in the commit that does so.
"""

from __future__ import annotations

import os
import re
from difflib import unified_diff
from pathlib import Path

_FOLDER = Path(__file__).parent
_CHECKOUT = str(_FOLDER.parents[1])
_TEMPORARY = re.compile(r"/tmp/[\w./-]*/")
_OF_THIS_PLACE = ("lit/tools/check-assumes.mlir",)  # its code holds the path of the file
_TIMES = re.compile(r"InMs = \d+")


def difference(name: str, text: str) -> str | None:
    """How a text differs from the one stored under a name; None if it does not."""
    if name in _OF_THIS_PLACE:
        return None
    text = _TEMPORARY.sub("TMP/", text.replace(_CHECKOUT, "CHECKOUT"))
    text = _TIMES.sub("InMs = 1", text)
    path = _FOLDER / f"{name}.txt"
    if os.environ.get("PAD_BASELINE") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    stored = path.read_text() if path.exists() else ""
    if stored == text:
        return None
    lines = unified_diff(stored.splitlines(), text.splitlines(), str(path), "now", n=2, lineterm="")
    return "\n".join([*lines][:60])

"""How much memory of the process a piece of work needs at its peak."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

_T = TypeVar("_T")
_PROCESS = Path("/proc/self")
_FORGET_PEAK = "5"  # proc(5), clear_refs


def peak_growth(work: Callable[[], _T]) -> tuple[_T, int | None]:
    """What the work gives, and by how many bytes it grew the process; None where Linux is not."""
    try:
        (_PROCESS / "clear_refs").write_text(_FORGET_PEAK)
        before = _kibibytes("VmRSS")
    except OSError:
        return work(), None
    result = work()
    return result, 1024 * max(0, _kibibytes("VmHWM") - before)


def _kibibytes(entry: str) -> int:
    for line in (_PROCESS / "status").read_text().splitlines():
        if line.startswith(f"{entry}:"):
            return int(line.split()[1])
    raise OSError(f"/proc/self/status has no {entry}")

"""The measurements as text and as Markdown, and the goals that were not reached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_BY_ROWS = ("row_sum", "softmax")
_OF_COPY = 0.85
_AS_FAST = 0.97
"""Over the guarded twin: times of one kernel, taken twice, differ by as much."""
_HEAD = (
    "kernel",
    "padded, us",
    "rate",
    "with packing, us",
    "guarded twin, us",
    "torch, us",
    "Triton, us",
    "",
)


@dataclass(frozen=True)
class Row:
    """The times of one case, in seconds, by contender."""

    name: str
    family: str
    bytes: int
    flops: int
    no_gain: str
    seconds: Mapping[str, float]
    wrong: Sequence[str] = ()
    """The contenders with another result than the reference, or none."""

    def of_copy(self, bandwidth: float) -> float:
        """The useful bytes a second on packed arrays, over what a copy moves."""
        return self.bytes / self.seconds["padded"] / bandwidth

    @property
    def over_guarded(self) -> float:
        """How many times as fast as the guarded twin; packing is not counted."""
        return self.seconds["guarded"] / self.seconds["padded"]


def text(rows: Sequence[Row], bandwidth: float) -> str:
    """A table for a terminal."""
    cells = [_HEAD, *(_cells(row, bandwidth) for row in rows)]
    widths = [max(len(line[k]) for line in cells) for k in range(len(_HEAD))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if k in (0, len(_HEAD) - 1) else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    )


def markdown(rows: Sequence[Row], bandwidth: float) -> str:
    """A table for the documentation."""
    lines = [_HEAD, ["---", *["---:"] * (len(_HEAD) - 2), "---"]]
    lines += [_cells(row, bandwidth) for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def missed(rows: Sequence[Row], bandwidth: float) -> Iterator[str]:
    """The goals that were not reached, on sizes where padding should pay."""
    for row in rows:
        if row.no_gain:
            continue
        if row.over_guarded < _AS_FAST:
            yield f"{row.name}: {1 / row.over_guarded:.2f} times as long as its guarded twin"
        if row.family in _BY_ROWS and row.of_copy(bandwidth) < _OF_COPY:
            yield f"{row.name}: {row.of_copy(bandwidth):.2f} of copy bandwidth, not {_OF_COPY}"


def _cells(row: Row, bandwidth: float) -> list[str]:
    if row.flops:
        rate = f"{row.flops / row.seconds['padded'] * 1e-12:.2f} TFLOP/s"
    else:
        rate = f"{row.of_copy(bandwidth):.2f} of copy"
    others = [_compared(row, name) for name in ("call", "guarded", "torch", "triton")]
    wrong = [f"{name} is wrong" for name in row.wrong]
    return [
        row.name,
        f"{row.seconds['padded'] * 1e6:.1f}",
        rate,
        *others,
        "; ".join([*wrong, *([f"no gain expected: {row.no_gain}"] if row.no_gain else [])]),
    ]


def _compared(row: Row, name: str) -> str:
    """A time, and how many times as long as on packed arrays it is."""
    if name not in row.seconds:
        return "-"
    return f"{row.seconds[name] * 1e6:.1f} ({row.seconds[name] / row.seconds['padded']:.2f})"

"""A bar chart as SVG: which part of the machine's limit each way of computing a kernel reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

COLOURS = ("#1b6ca8", "#e07b39", "#f2b880", "#6a994e", "#9d4edd", "#9a9a9a")
_LABELS, _WIDTH, _RIGHT = 250, 560, 60  # pixels: names, bars up to 100 %, figures
_BAR, _GAP, _TOP = 11, 12, 60
_MOST = 1.05  # a kernel may be measured faster than its limit


def bar_chart(groups: Mapping[str, Mapping[str, float]], ways: Sequence[str]) -> str:
    """A group of bars for each kernel, fractions of 1, in the colours of the ways."""
    height = _TOP + sum(_BAR * len(bars) + _GAP for bars in groups.values())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LABELS + _WIDTH + _RIGHT}" '
        f'height="{height}" font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{_LABELS}" y="16" font-size="13">Part of the limit that was measured in the '
        "same run</text>",
        *_legend(ways),
        *_grid(height),
    ]
    y = _TOP
    for kernel, bars in groups.items():
        middle = y + _BAR * len(bars) / 2 + 4
        lines.append(f'<text x="{_LABELS - 8}" y="{middle}" text-anchor="end">{kernel}</text>')
        for way, part in bars.items():
            width = min(part, _MOST) * _WIDTH
            colour = COLOURS[ways.index(way)]
            lines += [
                f'<rect x="{_LABELS}" y="{y}" width="{width:.1f}" height="{_BAR - 1}" '
                f'fill="{colour}"/>',
                f'<text x="{_LABELS + width + 4:.1f}" y="{y + _BAR - 2}" font-size="9">'
                f"{100 * part:.0f}</text>",
            ]
            y += _BAR
        y += _GAP
    return "\n".join([*lines, "</svg>", ""])


def _legend(ways: Sequence[str]) -> list[str]:
    lines: list[str] = []
    for position, (way, colour) in enumerate(zip(ways, COLOURS, strict=False)):
        x = _LABELS + position * (_WIDTH + _RIGHT) // len(ways) - 120
        lines += [
            f'<rect x="{x}" y="28" width="10" height="10" fill="{colour}"/>',
            f'<text x="{x + 14}" y="37">{way}</text>',
        ]
    return lines


def _grid(height: int) -> list[str]:
    lines: list[str] = []
    for percent in range(0, 101, 25):
        x = _LABELS + _WIDTH * percent // 100
        lines += [
            f'<line x1="{x}" y1="{_TOP - 6}" x2="{x}" y2="{height}" stroke="#dddddd"/>',
            f'<text x="{x}" y="{_TOP - 9}" text-anchor="middle" font-size="9">{percent} %</text>',
        ]
    return lines

"""The best schedules that a person found, in at most twelve tries for each kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pad_mlir.schedule import Schedule

RELAXED = frozenset({"conv_strided", "conv_dilated"})
"""
Kernels whose border of zeros is multiplied by weights: that is as good as leaving it out only if no
weight is infinite or NaN, which the C functions on padded arrays take for granted too.
"""

_Layout = tuple[str, float | str, Sequence[int] | None]


def _laid_out(
    layouts: Mapping[str, _Layout], order: Sequence[tuple[str, str]] = ()
) -> Callable[[Schedule], None]:
    """Lay out buffers, let stages run over them in order, and optimize."""

    def schedule(s: Schedule) -> None:
        for buffer, (map, pad, extents) in layouts.items():
            s.transform_layout(buffer, map, pad, extents=extents)
        for stage, buffer in order:
            s.sequential_buffer_access(stage, buffer)
        s.optimize(target_cpu="native")

    return schedule


_ROWS = "(i, k) -> (i floordiv 16, k, i mod 16)"
_PANELS = "(k, j) -> (j floordiv 32, k, j mod 32)"
_LINE = "(i) -> (i floordiv 16, i mod 16)"
_WIDE = "(i, j) -> (i, j)"

BEST: Mapping[str, Callable[[Schedule], None]] = {
    "standardise_columns": _laid_out(
        {
            **{name: (_WIDE, "undef", (10007, 160)) for name in ("X", "Y")},
            **{name: ("(j) -> (j)", "undef", (160,)) for name in ("mean", "inverse")},
        },
        [
            *(("clear", "mean"), ("means", "X"), ("squares", "X")),
            *(("inverses", "inverse"), ("scale", "Y")),
        ],
    ),
    "max_over_steps": _laid_out(
        {
            "X": ("(b, t, c) -> (b, t, c)", "undef", (411, 149, 64)),
            "Y": ("(b, c) -> (b, c)", "undef", (411, 64)),
        },
        [("maximum", "X")],
    ),
    "argmax_rows": _laid_out(
        {"X": (_ROWS, "undef", None), "P": (_LINE, "undef", None)}, [("argmax", "P")]
    ),
    "nearest_centre": _laid_out(
        {"X": (_ROWS, "undef", None), "P": (_LINE, "undef", None)}, [("nearest", "P")]
    ),
    "exponential_smoothing": _laid_out({name: (_ROWS, "undef", None) for name in ("X", "Y")}),
    "conv_strided": _laid_out({"X": ("(h, w, c) -> (h + 3, w + 3, c)", 0.0, (117, 123, 3))}),
    "conv_dilated": _laid_out(
        {
            "X": ("(c, h, w) -> (c, h + 2, w + 2)", 0.0, (27, 49, 68)),
            "Y": ("(f, h, w) -> (f, h, w)", "undef", (29, 45, 64)),
        },
        [("conv", "Y")],
    ),
    "max_pool": _laid_out(
        {
            "X": (
                "(c, h, w) -> (c, h + 1, (w + 1) mod 2, (w + 1) floordiv 2)",
                "identity(maximumf)",
                (101, 143, 2, 80),
            )
        }
    ),
    "narrow_product": _laid_out(
        {name: (_ROWS, "undef", None) for name in ("A", "C")}, [("product", "C")]
    ),
    "product_of_rows": _laid_out(
        {
            "B": ("(n, k) -> (n floordiv 32, k, n mod 32)", "undef", None),
            "C": ("(i, n) -> (n floordiv 32, i, n mod 32)", "undef", None),
        },
        [("product", "C")],
    ),
    "large_product": _laid_out({"B": (_PANELS, "undef", None), "C": (_WIDE, "undef", (709, 832))}),
}
"""Of resident data; the others found nothing faster than what `optimize` does without layouts."""

"""
The logical sizes that a function refuses in a call do not change when layouts are applied, nor when
guards go that kept it out of the padding.

`PAD_SIZES_EXAMPLES` says how many random programs are looked at, `PAD_SIZES_SEED` is the first
one's seed.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from .size_programs import Program
from .test_vector_sizes import checks_of, refused, rewritten

EXAMPLES = int(os.environ.get("PAD_SIZES_EXAMPLES", "12"))
FIRST_SEED = int(os.environ.get("PAD_SIZES_SEED", "0"))
_SAMPLES = 150
_LAYOUTS = {
    "x": "(i) -> (i floordiv 4, i mod 4)",
    "A": "(i, j) -> (i, j floordiv 4, j mod 4)",
    "y": "(i) -> (i floordiv 8, i mod 8)",
}
_TILED = {"x": (0, 4), "A": (1, 4), "y": (0, 8)}
"""The axis of each that is tiled, and its tile."""


def pipeline_of(random: Random) -> tuple[set[str], str]:
    """The buffers that get a layout, one at least, and the passes."""
    chosen = {name for name in _LAYOUTS if random.random() < 0.7} or {"A"}
    steps = [
        f'pad-transform-layout{{buffer={name} map="{map}" pad=0.0}}'
        for name, map in _LAYOUTS.items()
        if name in chosen
    ]
    guards = ["pad-remove-branching-through-overcompute"] if random.random() < 0.3 else []
    return chosen, ",".join([*steps, "pad-apply-layouts", *guards])


def as_stored(sizes: dict[str, int], laid_out: set[str]) -> dict[str, int]:
    """The same call after layouts: logical sizes are arguments, and axes are of tiles."""
    found = dict(sizes)
    for buffer, axis in (("x", 0), ("A", 0), ("A", 1), ("y", 0)):
        found[f"{buffer}_size{axis}"] = sizes[f"dim({buffer}, {axis})"]
    for buffer in laid_out:
        axis, tile = _TILED[buffer]
        found[f"dim({buffer}, {axis})"] = -(-sizes[f"dim({buffer}, {axis})"] // tile)
    return found


@pytest.mark.parametrize("seed", range(FIRST_SEED, FIRST_SEED + EXAMPLES))
def test_layouts_hide_no_size_that_is_refused(seed: int) -> None:
    random, text = Random(seed), Program.of(seed).text
    laid_out, pipeline = pipeline_of(random)
    (before, untested), (now, untested_now) = (
        checks_of(text),
        checks_of(rewritten(text, pipeline)),
    )
    assert not untested
    assert not untested_now
    for _ in range(_SAMPLES):
        sizes = {name: random.randrange(9) for name in ("n", "m")}
        dims = ("dim(x, 0)", "dim(A, 0)", "dim(A, 1)", "dim(y, 0)")
        sizes |= {name: random.randrange(16) for name in dims}
        wanted = refused(before, sizes)
        assert refused(now, as_stored(sizes, laid_out)) == wanted, (sizes, pipeline, text)

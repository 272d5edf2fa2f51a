"""Random passes, with random options, on the text that those before them left."""

from __future__ import annotations

import re
from random import Random

_LOOP = re.compile(r'(?:affine|scf)\.(?:for|parallel) \(?%(\w+)|pad\.loop = "(\w+)"')
_STAGE = re.compile(r'pad\.stage = "([\w.]+)"')
MOST_LINES = 700

STEPS = (
    *(["pad-sequential-buffer-access{stage=S buffer=B}"] * 5),
    *(["pad-remove-branching-through-overcompute{max-waste=inf}"] * 5),
    "pad-remove-branching-through-overcompute{stage=S max-waste=inf fp=P}",
    "pad-remove-branching-through-overcompute{max-waste=inf index=X fp=P}",
    "pad-remove-branching-through-overcompute",
    *("pad-split{loop=L factor=F}", "pad-split{loop=L factor=F}"),
    *("pad-fuse{outer=L inner=L}", "pad-reorder{loops=L,L}"),
    *("pad-simplify", "pad-simplify", "pad-simplify{stage=S}"),
    *("pad-hoist-expression", "pad-hoist-expression{split=true}"),
    "pad-hoist-expression{bindings=index-term,let-stmt,let-expr,required-by-condition}",
    "pad-hoist-expression{conditionals=boolean-expression,if-else-expr}",
    *("pad-reduce-loop-extents", "pad-partition-loops", "pad-partition-loops{stage=S}"),
    *("pad-merge-adjacent-loops", "pad-merge-adjacent-loops{stages=S,S}"),
    *("pad-remove-no-op", "pad-remove-no-op", "pad-flatten-buffers", "pad-flatten-loops"),
    *("pad-vectorize", "pad-vectorize{target-cpu=x86-64-v3}", "pad-register-tile"),
    "pad-cache-read{buffer=B stage=S}",
    *("pad-cache-write{buffer=B stage=S}", "pad-cache-write{buffer=B stage=S at=L}"),
    "pad-cache-read{buffer=B stage=S at=L}",
    *("pad-optimize", "pad-optimize{guards=G max-waste=inf}", "pad-optimize{max-waste=inf}"),
    *("pad-remove-overcompute-through-branching", "pad-hoist-stage{stage=S}"),
    *("pad-lower-index-arithmetic", "pad-raise-loops", "pad-propagate-layouts"),
    *("pad-remove-assume", "pad-remove-undef-store", "pad-infer-pad-value{stage=S}"),
)
BEFORE = ("pad-split{loop=L factor=F}", "pad-raise-loops", "pad-simplify", "pad-reorder{loops=L,L}")
_CHOICE = re.compile(r"(?<==)([SBLFPXG])(?=[ }])|(?<==)[LS],[LS](?=})")


def random_step(text: str, buffers: list[str], random: Random, *, early: bool = False) -> str:
    """A pass on a module's text."""
    loops = sorted({found for pair in _LOOP.findall(text) for found in pair if found}) or ["i"]
    stages = sorted(set(_STAGE.findall(text))) or ["s0"]
    choices = {
        "S": stages,
        "L": loops,
        "B": buffers,
        "F": ["2", "3", "4", "8", "16"],
        "P": ["strict", "relaxed"],
        "X": ["none", "clamp", "wrap", "extend"],
        "G": ["overcompute", "partition", "either", "keep"],
    }
    step = random.choice(BEFORE if early else STEPS)

    def chosen(found: re.Match[str]) -> str:
        return ",".join(random.choice(choices[letter]) for letter in found[0].split(","))

    return _CHOICE.sub(chosen, step)


def pad_writes(random: Random) -> str:
    """The pass that applies layouts."""
    where = random.choice(("stage", "stage", "if", "before", "both"))
    return "pad-apply-layouts" if where == "stage" else f"pad-apply-layouts{{pad-writes={where}}}"

"""Random passes, with random options, on the text that those before them left."""

from __future__ import annotations

import re
from random import Random

_LOOP = re.compile(r'(?:affine|scf)\.(?:for|parallel) \(?%(\w+)|pad\.loop = "(\w+)"')
_STAGE = re.compile(r'pad\.stage = "([\w.]+)"')
_OPENS = re.compile(r"^( *)(?:%\w+ = )?(?:affine|scf)\.for %(\w+) .*\{$")
_NAME = re.compile(r'pad\.loop = "(\w+)"')
MOST_LINES = 700

STEPS = (
    *(["pad-sequential-buffer-access{stage=S buffer=B}"] * 5),
    *(["pad-remove-branching-through-overcompute{max-waste=inf}"] * 5),
    "pad-remove-branching-through-overcompute{stage=S max-waste=inf fp=P}",
    "pad-remove-branching-through-overcompute{max-waste=inf index=X fp=P}",
    "pad-remove-branching-through-overcompute",
    *("pad-split{loop=L factor=F}", "pad-split{loop=L factor=F}"),
    *("pad-fuse{NEST}", "pad-fuse{NEST}", "pad-reorder{BAND}", "pad-reorder{BAND}"),
    *("pad-simplify", "pad-simplify", "pad-simplify{stage=S}"),
    *("pad-hoist-expression", "pad-hoist-expression{split=true}"),
    "pad-hoist-expression{bindings=index-term,let-stmt,let-expr,required-by-condition}",
    "pad-hoist-expression{conditionals=boolean-expression,if-else-expr}",
    *("pad-reduce-loop-extents", "pad-partition-loops", "pad-partition-loops{stage=S}"),
    *("pad-merge-adjacent-loops", "pad-merge-adjacent-loops{stages=S,S}"),
    *("pad-remove-no-op", "pad-remove-no-op", "pad-flatten-buffers", "pad-flatten-loops"),
    *("pad-vectorize", "pad-vectorize{target-cpu=x86-64-v3}", "pad-register-tile"),
    "pad-cache-read{buffer=B stage=S}",
    *("pad-cache-write{buffer=B stage=S}", "pad-cache-write{buffer=B at=L}"),
    *("pad-cache-read{buffer=B at=L}", "pad-cache-read{buffer=B stage=S pad=undef MAP}"),
    *("pad-optimize", "pad-optimize{guards=G max-waste=inf}", "pad-optimize{max-waste=inf}"),
    *("pad-remove-overcompute-through-branching", "pad-hoist-stage{stage=S}"),
    *("pad-lower-index-arithmetic", "pad-raise-loops", "pad-propagate-layouts"),
    *("pad-remove-assume", "pad-remove-undef-store", "pad-infer-pad-value{stage=S}"),
)
BEFORE = ("pad-split{loop=L factor=F}", "pad-raise-loops", "pad-simplify", "pad-reorder{BAND}")
_CHOICE = re.compile(r"(?<==)([SBLFPXG])(?=[ }])|(?<==)[LS],[LS](?=})")


def bands(text: str) -> list[list[str]]:
    """The loops of a module's text that are perfectly nested, two or more, outside in."""
    found: list[list[str]] = []
    lines = text.split("\n")
    band: list[tuple[int, str]] = []
    for number, line in enumerate([*lines, ""]):
        opened = _OPENS.match(line)
        if opened is not None:
            indent = opened[1]
            ends = (k for k in range(number, len(lines)) if lines[k].startswith(f"{indent}}}"))
            end = next(ends, number)
            named = _NAME.search(lines[end])
            band.append((end, opened[2] if named is None else named[1]))
            continue
        while len(band) > 1 and band[0][0] != band[-1][0] + len(band) - 1:
            del band[0]
        if len(band) > 1:
            found.append([name for _, name in band])
        band = []
    return found


def _with_loops(step: str, text: str, random: Random) -> str:
    """The step with the loops of a band, or loops of no band where there is none."""
    band = random.choice(bands(text) or [["i", "j"]])
    outer = random.randrange(len(band) - 1)
    pair = band[outer : outer + 2]
    order = random.choice((pair[::-1], random.sample(band, len(band))))
    tile = random.choice(("2", "4", "16"))
    rank = random.choice((1, 2))
    names = ["x", "y"][:rank]
    results = [*names[:-1], f"{names[-1]} floordiv {tile}", f"{names[-1]} mod {tile}"]
    step = step.replace("NEST", f"outer={pair[0]} inner={pair[1]}")
    step = step.replace("MAP", f'map="({", ".join(names)}) -> ({", ".join(results)})"')
    return step.replace("BAND", f"loops={','.join(order)}")


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
    step = _with_loops(random.choice(BEFORE if early else STEPS), text, random)

    def chosen(found: re.Match[str]) -> str:
        return ",".join(random.choice(choices[letter]) for letter in found[0].split(","))

    return _CHOICE.sub(chosen, step)


def pad_writes(random: Random) -> str:
    """The pass that applies layouts."""
    where = random.choice(("stage", "stage", "if", "before", "both"))
    return "pad-apply-layouts" if where == "stage" else f"pad-apply-layouts{{pad-writes={where}}}"

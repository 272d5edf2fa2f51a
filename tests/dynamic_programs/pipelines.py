"""Random passes, with random options, on the text that those before them left."""

from __future__ import annotations

import re
from random import Random

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
    *("pad-distribute-loops", "pad-distribute-loops{loop=L}"),
    *("pad-remove-no-op", "pad-remove-no-op", "pad-flatten-buffers", "pad-flatten-loops"),
    *("pad-vectorize", "pad-vectorize{target-cpu=x86-64-v3}", "pad-register-tile"),
    "pad-cache-read{buffer=B stage=S}",
    *("pad-cache-write{buffer=B stage=S}", "pad-cache-write{buffer=B at=L}"),
    *("pad-cache-read{buffer=B at=L}", "pad-cache-read{buffer=B stage=S pad=undef MAP}"),
    *("pad-optimize", "pad-optimize{guards=G max-waste=inf}", "pad-optimize{max-waste=inf}"),
    *("pad-optimize{versions=auto}", "pad-optimize{versions=auto target-cpu=x86-64-v3}"),
    "pad-optimize{layouts=auto target-cpu=x86-64-v3}",
    *("pad-remove-overcompute-through-branching", "pad-hoist-stage{stage=S}"),
    *("pad-lower-index-arithmetic", "pad-raise-loops", "pad-propagate-layouts"),
    "pad-recover-axes",
    *("pad-remove-assume", "pad-remove-undef-store", "pad-infer-pad-value{stage=S}"),
)
BEFORE = ("pad-split{loop=L factor=F}", "pad-raise-loops", "pad-simplify", "pad-reorder{BAND}")
_OF_BAND = re.compile("NEST|BAND")
_CHOICE = re.compile(r"(?<==)([SBLFPXG])(?=[ }])|(?<==)[LS],[LS](?=})")


def _loops(text: str) -> list[tuple[int, int, str]]:
    """The loops of a text: the lines where they begin and end, and how passes name them."""
    found: list[tuple[int, int, str]] = []
    lines = text.split("\n")
    last, stage = -1, ""
    for number, line in enumerate(lines):
        if (opened := _OPENS.match(line)) is None:
            continue
        ends = (k for k in range(number, len(lines)) if lines[k].startswith(f"{opened[1]}}}"))
        end = next(ends, number)
        if number > last:  # not inside of loops over padding, which are named with their stage
            staged = _STAGE.search(lines[end]) if "pad.of_padding" in lines[end] else None
            last, stage = (number, "") if staged is None else (end, f"{staged[1]}.")
        named = _NAME.search(lines[end])
        found.append((number, end, stage + (opened[2] if named is None else named[1])))
    return found


def bands(text: str) -> list[list[str]]:
    """The loops of a module's text that are perfectly nested, two or more, outside in."""
    found: list[list[str]] = []
    loops = _loops(text)
    for number, (begin, end, name) in enumerate(loops):
        band = [name]
        for depth, (inner_begin, inner_end, inner) in enumerate(loops[number + 1 :], 1):
            if (inner_begin, inner_end) != (begin + depth, end - depth):
                break
            band.append(inner)
        around = loops[number - 1][:2] if number else None
        if len(band) > 1 and around != (begin - 1, end + 1):
            found.append(band)
    return found


def _with_loops(step: str, found: list[list[str]], random: Random) -> str:
    """The step with the loops of a band, and a random map."""
    band = random.choice(found or [["i", "j"]])
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
    loops = sorted({name for _, _, name in _loops(text)}) or ["i"]
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
    found = bands(text)
    steps = [each for each in (BEFORE if early else STEPS) if found or not _OF_BAND.search(each)]
    step = _with_loops(random.choice(steps), found, random)

    def chosen(found: re.Match[str]) -> str:
        return ",".join(random.choice(choices[letter]) for letter in found[0].split(","))

    return _CHOICE.sub(chosen, step)


def pad_writes(random: Random) -> str:
    """The pass that applies layouts."""
    where = random.choice(("stage", "stage", "if", "before", "both"))
    return "pad-apply-layouts" if where == "stage" else f"pad-apply-layouts{{pad-writes={where}}}"

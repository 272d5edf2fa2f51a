"""Random loop nests over buffers of dynamic sizes, and pipelines that make vectors of them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

_BOUNDS = ("0 to %n", "1 to %n", "0 to %m", "0 to 13", "0 to 16", "2 to %n", "0 to %n step 2")
_TRIANGLE = "0 to affine_map<(d0) -> (d0 + 1)>(%i)"
_CONDITIONS = ("s0 - d0 - 2", "d0 - 1", "12 - d0", "s0 - 2 * d0", "5 - d0 mod 8")
_CPUS = ("x86-64-v2", "x86-64-v3", "x86-64-v4")
_PIPELINES = (
    "pad-vectorize{{target-cpu={0}}}",
    "pad-split{{loop={1} factor=4}},pad-vectorize{{target-cpu={0}}}",
    "pad-register-tile{{target-cpu={0}}},pad-vectorize{{target-cpu={0}}}",
    "pad-partition-loops,pad-vectorize{{target-cpu={0}}}",
    "pad-optimize{{target-cpu={0}}}",
    "pad-optimize{{target-cpu={0}}}",
)


@dataclass(frozen=True)
class Program:
    """A function of the sizes `n` and `m` and of buffers `x`, `A` and `y`, and passes for it."""

    text: str
    pipeline: str

    @staticmethod
    def of(seed: int) -> Program:
        """The program of a seed."""
        random = Random(seed)
        names = random.choice((["%i"], ["%i", "%j"], ["%i", "%j"]))
        pipeline = random.choice(_PIPELINES).format(random.choice(_CPUS), names[-1][1:])
        lines = [
            "func.func @f(%n: index, %m: index, %x: memref<?xf64>, %A: memref<?x?xf64>, "
            "%y: memref<?xf64>) {",
            "%zero = arith.constant 0.0 : f64",
            *(_reduction if random.random() < 0.35 else _map)(random, names),
            "func.return",
            "}",
        ]
        return Program("\n".join(lines), pipeline)


def _map(random: Random, names: list[str]) -> list[str]:
    body = _loads(random, names)
    body.append(f"affine.store %v, %y[{_index(random, names)}] : memref<?xf64>")
    if random.random() < 0.5:
        condition, name = random.choice(_CONDITIONS), random.choice(names)
        guard = f"affine_set<(d0)[s0] : ({condition} >= 0)>({name})[%m]"
        body = [f"affine.if {guard} {{", *body, "}"]
    for name in reversed(names):
        body = [f"affine.for {name} = {_bounds(random, name)} {{", *body, _end(name)]
    return body


def _reduction(random: Random, names: list[str]) -> list[str]:
    last = names[-1]
    body = [
        f"%r = affine.for {last} = {_bounds(random, last)} iter_args(%s = %zero) -> (f64) {{",
        *_loads(random, names),
        "%t = arith.addf %s, %v fastmath<reassoc> : f64",
        "affine.yield %t : f64",
        _end(last),
        f"affine.store %r, %y[{'%i + 1' if last == '%j' else 3}] : memref<?xf64>",
    ]
    if last == "%j":
        body = [f"affine.for %i = {_bounds(random, '%i')} {{", *body, _end("%i")]
    return body


def _bounds(random: Random, name: str) -> str:
    return _TRIANGLE if name == "%j" and random.random() < 0.2 else random.choice(_BOUNDS)


def _end(name: str) -> str:
    return f'}} {{pad.loop = "{name[1:]}"}}'


def _loads(random: Random, names: list[str]) -> list[str]:
    """Operations that compute `%v`."""
    return [
        f"%a = affine.load {_cell(random, names)}",
        f"%b = affine.load {_cell(random, names)}",
        "%v = arith.mulf %a, %b : f64",
    ]


def _cell(random: Random, names: list[str]) -> str:
    row, column = _index(random, names), _index(random, names)
    if random.random() < 0.5:
        return f"%x[{column}] : memref<?xf64>"
    return f"%A[{row}, {column}] : memref<?x?xf64>"


def _index(random: Random, names: list[str]) -> str:
    if len(names) == 2 and random.random() < 0.3:
        return f"%i + %j + {random.randrange(3)}"
    name = random.choice((*names, names[-1]))
    return random.choice((name, name, f"{name} + {random.randrange(1, 5)}", f"{name} + symbol(%m)"))

"""
Counts of the results of branch removal on random programs; as a program, for a range of seeds.

    python -m tests.overcompute.survey FIRST COUNT
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects import affine, arith, scf
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ops import AssumeOp
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.assumes.assume_checks import is_proven
from pad_mlir.passes.guards.bounded_reads import IndexChoice
from pad_mlir.passes.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)
from pad_mlir.passes.simplify.branch_merging import inline_arm

from .checking import difference
from .evaluator import Undefined
from .programs import Program
from .stages import StageWriter

INPUTS = 6
_Guard: TypeAlias = affine.IfOp | scf.IfOp | arith.SelectOp


@dataclass
class Outcome:
    """One program: guards dropped and kept, inputs on which it is defined, what went wrong."""

    seed: int
    before: str
    after: str
    dropped: int
    kept: int
    runs: int
    wrong: str | None
    missed: list[str] = field(default_factory=list[str])


def examine(seed: int, with_missed: bool = False) -> Outcome:
    """Write a program, drop its guards, compare the two on some inputs."""
    program, step = program_of(seed), step_of(seed)
    before, after = parse_module(program.text), parse_module(program.text)
    refuted = False
    try:
        step.apply(Context(), after)
    except PadError:
        refuted = True  # an assume
    total, kept = len(_guards(before)), len(_guards(after))
    runs, wrong = _compare(program, before, after, seed)
    if refuted and runs:
        wrong = "an assume was refuted"
    outcome = Outcome(seed, program.text, str(after), total - kept, kept, runs, wrong)
    if with_missed and runs and wrong is None:
        outcome.missed = _missed(program, after, seed)
    return outcome


def program_of(seed: int) -> Program:
    """The program of a seed."""
    rng = random.Random(seed)
    return StageWriter(rng, rng.choice(("i8", "f32"))).program()


def step_of(seed: int) -> PadRemoveBranchingThroughOvercompute:
    """The pass with the options of a seed."""
    rng = random.Random(f"options of {seed}")
    index: IndexChoice = rng.choice(("none", "none", "clamp", "wrap", "extend"))
    trust = rng.random() < 0.3
    return PadRemoveBranchingThroughOvercompute(max_waste="inf", index=index, trust=trust)


def _compare(
    program: Program, before: ModuleOp, after: ModuleOp, seed: int, inputs: int = INPUTS
) -> tuple[int, str | None]:
    """On how many inputs `before` is defined, and the first difference."""
    runs, proven = 0, _proven(before)
    for number in range(inputs):
        try:
            found = difference(program, before, after, 1000 * seed + number)
        except Undefined as undefined:
            if undefined.assume in proven:
                return runs, f"what was proven is false: {undefined.assume}"
            continue
        runs += 1
        if found is not None:
            return runs, found
    return runs, None


def _proven(module: ModuleOp) -> list[AssumeOp]:
    return [op for op in module.walk() if isinstance(op, AssumeOp) and is_proven(op)]


def _guards(module: ModuleOp) -> list[_Guard]:
    return [op for op in module.walk() if isinstance(op, _Guard)]


def _missed(program: Program, module: ModuleOp, seed: int) -> list[str]:
    """The guards without which no run shows a difference."""
    missed: list[str] = []
    for position, guard in enumerate(_guards(module)):
        without = module.clone()
        other = _guards(without)[position]
        if isinstance(other, arith.SelectOp):
            other.result.replace_all_uses_with(other.lhs)
        else:
            inline_arm(other, 0)
        if _compare(program, module, without, seed, 40)[1] is None:
            missed.append(str(guard))
    return missed


def main(first: int, count: int) -> None:
    """Print what came of these seeds."""
    counts: Counter[str] = Counter()
    for seed in range(first, first + count):
        outcome = examine(seed, with_missed=True)
        counts["programs"] += 1
        counts["defined"] += outcome.runs > 0
        counts["with a guard dropped"] += outcome.runs > 0 and outcome.dropped > 0
        counts["guards dropped"] += outcome.dropped
        counts["guards kept"] += outcome.kept
        counts["kept, though no run needs them"] += len(outcome.missed)
        counts["wrong"] += outcome.wrong is not None
        if outcome.wrong is not None:
            print(f"seed {seed} is wrong: {outcome.wrong}")
    for name, number in counts.items():
        print(f"{name}: {number}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

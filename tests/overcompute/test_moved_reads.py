"""Random reads past the ends of buffers, moved inside where their guard goes."""

import random

import pytest
from xdsl.context import Context

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.guards.bounded_reads import IndexChoice
from pad_mlir.passes.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)

from .checking import difference
from .evaluator import Undefined
from .programs import Program

_TYPE = "memref<6xi8>"
_CHOICES: tuple[IndexChoice, ...] = ("clamp", "wrap", "extend")


def _program(rng: random.Random) -> Program:
    bound = rng.randint(1, 4)
    low = rng.random() < 0.4
    guard, rest = f"{bound} - d0 >= 0", (bound + 1, 6)
    if low:
        guard, rest = f"d0 - {bound + 1} >= 0", (0, bound + 1)
    kept = rest if rng.random() < 0.8 else (rest[0] + 1, rest[1])  # one cell stays visible
    shift = rng.randint(0, 5 - bound) if not low else -rng.randint(0, bound + 1)
    index = rng.choice((f"%i + {shift}", f"{5 - shift} - %i", f"%i * 2 - {rng.randint(0, 6)}"))
    name, other = rng.choice(("A", "L", "L")), rng.choice("ACL")
    value = rng.choice(("arith.constant 0 : i8", "pad.undef : i8"))
    operation = rng.choice(("addi", "muli", "maxsi", "subi"))
    lines = [
        f"func.func @f(%A: {_TYPE}, %B: {_TYPE}, %C: {_TYPE}, %n: index) {{",
        f"%L = memref.alloc() : {_TYPE}",
        "affine.for %k = 0 to 6 {",
        f"%c = affine.load %C[5 - %k] : {_TYPE}",
        f"affine.store %c, %L[%k] : {_TYPE}",
        "}",
        "affine.for %i = 0 to 6 {",
        f"affine.if affine_set<(d0) : ({guard})>(%i) {{",
        f"%x = affine.load %{name}[{index}] : {_TYPE}",
        f"%y = affine.load %{other}[{rng.choice(('%i', index))}] : {_TYPE}",
        f"%z = arith.{operation} %x, %y : i8",
        f"affine.store %z, %B[%i] : {_TYPE}",
        "}",
        '} {pad.stage = "compute"}',
        f"affine.for %k = {kept[0]} to {kept[1]} {{",
        f"%v = {value}",
        f"affine.store %v, %B[%k] : {_TYPE}",
        "}",
        "func.return",
        "}",
    ]
    return Program("\n".join(lines), "i8", 6, (), {})


def _examine(seed: int) -> tuple[bool, bool]:
    """Whether the program is defined, and whether its guard went."""
    rng = random.Random(seed)
    program = _program(rng)
    before, after = parse_module(program.text), parse_module(program.text)
    step = PadRemoveBranchingThroughOvercompute(max_waste="inf", index=rng.choice(_CHOICES))
    step.apply(Context(), after)
    after.verify()
    try:
        found = [difference(program, before, after, seed + k) for k in range(3)]
    except Undefined:
        return False, False
    assert not any(found), f"{found}\n{program.text}\n{after}"
    return True, "affine.if" not in str(after)


@pytest.mark.parametrize("first", [0, 60, 120])
def test_moved_reads_change_nothing(first: int) -> None:
    outcomes = [_examine(seed) for seed in range(first, first + 60)]
    assert sum(defined for defined, _ in outcomes) >= 15
    assert sum(gone for _, gone in outcomes) >= 10

"""
Which values are poison where they are what a flag rules out: computed with it, or loaded from cells
that original instances certainly wrote such values to.
"""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, func
from xdsl.dialects.utils import FastMathFlag

from pad_mlir.analysis.overcompute.flagged_values import FlaggedValues
from pad_mlir.analysis.speculation.inserted_instances import GuardTrials, SpeculatedInstances
from pad_mlir.dialect.repairs import parse_module

MEMREF = "memref<6xf32>"


def load(name: str, at: str = "%i") -> str:
    return f"%v = affine.load %{name}[{at}] : {MEMREF}"


def write(name: str, value: str, last: int = 6) -> str:
    return f"affine.for %i = 0 to {last} {{\naffine.store %{value}, %{name}[%i] : {MEMREF}\n}}\n"


FLAGGED = "%f = arith.addf %x, %x fastmath<nnan> : f32\n"
COPIED = f"{load('A')}\naffine.store %v, %A[%i] : {MEMREF}"

# What makes %v in the guard; whether a NaN would be poison, and an infinity.
COMPUTED: dict[str, tuple[str, bool, bool]] = {
    "an argument": ("%v = arith.select %c, %x, %x : f32", False, False),
    "plain": ("%v = arith.addf %x, %x : f32", False, False),
    "nnan": ("%v = arith.addf %x, %x fastmath<nnan> : f32", True, False),
    "ninf": ("%v = arith.addf %x, %x fastmath<ninf> : f32", False, True),
    "both": ("%v = arith.addf %x, %x fastmath<fast> : f32", True, True),
    "an integer": ("%v = arith.sitofp %n : i32 to f32", True, True),
    "negated": ("%v = arith.negf %f : f32", True, False),
    "negated, plain": ("%v = arith.negf %x : f32", False, False),
    "the greater of two": ("%v = arith.maximumf %f, %f : f32", True, False),
    "the greater of one and any": ("%v = arith.maximumf %f, %x : f32", False, False),
    "doubled": ("%v = arith.addf %f, %f : f32", False, False),
    "wider": ("%v = arith.extf %f : f32 to f64", True, False),
    "wider, plain": ("%v = arith.extf %x : f32 to f64", False, False),
    "narrower": ("%v = arith.truncf %f : f32 to f16", False, False),
    "a constant": ("%v = arith.constant 1.0 : f32", True, True),
    "infinite": ("%v = arith.constant 0x7F800000 : f32", True, False),
    "a NaN": ("%v = arith.constant 0x7FC00000 : f32", False, False),
    "a root": ("%v = math.sqrt %x : f32", False, False),
}
# The stages before, and what the stage does before its guard, in the guard, and at its end.
LOADED: dict[str, tuple[str, str, str, str, bool]] = {
    "given": ("", "", load("A"), "", False),
    "written": (write("L", "f"), "", load("L"), "", True),
    "written, an argument": (write("A", "f"), "", load("A"), "", True),
    "written, plain": (write("L", "x"), "", load("L"), "", False),
    "written in part": (write("L", "f", 5), "", load("L"), "", False),
    "written where the guard holds": (write("L", "f", 4), "", load("L"), "", False),
    "written in two parts": (
        write("L", "f", 5) + f"affine.store %f, %L[5] : {MEMREF}\n",
        *("", load("L"), "", True),
    ),
    "written twice, once plain": (write("L", "x") + write("L", "f"), "", load("L"), "", False),
    "written in a call": (
        f"{write('L', 'f')}func.call @h(%L) : ({MEMREF}) -> ()\n",
        *("", load("L"), "", False),
    ),
    "not written": ("", "", load("L"), "", False),
    "not written, loaded": ("", load("L").replace("%v", "%u"), load("L"), "", False),
    "written by then": (
        "",
        f"affine.store %f, %L[%i] : {MEMREF}",
        *(load("L"), "", True),
    ),
    "written by then, plain": (
        "",
        f"affine.store %x, %L[%i] : {MEMREF}",
        *(load("L"), "", False),
    ),
    "written later": ("", "", load("L"), f"affine.store %f, %L[%i] : {MEMREF}", False),
    "written in original instances": (
        "",
        "",
        f"affine.store %f, %L[%i] : {MEMREF}",
        load("L"),
        False,
    ),
    "copied": (write("A", "f"), "", COPIED, "", True),
    "copied, plain": (write("A", "x"), "", COPIED, "", False),
    "any buffer": (
        f"%V = func.call @g() : () -> {MEMREF}\n{write('V', 'f')}",
        *("", load("V"), "", False),
    ),
}


def insertion_of(before: str, first: str, inside: str, last: str) -> SpeculatedInstances:
    module = parse_module(
        f"""func.func private @h({MEMREF})
        func.func private @g() -> {MEMREF}
        func.func @f(%A: {MEMREF}, %x: f32, %c: i1, %n: i32) {{
          %L = memref.alloc() : {MEMREF}
          {FLAGGED}
          {before}
          affine.for %i = 0 to 6 {{
            {first}
            affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {{
              {inside}
            }}
            {last}
          }}
          func.return
        }}"""
    )
    function = module.body.block.last_op
    assert isinstance(function, func.FuncOp)
    (guard,) = (op for op in function.walk() if isinstance(op, affine.IfOp))
    stage = next(op for op in function.body.block.ops if op.is_ancestor(guard))
    return SpeculatedInstances(guard, stage, GuardTrials())


def is_poison(insertion: SpeculatedInstances, flag: FastMathFlag) -> bool:
    ops = [op for op in insertion.stage.walk() if op is not insertion.stage]
    (value,) = (r for op in ops for r in op.results if r.name_hint == "v")
    return FlaggedValues(insertion, flag).never(value)


@pytest.mark.parametrize("name", COMPUTED)
def test_computed_values(name: str) -> None:
    line, nnan, ninf = COMPUTED[name]
    insertion = insertion_of("", "", line, "")
    assert is_poison(insertion, FastMathFlag.NO_NANS) is nnan
    assert is_poison(insertion, FastMathFlag.NO_INFS) is ninf


@pytest.mark.parametrize("name", LOADED)
def test_loaded_values(name: str) -> None:
    *lines, nnan = LOADED[name]
    insertion = insertion_of(*lines)
    assert is_poison(insertion, FastMathFlag.NO_NANS) is nnan
    assert not is_poison(insertion, FastMathFlag.NO_INFS)

"""
Which flags may stay on operations that feed a value which is what it was: by what is known of %x
in inserted instances, where %y is what a cell holds.
"""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, arith, func, scf
from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import SSAValue

from pad_mlir.analysis.overcompute.inserted_values import InsertedValues, Part
from pad_mlir.analysis.overcompute.kept_flags import Unchanged, kept_flags, speculated
from pad_mlir.analysis.speculation.inserted_instances import (
    Guard,
    GuardTrials,
    SpeculatedInstances,
)
from pad_mlir.analysis.values.known import Exactly, Known, SomeZero
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.sets.engine import engine

INF, NAN = float("inf"), float("nan")
MEMREF = "memref<6xf32>"
UPDATE = f"affine.store %v, %C[0] : {MEMREF}"
ZERO = SomeZero()
ADD = "%v = arith.addf %x, {} fastmath<{}> : f32"
NEGATE = "%v = arith.mulf %x, %minus fastmath<nsz> : f32"
Case = tuple[str, float | SomeZero, str | None, set[str]]

# The lines that make %v, what %x is, the name of what an else arm gave, and the flags that stay.
POISON: dict[str, Case] = {
    "finite": (ADD.format("%one", "nnan,ninf"), 2.0, None, {"v nnan", "v ninf"}),
    "infinite": (ADD.format("%one", "nnan,ninf"), INF, None, {"v nnan"}),
    "a NaN": (ADD.format("%one", "nnan,ninf"), NAN, None, set()),
    "a zero": (ADD.format("%one", "nnan,ninf"), ZERO, None, {"v nnan", "v ninf"}),
    "a comparison": (
        "%p = arith.cmpf olt, %x, %one fastmath<nnan> : f32\n%v = arith.select %p, %x, %one : f32",
        *(0.0, None, {"p nnan"}),
    ),
    "may be a NaN": (ADD.format("%y", "nnan"), -0.0, None, set()),
    "poison if a NaN": (ADD.format("%k", "nnan,ninf"), -0.0, None, {"v nnan"}),
    "poison, in place of itself": (ADD.format("%k", "nnan,ninf"), -0.0, "k", {"v nnan"}),
    "poison, in place of its cell": (ADD.format("%k", "nnan,ninf"), -0.0, "k2", {"v nnan"}),
    "poison, in place of another value": (ADD.format("%k", "nnan"), -0.0, "b", set()),
    "poison, another value than it": (
        "%d = arith.addf %k, %k fastmath<nnan> : f32\n%v = arith.addf %x, %k : f32",
        *(-0.0, None, set[str]()),
    ),
    "one of two": (
        f"""%w = arith.addf %x, %one fastmath<ninf> : f32
        {ADD.format("%w", "nnan")}
        %u = arith.addf %y, %one fastmath<nnan> : f32
        affine.store %u, %C[5] : {MEMREF}""",
        *(INF, None, {"u nnan"}),
    ),
}
SIGNS: dict[str, Case] = {
    "no zero": (NEGATE, 1.0, None, {"v nsz"}),
    "a zero of one sign": (NEGATE, 0.0, None, set()),
    "a zero of either sign": (NEGATE, ZERO, None, set()),
    "a zero of either sign on the way": (
        "%m = arith.negf %x fastmath<nsz> : f32\n%v = arith.addf %m, %one : f32",
        *(ZERO, None, {"m nsz"}),
    ),
    "a zero on the way": (
        f"{NEGATE.replace('%v', '%m')}\n%v = arith.addf %m, %one : f32",
        *(0.0, None, set[str]()),
    ),
    "a zero that is not taken": (
        f"""{NEGATE.replace("%v", "%m")}
        %t = arith.constant true
        %v = arith.select %t, %y, %m : f32""",
        *(0.0, None, {"m nsz"}),
    ),
    "not known": (ADD.format("%y", "nsz"), -0.0, None, set()),
    "the place that is updated": (f"{ADD.format('%y', 'nsz')}\n{UPDATE}", -0.0, None, {"v nsz"}),
    "all flags": (f"{NEGATE.replace('nsz', 'fast')}", 1.0, None, {"v nsz", "v nnan", "v ninf"}),
}


class Asked:
    def __init__(self, lines: str):
        module = parse_module(
            f"""func.func @f(%A: {MEMREF}, %C: {MEMREF}, %z: f32) {{
              %one = arith.constant 1.0 : f32
              %minus = arith.constant -1.0 : f32
              %K = memref.alloc() : {MEMREF}
              %f = arith.addf %z, %z fastmath<nnan> : f32
              affine.for %i = 0 to 6 {{
                affine.store %f, %K[%i] : {MEMREF}
              }}
              affine.for %i = 0 to 6 {{
                affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {{
                  %x = affine.load %A[%i] : {MEMREF}
                  %y = affine.load %C[0] : {MEMREF}
                  %k = affine.load %K[%i] : {MEMREF}
                  %k2 = affine.load %K[%i] : {MEMREF}
                  %b = arith.negf %k : f32
                  {lines}
                }}
              }}
              func.return
            }}"""
        )
        function = module.body.block.last_op
        assert isinstance(function, func.FuncOp)
        self.values = {r.name_hint or "": r for op in function.walk() for r in op.results}
        (guard,) = (op for op in function.walk() if isinstance(op, affine.IfOp))
        stage = next(op for op in function.body.block.ops if op.is_ancestor(guard))
        self.insertion = SpeculatedInstances(guard, stage, GuardTrials())
        self.ours = speculated(guard)
        self.of_values = InsertedValues(self.insertion, [guard, *self.ours], relaxed=False)

    def kept(self, x: Known, before: str | None, is_unseen: bool = False) -> set[str]:
        part = Part(engine().set(self.insertion.domain), {self.values["x"]: x})
        there = None if before is None else self.values[before]
        given = Unchanged(self.values["v"], there, part, lambda: is_unseen)
        kept = kept_flags(self.ours, [given], self.insertion, self.of_values)
        return {f"{op.results[0].name_hint} {flag.value}" for op, flag in kept}


def known(x: float | SomeZero) -> Known:
    return x if isinstance(x, SomeZero) else Exactly(FloatAttr(x, f32))


@pytest.mark.parametrize("name", [*POISON, *SIGNS])
def test_flags_that_stay(name: str) -> None:
    lines, x, before, wanted = (POISON | SIGNS)[name]
    # What only an unused value has, or one of which nothing is asked, stays in any case.
    assert Asked(lines).kept(known(x), before) - {"d nnan"} == wanted


@pytest.mark.parametrize("x", [INF, NAN, 0.0])
def test_flags_stay_where_nobody_sees_the_value(x: float) -> None:
    asked = Asked("%v = arith.mulf %x, %minus fastmath<nnan,ninf,nsz> : f32")
    assert asked.kept(known(x), None, is_unseen=True) == {"v nnan", "v ninf", "v nsz"}


def test_poison_that_a_proof_counted_out_may_not_come_back() -> None:
    asked = Asked("%v = arith.mulf %x, %minus fastmath<nnan,ninf,nsz> : f32")
    asked.of_values.stood_on_dropped = True
    assert asked.kept(known(1.0), None) == {"v nsz"}


def made(guard: Guard) -> set[str]:
    values: list[SSAValue] = [r for op in speculated(guard) for r in op.results]
    return {value.name_hint or "" for value in values}


def test_flags_say_something_where_a_guard_holds_of_what_it_takes_then() -> None:
    """Of both sides of a select each is computed, but the one that is not taken is no matter."""
    module = parse_module("""func.func @f(%x: f32, %y: f32, %c: i1, %A: memref<6xf32>) {
      %a = arith.addf %x, %x : f32
      %b = arith.addf %a, %y : f32
      %d = arith.addf %x, %y : f32
      %s = arith.select %c, %b, %d : f32
      scf.if %c {
        %e = arith.addf %d, %d : f32
        affine.store %e, %A[0] : memref<6xf32>
      }
      affine.if affine_set<() : (0 >= 0)>() {
        affine.store %b, %A[0] : memref<6xf32>
      }
      func.return
    }""")
    ops = [*module.walk()]
    (select,) = (op for op in ops if isinstance(op, arith.SelectOp))
    guards = [op for op in ops if isinstance(op, affine.IfOp | scf.IfOp)]
    assert made(select) == {"a", "b"}
    assert list(map(made, guards)) == [{"d", "e"}, {"a", "b"}]

"""Which uses of a value that dropping a guard changes are seen by nobody."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine
from xdsl.ir import Operation

from pad_mlir.analysis.speculation import unseen_results
from pad_mlir.analysis.speculation.inserted_instances import GuardTrials, SpeculatedInstances
from pad_mlir.analysis.speculation.unseen_results import is_unseen
from pad_mlir.dialect.ir.effects import is_arithmetic
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.index.sets.engine import engine

PROGRAM = """
func.func @f(%A: memref<6x{type}>, %B: memref<6xf32>, %z: f32, %c: i1) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %other = arith.constant {other} : {type}
  %T = memref.alloc() : memref<6xf32>
  affine.for %i = 0 to 6 {{
    %v = affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) -> ({type}) {{
      %x = affine.load %A[%i] : memref<6x{type}>
      affine.yield %x : {type}
    }} else {{
      affine.yield %other : {type}
    }}
    {uses}
  }} {{pad.stage = "s"}}
  {after}
  func.return
}}
"""
LOOP = """%r:2 = scf.for %k = {} to {} step {} iter_args(%p = {}, %q = %z) -> (f32, f32) {{
  %n = arith.addf %p, %z : f32
  scf.yield %n, %q : f32, f32
}}
affine.store %r#{}, {}[%i] : memref<6xf32>"""
READ = """affine.for %j = 0 to 6 {
  %t = affine.load %T[%j] : memref<6xf32>
  affine.store %t, %B[%j] : memref<6xf32>
}"""


def judged(uses: str, after: str = "", type: str = "f32") -> bool:
    """Whether the result of the guard is unseen where the guard does not hold."""
    other = "0.0" if type == "f32" else "0"
    module = parse_module(PROGRAM.format(uses=uses, after=after, type=type, other=other))
    operations: list[Operation] = [*module.walk()]
    guard = next(op for op in operations if isinstance(op, affine.IfOp))
    stage = next(op for op in operations if "pad.stage" in op.attributes)
    insertion = SpeculatedInstances(guard, stage, GuardTrials())
    return is_unseen(guard.results[0], engine().set(insertion.domain), insertion)


@pytest.mark.parametrize(
    ("uses", "unseen"),
    [
        ("", True),
        ("affine.store %v, %T[%i] : memref<6xf32>", True),  # nobody reads the buffer
        ("affine.store %v, %B[%i] : memref<6xf32>", False),  # the caller may
        ("%w = arith.mulf %v, %z : f32\naffine.store %w, %T[%i] : memref<6xf32>", True),
        ("%w = arith.mulf %v, %z : f32\naffine.store %w, %B[%i] : memref<6xf32>", False),
        (LOOP.format("%zero", "%four", "%one", "%v", 0, "%T"), True),
        (LOOP.format("%zero", "%four", "%one", "%v", 0, "%B"), False),
        (LOOP.format("%zero", "%four", "%one", "%v", 1, "%B"), True),  # what the other carries
    ],
)
def test_floats(uses: str, unseen: bool) -> None:
    assert judged(uses) == unseen


def test_what_follows_a_loop_is_looked_at_before_its_body(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = list[Operation]()

    def noted(op: Operation) -> bool:
        looked_at.append(op)
        return is_arithmetic(op)

    monkeypatch.setattr(unseen_results, "is_arithmetic", noted)
    assert not judged(LOOP.format("%zero", "%four", "%one", "%v", 0, "%B"))
    assert not looked_at  # the store is enough
    assert judged(LOOP.format("%zero", "%four", "%one", "%v", 0, "%T"))
    assert looked_at


def test_what_is_read_later_is_seen() -> None:
    assert not judged("affine.store %v, %T[%i] : memref<6xf32>", READ)
    assert judged("affine.store %v, %T[0] : memref<6xf32>", READ.replace("0 to 6", "1 to 6"))


@pytest.mark.parametrize("place", range(3))
def test_how_often_a_loop_runs_is_seen(place: int) -> None:
    bounds = ["%zero", "%four", "%one"]
    bounds[place] = "%v"
    assert not judged(LOOP.format(*bounds, "%z", 0, "%T"), type="index")


def test_a_divisor_is_seen() -> None:
    uses = "%w = arith.divui %four, %v : index\n%u = arith.addi %w, %v : index"
    assert not judged(uses, type="index")
    assert judged(uses.replace("divui", "muli"), type="index")

"""What is found once, and what ends with a question; where the cells of views are."""

from __future__ import annotations

import gc
from itertools import product
from pathlib import Path

import pytest
from xdsl.dialects.func import FuncOp

from pad_mlir.dialect.text import parse_module
from pad_mlir.tools.tv import DEFAULT_BUDGET, KnownRoles, Run, validate
from pad_mlir.tools.tv.execution.side import Side
from pad_mlir.tools.tv.memory.buffers import Buffer, View
from pad_mlir.tools.tv.memory.roles import RolesElsewhere
from pad_mlir.tools.tv.values.errors import Undefined
from pad_mlir.tools.tv.values.scalars import BOOL
from pad_mlir.tools.tv.verdict.validator import _Question as Question  # pyright: ignore[reportPrivateUsage]

SUM = """
func.func @f(%A: memref<?x?xf32>, %B: memref<?xf32>, %C: memref<?xf32>,
    %m: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}, {of = "C", dim = 0}]},
    %n: index {pad.size = [{of = "A", dim = 1}]}) {
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %a = affine.load %A[%i, %j] : memref<?x?xf32>
      %b = affine.load %B[%i] : memref<?xf32>
      %c = arith.addf %a, %b : f32
      affine.store %c, %B[%i] : memref<?xf32>
    }
    %d = affine.load %B[%i] : memref<?xf32>
    affine.store %d, %C[%i] : memref<?xf32>
  }
  func.return
}"""


def test_a_second_question_takes_fewer_steps_and_has_the_same_answer() -> None:
    before, after = parse_module(SUM), parse_module(SUM.replace("%a, %b", "%b, %a"))
    known, steps, answers = KnownRoles(), list[int](), set[str]()
    for shared in (None, known, known):
        run = Run()
        verdict = validate(before, after, sizes={"m": 3, "n": 4}, run=run, known=shared)
        steps.append(run.spent)
        answers.add(str(verdict.functions[0]))
    assert len(answers) == 1
    assert steps[0] == steps[1] > 3 * steps[2]
    wrong = parse_module(SUM.replace("addf %a, %b", "addf %a, %a"))
    for shared in (None, known):
        verdict = validate(before, wrong, sizes={"m": 3, "n": 4}, known=shared)
        answers.add(str(verdict.functions[0]))
    assert len(answers) == 2


UPDATED = SUM.replace(
    "affine.store %d", "%e = affine.load %C[%i] : memref<?xf32>\n    affine.store %e"
)


@pytest.mark.parametrize(("text", "all_sizes"), [(SUM, True), (UPDATED, False)])
def test_roles_are_those_of_all_sizes_and_looked_for_until_there_are_no_more(
    text: str, all_sizes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = parse_module(text)
    sides = Side.of("before", module, "f"), Side.of("after", module, "f")

    def roles() -> tuple[RolesElsewhere | None, int]:
        run = Run()
        found = Question(*sides, False, DEFAULT_BUDGET, run, KnownRoles())._roles([])  # pyright: ignore[reportPrivateUsage]
        run.close()
        return found, run.spent

    (found, steps) = roles()
    monkeypatch.setattr(Question, "_most_roles", None)
    (wanted, most_steps) = roles()
    assert found == wanted
    assert (steps == most_steps) == all_sizes
    assert all_sizes or 10 * steps < most_steps


KERNELS = sorted((Path(__file__).parents[1] / "dynamic_sizes" / "kernels").glob("*.mlir"))
OF_DATA = """
func.func @f(%A: memref<?xindex>, %B: memref<?xf32>, %C: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}, {of = "C", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %k = affine.load %A[%i] : memref<?xindex>
    %b = memref.load %B[%k] : memref<?xf32>
    affine.store %b, %C[%i] : memref<?xf32>
  }
  func.return
}"""
LATE = """
func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %C: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}, {of = "C", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<?xf32>
    %four = arith.constant 4 : index
    %last = arith.cmpi eq, %i, %four : index
    scf.if %last {
      %b = affine.load %C[%i] : memref<?xf32>
      affine.store %b, %B[%i] : memref<?xf32>
    }
    affine.store %a, %C[%i] : memref<?xf32>
  }
  func.return
}"""
WRONG = """
func.func @f(%A: memref<?xf32>,
    %n: index {pad.size = {of = "A", dim = 0}}) {
  %z = arith.constant 0.0 : f32
  %o = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.store %z, %A[%i] : memref<?xf32>
    %a = affine.load %A[%i] : memref<?xf32>
    %c = arith.cmpf oeq, %a, %o : f32
    pad.assume %c : i1
  }
  func.return
}"""


def _texts() -> list[str]:
    return [SUM, UPDATED, OF_DATA, LATE, WRONG, *(path.read_text() for path in KERNELS[::5])]


def _unknown(self: Question, key: object, choice: object) -> None: ...


@pytest.mark.parametrize("text", _texts())
def test_accesses_alone_leave_out_no_role(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes at which accesses show nothing new are not looked at again on terms."""
    module = parse_module(text)
    name = next(op.sym_name.data for op in module.ops if isinstance(op, FuncOp))
    sides = Side.of("before", module, name), Side.of("after", module, name)

    def roles() -> tuple[RolesElsewhere | None, int]:
        run = Run()
        question = Question(*sides, False, 20_000, run, KnownRoles())
        found = question._roles([])  # pyright: ignore[reportPrivateUsage]
        run.close()
        return found, run.spent

    found, _ = roles()
    monkeypatch.setattr(Question, "_roles_at_most", _unknown)
    wanted, _ = roles()
    assert found == wanted


@pytest.mark.parametrize("changed", ["%b, %a", "%a, %a"])
def test_terms_end_with_their_question_without_the_collector(changed: str) -> None:
    before, after = parse_module(SUM), parse_module(SUM.replace("%a, %b", changed))
    validate(before, after)
    gc.collect()
    gc.disable()
    try:
        validate(before, after)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        left = {type(each).__name__ for each in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
    assert not left & {"Term", "TermTable", "Symbolic", "View", "Buffer"}


def test_what_is_known_for_other_budgets() -> None:
    known, roles = KnownRoles(), RolesElsewhere(frozenset({0}), frozenset({1}), frozenset({0, 1}))
    one, other = ("f", False, "m = 3"), ("f", False, "m = 4")
    known.note(one, 1000, (roles, 70))
    assert known.within(one, 1000) == (roles, 70)
    assert known.within(one, 70) == (roles, None)
    assert known.within(one, 69) == (None, None)
    assert known.within(one, 1001) is None
    assert known.within(other, 1000) is None
    known.note(other, 1000, (roles, None))
    assert known.within(other, 999) is None


@pytest.mark.parametrize("rank", range(6))
def test_cells_of_views_of_each_rank(rank: int) -> None:
    shape = (2, 3, 4, 2, 3)[:rank]
    buffer = Buffer("A", BOOL, shape, [])
    strides = tuple(7 * axis - 9 for axis in range(rank))
    for view in (View.whole(buffer), View(buffer, shape, strides, 100)):
        for index in product(*(range(-1, size + 1) for size in shape)):
            if index in {*product(*map(range, shape))}:
                steps = sum(i * stride for i, stride in zip(index, view.strides, strict=True))
                assert view.locate(index) == view.offset + steps
            else:
                with pytest.raises(Undefined, match="is out of bounds of"):
                    view.locate(index)

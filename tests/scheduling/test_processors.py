"""The processor of a schedule: given once, and named so that the same text makes the same code."""

from __future__ import annotations

from pad_mlir.passes.vectorize.vector_unit import vector_unit
from pad_mlir.schedule import Schedule

TEXT = """
func.func @double(%A: memref<32xf32>, %B: memref<32xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<32xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %B[%i] : memref<32xf32>
  } {pad.stage = "compute"}
  func.return
}
"""


def test_later_steps_are_for_the_same_processor() -> None:
    schedule = Schedule(TEXT)
    schedule.vectorize(target_cpu="x86-64-v3")
    schedule.register_tile()
    schedule.optimize()
    assert schedule.trace().count('target_cpu="x86-64-v3"') == 3
    assert schedule.pipeline().count("target-cpu=x86-64-v3") == 3
    schedule.vectorize(target_cpu="znver4")
    schedule.register_tile()
    assert schedule.trace().count('target_cpu="znver4"') == 2
    schedule.undo(2)
    schedule.register_tile()
    assert schedule.trace().endswith('s.register_tile(target_cpu="x86-64-v3")\n')


def test_this_machine_is_named_in_the_traces() -> None:
    schedule = Schedule(TEXT)
    schedule.optimize(target_cpu="native")
    (assumed,) = (remark for remark in schedule.remarks if remark.id == "assumed-processor")
    name = str(dict(assumed.fields)["cpu"])
    assert "native" not in schedule.trace() + schedule.pipeline()
    again = Schedule(TEXT)
    again.optimize(target_cpu=name)
    assert str(again) == str(schedule)
    assert again.trace() == schedule.trace()
    assert not [remark for remark in again.remarks if remark.id == "assumed-processor"]


def test_without_a_processor_a_remark_says_what_it_costs() -> None:
    schedule = Schedule(TEXT)
    schedule.optimize()
    (told,) = schedule.remarks
    fields = dict(told.fields)
    assert told.id == "no-processor"
    assert int(str(fields["after"])) < int(str(fields["before"]))
    schedule.optimize(target_cpu=str(fields["cpu"]))
    assert [remark.id for remark in schedule.remarks].count("no-processor") == 1
    schedule.undo(2)
    assert schedule.remarks == []


def test_nothing_is_said_where_vectors_gain_nothing() -> None:
    schedule = Schedule(TEXT.replace("0 to 32", "0 to 1"))
    schedule.optimize()
    assert schedule.remarks == []


def test_numbers_after_the_name_are_given_back() -> None:
    schedule = Schedule(TEXT)
    schedule.vectorize(target_cpu="rocketlake:fmas=2")
    again = Schedule(TEXT)
    exec(schedule.trace(), {"s": again})
    assert again.pipeline() == schedule.pipeline() != ""


def test_vectors_worked_on_in_halves_are_told() -> None:
    assert str(vector_unit("znver4:halves=1")).endswith(
        "of that width in a cycle, or twice as many of half the width"
    )
    assert str(vector_unit("znver4:halves=0")).endswith("of that width in a cycle")

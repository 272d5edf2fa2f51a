"""The trace of a step has the arguments that were given, under whatever name they were given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import Parameter, isfunction, signature
from itertools import combinations
from types import MappingProxyType
from typing import Any

import pytest

from pad_mlir.schedule import Schedule, ScheduleError
from pad_mlir.schedule.calls.call_text import python_call

TEXT = """\
func.func @f(%A: memref<8x16xf32>, %B: memref<8x16xf32>, %C: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %a = affine.load %A[%i, %j] : memref<8x16xf32>
      affine.store %a, %B[%i, %j] : memref<8x16xf32>
    }
  } {pad.stage = "i"}
  affine.for %p = 0 to 8 {
    affine.for %q = 0 to 16 {
      affine.if affine_set<(d0) : (-d0 + 13 >= 0)>(%q) {
        %a = affine.load %A[%p, %q] : memref<8x16xf32>
        %b = arith.addf %a, %a : f32
        affine.store %b, %B[%p, %q] : memref<8x16xf32>
      }
    }
  } {pad.stage = "q"}
  affine.for %r = 0 to 8 {
    affine.store %zero, %C[%r] : memref<8xf32>
  } {pad.stage = "r"}
  func.return
}
"""
TILES = "(i, j) -> (i, j floordiv 8, j mod 8)"
CACHE: Mapping[str, Any] = {
    "stage": "q",
    "at": "p",
    "map": "(i, j) -> (j, i)",
    "pad": "undef",
    "memory_space": 3,
}
# What must be given, and a value other than the default for each that may be.
STEPS: Mapping[str, tuple[tuple[object, ...], Mapping[str, Any]]] = {
    "transform_layout": (
        ("B", TILES),
        {
            "pad_value": 0.0,
            "align": [1, 1, 16],
            "extents": [8, 2, 16],
            "separators": [1],
            "interface": "keep",
            "loops": "follow",
        },
    ),
    "apply_layouts": ((), {"pad_writes": "both"}),
    "sequential_buffer_access": (("i", "A"), {}),
    "split": (("i.i", 4), {}),
    "fuse": (("i.i", "j"), {}),
    "reorder": (("j", "i.i"), {}),
    "simplify": ((), {"stage": "q"}),
    "remove_branching_through_overcompute": (
        (),
        {"stage": "q", "max_waste": 0.5, "index": "clamp", "trust": True, "sizes": {}},
    ),
    "remove_no_op": ((), {"stage": "q"}),
    "cache_read": (("A",), CACHE),
    "cache_write": (("B",), CACHE),
    "hoist_stage": (("r",), {"new_name": "q", "facts": "A:access"}),
    "hoist_expression": (
        (),
        {"stage": "q", "conditionals": "none", "bindings": "none", "split": True},
    ),
    "merge_adjacent_loops": ((), {"stages": ["i", "q"], "loops": ["j", "q"]}),
    "distribute_loops": ((), {"loop": "q"}),
    "partition_loops": ((), {"stage": "q", "loop": "q.q"}),
    "raise_loops": ((), {}),
    "recover_axes": ((), {"buffer": "q"}),
    "reduce_loop_extents": ((), {"stage": "q"}),
    "remove_overcompute_through_branching": ((), {"stage": "q"}),
    "optimize": (
        (),
        {
            "buffer": "B",
            "index_map": TILES,
            "pad_value": 0.0,
            "stage": "q",
            "guards": "keep",
            "max_waste": 0.5,
            "max_padding": 2.0,
            "target_cpu": "x86-64",
            "extents": [8, 2, 8],
            "sizes": {},
            "versions": "auto",
            "layouts": {"B": TILES},
            "interface": "keep",
        },
    ),
    "flatten_buffers": ((), {"buffer": "A", "elide": "all", "max_rank": 1}),
    "propagate_layouts": ((), {}),
    "lay_out_borders": ((), {}),
    "flatten_loops": ((), {"stage": "q"}),
    "dot_products": ((), {"stage": "q", "target_cpu": "x86-64"}),
    "expand_math": ((), {}),
    "vectorize": ((), {"stage": "q", "axis": "q", "target_cpu": "x86-64"}),
    "register_tile": ((), {"stage": "q", "axes": ["p"], "target_cpu": "x86-64"}),
    "map_to_gpu": (
        (),
        {"stage": "q", "blocks": ["p"], "threads": {"q.q": 4}, "reduce": "shuffle"},
    ),
    "lower_index_arithmetic": ((), {"carry": False, "narrow": True}),
    "remove_assume": ((), {}),
    "remove_undef_store": ((), {}),
    "to_host": ((), {"stop": "scf", "target_cpu": "x86-64", "fp_contract": "on"}),
    "to_gpu": ((), {"target": "opencl", "chip": "sm_80", "stop": "gpu"}),
    "apply": (("canonicalize",), {}),
}
BEFORE = {"apply_layouts": "s.transform_layout('A', TILES)", "to_gpu": "s.map_to_gpu()"}
NO_STEPS = (
    *("contracts", "draw", "explain", "infer_pad_value", "undo", "trace", "pipeline", "compile"),
)


def test_each_step_and_argument_is_in_the_table():
    public = {name for name in dir(Schedule) if isfunction(getattr(Schedule, name))}
    assert {name for name in public if not name.startswith("_")} == {*STEPS, *NO_STEPS}
    for name, (_, optional) in STEPS.items():
        parameters = signature(getattr(Schedule, name)).parameters.values()
        assert list(optional) == [p.name for p in parameters if p.default is not Parameter.empty]


@pytest.mark.parametrize("name", STEPS)
def test_arguments_by_keyword(name: str):
    needed, optional = STEPS[name]
    traced = 0
    for chosen in _choices(tuple(optional)):
        options = {key: optional[key] for key in chosen}
        s = Schedule(TEXT)
        exec(BEFORE.get(name, ""), {"s": s, "TILES": TILES})
        try:
            getattr(s, name)(*needed, **options)
        except ScheduleError:
            continue  # such as an `at` without a stage
        traced += 1
        replayed = Schedule(TEXT)
        exec(s.trace(), {"s": replayed})
        assert (str(replayed), replayed.trace()) == (str(s), s.trace())
        call = s.trace().splitlines()[-1]
        if name != "sequential_buffer_access":  # which is traced as other steps
            given = signature(getattr(s, name)).bind(*needed, **options)
            assert _bound_by(call, name).keys() == given.arguments.keys(), call
    assert traced > len(optional) / 2


def test_axis_is_no_stage():
    """Here it is the name of a stage too."""
    s = Schedule(TEXT)
    s.vectorize(axis="q")
    assert s.trace() == 's.vectorize(axis="q")\n'


def test_mappings_and_letters():
    s = Schedule(TEXT)
    axes = MappingProxyType({"p": 2})
    assert python_call(s.register_tile, None, axes=axes) == 's.register_tile(axes={"p": 2})'
    assert eval(python_call(s.simplify, "\U0001f600").removeprefix("s.simplify")) == "\U0001f600"


def _choices(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """None, one, two (of few), all: what is printed by position hangs on its neighbours only."""
    few = 2 if len(names) <= 6 else 1
    for count in sorted({*range(min(len(names), few) + 1), len(names)}):
        yield from combinations(names, count)


def _bound_by(call: str, name: str) -> dict[str, object]:
    """The values to which a traced call binds its parameters."""

    class Recorded:
        bound: dict[str, object]

    recorded = Recorded()

    def record(*arguments: object, **options: object) -> None:
        recorded.bound = (
            signature(getattr(Schedule(TEXT), name)).bind(*arguments, **options).arguments
        )

    setattr(recorded, name, record)
    exec(call, {"s": recorded})
    return recorded.bound

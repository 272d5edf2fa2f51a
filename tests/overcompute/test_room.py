"""Where an access would be out of bounds, a layout that the refusal names has room, in one step."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from pad_mlir.schedule import Schedule

_ADVICE = re.compile(
    r"give (?P<buffer>\w+) a layout (?:whose last step is (?P<map>\(.*?\) -> \(.*?\)), )?with "
    r"extents=\[(?P<extents>[^]]*)\] or more(?:, padded with undef or a constant)?"
    r"(?: \((?:whose last step is (?P<all_map>\(.*?\) -> \(.*?\)), )?with "
    r"extents=\[(?P<all>[^]]*)\] or more to drop the other guards of the stage too\))?"
)


@dataclass(frozen=True)
class Case:
    """
    A kernel, the layout of each buffer, the buffer whose order its stage has, and what is told: a
    step of a layout of A, with its extents.
    """

    source: str
    layouts: dict[str, tuple[str, float | str]]
    order: str | None
    map: str | None
    extents: tuple[int, ...]

    def scheduled(self, *more: tuple[str, str, list[int]]) -> Schedule:
        """The stage over its padding, with these layouts added."""
        s = Schedule(self.source)
        for buffer, (map, pad) in self.layouts.items():
            s.transform_layout(buffer, map, pad_value=pad)
        for buffer, map, extents in more:
            pad = self.layouts[buffer][1]
            s.transform_layout(buffer, map, extents=extents, pad_value=pad)
        if self.order is not None:
            s.sequential_buffer_access("f", self.order)
        return s


TILES = "(i) -> (i floordiv 4, i mod 4)"
TILES_2D = "(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)"

ONE_AXIS = """
func.func @f(%A: memref<13xi32>, %B: memref<13xi32>) {
  %z = arith.constant 0 : i32
  affine.for %i = 0 to 13 {
    affine.store %z, %B[%i] : memref<13xi32>
    affine.for %k = 0 to 2 {
      affine.if affine_set<(d0, d1) : (12 - d0 - d1 >= 0)>(%i, %k) {
        %s = affine.load %B[%i] : memref<13xi32>
        %a = affine.load %A[%i + %k] : memref<13xi32>
        %t = arith.addi %s, %a : i32
        affine.store %t, %B[%i] : memref<13xi32>
      }
    }
  } {pad.stage = "f"}
  return
}
"""
TWO_LOADS = ONE_AXIS.replace(
    "        %t = arith.addi %s, %a : i32\n",
    "        %c = affine.load %A[%i + %k * 3] : memref<13xi32>\n"
    "        %p = arith.muli %a, %c : i32\n"
    "        %t = arith.addi %s, %p : i32\n",
).replace("12 - d0 - d1 >= 0", "12 - d0 - d1 * 3 >= 0")
TWO_GUARDS = ONE_AXIS.replace(
    "    affine.store %z, %B[%i]",
    "    %x = affine.load %A[%i] : memref<13xi32>\n    affine.store %x, %B[%i]",
)
BELOW = ONE_AXIS.replace("12 - d0 - d1 >= 0", "d0 - d1 * 2 >= 0").replace("%i + %k", "%i - %k * 2")
TWO_AXES = """
func.func @f(%A: memref<7x9xf32>, %B: memref<7x9xf32>) {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 9 {
      affine.store %z, %B[%i, %j] : memref<7x9xf32>
      affine.for %k = 0 to 3 {
        affine.for %l = 0 to 3 {
          affine.if affine_set<(d0, d1, d2, d3) : (d0 + d2 - 1 >= 0, 7 - d0 - d2 >= 0,
                                                   d1 + d3 - 1 >= 0, 9 - d1 - d3 >= 0)
            >(%i, %j, %k, %l) {
            %s = affine.load %B[%i, %j] : memref<7x9xf32>
            %a = affine.load %A[%i + %k - 1, %j + %l - 1] : memref<7x9xf32>
            %t = arith.addf %s, %a : f32
            affine.store %t, %B[%i, %j] : memref<7x9xf32>
          }
        }
      }
    }
  } {pad.stage = "f"}
  return
}
"""
AHEAD = (
    TWO_AXES.replace("(d0 + d2 - 1 >= 0, 7 -", "(6 -")
    .replace("d1 + d3 - 1 >= 0, 9 -", "8 -")
    .replace("%i + %k - 1, %j + %l - 1", "%i + %k, %j + %l")
)
WRITTEN = """
func.func @f(%A: memref<13xi32>, %B: memref<13xi32>) {
  affine.for %i = 0 to 14 {
    affine.if affine_set<(d0) : (12 - d0 >= 0)>(%i) {
      %b = affine.load %B[%i] : memref<13xi32>
      affine.store %b, %A[%i] : memref<13xi32>
    }
  } {pad.stage = "f"}
  return
}
"""
LOCAL = (
    ONE_AXIS.replace("(%A: memref<13xi32>, ", "(")
    .replace("  %z =", "  %A = memref.alloc() : memref<13xi32>\n  %z =")
    .replace(
        "  affine.for %i = 0 to 13 {\n    affine.store %z, %B",
        "  affine.for %i = 0 to 13 {\n    affine.store %z, %A[%i] : memref<13xi32>\n  }\n"
        "  affine.for %i = 0 to 13 {\n    affine.store %z, %B",
        1,
    )
)

CASES = {
    "one axis": Case(ONE_AXIS, {"A": ("(i) -> (i)", 0), "B": (TILES, "undef")}, "B", None, (17,)),
    "tiles": Case(ONE_AXIS, {"A": (TILES, 0), "B": (TILES, "undef")}, "B", None, (5, 4)),
    "its own loops": Case(ONE_AXIS, {"A": ("(i) -> (i)", 0)}, None, None, (14,)),
    "two guards": Case(
        TWO_GUARDS, {"A": ("(i) -> (i)", 0), "B": (TILES, "undef")}, "B", None, (17,)
    ),
    "two loads": Case(TWO_LOADS, {"A": ("(i) -> (i)", 0), "B": (TILES, "undef")}, "B", None, (19,)),
    "below": Case(
        BELOW, {"A": ("(i) -> (i)", 0), "B": (TILES, "undef")}, "B", "(p0) -> (p0 + 2)", (18,)
    ),
    "below, tiles": Case(
        BELOW, {"A": (TILES, 0), "B": (TILES, "undef")}, "B", "(p0, p1) -> (p0 + 1, p1)", (5, 4)
    ),
    "two axes": Case(
        TWO_AXES,
        {"A": ("(i, j) -> (i, j)", 0.0), "B": (TILES_2D, "undef")},
        "B",
        "(p0, p1) -> (p0 + 1, p1 + 1)",
        (10, 14),
    ),
    "two axes of tiles": Case(
        AHEAD, {"A": (TILES_2D, 0.0), "B": (TILES_2D, "undef")}, "B", None, (3, 4, 4, 4)
    ),
    "written": Case(WRITTEN, {"A": ("(i) -> (i)", "undef"), "B": (TILES, 0)}, None, None, (14,)),
    "local": Case(LOCAL, {"A": ("(i) -> (i)", 0), "B": (TILES, "undef")}, "B", None, (17,)),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_room_in_one_step(case: Case) -> None:
    s = case.scheduled()
    s.remove_branching_through_overcompute("f", max_waste=float("inf"))
    advice = [found for remark in s.remarks if (found := _ADVICE.search(str(remark))) is not None]
    assert advice, s.remarks
    # With the last of them all guards have room.
    found = advice[-1]
    map, extents = found["map"], [int(number) for number in found["extents"].split(",")]
    if found["all"] is not None:
        map, extents = found["all_map"], [int(number) for number in found["all"].split(",")]
    assert (found["buffer"], map, tuple(extents)) == ("A", case.map, case.extents)
    names = ", ".join(f"p{k}" for k in range(len(extents)))
    again = case.scheduled(("A", map or f"({names}) -> ({names})", extents))
    again.remove_branching_through_overcompute("f", max_waste=float("inf"))
    assert not again.remarks

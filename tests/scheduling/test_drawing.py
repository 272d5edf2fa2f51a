"""`Schedule.draw`: the layouts as text and SVG, pending and applied."""

from __future__ import annotations

from operator import methodcaller
from xml.etree.ElementTree import fromstring

import pytest

from pad_mlir.schedule import Schedule, ScheduleError

TWO = """
func.func @f(%A: memref<5xf32>, %B: memref<5xf32>, %C: memref<5xf32>) {
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32>
    affine.store %a, %B[%i] : memref<5xf32>
  } {pad.stage = "compute"}
  func.return
}
"""
OTHER = """
func.func @g(%A: memref<3xf32>) {
  func.return
}
"""
A = """\
A
logical [5]
  i  0   1   2   3   4
    ┌───┬───┬───┬───┬───┐
    │ 0 │ 1 │ 2 │ 3 │ 4 │
    └───┴───┴───┴───┴───┘
physical [2, 4]
  io\\ii    0     1     2     3
        ┌─────┬─────┬─────┬─────┐
      0 │   0 │   1 │   2 │   3 │
        ├─────┼─────┼─────┼─────┤
      1 │   4 │ 0.5 │ 0.5 │ 0.5 │
        └─────┴─────┴─────┴─────┘
"""


def test_pending_and_applied():
    s = Schedule(TWO)
    assert str(s.draw()) == ""
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value=0.5)
    assert str(s.draw()) == A
    s.transform_layout("B", lambda i: (i // 2, i % 2))
    drawn = str(s.draw())
    assert drawn.startswith(A)
    assert list(s.draw()) == ["A", "B"]
    s.apply_layouts()
    assert str(s.draw()) == drawn
    assert list(s.draw("B")) == ["B"]


def test_svg():
    s = Schedule(TWO)
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value=0.5)
    assert fromstring(s.draw()["A"].svg()).tag.endswith("svg")
    shown = methodcaller("_repr_html_")(s.draw())  # as a notebook asks for it
    assert shown == s.draw().html() == f"<p>A</p>{s.draw()['A'].svg()}"


def test_svg_of_the_only_picture():
    s = Schedule(TWO)
    with pytest.raises(ScheduleError, match="of one picture, not of 0: none; take"):
        s.draw().svg()
    s.transform_layout("A", lambda i: (i // 4, i % 4))
    assert s.draw().svg() == s.draw("A").svg() == s.draw()["A"].svg()
    s.transform_layout("B", lambda i: (i // 2, i % 2))
    with pytest.raises(ScheduleError, match="of one picture, not of 2: A, B; take"):
        s.draw().svg()
    assert s.draw("B").svg() == s.draw()["B"].svg()


def test_buffers_of_several_functions():
    s = Schedule(TWO + OTHER)
    s.transform_layout("A", lambda i: (i // 4, i % 4))
    assert list(s.draw()) == ["@f A", "@g A"]
    one = Schedule(TWO + OTHER, "g")
    one.transform_layout("A", lambda i: (i // 4, i % 4))
    assert list(one.draw()) == ["A"]


def test_what_is_refused():
    s = Schedule(TWO)
    s.transform_layout("A", lambda i: (i // 4, i % 4))
    with pytest.raises(ScheduleError, match="no buffer B with a layout; there are: A"):
        s.draw("B")
    with pytest.raises(ScheduleError, match="there is no buffer 'AA' in @f"):
        s.draw("AA")
    with pytest.raises(ScheduleError, match="there is no buffer 'AA' in @f"):
        Schedule(TWO).draw("AA")
    with pytest.raises(ScheduleError, match="has a layout yet; transform_layout gives A one"):
        Schedule(TWO).draw("A")
    dynamic = Schedule("func.func @f(%A: memref<?xf32>) { func.return }")
    dynamic.transform_layout("A", lambda i: (i // 4, i % 4))
    with pytest.raises(ScheduleError, match="A cannot be drawn: a picture needs numbers"):
        dynamic.draw()


BLOCKS = """
func.func @f(%A: memref<30x14x3xf32>) {
  func.return
}
"""


def _blocks() -> Schedule:
    s = Schedule(BLOCKS)
    s.transform_layout("A", lambda i, j, k: (i // 8, j // 4, k, i % 8, j % 4), pad_value=0.5)
    return s


def test_part_of_the_physical_box():
    """The corner where both kinds of tiles end; the logical box is at k = 1 too."""
    at = {"io": 3, "jo": 3, "k": 1}
    drawn = str(_blocks().draw("A", rows=slice(-3, None), columns=range(1, 3), fixed=at))
    assert drawn.endswith(
        """\
physical [4, 4, 3, 8, 4]
  io = 3, jo = 3, k = 1
  ii\\ji        1         2
        ┌─────────┬─────────┐
      5 │ 29,13,1 │     0.5 │
        ├─────────┼─────────┤
      6 │     0.5 │     0.5 │
        ├─────────┼─────────┤
      7 │     0.5 │     0.5 │
        └─────────┴─────────┘
"""
    )
    assert "logical [30, 14, 3]\n  k = 1\n  i\\j " in drawn


def test_fixed_axis_of_a_grid_gives_its_place_to_another():
    drawn = str(_blocks().draw(fixed={"ji": 1, "jo": 0, "io": 0, "ii": 2}))
    assert drawn.endswith(
        """\
  io = 0, jo = 0, ii = 2, ji = 1
  k      0       1       2
    ┌───────┬───────┬───────┐
    │ 2,1,0 │ 2,1,1 │ 2,1,2 │
    └───────┴───────┴───────┘
"""
    )


def test_svg_of_a_part():
    part = _blocks().draw(rows=range(2), columns=range(2), fixed={"io": 1, "jo": 2, "k": 0})
    drawn = part.svg()
    assert "9,9,0" in drawn
    assert "10,8,0" not in drawn.split("physical")[1]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"fixed": {"x": 1}}, "there is no axis 'x'; the axes are: i, j, k, io, jo, ii, ji"),
        ({"fixed": {"io": 4}}, "axis 'io' has no index 4: it has 4, from 0"),
        ({"rows": range(7, 9)}, "axis 'ii' has no index 8: it has 8, from 0"),
        ({"columns": "all"}, "columns is 'all', but must be a number, a range or a slice"),
        ({"fixed": [3]}, "fixed is [3], but must be indices by names of axes"),
    ],
)
def test_parts_that_are_not_there(given: dict[str, object], said: str):
    with pytest.raises(ScheduleError) as error:
        _blocks().draw("A", **given)  # pyright: ignore[reportArgumentType]
    assert said in str(error.value)

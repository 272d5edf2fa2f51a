"""Which accesses of lanes are neighbours, where they begin: by counting over all iterations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import pytest
from xdsl.dialects import affine, func, memref
from xdsl.dialects.builtin import IndexType, IntegerType, MemRefType, f32, i1, i8, i32, i64

from pad_mlir.dialect.ir.reasons import Declined
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.lanes.legality.iteration_groups import Group, Piece
from pad_mlir.passes.lanes.legality.neighbours import Neighbours, alignment_of, bits_of

FOURS = (Group(0, 4, (Piece(0, 4, 4),)),)
EIGHTS = (Group(0, 2, (Piece(0, 8, 8),)),)
OPEN = (Group(0, None, (Piece(0, 4, 4),)),)
THREES = (Group(0, 4, (Piece(0, 4, 3),)),)
REST = (Group(0, 3, (Piece(0, 4, 4),)), Group(12, 1, (Piece(0, 4, 3),)))
SIDE = (Group(0, 2, (Piece(0, 4, 4), Piece(4, 4, 4))),)
UNEQUAL = (Group(0, 2, (Piece(0, 4, 4), Piece(4, 2, 2))),)
Loops = tuple[int, int, int]
"""The bounds and the step of a loop."""


def loop_of(body: str, loop: Loops = (0, 16, 1)) -> affine.ForOp:
    """The loop %i with these lines in it, inside a loop %o from 0 to 3."""
    text = f"""
func.func @f(%A: memref<64xf32>, %T: memref<16x4xf32>, %U: memref<8x8xf32>, %x: f32, %n: index,
             %L: memref<64xf32, strided<[2], offset: 0>>, %D: memref<?x4xf32>,
             %N: memref<8xindex>, %M: memref<4x8x8xf32>, %H: memref<4x8x6xf32>, %c: i1) {{
  affine.for %o = 0 to 3 {{
    affine.for %i = {loop[0]} to {loop[1]} step {loop[2]} {{
      {body}
    }}
  }}
  func.return
}}
"""
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    return [op for op in function.walk() if isinstance(op, affine.ForOp)][1]


def accesses_in(loop: affine.ForOp) -> list[affine.LoadOp | affine.StoreOp]:
    return [op for op in loop.walk() if isinstance(op, affine.LoadOp | affine.StoreOp)]


def value(text: str, at: Mapping[str, int]) -> int:
    """An index or a condition as it is written, by Python."""
    python = text.replace("%", "").replace("floordiv", "//").replace("mod", "%")
    return eval(python, dict(at))


def lanes(groups: Sequence[Group], loop: Loops) -> Iterator[list[int]]:
    """The iterations that the active lanes of each piece stand for."""
    lower, upper, step = loop
    extent = len(range(*loop))
    for group in groups:
        rounds = group.rounds or extent // group.size
        for start in range(group.first, group.first + rounds * group.size, group.size):
            for piece in group.pieces:
                places = range(start + piece.offset, start + piece.offset + piece.active)
                yield [lower + place * step for place in places]
                assert lower + places[-1] * step < upper


def moves(index: str, guard: str, groups: Sequence[Group], loop: Loops, apart: int = 1) -> bool:
    """Whether the lanes that run are so far from the first one in a row, in each piece."""
    axes = index.split(",")
    for o, places in product(range(3), lanes(groups, loop)):
        first = [value(axis, {"o": o, "i": places[0]}) for axis in axes]
        for k, i in enumerate(places):
            at = {"o": o, "i": i}
            if value(guard, at) and [value(axis, at) for axis in axes] != [
                *first[:-1],
                first[-1] + k * apart,
            ]:
                return False
    return True


WHOLE = (0, 16, 1)
STRIDES: list[tuple[str, Sequence[Group], Loops]] = [
    ("A[%i]", FOURS, WHOLE),
    ("A[%i + %o]", FOURS, WHOLE),
    ("A[%i - %o + 2]", FOURS, WHOLE),
    ("A[%o]", FOURS, WHOLE),
    ("A[5]", FOURS, WHOLE),
    ("A[2 * %i]", FOURS, WHOLE),
    ("A[16 - %i]", FOURS, WHOLE),
    ("A[%i]", FOURS, (0, 32, 2)),
    ("A[%i floordiv 2]", FOURS, (0, 32, 2)),
    ("A[%i floordiv 2]", FOURS, (1, 33, 2)),
    ("A[%i floordiv 2]", FOURS, (0, 16, 1)),
    ("A[%i floordiv 16]", FOURS, WHOLE),
    ("A[%i mod 4]", FOURS, WHOLE),
    ("A[%i mod 4]", OPEN, WHOLE),
    ("A[%i mod 4]", EIGHTS, WHOLE),
    ("A[%i mod 4 + %o]", FOURS, WHOLE),
    ("A[(%i + %o) mod 4]", FOURS, WHOLE),
    ("A[%i mod 4 + %i]", FOURS, WHOLE),
    ("T[%o, %i mod 4]", FOURS, WHOLE),
    ("T[%i mod 4, %o]", FOURS, WHOLE),
    ("T[%i, %o]", FOURS, WHOLE),
    ("T[%o, %o]", FOURS, WHOLE),
    ("T[%i, 0]", FOURS, WHOLE),
    ("U[%o, %i]", EIGHTS, WHOLE),
    ("U[%i, %i]", FOURS, WHOLE),
    ("U[%i floordiv 8, %i mod 8]", FOURS, WHOLE),
    ("U[%i floordiv 8, %i mod 8]", EIGHTS, WHOLE),
    ("U[%i floordiv 8, %i mod 8]", FOURS, (2, 18, 1)),
    ("U[%i floordiv 8, %i mod 8]", FOURS, (4, 20, 1)),
    ("U[%i floordiv 8, (%i + 4) mod 8]", FOURS, WHOLE),
    ("U[%i floordiv 4, %i mod 4]", EIGHTS, WHOLE),
    ("U[%i floordiv 4, %i mod 4]", SIDE, WHOLE),
    ("U[%i floordiv 4, %i mod 4]", UNEQUAL, (0, 12, 1)),
    ("A[%i mod 6]", UNEQUAL, (0, 12, 1)),
    ("A[%i mod 3]", THREES, (0, 12, 1)),
    ("A[%i mod 4]", THREES, (0, 12, 1)),
    ("A[%i mod 4]", REST, (0, 15, 1)),
    ("A[(%i + 1) mod 4]", REST, (0, 15, 1)),
    ("A[(%i + 1) mod 16]", FOURS, (3, 19, 1)),
    ("A[%i floordiv 3 + %i mod 3]", THREES, (0, 12, 1)),
    ("A[(%i floordiv 2) mod 4]", FOURS, (0, 32, 2)),
    ("A[(%i floordiv 2) mod 4]", EIGHTS, (0, 32, 2)),
]
GUARDS = [
    ("(%i + %o) mod 4", "%i mod 4 - 2 + 0 * %o"),
    ("%i mod 3", "2 - %i mod 4"),
    ("%i mod 3", "3 - %i mod 4"),
    ("%i mod 2", "1 - %i mod 4"),
]


@pytest.mark.parametrize(("access", "groups", "loop"), STRIDES)
def test_neighbours_are_those_of_all_iterations(
    access: str, groups: Sequence[Group], loop: Loops
) -> None:
    buffer, index = access[0], access[2:-1]
    type = {"A": "memref<64xf32>", "T": "memref<16x4xf32>", "U": "memref<8x8xf32>"}[buffer]
    for body in (f"%a = affine.load %{access} : {type}", f"affine.store %x, %{access} : {type}"):
        made = loop_of(body, loop)
        (op,) = accesses_in(made)
        if "%i" not in index:
            assert Neighbours(made, groups).stride(op) == 0
        elif moves(index, "True", groups, loop):
            assert Neighbours(made, groups).stride(op) == 1
        else:
            with pytest.raises(Declined, match=re.escape(f"do not access neighbours of {buffer}")):
                Neighbours(made, groups).stride(op)


APART: list[tuple[str, Loops, int | None]] = [
    ("A[2 * %i]", WHOLE, 2),
    ("A[2 * %i + %o]", WHOLE, 2),
    ("A[3 * %i]", WHOLE, 3),
    ("A[4 * %i - %o + 2]", WHOLE, 4),
    ("A[5 * %i]", (0, 12, 1), None),
    ("A[16 - %i]", WHOLE, -1),
    ("A[40 - 2 * %i]", WHOLE, -2),
    ("A[60 - 5 * %i]", (0, 12, 1), None),
    ("A[%i]", (0, 32, 2), 2),
    ("A[2 * %i]", (0, 32, 2), 4),
    ("A[63 - %i]", (0, 64, 4), -4),
    ("A[%i]", (0, 60, 5), None),
    ("A[2 * (%i floordiv 2)]", WHOLE, None),
    ("T[%o, %i]", (0, 4, 1), 1),
    ("T[%i, 2 * %i]", (0, 4, 1), None),
    ("T[%i, 0]", WHOLE, None),
    ("A[%i mod 4]", WHOLE, 1),
    ("A[%o]", WHOLE, 0),
]


@pytest.mark.parametrize(("access", "loop", "stride"), APART)
def test_lanes_that_are_a_few_elements_of_a_row_apart(
    access: str, loop: Loops, stride: int | None
) -> None:
    type = {"A": "memref<64xf32>", "T": "memref<16x4xf32>"}[access[0]]
    made = loop_of(f"affine.store %x, %{access} : {type}", loop)
    (op,) = accesses_in(made)
    groups = (Group(0, len(range(*loop)) // 4, (Piece(0, 4, 4),)),)
    if stride is not None:
        assert moves(access[2:-1], "True", groups, loop, stride)
        assert Neighbours(made, groups, most_apart=4).stride(op) == stride
        return
    assert not any(moves(access[2:-1], "True", groups, loop, apart) for apart in range(-4, 5))
    with pytest.raises(Declined):
        Neighbours(made, groups, most_apart=4).stride(op)


@pytest.mark.parametrize(("index", "guard"), GUARDS)
def test_lanes_that_do_not_run_are_not_asked(index: str, guard: str) -> None:
    set = f"affine_set<(d0, d1) : ({re.sub('%o', 'd1', guard.replace('%i', 'd0'))} >= 0)>"
    made = loop_of(f"""affine.if {set}(%i, %o) {{
      affine.store %x, %A[{index}] : memref<64xf32>
    }}""")
    (op,) = accesses_in(made)
    if moves(index, f"({guard}) >= 0", FOURS, WHOLE):
        assert Neighbours(made, FOURS).stride(op) == 1
    else:
        with pytest.raises(Declined):
            Neighbours(made, FOURS).stride(op)


def test_what_has_no_stride() -> None:
    strided = "memref<64xf32, strided<[2], offset: 0>>"
    made = loop_of(f"affine.store %x, %L[%i] : {strided}\n affine.store %x, %L[%o] : {strided}")
    moved, fixed = accesses_in(made)
    with pytest.raises(Declined, match="2 apart in memory") as declined:
        Neighbours(made, FOURS).stride(moved)
    assert declined.value.why.id == "strides"
    assert Neighbours(made, FOURS).stride(fixed) == 0
    made = loop_of("""%k = memref.load %N[%i] : memref<8xindex>
      memref.store %x, %A[%k] : memref<64xf32>""")
    (store,) = (op for op in made.walk() if isinstance(op, memref.StoreOp))
    with pytest.raises(Declined, match="quasi-affine") as declined:
        Neighbours(made, FOURS).stride(store)
    assert declined.value.why.id == "index"


def inside(guard: str, *loops: tuple[str, str]) -> str:
    """A load under a condition, in loops %j, %k .. with these bounds."""
    names = ["%j", "%k"][: len(loops)]
    dims = dict(zip(["%i", "%o", *names], ["d0", "d1", "d2", "d3"], strict=False))
    condition = guard
    for name, dim in dims.items():
        condition = condition.replace(name, dim)
    head = "".join(
        f"affine.for {n} = {low} to {up} {{\n" for n, (low, up) in zip(names, loops, strict=True)
    )
    set = f"affine_set<({', '.join(dims.values())}) : ({condition} >= 0)>"
    return f"""{head}affine.if {set}({", ".join(dims)}) {{
      %a = affine.load %A[0] : memref<64xf32>
    }}{"}" * len(loops)}"""


def some_lane_runs(guard: str, loops: Sequence[tuple[str, str]], groups: Sequence[Group]) -> bool:
    for o, places in product(range(3), lanes(groups, WHOLE)):
        for inner in product(*(range(int(low), int(up)) for low, up in loops)):
            at = [{"o": o, "i": i, **dict(zip("jk", inner, strict=False))} for i in places]
            if not any(value(guard, names) >= 0 for names in at):
                return False
    return True


SOME_RUN: list[tuple[str, Sequence[tuple[str, str]]]] = [
    ("%i", ()),
    ("14 - %i", ()),
    ("12 - %i", ()),
    ("11 - %i", ()),
    ("%i - 3", ()),
    ("%i - 4", ()),
    ("%i mod 4 - 3", ()),
    ("%i mod 4 - 2", ()),
    ("%i mod 8 - 4", ()),
    ("%i - %o", ()),
    ("%i - 2 * %o", ()),
    ("%j - 1", [("1", "4")]),
    ("%j - 2", [("1", "4")]),
    ("%j", [("1", "4")]),
    ("3 - %j", [("1", "4")]),
    ("2 - %j", [("1", "4")]),
    ("3 - %j + %i mod 4", [("0", "7")]),
    ("2 - %j + %i mod 4", [("0", "7")]),
    ("%i - %j", [("0", "4")]),
    ("%i - %j", [("0", "5")]),
    ("%j + %k - 3", [("1", "4"), ("2", "4")]),
    ("%j + %k - 4", [("1", "4"), ("2", "4")]),
    ("%j + 2 * %k - 6 + %i mod 4", [("1", "4"), ("2", "4")]),
    ("%k + %i mod 4 - 5", [("1", "4"), ("2", "4")]),
    ("%k + %i mod 4 - 6", [("1", "4"), ("2", "4")]),
]


@pytest.mark.parametrize(("guard", "loops"), SOME_RUN)
@pytest.mark.parametrize("groups", [FOURS, EIGHTS, SIDE], ids=["fours", "eights", "side"])
def test_whether_some_lane_runs(
    guard: str, loops: Sequence[tuple[str, str]], groups: Sequence[Group]
) -> None:
    made = loop_of(inside(guard, *loops))
    (load,) = accesses_in(made)
    wanted = some_lane_runs(guard, loops, groups)
    assert Neighbours(made, groups).some_lane_runs(load) is wanted


def test_the_lanes_of_a_rest_run() -> None:
    made = loop_of(inside("%i - 12"), (0, 15, 1))
    (load,) = accesses_in(made)
    assert not Neighbours(made, REST).some_lane_runs(load)
    assert Neighbours(made, REST[1:]).some_lane_runs(load)
    made = loop_of(inside("%i - 15"), (0, 15, 1))
    (load,) = accesses_in(made)  # the lane that would run is masked off
    assert not Neighbours(made, REST[1:]).some_lane_runs(load)


def test_what_cannot_be_read_may_run_for_none() -> None:
    load = "%a = affine.load %A[0] : memref<64xf32>"
    for body in (f"scf.if %c {{\n{load}\n}}", f"affine.for %j = %n to %n {{\n{load}\n}}"):
        made = loop_of(body)
        (op,) = accesses_in(made)
        runs = Neighbours(made, FOURS).some_lane_runs(op)
        assert runs is ("for" in body)  # never, if the loop does not come to it
    made = loop_of(f"""%k = memref.load %N[%i] : memref<8xindex>
    scf.for %j = %k to %n step %n {{
      {load}
    }}""")
    (op,) = accesses_in(made)
    assert not Neighbours(made, FOURS).some_lane_runs(op)


def aligned(index: str, alignment: int, width: int, groups: Sequence[Group], loop: Loops) -> bool:
    """Whether each vector of so many f32 begins at a multiple of its bytes."""
    firsts = [(o, places[0]) for o, places in product(range(3), lanes(groups, loop))]
    places = [value(index, {"o": o, "i": i}) for o, i in firsts]
    return alignment % (4 * width) == 0 and all(place % width == 0 for place in places)


ALIGNED: list[tuple[str, Sequence[Group], Loops]] = [
    ("%i", FOURS, WHOLE),
    ("%i", OPEN, WHOLE),
    ("%i + 4", FOURS, WHOLE),
    ("%i + 2", FOURS, WHOLE),
    ("%i + %o", FOURS, WHOLE),
    ("%i + 4 * %o", FOURS, WHOLE),
    ("%i + 4 * %o", FOURS, (2, 18, 1)),
    ("%i", FOURS, (2, 18, 1)),
    ("%i", FOURS, (4, 20, 1)),
    ("%i + 2", FOURS, (2, 18, 1)),
    ("%i mod 4", FOURS, WHOLE),
    ("8 * (%i floordiv 8) + %i mod 8", FOURS, WHOLE),
    ("%i - %i mod 4 + 4 * %o", FOURS, WHOLE),
    ("%i", (Group(4, 3, (Piece(0, 4, 4),)),), WHOLE),
    ("%i", (Group(2, 3, (Piece(0, 4, 4),)),), WHOLE),
    ("%i", (Group(0, 4, (Piece(0, 4, 3),)),), (0, 12, 1)),
    ("%i", (Group(0, 2, (Piece(0, 4, 4), Piece(4, 4, 2))),), (0, 12, 1)),
    ("%i floordiv 2", FOURS, (0, 32, 2)),
    ("%i floordiv 2 + 2", FOURS, (0, 32, 2)),
]
PLACES = {
    "": 64,
    "{alignment = 16 : i64}": 16,
    "{alignment = 8 : i64}": 8,
    "{alignment = 24 : i64}": 24,
}


@pytest.mark.parametrize(("index", "groups", "loop"), ALIGNED)
@pytest.mark.parametrize("attribute", PLACES)
def test_where_vectors_begin(
    index: str, groups: Sequence[Group], loop: Loops, attribute: str
) -> None:
    made = loop_of(f"affine.store %x, %A[{index}] : memref<64xf32>", loop)
    around = made.parent_op()
    assert around is not None
    buffer = memref.AllocOp.get(f32, PLACES[attribute] if attribute else None, [64])
    assert around.parent is not None
    around.parent.insert_op_before(buffer, around)
    (op,) = accesses_in(made)
    op.memref.replace_all_uses_with(buffer.memref)
    neighbours = Neighbours(made, groups)
    for group in groups:
        first, *others = group.pieces
        known = neighbours.alignment(op, group, first.offset, first.lanes)
        # All pieces of these begin alike, so that the group may be asked for each.
        own = (Group(group.first, group.rounds, group.pieces),)
        wanted = aligned(index, PLACES[attribute], first.lanes, own, loop)
        if not others:
            assert known == (16 if wanted else None)


def test_pieces_begin_at_their_offsets() -> None:
    made = loop_of("affine.store %x, %A[%i] : memref<64xf32>")
    (op,) = accesses_in(made)
    owner = made.parent_op()
    assert owner is not None
    buffer = memref.AllocOp.get(f32, None, [64])
    assert owner.parent is not None
    owner.parent.insert_op_before(buffer, owner)
    neighbours = Neighbours(made, SIDE)
    assert neighbours.alignment(op, SIDE[0], 0, 8) is None  # of an argument nothing is known
    op.memref.replace_all_uses_with(buffer.memref)
    neighbours = Neighbours(made, SIDE)
    found = {offset: neighbours.alignment(op, SIDE[0], offset, 8) for offset in (0, 4, 8)}
    assert found == {0: 32, 4: None, 8: 32}
    assert neighbours.alignment(op, SIDE[0], 0, 16) is None  # rounds of 8


def test_known_addresses() -> None:
    (function,) = parse_module("""
func.func @f(%A: memref<8xf32> {llvm.align = 32 : i64}, %B: memref<8xf32>, %c: i1) {
  %C = memref.alloc() : memref<8xf32>
  %D = memref.alloca() {alignment = 4 : i64} : memref<8xf32>
  %E = arith.select %c, %A, %B : memref<8xf32>
  func.return
}""").ops
    assert isinstance(function, func.FuncOp)
    values = [*function.args[:2], *(r for op in function.body.block.ops for r in op.results)]
    assert [alignment_of(v) for v in values] == [32, None, 64, 4, None]


def test_bits_of_numbers() -> None:
    types = [i1, IntegerType(4), i8, i32, i64, f32, IndexType(), MemRefType(f32, [4])]
    assert [bits_of(type) for type in types] == [1, None, 8, 32, 64, 32, None, None]


FACTORS = {
    "affine_map<(d0, d1) -> (d0)>": 1,
    "affine_map<(d0, d1) -> (d1)>": 0,
    "affine_map<(d0, d1) -> (3 * d0 + 2 * d1 + 1)>": 3,
    "affine_map<(d0, d1) -> (d1 - d0)>": -1,
    "affine_map<(d0, d1) -> (d0 floordiv 2)>": None,
    "affine_map<(d0, d1) -> (d0 + d0 mod 2)>": None,
    "affine_map<(d0, d1) -> (d0 + d1 mod 2)>": 1,
}


@pytest.mark.parametrize("map", FACTORS)
def test_the_factor_of_the_iterator(map: str) -> None:
    made = loop_of(f"%k = affine.apply {map}(%i, %o)", (0, 16, 2))
    (apply,) = (op for op in made.walk() if isinstance(op, affine.ApplyOp))
    assert Neighbours(made, FOURS).factor(apply.result) == FACTORS[map]


def test_what_is_loaded_has_no_factor() -> None:
    made = loop_of("%k = memref.load %N[%i] : memref<8xindex>")
    (load,) = (op for op in made.walk() if isinstance(op, memref.LoadOp))
    assert Neighbours(made, FOURS).factor(load.results[0]) is None


LOAD = "%a = affine.load %A[{}] : memref<64xf32>"
USED = f"{LOAD}\n affine.store %a, %L[0] : memref<64xf32, strided<[2], offset: 0>>"
REFUSED = {
    "a row apart": USED.format("2 * %i"),
    "the other way": USED.format("16 - %i"),
    "in a loop inside": f"affine.for %j = 0 to 2 {{\n{USED.format('2 * %i + %j')}\n}}",
    "in one of two axes": "%a = affine.load %U[%o, 2 * %i] : memref<8x8xf32>",
    "of nobody's use": LOAD.format("2 * %i"),
}
NOT_YET = {
    "neighbours": USED.format("%i"),
    "one cell": USED.format("%o"),
    "not linear": USED.format("%i floordiv 2"),
    "stored here too": f"affine.store %x, %A[0] : memref<64xf32>\n{USED.format('2 * %i')}",
    "under a condition": f"scf.if %c {{\n{USED.format('2 * %i')}\n}}",
    "in a loop under a condition": f"""scf.if %c {{
      affine.for %j = 0 to 2 {{
        {USED.format("2 * %i + %j")}
      }}
    }}""",
    "of an assume only": f"""{LOAD.format("2 * %i")}
      %b = arith.cmpf oeq, %a, %x : f32
      pad.assume %b : i1""",
    "of no index that is read": """%k = memref.load %N[%i] : memref<8xindex>
      %a = memref.load %A[%k] : memref<64xf32>""",
}


@pytest.mark.parametrize("body", REFUSED)
def test_loads_that_are_certainly_none_of_neighbours(body: str) -> None:
    made = loop_of(REFUSED[body])
    with pytest.raises(Declined, match="do not access neighbours") as declined:
        Neighbours(made, FOURS).check_fast_path()
    assert declined.value.op is not None


@pytest.mark.parametrize("body", NOT_YET)
def test_loads_that_are_looked_at_more_closely(body: str) -> None:
    made = loop_of(NOT_YET[body])
    Neighbours(made, FOURS).check_fast_path()


J, K = "affine.for %j = 0 to 8 {{\n{}\n}}", "affine.for %k = 0 to 2 {{\n{}\n}}"
M = "%a = affine.load %M[{}] : memref<4x8x8xf32>"
H = "%a = affine.load %H[{}] : memref<4x8x6xf32>"
OUTSIDE = "%b = affine.load %M[%o, 0, %i] : memref<4x8x8xf32>"
MORE_OUTSIDE = f"{OUTSIDE}\n %c1 = affine.load %M[%o, 1, %i] : memref<4x8x8xf32>"
CROSSES = {  # each time that %j goes on, a row of 8 or of 6 numbers: in vectors of 8
    "rows that are vectors": (J.format(M.format("%o, %j, %i")), False),
    "rows that are shorter": (J.format(H.format("%o, %j, %i")), True),
    "that beside one that stays": (f"{OUTSIDE}\n{J.format(H.format('%o, %j, %i'))}", True),
    "that beside two that stay": (f"{MORE_OUTSIDE}\n{J.format(H.format('%o, %j, %i'))}", False),
    "what %o does not change": (J.format(H.format("0, %j, %i")), False),
    "what %i does not change": (J.format(H.format("%o, %j, 0")), False),
    "one number on": (J.format(M.format("%o, 0, %i + %j")), True),
    "eight numbers on": (J.format(M.format("%o, 0, %i + 8 * %j")), False),
    "one of two loops moves": (J.format(K.format(H.format("%o, %k, %i"))), True),
    "not the loop around": (f"{M.format('%i, %o, 0')}", False),
    "nothing is loaded": ("affine.store %x, %A[%i] : memref<64xf32>", False),
    "of a size that is not known": (
        J.format("%a = affine.load %D[%o + %i, %j] : memref<?x4xf32>"),
        False,
    ),
}


@pytest.mark.parametrize("body", CROSSES)
def test_vectors_that_cross_lines(body: str) -> None:
    text, wanted = CROSSES[body]
    assert Neighbours(loop_of(text), ()).cross_lines(8) is wanted

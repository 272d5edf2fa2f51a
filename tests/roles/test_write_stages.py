"""Stages that certainly write all cells of a buffer, and stages that only may."""

import pytest

from pad_mlir.index.expr import var

from .bodies import FULL, IN, IN_OUT, OUT, Case, check_case, guarded, load, loop, roles_of, store

CASES = [
    # Every cell, in any order, by any number of stores of one stage.
    Case("reversed", loop("%i = 0 to 14", store("13 - %i")), *OUT, 1),
    Case("from below 0", loop("%i = -2 to 12", store("%i + 2")), *OUT, 1),
    Case("wrapped", loop("%i = 0 to 14", store("(%i + 3) mod 14")), *OUT, 1),
    Case("from both ends", loop("%i = 0 to 7", store("%i"), store("13 - %i")), *OUT, 1),
    Case("by two", loop("%i = 0 to 14 step 2", store("%i"), store("%i + 1")), *OUT, 1),
    Case("every other", loop("%i = 0 to 14 step 2", store("%i")), *IN_OUT, 0),
    Case("every third, rest", loop("%i = 1 to 14 step 3", store("%i")), *IN_OUT, 0),
    Case("halves in two stages", loop("%i = 0 to 7", store("%i"), store("%i + 7")), *OUT, 1),
    Case(
        "halves",
        loop("%i = 0 to 7", store("%i")) + "\n" + loop("%i = 7 to 14", store("%i")),
        *IN_OUT,
        0,
    ),
    Case(
        "tiles with a bound that is a minimum",
        loop(
            "%io = 0 to 4",
            loop(
                "%i = affine_map<(d0) -> (d0 * 4)>(%io) to "
                "min affine_map<(d0) -> (d0 * 4 + 4, 14)>(%io)",
                store("%i"),
            ),
        ),
        *OUT,
        1,
    ),
    Case(
        "tiles with a lower bound that is a maximum",
        loop(
            "%io = 0 to 4",
            loop(
                "%i = max affine_map<(d0) -> (d0 * 4 - 2, 0)>(%io) to "
                "affine_map<(d0) -> (d0 * 4 + 2)>(%io)",
                store("%i"),
            ),
        ),
        *OUT,
        1,
    ),
    # Of the indices at which all accesses are inside, there is one.
    Case("from an index on", loop("%i = 0 to 14", store("%i + %n")), *OUT, 1),
    Case("up to an index", loop("%i = 0 to 14", store("%n - %i")), *OUT, 1),
    Case("from an index on, less", loop("%i = 0 to 13", store("%i + %n")), *IN_OUT, 0),
    Case(
        "from an index on, where another stage decides it",
        loop("%i = 0 to 14", load("%i + %n"))
        + "\n"
        + loop("%i = 0 to affine_map<(d0) -> (d0 + 14)>(%n)", store("%i")),
        *IN_OUT,
        1,
    ),
    # All but one cell, or maybe less, is not a write stage.
    Case("all but the last", loop("%i = 0 to 13", store("%i")), *IN_OUT, 0),
    Case("all but the first", loop("%i = 1 to 14", store("%i")), *IN_OUT, 0),
    Case("no iteration", loop("%i = 5 to 5", store("%i")), *IN, 0),
    Case("up to a size", loop("%i = 0 to %n", store("%i")), *IN_OUT, 0),
    Case("one cell, always the same", loop("%i = 0 to 14", store("0")), *IN_OUT, 0),
    Case(
        "in a loop that may not run",
        loop("%j = 0 to %n", loop("%i = 0 to 14", store("%i"))),
        *IN_OUT,
        0,
    ),
    # Guards.
    Case(
        "a guard that holds",
        loop("%i = 0 to 14", guarded("13 - d0 >= 0", "%i", store("%i"))),
        *OUT,
        1,
    ),
    Case(
        "a guard that leaves one out",
        loop("%i = 0 to 14", guarded("12 - d0 >= 0", "%i", store("%i"))),
        *IN_OUT,
        0,
    ),
    Case(
        "a guard on a size", loop("%i = 0 to 14", guarded("d0 >= 0", "%n", store("%i"))), *IN_OUT, 0
    ),
    Case(
        "a box with a guard",
        loop(
            "%io = 0 to 4",
            loop(
                "%ii = 0 to 4",
                "affine.if affine_set<(d0, d1) : (13 - d0 * 4 - d1 >= 0)>(%io, %ii) {",
                store("%io * 4 + %ii"),
                "}",
            ),
        ),
        *OUT,
        1,
    ),
    Case(
        "both arms",
        loop(
            "%i = 0 to 14",
            "affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {",
            store("%i"),
            "} else {",
            store("%i"),
            "}",
        ),
        *OUT,
        1,
    ),
    Case(
        "an arm reads what the other wrote",
        loop(
            "%i = 0 to 14",
            "affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {",
            store("%i"),
            load("0"),
            "} else {",
            store("%i"),
            "}",
        ),
        *OUT,
        1,
    ),
    Case(
        "an arm reads what the other writes later",
        loop(
            "%i = 0 to 14",
            "affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {",
            store("%i"),
            "} else {",
            load("%i + 5"),
            store("%i"),
            "}",
        ),
        *IN_OUT,
        1,
    ),
    Case("on a flag", loop("%i = 0 to 14", "scf.if %c {", store("%i"), "}"), *IN_OUT, 0),
    Case(
        "on a comparison of integers",
        loop(
            "%i = 0 to 14",
            "%less = arith.cmpi slt, %i, %c14 : index",
            "scf.if %less {",
            store("%i"),
            "}",
        ),
        *OUT,
        1,
    ),
    Case(
        "on one of two",
        loop(
            "%i = 0 to 14",
            "%low = arith.cmpi slt, %i, %c7 : index",
            "%high = arith.cmpi sge, %i, %c7 : index",
            "%either = arith.ori %low, %high : i1",
            "scf.if %either {",
            store("%i"),
            "}",
        ),
        *OUT,
        1,
    ),
    Case(
        "on both of two",
        loop(
            "%i = 0 to 14",
            "%low = arith.cmpi slt, %i, %c7 : index",
            "%high = arith.cmpi sge, %i, %c1 : index",
            "%both = arith.andi %low, %high : i1",
            "scf.if %both {",
            store("%i"),
            "}",
        ),
        *IN_OUT,
        0,
    ),
    Case(
        "on an unsigned comparison of what is negative",
        loop(
            "%i = -1 to 13",
            "%less = arith.cmpi ult, %i, %c13 : index",
            "scf.if %less {",
            store("%i + 1"),
            "}",
        ),
        *IN_OUT,
        0,
    ),
    # scf, memref and index arithmetic.
    Case(
        "scf and memref",
        "scf.for %i = %c0 to %c14 step %c1 {\nmemref.store %x, %B[%i] : memref<14xf32>\n}",
        *OUT,
        1,
    ),
    Case(
        "scf by two",
        "scf.for %i = %c0 to %c14 step %c2 {\nmemref.store %x, %B[%i] : memref<14xf32>\n}",
        *IN_OUT,
        0,
    ),
    Case(
        "scf by a size",
        "scf.for %i = %c0 to %c14 step %n {\nmemref.store %x, %B[%i] : memref<14xf32>\n}",
        *IN_OUT,
        0,
    ),
    Case(
        "computed index",
        loop(
            "%i = 0 to 7",
            loop(
                "%j = 0 to 2",
                "%d = arith.muli %i, %c2 : index",
                "%k = arith.addi %d, %j : index",
                "memref.store %x, %B[%k] : memref<14xf32>",
            ),
        ),
        *OUT,
        1,
    ),
    Case(
        "applied index",
        loop(
            "%i = 0 to 14",
            "%k = affine.apply affine_map<(d0) -> (13 - d0)>(%i)",
            "memref.store %x, %B[%k] : memref<14xf32>",
        ),
        *OUT,
        1,
    ),
    Case(
        "product of indices",
        loop(
            "%i = 0 to 14",
            "%k = arith.muli %i, %n : index",
            "memref.store %x, %B[%k] : memref<14xf32>",
        ),
        *IN_OUT,
        0,
    ),
    Case(
        "carried index",
        "%r = affine.for %i = 0 to 14 iter_args(%k = %c0) -> (index) {\n"
        "memref.store %x, %B[%k] : memref<14xf32>\n"
        "%next = arith.addi %k, %c1 : index\n"
        "affine.yield %next : index\n}",
        *IN_OUT,
        0,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_write_stages(case: Case) -> None:
    check_case(case)


def test_write_stages_are_operations_of_the_function_in_order() -> None:
    found = roles_of(FULL + "\n" + load("2") + "\n" + loop("%j = 0 to 14", store("%j")))
    first, second = found.write_stages
    assert first.parent is second.parent
    assert first.is_before_in_block(second)


@pytest.mark.parametrize(
    ("condition", "stages"),
    [("d0 - d1 >= 0", 0), ("d1 - d0 >= 0", 0), ("d0 >= 0", 1)],
    ids=["lower triangle", "upper triangle", "square"],
)
def test_two_axes(condition: str, stages: int) -> None:
    body = f"""
  affine.for %i = 0 to 4 {{
    affine.for %j = 0 to 4 {{
      affine.if affine_set<(d0, d1) : ({condition})>(%i, %j) {{
        affine.store %x, %B[%j, %i] : memref<4x4xf32>
      }}
    }}
  }}"""
    assert len(roles_of(body, "memref<4x4xf32>", (4, 4)).write_stages) == stages


def test_both_triangles_of_one_nest_are_the_square() -> None:
    body = """
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %B[%i, %j] : memref<4x4xf32>
      affine.store %x, %B[%j, %i] : memref<4x4xf32>
    }
  }"""
    assert len(roles_of(body, "memref<4x4xf32>", (4, 4)).write_stages) == 1


def test_rank_0_is_written_by_one_store() -> None:
    found = roles_of("affine.store %x, %B[] : memref<f32>", "memref<f32>", ())
    assert (found.is_in, found.is_out, len(found.write_stages)) == (False, True, 1)


def test_an_index_that_fits_at_one_value() -> None:
    found = roles_of("affine.store %x, %B[%n] : memref<1xf32>", "memref<1xf32>", (1,))
    assert (found.is_in, found.is_out, len(found.write_stages)) == (False, True, 1)


@pytest.mark.parametrize("end", [0, 1])
def test_an_empty_buffer_passes_through_untouched(end: int) -> None:
    """Of no logical cell may be said that it is written (design, "Roles")."""
    body = loop(f"%i = 0 to {end}", "affine.store %x, %B[%i] : memref<0xf32>")
    found = roles_of(body, "memref<0xf32>", (0,))
    assert (found.is_in, found.is_out, found.write_stages) == (True, False, ())


def test_only_required_cells_need_a_write() -> None:
    body = loop("%i = 0 to 14", "affine.store %x, %B[%i floordiv 4, %i mod 4] : memref<4x4xf32>")
    assert not roles_of(body, "memref<4x4xf32>", (4, 4)).write_stages
    valid = var("c0") * 4 + var("c1") < 14
    assert len(roles_of(body, "memref<4x4xf32>", (4, 4), valid).write_stages) == 1
    all_but_one = var("c0") * 4 + var("c1") < 15
    assert not roles_of(body, "memref<4x4xf32>", (4, 4), all_but_one).write_stages


ARMS = """
  affine.for %i = 0 to 14 {{
    %p = arith.cmpf ogt, %x, %x : f32
    scf.if %p {{
      {then}
    }} else {{
      {otherwise}
    }}
  }}"""
STORE = "affine.store %x, %B[%i] : memref<14xf32>"


@pytest.mark.parametrize(
    ("then", "otherwise", "stages"),
    [
        (STORE, STORE, 1),
        (STORE, "", 0),
        (STORE, "affine.store %x, %B[13 - %i] : memref<14xf32>", 0),
        (f"affine.for %k = 0 to 0 {{ {STORE} }}", STORE, 0),
        (f"affine.for %k = 0 to 2 {{ {STORE} }}", STORE, 1),
        (f"affine.for %k = 0 to %n {{ {STORE} }}", STORE, 0),
        (f"scf.if %p {{ {STORE} }} else {{ {STORE} }}", STORE, 1),
        (f"scf.if %p {{ {STORE} }}", STORE, 0),
    ],
    ids=[
        "both",
        "one",
        "other cell",
        "no iteration",
        "two",
        "any number",
        "nested",
        "one of nested",
    ],
)
def test_whichever_arm_runs(then: str, otherwise: str, stages: int) -> None:
    found = roles_of(ARMS.format(then=then, otherwise=otherwise), "memref<14xf32>", (14,))
    assert len(found.write_stages) == stages
    assert found.is_in == (not stages)


BY_LOOP = loop("%i = 0 to 14", store("%i"))
REVERSED = loop("%i = 0 to 14", store("13 - %i"))
IN_PAIRS = loop("%i = 0 to 7", store("2 * %i"), store("2 * %i + 1"))
ONE_BY_ONE = "\n".join(store(str(k)) for k in range(14))
BUT_ONE = loop("%i = 0 to 13", store("%i"))
BY_VECTORS = """%w = vector.broadcast %x : f32 to vector<7xf32>
vector.store %w, %B[%c0] : memref<14xf32>, vector<7xf32>
vector.store %w, %B[%c7] : memref<14xf32>, vector<7xf32>"""
BY_MASKED = """%w = vector.broadcast %x : f32 to vector<14xf32>
%m = vector.broadcast %c : i1 to vector<14xi1>
vector.maskedstore %B[%c0], %m, %w : memref<14xf32>, vector<14xi1>, vector<14xf32>"""
READ = loop("%i = 0 to 14", load("%i"))
UP_TO_A_NUMBER = """%number = arith.fptosi %x : f32 to i32
%end = arith.index_cast %number : i32 to index
scf.for %i = %c0 to %end step %c1 {
  memref.store %x, %B[%i] : memref<14xf32>
}"""
COPIED = "memref.copy %O, %B : memref<14xf32> to memref<14xf32>"
PERHAPS = f"scf.if %q {{ {BY_LOOP} }}"
EITHER = f"scf.if %q {{ {IN_PAIRS} }} else {{ {REVERSED} }}"


def either(then: str, otherwise: str) -> str:
    """Two arms, %p and another condition decide."""
    return f"""
      %p = arith.cmpf ogt, %x, %x : f32
      %q = arith.cmpf olt, %x, %x : f32
      scf.if %p {{
        {then}
      }} else {{
        {otherwise}
      }}"""


@pytest.mark.parametrize(
    ("then", "otherwise", "stages"),
    [
        (BY_LOOP, REVERSED, 1),
        (BY_LOOP, BUT_ONE, 0),
        (BUT_ONE, BY_LOOP, 0),
        (BY_LOOP, PERHAPS, 0),
        (PERHAPS, BY_LOOP, 0),
        (EITHER, BY_LOOP, 1),
        (EITHER, EITHER, 1),
        (EITHER, PERHAPS, 0),
        (f"{PERHAPS} else {{ {BUT_ONE} }}", REVERSED, 0),
        (ONE_BY_ONE, IN_PAIRS, 1),
        (BY_VECTORS, REVERSED, 1),
        (COPIED, BY_VECTORS, 1),
        (COPIED, COPIED, 1),
        # Read in both arms, or only perhaps written by the loops or lanes of each.
        (READ, READ, 0),
        (BY_MASKED, BY_MASKED, 0),
        (BY_MASKED, BY_LOOP, 0),
        (UP_TO_A_NUMBER, BY_LOOP, 0),
        (UP_TO_A_NUMBER, UP_TO_A_NUMBER, 0),
        (guarded("d0 - 1 >= 0", "%c1", BY_LOOP), REVERSED, 1),
        (guarded("d0 - 1 >= 0", "%c0", BY_LOOP), REVERSED, 0),
        (guarded("d0 - 1 >= 0", "%n", BY_LOOP), REVERSED, 0),
    ],
)
def test_what_both_arms_write_each_in_its_way(then: str, otherwise: str, stages: int) -> None:
    for body in (
        either(then, otherwise),
        loop("%t = 0 to 2", either(then, otherwise)),
        either(either(then, otherwise).replace("%p", "%r").replace("%q", "%s"), BY_LOOP),
    ):
        found = roles_of(body)
        assert (found.is_in, len(found.write_stages)) == (not stages, stages)


def test_halves_of_ifs_that_follow_one_another() -> None:
    """Not what both arms write, but what each if is sure to write counts."""
    halves = [loop(f"%i = {k} to {k + 7}", store("%i")) for k in (0, 7)]
    one, other = (either(half, half) for half in halves)
    both = loop("%t = 0 to 1", one, other.replace("%p", "%r").replace("%q", "%s"))
    assert len(roles_of(both).write_stages) == 1
    crossed = loop("%t = 0 to 1", either(*halves))
    assert not roles_of(crossed).write_stages


@pytest.mark.parametrize(("size", "stages"), [(40, 1), (42, 0)])
def test_many_stores_of_either_arm(size: int, stages: int) -> None:
    """Stores that are alike are found at once; past 400 other pairs nothing is tried."""
    type = f"memref<{size}xf32>"
    half = range(size // 2)
    stores = [f"affine.store %x, %B[{k}] : {type}" for k in range(size)]
    in_turn, turned = "\n".join(stores), "\n".join(reversed(stores))
    assert roles_of(either(in_turn, turned), type, (size,)).write_stages
    unrolled = (f"affine.store %x, %B[%i * {size // 2} + {k}] : {type}" for k in half)
    steps = (f"affine.store %x, %B[2 * {k} + %i] : {type}" for k in half)
    body = either(loop("%i = 0 to 2", *unrolled), loop("%i = 0 to 2", *steps))
    assert len(roles_of(body, type, (size,)).write_stages) == stages


def test_an_arm_may_read_first() -> None:
    read = "%v = affine.load %B[%i] : memref<14xf32>\n affine.store %v, %B[%i] : memref<14xf32>"
    found = roles_of(ARMS.format(then=read, otherwise=STORE), "memref<14xf32>", (14,))
    assert (found.is_in, len(found.write_stages)) == (True, 1)


@pytest.mark.parametrize("arm", ["then", "otherwise"])
def test_what_an_arm_reads(arm: str) -> None:
    """Before it writes it, or after: that an arm has written a cell it alone knows."""
    for reading in (load("3") + "\n" + BY_LOOP, BY_LOOP + "\n" + load("3")):
        arms = {"then": REVERSED, "otherwise": REVERSED, arm: reading}
        found = roles_of(either(**arms))
        assert (found.is_in, len(found.write_stages)) == (True, 1)


def test_reads_beside_ifs_that_write() -> None:
    written = either(BY_LOOP, REVERSED)
    for body, is_in in (
        (loop("%t = 0 to 2", written, load("3")), False),
        (loop("%t = 0 to 2", load("3"), written), True),
        (load("3") + written, True),
        (written + load("3"), False),
        (loop("%t = 0 to 2", either(BY_LOOP, BUT_ONE), load("3")) + "\n" + BY_LOOP, False),
        (loop("%t = 0 to 2", either(BY_LOOP, BUT_ONE), load("13")) + "\n" + BY_LOOP, True),
    ):
        assert roles_of(body).is_in == is_in

"""A buffer is *in* if it may be read before it is certainly written."""

import pytest

from pad_mlir.analysis.accesses.accesses import accesses, scope_of
from pad_mlir.analysis.contracts.roles import written_before
from pad_mlir.analysis.instances.reader import InstanceReader

from .bodies import (
    FULL,
    IN,
    IN_OUT,
    OUT,
    Case,
    check_case,
    function_of,
    guarded,
    load,
    loop,
    roles_of,
    store,
)

CASES = [
    # Who reads, who writes.
    Case("unused", "", *IN, 0),
    Case("only read", loop("%i = 0 to 14", load("%i")), *IN, 0),
    Case("written", FULL, *OUT, 1),
    Case("written twice", FULL + "\n" + loop("%j = 0 to 14", store("%j")), *OUT, 2),
    Case("read after", FULL + "\n" + loop("%j = 0 to 14", load("%j")), *OUT, 1),
    Case("read before", load("3") + "\n" + FULL, *IN_OUT, 1),
    Case("partly written before", store("3") + "\n" + FULL, *OUT, 1),
    # In place, and accumulators.
    Case("in place", loop("%i = 0 to 14", load("%i"), store("%i")), *IN_OUT, 1),
    Case(
        "accumulated in one nest",
        loop("%i = 0 to 14", store("%i"), loop("%j = 0 to 5", load("%i"), store("%i"))),
        *OUT,
        1,
    ),
    Case(
        "accumulated in another nest",
        loop("%i = 0 to 14", store("%i"))
        + "\n"
        + loop("%i = 0 to 14", loop("%j = 0 to 5", load("%i"), store("%i"))),
        *OUT,
        2,
    ),
    Case(
        "accumulated without a start",
        loop("%i = 0 to 14", loop("%j = 0 to 5", load("%i"), store("%i"))),
        *IN_OUT,
        1,
    ),
    Case(
        "accumulated over nothing",
        loop("%i = 0 to 14", loop("%j = 0 to 0", load("%i"), store("%i"))),
        *IN,
        0,
    ),
    # What never runs reads nothing.
    Case(
        "read before under a guard that never holds",
        loop("%i = 0 to 14", guarded("d0 - 14 >= 0", "%i", load("%i"), store("%i"))) + "\n" + FULL,
        *OUT,
        1,
    ),
    Case(
        "read before in a loop without iterations",
        loop("%i = 5 to 5", load("%i")) + "\n" + FULL,
        *OUT,
        1,
    ),
    Case(
        "read before in the last iteration",
        loop("%i = 0 to 14", guarded("d0 - 13 >= 0", "%i", load("%i"))) + "\n" + FULL,
        *IN_OUT,
        1,
    ),
    # Reads in the write stage: of cells written in the same, an earlier or a later iteration.
    Case("reads what it wrote", loop("%i = 0 to 14", store("%i"), load("%i floordiv 2")), *OUT, 1),
    Case(
        "reads it too early", loop("%i = 0 to 14", load("%i floordiv 2"), store("%i")), *IN_OUT, 1
    ),
    Case(
        "reads the next cell",
        loop("%i = 0 to 14", store("%i"), load("(%i + 1) mod 14")),
        *IN_OUT,
        1,
    ),
    Case(
        "reads the last cell, last",
        loop("%i = 0 to 14", store("%i"), guarded("d0 - 13 >= 0", "%i", load("0"))),
        *OUT,
        1,
    ),
    Case("reads any cell", loop("%i = 0 to 14", store("%i"), load("%n")), *IN_OUT, 1),
    Case(
        "two loops in a stage",
        loop("%t = 0 to 1", FULL, loop("%j = 0 to 14", load("13 - %j"))),
        *OUT,
        1,
    ),
    Case(
        "two loops in a stage, the wrong way",
        loop("%t = 0 to 2", loop("%j = 0 to 14", load("%j")), FULL),
        *IN_OUT,
        1,
    ),
    Case(
        "one place under a guard, and the next under another that is alike",
        guarded("d0 >= 0", "%n", "affine.store %x, %O[1] : memref<14xf32>", load("3"))
        + "\n"
        + guarded("d0 >= 0", "%n", store("3"))
        + "\n"
        + FULL,
        *IN_OUT,
        1,
    ),
    # What is not understood may read and write any cell.
    Case("passed to a call", "func.call @g(%B) : (memref<14xf32>) -> ()", *IN_OUT, 0),
    Case(
        "passed to a call after it is written",
        FULL + "\nfunc.call @g(%B) : (memref<14xf32>) -> ()",
        *OUT,
        1,
    ),
    Case(
        "passed to a call in the write stage, written by then",
        loop("%t = 0 to 1", FULL, "func.call @g(%B) : (memref<14xf32>) -> ()"),
        *IN_OUT,
        1,
    ),
    Case(
        "under another name",
        "%A = arith.select %c, %B, %O : memref<14xf32>\n"
        "%v = affine.load %A[0] : memref<14xf32>\naffine.store %v, %O[0] : memref<14xf32>\n" + FULL,
        *IN_OUT,
        1,
    ),
    # Copies, and what is not an access.
    Case("copied over", '"memref.copy"(%O, %B) : (memref<14xf32>, memref<14xf32>) -> ()', *OUT, 1),
    Case("copied", '"memref.copy"(%B, %O) : (memref<14xf32>, memref<14xf32>) -> ()', *IN, 0),
    Case(
        "assumed",
        loop(
            "%i = 0 to 14",
            "%v = affine.load %B[%i] : memref<14xf32>",
            "%same = arith.cmpf oeq, %v, %x : f32",
            "pad.assume %same : i1",
        )
        + "\n"
        + FULL,
        *OUT,
        1,
    ),
    Case(
        "assumed and used",
        "%v = affine.load %B[3] : memref<14xf32>\n"
        "%same = arith.cmpf oeq, %v, %x : f32\npad.assume %same : i1\n"
        "affine.store %v, %O[0] : memref<14xf32>\n" + FULL,
        *IN_OUT,
        1,
    ),
    Case(
        "branched on",
        "%v = affine.load %B[3] : memref<14xf32>\n"
        "%same = arith.cmpf oeq, %v, %x : f32\nscf.if %same {\npad.assume %same : i1\n}\n" + FULL,
        *IN_OUT,
        1,
    ),
    Case(
        "written before, by parts",
        "affine.store %x, %B[3] : memref<14xf32>\n%v = affine.load %B[3] : memref<14xf32>\n"
        "affine.store %v, %O[0] : memref<14xf32>\n" + FULL,
        *OUT,
        1,
    ),
    Case(
        "another cell written before",
        "affine.store %x, %B[3] : memref<14xf32>\n%v = affine.load %B[4] : memref<14xf32>\n"
        "affine.store %v, %O[0] : memref<14xf32>\n" + FULL,
        *IN_OUT,
        1,
    ),
    Case("measured", "%d = memref.dim %B, %c0 : memref<14xf32>\n" + FULL, *OUT, 1),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_reads(case: Case) -> None:
    check_case(case)


def test_arguments_that_may_alias_are_read_under_another_name() -> None:
    assert roles_of(FULL, attributes="attributes {pad.may_alias}").is_in
    assert not roles_of(FULL).is_in


def test_a_write_that_only_may_happen_is_before_nothing() -> None:
    body = "scf.if %c {\n" + store("3") + "\n}\n" + load("3")
    buffer = function_of(body).args[0]
    found = accesses(buffer, InstanceReader(scope_of(buffer)))
    (read,) = (access for access in found if not access.writes)
    assert not written_before(read, [access for access in found if access.writes])

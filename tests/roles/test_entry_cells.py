"""Whether it matters what cells of a buffer hold when its block begins."""

from __future__ import annotations

import pytest

from pad_mlir.analysis.contracts.entry_cells import matter_on_entry
from pad_mlir.index.expr import TRUE, Expr, eq, var

from .bodies import FULL, function_of, guarded, load, loop, store

CELL = var("c0")
READ = loop("%j = 0 to 14", load("%j"))
FOURTH = load("4").replace("%v", "%w")
CALL = "func.call @g(%B) : (memref<14xf32>) -> ()"
PERHAPS = f"scf.if %c {{\n{FULL}\n}}"
EITHER = "scf.if %c {{\n{}\n}} else {{\n{}\n}}"
ASSUMED = """%v = affine.load %B[3] : memref<14xf32>
%same = arith.cmpf oeq, %v, %x : f32
pad.assume %same : i1
"""
HALVES = loop("%i = 0 to 7", store("%i")) + "\n" + loop("%j = 7 to 14", store("%j"))
PART = """%p = memref.subview %B[0] [7] [1] : memref<14xf32> to memref<7xf32, strided<[1]>>
func.call @part(%B, %p) : (memref<14xf32>, memref<7xf32, strided<[1]>>) -> ()
"""
TWICE = "func.call @twice(%B, %B) : (memref<14xf32>, memref<14xf32>) -> ()"


@pytest.mark.parametrize(
    ("body", "cells", "wanted"),
    [
        # What is not certainly written is there at the end, as it was.
        ("", TRUE, True),
        (READ, TRUE, True),
        (FULL, TRUE, False),
        (PERHAPS, TRUE, True),
        (HALVES, TRUE, False),
        (loop("%i = 0 to 13", store("%i")), TRUE, True),
        (loop("%i = 0 to 13", store("%i")), CELL < 13, False),
        (loop("%i = 0 to 13", store("%i")), CELL >= 13, True),
        (store("3"), CELL < 0, False),  # there is no such cell
        (FULL, var("n") > CELL, True),  # a size with a name of its own
        (EITHER.format(FULL, FULL), TRUE, False),
        (EITHER.format(FULL, store("3")), TRUE, True),
        (EITHER.format(FULL, store("3")), eq(CELL, 3), False),
        (f"{EITHER.format(store('3'), store('3'))}\n{load('3')}", eq(CELL, 3), False),
        (f"{EITHER.format(store('3'), store('4'))}\n{load('3')}", eq(CELL, 3), True),
        # Reads, before and after.
        (f"{FULL}\n{READ}", TRUE, False),
        (f"{READ}\n{FULL}", TRUE, True),
        (f"{load('3')}\n{FULL}", TRUE, True),
        (f"{load('3')}\n{FULL}", CELL >= 4, False),
        (f"{load('3')}\n{FULL}", CELL >= 3, True),
        (f"{store('3')}\n{load('3')}\n{FULL}", TRUE, False),
        (f"{store('2')}\n{load('3')}\n{FULL}", TRUE, True),
        (f"{store('3')}\n{load('3')}\n{FOURTH}\n{FULL}", TRUE, True),
        (f"{PERHAPS}\n{load('3')}\n{FULL}", TRUE, True),
        (loop("%i = 0 to 14", load("%i"), store("%i")), TRUE, True),
        (loop("%i = 0 to 14", store("%i"), load("%i")), TRUE, False),
        (loop("%i = 0 to 14", store("%i"), load("%i floordiv 2")), TRUE, False),
        (loop("%i = 0 to 14", load("%i floordiv 2"), store("%i")), TRUE, True),
        (loop("%i = 0 to 14", store("%i"), load("(%i + 1) mod 14")), TRUE, True),
        # Only the iterations that read cells that count are asked about.
        (loop("%i = 0 to 14", load("13 - %i"), store("%i")), TRUE, True),
        (loop("%i = 0 to 14", load("13 - %i"), store("%i")), CELL < 7, False),
        (loop("%i = 0 to 14", load("13 - %i"), store("%i")), CELL < 8, True),
        # What is assumed of a cell counts as read: rewrites rely on it.
        (f"{ASSUMED}{FULL}", TRUE, True),
        (f"{ASSUMED}{FULL}", CELL >= 4, False),
        (f"{FULL}\n{ASSUMED}", TRUE, False),
        # Unlike for the roles, several stages may write the cells.
        (f"{HALVES}\n{READ}", TRUE, False),
        (f"{loop('%i = 0 to 14', guarded('d0 - 7 >= 0', '%i', store('%i')))}\n{READ}", TRUE, True),
        (
            f"{loop('%i = 0 to 14', guarded('d0 - 7 >= 0', '%i', store('%i')))}\n{READ}",
            CELL >= 7,
            False,
        ),
    ],
)
def test_cells(body: str, cells: Expr, wanted: bool) -> None:
    assert matter_on_entry(function_of(body).args[0], cells, unknown) == wanted


def unknown(*_: object) -> None:
    """The answer at a call of which nothing is known."""


@pytest.mark.parametrize(
    ("body", "cells", "at_call", "wanted"),
    [
        (CALL, TRUE, None, True),
        (CALL, TRUE, True, True),
        (CALL, TRUE, False, False),  # it certainly writes them, and reads none before
        (f"{FULL}\n{CALL}", TRUE, None, False),
        (f"{CALL}\n{FULL}", TRUE, None, True),
        (f"{CALL}\n{FULL}", TRUE, True, True),
        (f"{CALL}\n{FULL}", TRUE, False, False),
        (f"{CALL}\n{READ}", CELL < 3, False, False),  # what is asked of the callee is of these
        (f"{store('3')}\n{CALL}\n{FULL}", CELL >= 3, None, True),
        (f"scf.if %c {{\n{CALL}\n}}", TRUE, False, True),
        (f"{PART}", TRUE, False, True),  # what it does to the part is not known
        (TWICE, TRUE, False, False),
    ],
)
def test_calls(body: str, cells: Expr, at_call: bool | None, wanted: bool) -> None:
    asked = list[tuple[int, Expr]]()

    def at_calls(_: object, position: int, cells: Expr) -> bool | None:
        asked.append((position, cells))
        return at_call

    assert matter_on_entry(function_of(body).args[0], cells, at_calls) == wanted
    assert {*asked} <= {(0, cells), (1, cells)}


@pytest.mark.parametrize(("loads", "wanted"), [(20, False), (21, True)])
def test_many_accesses(loads: int, wanted: bool) -> None:
    """Past a number of pairs of reads and writes nothing is asked, and it counts as needed."""
    stores = [FULL.replace("%i", f"%i{k}") for k in range(20)]
    body = "\n".join([*stores, *(load("3").replace("%v", f"%v{k}") for k in range(loads))])
    assert matter_on_entry(function_of(body).args[0], TRUE, unknown) == wanted


def test_a_size_that_nobody_names() -> None:
    body = "affine.store %x, %B[3] : memref<?xf32>"
    assert matter_on_entry(function_of(body, "memref<?xf32>").args[0], TRUE, unknown)

"""Accesses that certainly leave the buffer, and those that may stay in it."""

import pytest

from .bodies import guarded, load, loop, roles_of, store


@pytest.mark.parametrize(
    ("body", "index"),
    [
        (store("14"), (14,)),
        (store("-1"), (-1,)),
        (loop("%i = 0 to 15", store("%i")), (14,)),
        (loop("%i = 0 to 14", load("%i - 1")), (-1,)),
        (loop("%i = 0 to 14", guarded("d0 - 13 >= 0", "%i", load("%i + 1"))), (14,)),
        ("memref.store %x, %B[%c14] : memref<14xf32>", (14,)),
        # Whatever n is, one of the two arms leaves the buffer.
        (
            "affine.if affine_set<(d0) : (d0 >= 0)>(%n) {\n%u = arith.constant 0.0 : f32\n}\n"
            + loop("%i = 0 to 2", store("%n + %i * 14")),
            None,
        ),
    ],
)
def test_out_of_bounds(body: str, index: tuple[int, ...] | None) -> None:
    found = roles_of(body).out_of_bounds
    assert found is not None
    assert index is None or found.index == index


@pytest.mark.parametrize(
    "body",
    [
        loop("%i = 0 to %n", store("%i")),
        store("%n"),
        loop("%i = 0 to 20", "scf.if %c {", store("%i"), "}"),
        guarded("d0 >= 0", "%n", store("14")),
        loop("%j = 0 to %n", store("14")),
        loop("%i = 0 to 20", guarded("13 - d0 >= 0", "%i", store("%i"))),
        loop("%i = 14 to 14", store("%i")),
    ],
    ids=[
        "bound",
        "index",
        "flag",
        "guard on a size",
        "loop that may not run",
        "guard",
        "no iteration",
    ],
)
def test_what_may_stay_in_bounds_is_no_error(body: str) -> None:
    assert roles_of(body).out_of_bounds is None

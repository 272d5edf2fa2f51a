"""What a function asks of its callers may not grow by a rewrite."""

from __future__ import annotations

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge, tiled

_PLAIN = "%A: memref<?x?xf32>, %n: index"


def _function(arguments: str, body: str = "") -> str:
    return f"func.func @f({arguments}) {{ {body} func.return }}"


def _tied(*dims: int, limits: str = "") -> str:
    ties = ", ".join(f'{{of = "A", dim = {dim}{limits}}}' for dim in dims)
    return f"{_PLAIN} {{pad.size = [{ties}]}}"


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (_tied(0), _tied(0, limits=", min = 8"), "pad.size allows fewer sizes n = A.0 after"),
        (_tied(0), _tied(0, limits=", max = 64"), "pad.size allows fewer sizes n = A.0 after"),
        (_tied(0), _tied(0, limits=", multiple = 8"), "pad.size allows fewer sizes n = A.0 after"),
        (_tied(0), _tied(0, 1), "pad.size makes one size of n = A.0 and A.1 after"),
        (_tied(0), _tied(1), "pad.size makes one size of n = A.0 and A.1 after"),
        (_PLAIN, _tied(0), "pad.size makes one size of A.0 and n after"),
        (tiled("A", '"forbidden"'), tiled("A", '"undef"'), "the padding of A is forbidden before"),
        (tiled("A", '"undef"'), tiled("A", "0.0"), "the padding of A is undef before"),
        (tiled("A", "0.0"), tiled("A", "-0.0"), "the padding of A is 0.0 before, and -0.0 after"),
        (tiled("A", "0.0"), tiled("A", '"undef"'), "the padding of A is 0.0 before, and undef"),
        (
            "%A: memref<4xf32> {llvm.align = 16 : i64}",
            "%A: memref<4xf32> {llvm.align = 64 : i64}",
            "the address of A has to be a multiple of 64 bytes after, of 16 before",
        ),
    ],
)
def test_more_is_not_asked(before: str, after: str, says: str) -> None:
    verdict = judge(_function(before), _function(after))
    assert verdict.status is Status.NOT_VALIDATED
    assert says in str(verdict)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (_tied(0, limits=", min = 8"), _tied(0, limits=", min = 8")),
        ("%A: memref<?x?xf32>", _tied(0)),  # the new argument is no demand
        (tiled("A", "0.0"), tiled("A", '"forbidden"')),
        ("%A: memref<4xf32> {llvm.align = 16 : i64}", "%A: memref<4xf32>"),
    ],
)
def test_less_may_be_asked(before: str, after: str) -> None:
    verdict = judge(_function(before), _function(after))
    assert verdict.status is Status.VALID, verdict


def test_what_others_call_stays_there_for_them() -> None:
    public = f"{_function('%x: f32')} func.func @g(%x: f32) {{ func.return }}"
    verdict = judge(public, public.replace("func.func @g", "func.func private @g"))
    assert "@g: not validated: others may call the function before" in str(verdict)

"""Vector code that does what a loop over elements does, and code that does nearly the same."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from pad_mlir.tools.tv import Status

from .rewrites import judge
from .vector_kernels import (
    BOTH,
    REASSOC,
    block_matmul,
    byte_dot,
    dot,
    doubled,
    extremum,
    flat_negated_tiles,
    masked_positive,
    matmul,
    negated_tiles,
    positive,
    row_sum,
    vector_byte_dot,
    vector_dot,
    vector_doubled,
    vector_extremum,
    vector_row_sum,
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (row_sum(), vector_row_sum()),
        (row_sum(element="f64"), vector_row_sum(element="f64")),
        (row_sum(element="bf16"), vector_row_sum(element="bf16")),
        (vector_row_sum(), row_sum()),
        (dot(), vector_dot()),
        (dot(BOTH, BOTH), vector_dot()),
        (dot(), vector_dot(REASSOC)),
        (dot(), vector_dot(fma=f"math.fma {{}} {BOTH} : vector<4xf32>")),
        (vector_dot(fma=f"math.fma {{}} {BOTH} : vector<4xf32>"), dot(BOTH, "")),
        (doubled(), vector_doubled()),
        (vector_doubled(), doubled()),
        (matmul(), block_matmul()),
        (matmul("fastmath<contract>"), block_matmul()),
        (extremum(), vector_extremum()),
        (
            extremum("arith.maximumf {} fastmath<nnan,nsz> : f32"),
            vector_extremum(
                "arith.maximumf {} fastmath<nnan,nsz> : vector<4xf32>",
                "<maximumf>, {} fastmath<nsz> : vector<4xf32> into f32",
            ),
        ),
        (
            extremum("arith.minnumf {} fastmath<nsz> : f32"),
            vector_extremum(
                "arith.minnumf {} fastmath<nsz> : vector<4xf32>",
                "<minnumf>, {} fastmath<nsz> : vector<4xf32> into f32",
            ),
        ),
        (byte_dot(), vector_byte_dot()),
        (byte_dot("overflow<nsw>"), vector_byte_dot()),
        (negated_tiles(), flat_negated_tiles()),
        (flat_negated_tiles(), negated_tiles()),
        (positive(), masked_positive()),
        (masked_positive(), positive()),
    ],
)
def test_right_code(before: str, after: str) -> None:
    verdict = judge(before, after)
    assert verdict.status is Status.VALID, verdict


@pytest.mark.parametrize("kind", ["mul", "xor", "and", "or", "maxsi", "minsi", "maxui", "minui"])
def test_reductions_of_integers(kind: str) -> None:
    op = f"arith.{kind}i" if kind in ("mul", "xor", "and", "or") else f"arith.{kind}"
    before = extremum(f"{op} {{}} : i16", "i16", "3")
    after = vector_extremum(
        f"{op} {{}} : vector<4xi16>", f"<{kind}>, {{}} : vector<4xi16> into i16", "i16", "3"
    )
    assert judge(before, after).status is Status.VALID
    other = {"minui": "maxui", "and": "or"}.get(kind, "minui" if kind != "mul" else "add")
    wrong = after.replace(f"reduction <{kind}>", f"reduction <{other}>")
    assert judge(before, wrong).status is Status.REFUTED


def test_reductions_of_products() -> None:
    before = extremum(f"arith.mulf {{}} {REASSOC} : f32", start="2.0")
    after = vector_extremum(
        f"arith.mulf {{}} {REASSOC} : vector<4xf32>",
        f"<mul>, {{}} {REASSOC} : vector<4xf32> into f32",
        start="2.0",
    )
    assert judge(before, after).status is Status.VALID
    assert judge(before.replace(REASSOC, ""), after).status is Status.REFUTED


@dataclass(frozen=True)
class _Wrong:
    """A change to right vector code, and what the refusal has to say."""

    name: str
    before: str
    after: str
    old: str
    new: str
    says: str
    status: Status = Status.REFUTED


_LOAD = "vector.load %A[%i, %j] :"
_OPEN = Status.NOT_VALIDATED  # flags leave the rounding open, so that no input shows it
_WRONG = [
    _Wrong("lane", row_sum(), vector_row_sum(), "%all, %old", "%sums, %old", "B[0]: another"),
    _Wrong("mask_short", row_sum(), vector_row_sum(), "constant 2 :", "constant 1 :", "B[0]: a"),
    _Wrong(
        *("mask_long", row_sum(), vector_row_sum(), "constant 2 :", "constant 3 :"),
        says="A[0, 10] is out of bounds of [3, 10]",
    ),
    _Wrong(
        *("tail_skipped", row_sum(), vector_row_sum(), "addf %sums, %rest", "addf %sums, %start"),
        says="B[0]: another value",
    ),
    _Wrong(
        *("tail_twice", row_sum(), vector_row_sum(), "addf %sums, %rest", "addf %rest, %rest"),
        says="B[0]: another value",
    ),
    _Wrong(
        *("tail_in_the_loop_too", row_sum(), vector_row_sum(), "0 to 8 step", "0 to 12 step"),
        says="A[0, 10] is out of bounds of [3, 10]",
    ),
    _Wrong(
        *("accumulator_lost", row_sum(), vector_row_sum(), "addf %acc, %a", "addf %start, %a"),
        says="B[0]: another value",
    ),
    _Wrong(
        *("starts_at_one", row_sum(), vector_row_sum(), "= %start) ->", "= %ones) ->"),
        says="B[0]: another value",
    ),
    _Wrong(
        *("initial_value_lost", row_sum(), vector_row_sum(), "%all, %old", "%all"),
        says="B[0]: another value",
    ),
    _Wrong(
        *("pass_through", row_sum(), vector_row_sum(), "%mask, %start", "%mask, %ones"),
        says="B[0]: another value",
    ),
    _Wrong(
        *("old_value_in_each_lane", row_sum(), vector_row_sum(), "= %start) ->", "= %each) ->"),
        says="B[0]: another value",
    ),
    _Wrong("unflagged", row_sum(""), vector_row_sum(), "", "", "B[0]: another value"),
    _Wrong("unflagged_twice", row_sum(""), vector_row_sum(""), "", "", "B[0]: another value"),
    _Wrong("other_flag", row_sum("fastmath<contract>"), vector_row_sum(), "", "", "B[0]", _OPEN),
    _Wrong(
        *("more_flags", row_sum(), vector_row_sum("fastmath<reassoc,nsz>"), "", ""),
        says="B[0]",
        status=_OPEN,
    ),
    _Wrong("no_contract", dot(REASSOC), vector_dot(REASSOC), "", "", "C[0]", _OPEN),
    _Wrong("contracted_sum_only", dot(BOTH, ""), vector_dot(), "", "", "C[0]", _OPEN),
    _Wrong("contracted_product_only", dot(REASSOC, BOTH), vector_dot(REASSOC), "", "", "C", _OPEN),
    _Wrong("no_flag_at_all", dot("", ""), vector_dot(), "", "", "C[0]: another value"),
    _Wrong("in_order", dot("fastmath<contract>"), vector_dot(), "", "", "C[0]", _OPEN),
    _Wrong("split_fma", vector_dot(), dot(), "", "", "C[0]", _OPEN),
    _Wrong("other_factor", dot(), vector_dot(), "%a1, %b1", "%a1, %b0", "C[0]: another value"),
    _Wrong("one_twice", dot(), vector_dot(), "%r#0, %r#1", "%r#0, %r#0", "C[0]: another value"),
    _Wrong("zero_start", dot(), vector_dot(), "dense<-0.0>", "dense<0.0>", "C[0]", _OPEN),
    _Wrong(
        *("mask_inverted", doubled(), vector_doubled(), "sk = vector.create_mask %left", "sk = M"),
        says="A[10] is out of bounds of [10]",
    ),
    _Wrong(
        *(
            "unmasked_store",
            doubled(),
            vector_doubled(),
            "vector.maskedstore %B[%i], %mask, %b",
            "S",
        ),
        says="B[10] is out of bounds of [10]",
    ),
    _Wrong("row_of_block", matmul(), block_matmul(), "%r#2, %C[2", "%r#1, %C[2", "C[2, 0]: anoth"),
    _Wrong("broadcast", matmul(), block_matmul(), "%v1, %b", "%v0, %b", "C[1, 0]: another value"),
    _Wrong("block_unflagged", matmul(""), block_matmul(), "", "", "C[0, 0]: another value"),
    _Wrong("minimum", extremum(), vector_extremum(), "<maximumf>", "<minimumf>", "result 0: anoth"),
    _Wrong("lanes_missed", extremum(), vector_extremum(), "%i = 4 to", "%i = 8 to", "result 0: an"),
    _Wrong(
        *("number", extremum("arith.maxnumf {} : f32"), vector_extremum(), "", ""),
        says="result 0: another value",
    ),
    _Wrong("unsigned", byte_dot(), vector_byte_dot(), "extsi %b", "extui %b", "result 0: another"),
    _Wrong(
        *("overflow_added", byte_dot(), vector_byte_dot("overflow<nsw>"), "", ""),
        says="result 0: another value",
        status=_OPEN,
    ),
    _Wrong("tile", negated_tiles(), flat_negated_tiles(), "%G[%i, %j]", "%F[%i, %j]", "A is only"),
    _Wrong("other_arm", positive(), masked_positive(), "%B[%i], %d", "%B[%i], %c", "another value"),
]
_LINES = {
    "%start = arith.constant dense<-0.0> : vector<4xf32>": """%start = arith.constant dense<-0.0>
        : vector<4xf32>
        %ones = arith.constant dense<1.0> : vector<4xf32>""",
    "%old = affine.load %B[%i] : memref<3xf32>": """%old = affine.load %B[%i] : memref<3xf32>
        %each = vector.broadcast %old : f32 to vector<4xf32>""",
    "sk = M : vector<4xi1>": """ny = vector.create_mask %left : vector<4xi1>
        %true = arith.constant dense<true> : vector<4xi1>
        %mask = arith.xori %many, %true : vector<4xi1>""",
    "S : memref<10xf32>, vector<4xi1>, vector<4xf32>": "vector.store %b, %B[%i] "
    ": memref<10xf32>, vector<4xf32>",
}


@pytest.mark.parametrize("wrong", _WRONG, ids=lambda wrong: wrong.name)
def test_wrong_code(wrong: _Wrong) -> None:
    assert wrong.after.count(wrong.old) >= 1
    after = wrong.after.replace(wrong.old, wrong.new) if wrong.old else wrong.after
    for old, new in _LINES.items():
        after = after.replace(old, new)
    verdict = judge(wrong.before, after)
    assert verdict.status is wrong.status, verdict
    assert wrong.says in str(verdict), verdict

"""Errors leave a schedule as it was, declines are remarks."""

from __future__ import annotations

import math
import re
from typing import Any, Literal

import pytest

from pad_mlir.dialect.ir.reasons import Fields
from pad_mlir.schedule import AXIS_SEPARATOR, Schedule, ScheduleError

from .common import COPY, CUMULATIVE, SUM, assert_replays, tiles


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("transform_layout('C', tiles)", "<string>:1:1: there is no buffer 'C' in @copy"),
        ("transform_layout('A', lambda i: i)", "takes 1 indices (i), but is given 2"),
        ("transform_layout('A', lambda i, j, k: i)", "takes 3 indices (i, j, k), but is given 2"),
        ("transform_layout('A', lambda *i: i[0])", "indices (0, 0) and (0, 1) both map to [0]"),
        ("transform_layout('A', lambda i, j: (i - 1, j))", "negative"),
        ("transform_layout('A', lambda i, j: (i, i * j))", "`i * j` is not an affine expression"),
        (
            "transform_layout('A', lambda i, j: (i, 'j'))",
            "gives 'j', which is not an index expression",
        ),
        ("transform_layout('A', lambda i, j: (i, j / 2))", "index_map raised TypeError"),
        ("transform_layout('A', lambda i, j: (i, j % 0))", "index_map raised ValueError: division"),
        ("transform_layout('A', 16)", "index_map is 16, but must be a function"),
        ("transform_layout('A', '(i, j) -> (')", "cannot be read"),
        ("transform_layout('A', '(i) -> (i)')", "<string>:1:1: A cannot get this layout"),
        ("transform_layout('A', tiles, 'zero')", 'the pad kind "zero" is none of'),
        (
            "transform_layout('A', tiles, 'indentity(addf)')",
            'is none of (did you mean "identity(addf)"?): forbidden',
        ),
        ("transform_layout('A', tiles, [0])", "pad_value is [0], but must be"),
        ("transform_layout('A', tiles, True)", "pad_value is True, but must be a number, 0 or 1"),
        ("transform_layout('A', tiles, lambda *i: False)", "pad_value is False, but must be a"),
        ("transform_layout('A', tiles, 'identity(addi)')", "arith.addi has no identity on f32"),
        ("transform_layout('A', tiles, 2**24 + 1)", "not a value of the element type f32"),
        ("transform_layout('A', tiles, lambda i: 0)", "pad_value takes 1 indices"),
        ("transform_layout('A', tiles, lambda *i: i[0] == 3)", "gives the condition i0 == 3; use"),
        ("transform_layout('A', tiles, lambda *i: 0 if i[0] else 1)", "use where(condition"),
        ("transform_layout('A', tiles, lambda *i: 0 if i[0] == 1 else 1)", "use where(condition"),
        ("transform_layout('A', tiles, lambda *i: [0, 1][i[2]])", "pad_value raised TypeError"),
        ("transform_layout('A', tiles, lambda *i: i[0] ** 2)", "pad_value raised TypeError"),
        ("transform_layout('A', tiles, lambda *i: i[0] * i[1])", "is not an affine expression"),
        ("transform_layout('A', tiles, lambda *i: A[i[0], 0.5, 0])", "0.5 is not an index"),
        (
            "transform_layout('A', tiles, lambda *i: A[i] + 1)",
            "the padding is computed from itself",
        ),
        ("transform_layout('A', tiles, lambda *i: A[i])", "A cannot get this layout: the padding"),
        ("transform_layout('A', tiles, lambda *i: A[0])", "gives 1 indices, but the buffer has 3"),
        ("transform_layout('A', tiles, lambda *i: B[i])", "the pad value of A loads B"),
        ("transform_layout('A', tiles, lambda *i: C[i])", "name 'C' is not defined"),
        ("transform_layout('A', tiles, '@f')", "the pad kind @f names no function"),
        ("transform_layout('A', tiles, '[{kind = 1.0}, {kind = 2.0}]')", "ends at its one entry"),
        ("transform_layout('A', tiles, '[{where = 1}]')", "must be {where = <map>, kind = "),
        ("transform_layout('A', tiles, align=[1, 16])", "align [1, 16] needs one entry for each"),
        ("transform_layout('A', tiles, align='[1, 1, 16]')", "must be a list of integers"),
        ("transform_layout('A', tiles, extents=[1.5])", "extents is [1.5], but must be a list"),
        ("transform_layout('A', tiles, separators=[3])", "separators [3] must be positions"),
        ("transform_layout('A', lambda i, j: (i, AXIS_SEPARATOR, j), separators=[1])", "twice"),
        ("transform_layout('A', tiles, interface='hide')", "interface is 'hide', but must be"),
        ("transform_layout('A', tiles, loops='reorder')", "loops is 'reorder', but must be one of"),
        ("apply_layouts('after')", "pad_writes is 'after', but must be one of stage, if, before"),
        ("sequential_buffer_access('load', 'B')", "there is no stage 'load' in @copy"),
        ("sequential_buffer_access('compute', 'C')", "there is no buffer 'C' in @copy"),
        ("split('k', 4)", "there is no loop 'k' in @copy; its loops are: i, j"),
        ("split('j', 0)", "<string>:3:5: the factor is 0, but must be at least 1"),
        ("split('j', '4')", "factor is '4', but must be int"),
        (
            "split('j', factr=4)",
            "split: there is no argument factr, did you mean factor? its arguments are loop, fac",
        ),
        (
            "vectorize('compute', loop='j')",
            "vectorize: there is no argument loop; its arguments are stage, ",
        ),
        ("split('j')", "split: missing a required argument: 'factor'; its arguments are loop, fac"),
        (
            "split('j', 2, 3)",
            "split: too many positional arguments; its arguments are loop, factor",
        ),
        ("split('j', 2, factor=3)", "split: multiple values for argument 'factor'; its arguments"),
        ("undo(stpes=1)", "undo: there is no argument stpes, did you mean steps? its arguments"),
        ("fuse('j', 'i')", "<string>:2:3: i holds j: give them in that order"),
        ("fuse('j', 'j')", "<string>:3:5: a loop is named twice"),
        ("reorder()", "reorder needs the loops"),
        ("reorder('i', 'k')", "there is no loop 'k' in @copy"),
        ("simplify('load')", "there is no stage 'load'"),
        ("remove_no_op('load')", "there is no stage 'load'"),
        ("cache_read('C')", "there is no buffer 'C' in @copy"),
        ("cache_read('A', 'load')", "there is no stage 'load'"),
        ("cache_read('A', at='k')", "there is no loop 'k' in @copy"),
        ("cache_read('A', map=lambda i: i)", "takes 1 indices (i), but is given 2"),
        ("cache_read('A', map=lambda i, j: (i, AXIS_SEPARATOR, j))", "has no AXIS_SEPARATOR"),
        ("cache_read('A', pad=0.0)", "a cache has padding only with a map"),
        ("cache_read('A', map=tiles, pad=lambda *i: B[i])", "pad value of A_cache loads B"),
        ("cache_write('B', memory_space='<')", 'the memory space "<" cannot be read'),
        ("hoist_stage('load')", "there is no stage 'load'"),
        ("hoist_stage('compute', 'other')", "there is a function @other already"),
        ("hoist_expression('load')", "there is no stage 'load'"),
        ("hoist_expression(conditionals='if')", "conditionals is ('if',), but must be list of"),
        ("hoist_expression(bindings=['none', 'let-stmt'])", "none stands alone"),
        ("hoist_expression(bindings=3)", "bindings is 3, but must be a list of names"),
        ("hoist_expression(split='yes')", "split is 'yes', but must be true or false"),
        ("merge_adjacent_loops(['load', 'compute'])", "there is no stage 'load'"),
        ("merge_adjacent_loops(loops='i')", "give two loops or more to merge"),
        ("merge_adjacent_loops(stages=[1])", "stages is [1], but must be a list of names"),
        ("distribute_loops('k')", "there is no loop 'k' in @copy"),
        ("partition_loops('load')", "there is no stage 'load'"),
        ("partition_loops(loop='k')", "there is no loop 'k' in @copy"),
        ("reduce_loop_extents('load')", "there is no stage 'load'"),
        ("remove_overcompute_through_branching('load')", "there is no stage 'load'"),
        ("remove_branching_through_overcompute('load')", "there is no stage 'load'"),
        ("remove_branching_through_overcompute('compute', -1.0)", "must be a number >= 0"),
        ("remove_branching_through_overcompute(index='near')", "index is 'near', but must be"),
        ("transform_layout(7, tiles)", "buffer is 7, but must be a name"),
        ("map_to_gpu(blocks=7)", "blocks is 7, but must be a list of names"),
        ("map_to_gpu(threads=2.5)", "threads is 2.5, but must be a list of names"),
        ("map_to_gpu(blocks='ij')", "there is no loop 'ij'"),
        ("register_tile(axes=[[1]])", "axes is [[1]], but must be a list of names"),
        ("register_tile(axes=7)", "axes is 7, but must be a list of names"),
        ("remove_branching_through_overcompute(trust=1)", "trust is 1, but must be true or false"),
        ("transform_layout('A', [4, 4])", "index_map is [4, 4], but must be a function"),
        ("optimize(None, tiles)", "buffer is None, but must be a name or a list of names"),
        ("undo('1')", "steps is '1', but must be a number of steps"),
        ("explain(-1)", "max_waste is -1, but must be a number >= 0, or inf"),
        ("explain(math.nan)", "max_waste is nan, but must be a number >= 0"),
        ("explain('much')", "max_waste is 'much', but must be a number"),
    ],
)
def test_error_leaves_the_schedule_as_it_was(step: str, message: str):
    s = Schedule(COPY, "copy")
    s.transform_layout("B", tiles)
    before = str(s), s.trace(), s.pipeline(), s.remarks
    with pytest.raises(ScheduleError, match=re.escape(message)):
        eval(f"s.{step}", {"s": s, "tiles": tiles, "AXIS_SEPARATOR": AXIS_SEPARATOR, "math": math})
    assert (str(s), s.trace(), s.pipeline(), s.remarks) == before


def test_what_a_call_does_not_take():
    wrong: dict[str, Any] = {"func": "copy"}
    with pytest.raises(TypeError, match=r"^Schedule: there is no argument func, did you mean fun"):
        Schedule(COPY, **wrong)


def test_options_are_checked_where_nothing_is_to_be_done():
    wrong: Any = "after"
    with pytest.raises(ScheduleError, match=r"pad_writes is 'after', but must be one of stage"):
        Schedule(COPY).apply_layouts(wrong)


def test_order_that_matters_is_an_error():
    s = Schedule(CUMULATIVE)
    with pytest.raises(ScheduleError, match=r"^<string>:2:3: .*access the same cell"):
        s.reorder("j", "i")
    s.transform_layout("A", lambda i, j: (j, i))
    before = str(s)
    with pytest.raises(ScheduleError, match=r"^<string>:2:3: .*access the same cell"):
        s.sequential_buffer_access("compute", "A")
    assert str(s) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("func.func @f(",), r"^<string>:\d+:\d+: "),
        (("func.func @f() -> f32 {\n  func.return\n}",), r"^<string>:2:3: 'func.return' op"),
        (("",), "no function with a body"),
        ((SUM, "f"), "no function @f with a body; there are: @sum"),
        ((SUM, None, "fast"), "fp is 'fast', but must be one of strict, relaxed"),
        ((5,), "wanted an xDSL ModuleOp or MLIR text, got int"),
        (("k.mlir",), "'k.mlir' looks like a file name; give the file's text"),
    ],
)
def test_no_schedule(arguments: Any, message: str):
    with pytest.raises(ScheduleError, match=message):
        Schedule(*arguments)


@pytest.mark.parametrize(
    ("pad_value", "id", "witness"),
    [
        (None, "not-readable", (("cell", (3, 2)),)),
        (1, "stored-value", (("index", (0,)), ("iteration", (3, 2)))),
    ],
)
def test_decline_is_a_remark(pad_value: int | None, id: str, witness: Fields):
    s = Schedule(SUM)
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value)
    s.sequential_buffer_access("compute", "A")
    before = str(s)
    s.remove_branching_through_overcompute("compute")
    assert str(s) == before
    (remark,) = s.remarks
    assert (remark.id, remark.place) == (f"guard-kept.{id}", ("<string>", 4, 3))
    assert remark.field("stage") == "compute"
    assert remark.reason is not None
    assert remark.reason.witness == witness
    assert str(remark).startswith(
        "<string>:4:3: remark: [pad-remove-branching-through-overcompute] stage 'compute': guard "
        "kept: "
    )
    assert repr(remark) == f"<{remark.id}: {remark}>"
    assert_replays(s, SUM)


def test_max_waste_and_fp():
    text = SUM.replace("i32", "f32").replace("constant 0 :", "constant -0.0 :")
    text = text.replace("addi", "addf")
    cases: list[tuple[Literal["strict", "relaxed"], float]]
    cases = [("strict", 1.0), ("relaxed", 0.0), ("relaxed", math.inf)]
    told: list[list[str]] = []
    for fp, max_waste in cases:
        s = Schedule(text, None, fp)
        s.transform_layout("A", lambda i: (i // 4, i % 4), 0.0)
        s.sequential_buffer_access("compute", "A")
        s.remove_branching_through_overcompute("compute", max_waste)
        told.append([remark.id for remark in s.remarks])
        assert_replays(s, text, None, fp)
    # -0.0 + 0.0 is 0.0
    assert told == [["guard-kept.stored-value"], ["guard-kept.waste"], []]


def test_a_global_is_named_with_its_sign() -> None:
    s = Schedule(
        'memref.global "private" constant @taps : memref<4xf32> = dense<1.0>\n'
        "func.func @f() {\n"
        "  %t = memref.get_global @taps : memref<4xf32>\n  return\n}"
    )
    with pytest.raises(ScheduleError, match="the global of that name is @taps"):
        s.transform_layout("taps", lambda i: [i // 2, i % 2])
    s.transform_layout("@taps", lambda i: [i // 2, i % 2])


@pytest.mark.parametrize("index_map", [tiles, "(i, j) -> (i, j floordiv 16, j mod 16)"])
@pytest.mark.parametrize("is_applied", [False, True])
def test_a_layout_given_twice(index_map: Any, is_applied: bool):
    """As when a notebook cell runs twice."""
    s = Schedule(COPY, "copy")
    s.transform_layout("A", index_map)
    if is_applied:
        s.apply_layouts()
    before = str(s)
    wanted = (
        r"takes 2 indices.*, but is given 3: A has a layout already, "
        r"\(i, j\) -> \(i, j // 16, j % 16\), and the map of a further step takes its physical"
    )
    with pytest.raises(ScheduleError, match=wanted):
        s.transform_layout("A", index_map)
    assert str(s) == before

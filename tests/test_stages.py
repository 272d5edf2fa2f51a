"""Which functions, stages and loops a name means, and which names mean one loop only."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from xdsl.dialects import affine, func, memref, scf
from xdsl.dialects.builtin import ModuleOp, StringAttr

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.common.stages import (
    distinct_name,
    find_buffer,
    find_loop,
    find_stages,
    functions_with,
    has_loop,
    loop_name,
    names_around,
    one_function,
    own_names,
    qualified_name,
    stage_or_nest_name,
    stages_of,
    stages_or_nests,
)


def loop(name: str, body: str = "", stage: str | None = None) -> str:
    mark = "" if stage is None else f' {{pad.stage = "{stage}"}}'
    return f"affine.for %{name} = 0 to 4 {{\n{body}\n}}{mark}\n"


SECOND = 'affine.for %j = 0 to 4 {\n} {pad.loop = "i"}'
STORE = "affine.store %x, %A[0] : memref<4xf32>"
LOAD = "%a = affine.load %A[0] : memref<4xf32>"


def module_of(*bodies: str) -> ModuleOp:
    functions = [
        f"func.func @f{k}(%A: memref<4xf32>, %x: f32, %p: i1) {{\n{body}\nfunc.return\n}}"
        for k, body in enumerate(bodies)
    ]
    return parse_module("\n".join(functions) + "\nfunc.func private @declared()")


def function_of(body: str) -> func.FuncOp:
    (function, _) = module_of(body).ops
    assert isinstance(function, func.FuncOp)
    return function


def loops_of(function: func.FuncOp) -> list[affine.ForOp | scf.ForOp]:
    return [op for op in function.walk() if isinstance(op, affine.ForOp | scf.ForOp)]


PADDING = loop("i", STORE, stage="A_padding").replace("}\n", ", pad.of_padding}\n")
STAGED, PLAIN = loop("i", stage="one"), loop("i")


@pytest.mark.parametrize(
    ("bodies", "name", "stage", "wanted"),
    [
        ([STAGED], None, None, "f0"),
        ([STAGED, PLAIN], None, None, "f0 f1"),
        ([PLAIN, STAGED], None, "one", "f1"),
        ([STAGED, PLAIN, STAGED], None, "one", "f0 f2"),
        ([PLAIN, PLAIN], None, "one", "f0"),  # whose error says what there is
        ([PLAIN], None, "one", "f0"),
        ([STAGED, PLAIN], "f1", None, "f1"),
        ([STAGED, PLAIN], "f1", "one", "f1"),
        ([], None, None, ""),
    ],
)
def test_functions_with_a_stage(
    bodies: Sequence[str], name: str | None, stage: str | None, wanted: str
) -> None:
    found = functions_with(module_of(*bodies), name, stage)
    assert [f.sym_name.data for f in found] == wanted.split()


def test_stages_by_name() -> None:
    function = function_of(loop("i", stage="one") + loop("j", stage="two") + loop("k"))
    i, j, _ = loops_of(function)
    assert find_stages(function, None) == [i, j]
    assert find_stages(function, "two") == [j]
    with pytest.raises(
        PadError, match="there is no stage 'three' in @f0; its stages are: one, two"
    ):
        find_stages(function, "three")
    assert find_stages(function_of(loop("i")), None) == []
    assert stages_of(function, "three") == []


NAMED = {
    "one": loop("i"),
    "nested": loop("i", loop("j")),
    "two of a name": loop("i") + loop("i"),
    "one in another": loop("i", SECOND),
    "in two stages": loop("i", stage="one") + loop("i", stage="two"),
    "in stages of one name": loop("i", stage="one") + loop("i", stage="one"),
    "twice in a stage": loop("i", SECOND, stage="one"),
    "in a stage and in none": loop("i", stage="one") + loop("i"),
    "in a stage, and twice in none": loop("i", stage="one") + loop("i") + loop("i"),
    "twice in a stage, and once in another": loop("i", SECOND, stage="one")
    + loop("i", stage="two"),
    "in a stage, and in one of padding of that name": loop("i", stage="one")
    + PADDING.replace("A_padding", "one"),
    "in scf": "%z = arith.constant 0 : index\n scf.for %i = %z to %z step %z {\n}\n" + loop("i"),
}


@pytest.mark.parametrize("body", NAMED)
def test_names_that_mean_one_loop(body: str) -> None:
    """Of the name by the stage and the own one, the first that finds the loop."""
    function = function_of(NAMED[body])
    for each in loops_of(function):
        own = loop_name(each)
        full = qualified_name(each)
        finding = list[str]()
        for name in filter(None, (full, own)):
            try:
                found = find_loop(function, name)
            except PadError:
                continue
            if found is each:
                finding.append(name)
        assert distinct_name(each) == (finding[0] if finding else full or own)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("in two stages", "2 loops 'i' in @f0; give the stage too: one.i, two.i"),
        ("two of a name", "2 loops 'i' in @f0; name them in the program"),
        ("twice in a stage", "2 loops 'i' in @f0; name them in the program"),
        (
            "twice in a stage, and once in another",
            "3 loops 'i' in @f0; give the stage too: two.i; or name them in the program",
        ),
        ("in a stage and in none", "give the stage too: one.i; or name them"),
    ],
)
def test_how_to_tell_loops_apart(body: str, message: str) -> None:
    with pytest.raises(PadError, match=re.escape(message)) as error:
        find_loop(function_of(NAMED[body]), "i")
    assert ("name them" in str(error.value)) is ("name them" in message)


def test_loops_and_buffers_by_name() -> None:
    function = function_of(loop("i", loop("j"), stage="one") + "%B = memref.alloc() : memref<f32>")
    i, j = loops_of(function)
    assert [find_loop(function, name) for name in ("i", "one.i", "j", "one.j")] == [i, i, j, j]
    assert [has_loop(function, name) for name in ("i", "j", "k", "two.i")] == [
        True,
        True,
        False,
        False,
    ]
    (b,) = (op for op in function.walk() if isinstance(op, memref.AllocOp))
    assert [find_buffer(function, name) for name in "AB"] == [function.args[0], b.memref]
    with pytest.raises(PadError, match=r"no buffer 'C' in @f0; its buffers are: A, B\nat"):
        find_buffer(function, "C")
    b.attributes["pad.name"] = StringAttr("A")
    with pytest.raises(PadError, match="2 buffers 'A' in @f0"):
        find_buffer(function, "A")


def test_where_nobody_has_named_any_an_error_says_how() -> None:
    given = parse_module("func.func @f(%arg0: memref<4xf32>, %0: f32) {\nfunc.return\n}")
    (function,) = given.ops
    assert isinstance(function, func.FuncOp)
    with pytest.raises(PadError, match="name one, by"):
        find_buffer(function, "B")
    with pytest.raises(PadError, match=r"its buffers are: A, arg1\nat"):
        find_buffer(named_and_not(), "B")
    (function,) = parse_module("func.func @f(%0: f32) {\nfunc.return\n}").ops
    assert isinstance(function, func.FuncOp)
    with pytest.raises(PadError, match=r"where no buffer has a name\nat"):
        find_buffer(function, "B")
    with pytest.raises(PadError, match="where no stage has a name; name one"):
        find_stages(function, "one")


def named_and_not() -> func.FuncOp:
    text = "func.func @f(%A: memref<4xf32>, %arg1: memref<4xf32>) {\nfunc.return\n}"
    (function,) = parse_module(text).ops
    assert isinstance(function, func.FuncOp)
    return function


def test_functions_by_name() -> None:
    with pytest.raises(PadError, match="no function @g with a body; there are: @f0, @f1"):
        functions_with(module_of(PLAIN, PLAIN), "g", None)
    with pytest.raises(PadError, match="no function @declared with a body; there are: none"):
        functions_with(module_of(), "declared", None)


def test_names_that_a_new_loop_must_not_have() -> None:
    function = function_of(
        loop("i", loop("j"), stage="one") + loop("k", stage="two") + loop("l", loop("m"))
    )
    i, j, k, last, m = loops_of(function)
    assert names_around(j, []) == {"i", "j", "l", "m"}
    assert names_around(j, [j, last]) == {"i", "m"}
    assert names_around(k, []) == {"k", "l", "m"}
    assert names_around(m, []) == {"i", "j", "k", "l", "m"}
    assert own_names(["one.i", "one.j", "two.k", "l"], i) == ("i", "j", "two.k", "l")


@pytest.mark.parametrize(
    ("bodies", "name", "loop", "wanted"),
    [
        ([loop("i"), loop("j")], None, "j", "f1"),
        ([loop("i"), loop("j")], "f0", "j", "f0"),
        ([loop("i"), loop("j")], None, "k", "f0"),
        ([], None, "i", "no function has a loop i: none has a body"),
        ([loop("i"), loop("i")], None, "i", "@f0, @f1 have a loop i; say which by `function`, "),
        (
            [loop("i", stage="one"), loop("i", stage="two")],
            None,
            "i",
            "Schedule, or give the stage too: one.i, two.i",
        ),
        (
            [loop("i", stage="one"), loop("i", stage="one") + loop("i", stage="two")],
            None,
            "i",
            "Schedule, or give the stage too: two.i",
        ),
    ],
)
def test_the_function_of_a_loop(
    bodies: Sequence[str], name: str | None, loop: str, wanted: str
) -> None:
    if wanted in ("f0", "f1"):
        assert one_function(module_of(*bodies), name, loop).sym_name.data == wanted
        return
    with pytest.raises(PadError, match=re.escape(wanted)) as error:
        one_function(module_of(*bodies), name, loop)
    assert str(error.value).splitlines()[0].endswith(wanted) or wanted.endswith(", ")


def test_stages_or_the_nests_that_are_none() -> None:
    """Loops that only read, or only pad, are no nest that a pass would work on."""
    function = function_of(loop("i", loop("j", STORE)) + loop("k", LOAD) + loop("l"))
    i, j, k, last = loops_of(function)
    assert stages_or_nests(function) == [i]
    assert [stage_or_nest_name(op) for op in (i, j, k, last)] == ["i", "i", "k", "l"]
    function = function_of(loop("i", loop("j", STORE)) + loop("k", LOAD, stage="one"))
    i, j, k = loops_of(function)
    assert stages_or_nests(function) == [k]
    assert [stage_or_nest_name(op) for op in (i, j, k)] == ["i", "i", "one"]
    function = function_of(PADDING + loop("k", f"{LOAD}\n{STORE}"))
    assert [stage_or_nest_name(op) for op in stages_or_nests(function)] == ["k"]


def most_named(count: int) -> ModuleOp:
    """A function without a loop %k, and so many others, each with a loop of another name."""
    return module_of(PLAIN, *(loop(name) for name in "abcdefg"[:count]))


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "its loops are: i"),
        (2, "its loops are: i; in @f1: a; in @f2: b"),
        (3, "its loops are: i; in @f1: a; in @f2: b; in @f3: c"),
        (4, "in @f3: c; and 1 more function"),
        (5, "in @f3: c; and 2 more functions"),
    ],
)
def test_an_error_says_what_some_others_have(count: int, text: str) -> None:
    function = next(op for op in most_named(count).ops if isinstance(op, func.FuncOp))
    with pytest.raises(PadError, match=re.escape("there is no loop 'k' in @f0; ")) as error:
        find_loop(function, "k")
    assert text in str(error.value)
    assert str(error.value).splitlines()[0].endswith(text)


def test_an_error_says_who_has_the_name() -> None:
    (first, *_) = module_of(PLAIN, loop("k"), loop("k"), loop("l")).ops
    assert isinstance(first, func.FuncOp)
    with pytest.raises(PadError, match=re.escape("are: i; @f1, @f2 have a loop 'k'")):
        find_loop(first, "k")
    with pytest.raises(PadError, match=re.escape("are: i; @f3 has a loop 'l'")):
        find_loop(first, "l")

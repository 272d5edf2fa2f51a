"""Contracts of functions: from the schedule, the kernel and pad-opt, before and after lowering."""

# jsonschema has no types.
# pyright: reportMissingModuleSource=false, reportMissingTypeStubs=false
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from pad_mlir.analysis.contracts.contracts import (
    BufferContract,
    FunctionContract,
    SizeTie,
    contracts_of,
)
from pad_mlir.analysis.contracts.padding_contracts import PaddingContract
from pad_mlir.dialect.repairs import parse_module, verify_operations
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule
from pad_mlir.tools.pad_opt import main
from pad_mlir.tools.report.contract_json import to_json

ROOT = Path(__file__).parents[1]
SCHEMA = json.loads((ROOT / "docs" / "contracts.schema.json").read_text("utf-8"))
TILES = "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>"
READ = "%v = affine.load %A[%i] : {type}\naffine.store %v, %O[0] : memref<1xf32>"
WRITE = "affine.store %x, %A[%i] : {type}"
MASKED = "memref<14xf32>, vector<8xi1>, vector<8xf32>"
SIX_OF_EIGHT = ", ".join(["true"] * 6 + ["false"] * 2)


def laid_out(kind: str, map: str = TILES, options: str = "") -> str:
    return f"memref<14xf32, #pad.layout<[{map}], [{kind}], {{{options}}}>>"


def function(type: str, *body: str, head: str = "", upper: int = 14) -> str:
    """A function that does this with every element of %A, of the type."""
    lines = "\n".join(body).format(type=type)
    return f"""
func.func private @ramp(%io: index, %ii: index) -> f32 {{
  %c = arith.constant 1.0 : f32
  func.return %c : f32
}}
func.func @f(%A: {type}, %O: memref<1xf32>, %x: f32) {head} {{
  affine.for %i = 0 to {upper} {{
    {lines}
  }} {{pad.stage = "compute"}}
  func.return
}}
"""


def contracts(text: str) -> dict[str, FunctionContract]:
    module = parse_module(text)
    verify_operations(module)
    found = contracts_of(module)
    jsonschema.validate(to_json(found), SCHEMA, jsonschema.Draft202012Validator)
    return {contract.name: contract for contract in found}


def buffer(text: str, name: str = "A") -> BufferContract:
    return contracts(text)["f"].buffer(name)


def states(contract: PaddingContract) -> tuple[str | None, ...]:
    return contract.holds, contract.on_entry, contract.at_exit, contract.accepts


COPY = "affine_map<(d0, d1) -> (d0, d1 - 2)>"


@pytest.mark.parametrize("applied", [False, True])
@pytest.mark.parametrize(
    ("kind", "body", "role", "expected"),
    [
        ('"forbidden"', READ, "in", (None, "never read", "unchanged", "any")),
        ('"forbidden"', WRITE, "out", (None, "never read", "unchanged", "any")),
        ('"undef"', READ, "in", (None, "arbitrary", "unchanged", "any")),
        ('"undef"', WRITE, "out", (None, "arbitrary", "arbitrary", "readable")),
        ("2.0 : f32", READ, "in", ("2.0", "value", "value", "any")),
        ("2.0 : f32", WRITE, "out", ("2.0", "arbitrary", "value", "readable")),
        ("2.0 : f32", READ + "\n" + WRITE, "in-out", ("2.0", "value", "value", "declared")),
        ('"identity(addf)"', READ, "in", ("-0.0", "value", "value", "any")),
        ('"identity(maximumf)"', WRITE, "out", ("-inf", "arbitrary", "value", "readable")),
        (COPY, READ, "in", ("copies [io, ii - 2]", "value", "value", "any")),
        ("@ramp", WRITE, "out", ("@ramp", "arbitrary", "value", "readable")),
    ],
)
def test_kinds(
    kind: str, body: str, role: str, expected: tuple[str | None, ...], applied: bool
) -> None:
    s = Schedule(function(laid_out(kind), body), "f")
    if applied:
        s.apply_layouts()
    found = buffer(str(s))
    assert (found.role, found.form) == (role, "physical" if applied else "logical")
    assert [states(p) for p in found.padding] == [expected]
    assert found.padding[0].cells == "4*io + ii >= 14"
    assert (found.logical_shape, found.physical_shape) == ((14,), (4, 4))
    assert found.map == TILES


def test_not_all_written_is_in() -> None:
    found = buffer(function(laid_out("2.0 : f32"), WRITE, upper=13))
    assert found.role == "in-out"
    assert states(found.padding[0]) == ("2.0", "value", "value", "declared")


def test_kinds_by_region() -> None:
    last = "affine_map<(d0, d1) -> (d1 - 3)>"
    kinds = f'[{{where = {last}, kind = 1.0 : f32}}, {{kind = "undef"}}]'
    found = buffer(function(laid_out(kinds), READ)).padding
    assert {(p.cells, p.holds, p.on_entry) for p in found} == {
        ("ii + io >= 6", "1.0", "value"),
        ("ii == 2 and io == 3", None, "arbitrary"),
    }


def test_each_piece_of_padding_is_asked_for_by_itself() -> None:
    kinds = "[{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = 1.0 : f32}, {kind = 2.0 : f32}]"
    found = buffer(f"""
func.func @f(%A: memref<4x4xf32> {{pad.logical = {laid_out(kinds)}}}, %x: f32) {{
  affine.for %i = 0 to 15 {{
    affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
  }}
  func.return
}}
""")
    assert {(p.cells, p.holds, p.on_entry) for p in found.padding} == {
        ("ii + io >= 6", "1.0", "value"),
        ("ii == 2 and io == 3", "2.0", "arbitrary"),
    }


def test_removed_guards_need_what_is_declared() -> None:
    rows = function(
        laid_out("0.0 : f32"),
        "%s = affine.load %O[0] : memref<1xf32>",
        "%v = affine.load %A[%i] : {type}",
        "%t = arith.addf %s, %v : f32",
        "affine.store %t, %O[0] : memref<1xf32>",
    )
    s = Schedule(rows, "f", fp="relaxed")
    s.apply_layouts()
    s.sequential_buffer_access("compute", "A")
    assert s.contracts()[0].buffer("A").padding[0].accepts == "any"
    s.remove_branching_through_overcompute("compute")
    assert s.contracts()[0].buffer("A").padding[0].accepts == "declared"


@pytest.mark.parametrize("kind", ['"undef"', "0.0 : f32"])
def test_what_accepts_any_padding_computes_the_same(kind: str) -> None:
    s = Schedule(function(laid_out(kind), READ), "f")
    kernel = s.compile(packed=True)
    assert kernel.contracts.buffer("A").padding[0].accepts == "any"
    array, out = np.arange(16, dtype=np.float32).reshape(4, 4), np.zeros(1, np.float32)
    array[3, 2:] = np.nan
    kernel(array, out, 0.0)
    assert out[0] == 13
    assert np.isnan(array[3, 2:]).all()


DEAD = f"{READ}\naffine.store %x, %O[0] : memref<1xf32>\n{WRITE}"


@pytest.mark.parametrize("later", [(), ("pad-remove-assume",), ("pad-flatten-buffers",)])
def test_padding_that_is_no_longer_written_is_asked_for(later: tuple[str, ...]) -> None:
    s = Schedule(function(laid_out("0.0 : f32"), DEAD), "f")
    s.apply_layouts()
    s.apply("pad-remove-no-op")
    for name in later:
        s.apply(name)
    found = s.contracts()[0].buffer("A")
    assert found.role == "out"
    assert states(found.padding[0]) == ("0.0", "value", "value", "declared")
    kernel = s.compile(packed=True)
    array = np.full((4, 4), 7, np.float32)
    array[3, 2:] = 0
    kernel(array.reshape(kernel.physical_shape("A")), np.zeros(1, np.float32), 5.0)
    assert (array == np.where(np.arange(16).reshape(4, 4) < 14, 5, 0)).all()


def test_padding_that_matters_before_a_further_step_is_asked_for() -> None:
    s = Schedule(function(laid_out("0.0 : f32"), DEAD), "f")
    s.apply_layouts()
    s.apply("pad-remove-no-op")
    s.transform_layout("A", lambda i, j: (j, i), align=[8, 1], pad_value="undef")
    found = s.contracts()[0].buffer("A")
    assert (found.role, found.form) == ("out", "logical")
    assert [p.on_entry for p in found.padding] == ["value", "arbitrary"]


def test_padding_that_matters_to_a_callee_is_asked_for() -> None:
    s = Schedule(function(laid_out("0.0 : f32"), DEAD), "f")
    s.apply_layouts()
    s.apply("pad-remove-no-op")
    called = str(s).replace("func.func @f", "func.func private @callee")
    type = f"memref<4x4xf32> {{pad.logical = {laid_out('0.0 : f32')}}}"
    caller = f"""
func.func @caller(%A: {type}, %O: memref<1xf32>, %x: f32) {{
  func.call @callee(%A, %O, %x) : (memref<4x4xf32>, memref<1xf32>, f32) -> ()
  func.return
}}
func.func @filler(%A: {type}, %O: memref<1xf32>, %x: f32) {{
  affine.for %i = 0 to 4 {{
    affine.for %j = 0 to 4 {{
      %zero = arith.constant 0.0 : f32
      affine.store %zero, %A[%i, %j] : memref<4x4xf32>
    }}
  }}
  func.call @callee(%A, %O, %x) : (memref<4x4xf32>, memref<1xf32>, f32) -> ()
  func.return
}}
"""
    at = called.rindex("}")
    found = contracts(called[:at] + caller + called[at:])
    entries = {name: contract.buffers[0] for name, contract in found.items() if name != "ramp"}
    assert {name: buffer.role for name, buffer in entries.items()} == dict.fromkeys(entries, "out")
    assert {name: buffer.padding[0].on_entry for name, buffer in entries.items()} == {
        "callee": "value",
        "caller": "value",
        "filler": "arbitrary",
    }


COPY_ANY = """
func.func @f(%B: memref<?xf32>, %A: memref<?xf32>,
    %n: index {pad.size = [{of = "A", dim = 0}, {of = "B", dim = 0}]}) {
  affine.for %i = 0 to %n {
    %b = affine.load %B[%i] : memref<?xf32>
    affine.store %b, %A[%i] : memref<?xf32>
  } {pad.stage = "compute"}
  func.return
}"""


def test_sizes_known_at_run_time_ask_no_more_after_passes() -> None:
    s = Schedule(COPY_ANY, "f")
    s.transform_layout("A", lambda i: (i // 4, i % 4), pad_value=7.0)
    (pending,) = s.contracts()
    s.apply_layouts()
    (applied,) = s.contracts()
    s.optimize(target_cpu="x86-64-v3")
    (optimized,) = s.contracts()
    for found in (pending, applied, optimized):
        assert found.buffer("A").role == "out"
        expected = ("7.0", "arbitrary", "value", "readable")
        assert [states(p) for p in found.buffer("A").padding] == [expected]
    kernel = s.compile(packed=True)
    given = np.arange(6, dtype=np.float32)
    array = np.full((2, 4), np.nan, np.float32)
    kernel(given, array, n=6)
    assert (array.ravel() == [*range(6), 7, 7]).all()


def test_sizes_known_at_run_time_of_what_no_access_reaches() -> None:
    s = Schedule(COPY_ANY, "f")
    s.transform_layout("B", lambda i: (i // 4, i % 4), pad_value=7.0)
    s.apply_layouts()
    (found,) = s.contracts()
    expected = ("7.0", "value", "value", "any")
    assert [states(p) for p in found.buffer("B").padding] == [expected]
    everything = str(s).replace("to %n", "to affine_map<(d0) -> (d0 ceildiv 4 * 4)>(%n)")
    (padding,) = contracts(everything)["f"].buffer("B").padding
    assert (padding.on_entry, padding.accepts) == ("value", "declared")


@pytest.mark.parametrize(("last", "on_entry"), [("4", "arbitrary"), ("3", "value")])
def test_sizes_known_at_run_time_of_a_callee(last: str, on_entry: str) -> None:
    layout = laid_out("7.0 : f32").replace("memref<14x", "memref<?x")
    size = '%n: index {pad.size = [{of = "A", dim = 0}]}'
    arguments = f"(%A: memref<?x4xf32> {{pad.logical = {layout}}}, {size}, %x: f32)"
    found = contracts(f"""
func.func private @callee{arguments} {{
  affine.for %io = 0 to affine_map<(d0) -> (d0 ceildiv 4)>(%n) {{
    affine.for %ii = 0 to {last} {{
      affine.store %x, %A[%io, %ii] : memref<?x4xf32>
    }}
    affine.for %ii = {last} to 4 {{
      affine.if affine_set<(d0, d1)[n] : (n - d0 * 4 - d1 - 1 >= 0)>(%io, %ii)[%n] {{
        affine.store %x, %A[%io, %ii] : memref<?x4xf32>
      }}
    }}
  }}
  func.return
}}
func.func @f{arguments} {{
  func.call @callee(%A, %n, %x) : (memref<?x4xf32>, index, f32) -> ()
  func.return
}}
""")
    for contract in found.values():
        assert contract.buffer("A").role == "out"
        assert [p.on_entry for p in contract.buffer("A").padding] == [on_entry]


@pytest.mark.parametrize(
    ("bound", "role"), [("%h", "out"), ("affine_map<(d0) -> (d0 - 1)>(%h)", "in-out")]
)
def test_several_stages_may_write_all_cells_together(bound: str, role: str) -> None:
    found = contracts(f"""
func.func @f(%A: memref<?xf32>, %h: index, %n: index {{pad.size = [{{of = "A", dim = 0}}]}},
    %x: f32) {{
  affine.for %i = 0 to {bound} {{
    affine.store %x, %A[%i] : memref<?xf32>
  }}
  affine.for %i = %h to %n {{
    affine.store %x, %A[%i] : memref<?xf32>
  }}
  func.return
}}""")["f"]
    assert found.buffer("A").role == role


def test_of_a_kernel() -> None:
    kernel = compile(function(laid_out("2.0 : f32"), WRITE))
    found = kernel.contracts.buffer("A")
    assert (found.role, found.form, found.physical_shape) == ("out", "physical", (4, 4))
    assert str(found) == (
        "A: out, (i) -> (i // 4, i % 4) on [14] = [4, 4]; padding 4*io + ii >= 14: on entry "
        "arbitrary, at exit holds 2.0, accepts readable"
    )
    assert kernel.contracts.buffer("O").role == "in"


def test_of_a_schedule() -> None:
    text = function(laid_out("0.0 : f32"), READ)
    s = Schedule(text, "f")
    (before,) = s.contracts()
    s.apply_layouts()
    (after,) = s.contracts()
    applied = [replace(b, form="logical") if b.name == "A" else b for b in after.buffers]
    assert replace(after, buffers=tuple(applied)) == before
    assert [c.name for c in Schedule(text).contracts()] == ["ramp", "f"]
    with pytest.raises(KeyError):
        after.buffer("C")


def test_arguments_that_may_be_one_memory() -> None:
    alias = "attributes {pad.may_alias}"
    s = Schedule(function(laid_out("0.0 : f32"), READ, head=alias), "f")
    s.apply_layouts()
    found = s.contracts()[0]
    assert found.may_alias
    assert [b.role for b in found.buffers] == ["in-out", "in-out"]
    assert found.buffer("A").padding[0].accepts == "declared"


def test_buffers_passed_on() -> None:
    text = f"""
func.func private @g({laid_out('"undef"')}) -> {laid_out("0.0 : f32")}
func.func @f(%A: {laid_out('"undef"')}) -> {laid_out("0.0 : f32")} {{
  %r = func.call @g(%A) : ({laid_out('"undef"')}) -> {laid_out("0.0 : f32")}
  func.return %r : {laid_out("0.0 : f32")}
}}
"""
    found = contracts(text)
    for name in "gf":
        argument, result = found[name].buffers
        assert (argument.role, result.role, result.name) == ("in-out", "result", "result0")
        assert states(argument.padding[0]) == (None, "arbitrary", "arbitrary", "readable")
        assert states(result.padding[0]) == ("0.0", None, "value", None)
    assert (found["g"].is_declaration, found["g"].is_public) == (True, False)


def test_layouts_that_wait_on_the_function() -> None:
    head = f"attributes {{pad.layouts = {{A = [{TILES}, affine_map<(d0, d1) -> (d1, d0)>]}}}}"
    found = buffer(function("memref<14xf32>", READ, head=head))
    assert (found.form, found.physical_shape) == ("logical", (4, 4))
    assert found.map == "affine_map<(d0) -> (d0 mod 4, d0 floordiv 4)>"
    assert len(found.layout.steps) == 2


def test_a_step_on_an_applied_layout() -> None:
    s = Schedule(function(laid_out("2.0 : f32"), READ), "f")
    s.apply_layouts()
    s.transform_layout("A", lambda i, j: (j, i), align=[8, 1], pad_value="undef")
    found = s.contracts()[0].buffer("A")
    assert (found.form, found.logical_shape, found.physical_shape) == ("logical", (14,), (8, 4))
    assert [p.holds for p in found.padding] == ["2.0", None]


def test_sizes_and_alignment() -> None:
    found = buffer("""
func.func @f(%A: memref<?x8xf32, strided<[8, 1]>> {llvm.align = 64},
             %n: index {pad.size = [{of = "A", dim = 0, min = 1, max = 64, multiple = 4}]}) {
  func.return
}
""")
    assert (found.logical_shape, found.physical_shape, found.map) == (("n", 8), None, None)
    assert (found.alignment, found.sizes) == (64, (SizeTie("n", 0, 1, 64, 4),))


def test_sizes_of_several_buffers_are_told_apart() -> None:
    (found,) = contracts_of(
        parse_module("""
func.func @f(%A: memref<?x?xf32>, %B: memref<?x?xf32>, %n: index {pad.size = [
    {of = "A", dim = 1}, {of = "B", dim = 0}]}) -> memref<?xf32> {
  %c = memref.alloc(%n) : memref<?xf32>
  func.return %c : memref<?xf32>
}
""")
    )
    shapes = [buffer.logical_shape for buffer in found.buffers]
    assert shapes == [("A.0", "n"), ("n", "B.1"), ("result0.0",)]
    assert "A: in, (i0, i1) -> (i0, i1) on [A.0, n]" in str(found)


@pytest.mark.parametrize(
    ("type", "map", "physical"),
    [
        ("memref<f32>", "affine_map<() -> ()>", ()),
        ("memref<0x3xf32, 3 : i64>", "affine_map<(d0, d1) -> (d0, d1)>", (0, 3)),
        ("memref<2xvector<4xf32>>", "affine_map<(d0) -> (d0)>", (2,)),
        (f"memref<14xf32, {TILES}>", TILES, None),
        (
            "memref<?xf32, #pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], "
            '["undef"], {}>>',
            TILES,
            ("(A.0 + 3) // 4", 4),
        ),
    ],
)
def test_odd_types(type: str, map: str, physical: tuple[int | str, ...] | None) -> None:
    found = buffer(f"func.func @f(%A: {type}) {{\n  func.return\n}}")
    assert (found.map, found.physical_shape) == (map, physical)
    assert found.role == "in"


ODD: list[Any] = [
    ("", []),
    ("func.func @f(%x: f32, %A: memref<*xf32>) {\n  func.return\n}", ["f"]),
    (
        "func.func @f(%A: memref<4xf32>, %c: i1) {\n  cf.cond_br %c, ^a, ^b\n"
        "^a:\n  cf.br ^b\n^b:\n  %i = arith.constant 0 : index\n"
        "  %v = memref.load %A[%i] : memref<4xf32>\n  func.return\n}",
        ["f"],
    ),
    (
        "builtin.module @inner {\n  func.func @f(%A: memref<4xf32>) {\n"
        '    "test.unknown"(%A) : (memref<4xf32>) -> ()\n    func.return\n  }\n}',
        ["f"],
    ),
    ("llvm.func @f(!llvm.ptr)", []),
]


@pytest.mark.parametrize(("text", "names"), ODD, ids=range(len(ODD)))
def test_odd_modules(
    text: str, names: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.mlir"
    path.write_text(text)
    assert main([str(path), "--contracts", "--allow-unregistered-dialect"]) == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, SCHEMA, jsonschema.Draft202012Validator)
    assert [f["name"] for f in document["functions"]] == names


@pytest.mark.parametrize(
    ("mask", "roles"),
    [
        ("%full = arith.constant dense<true> : vector<8xi1>", ("in", "in-out")),
        (f"%full = arith.constant dense<[{SIX_OF_EIGHT}]> : vector<8xi1>", ("in", "out")),
        ("%full = vector.create_mask %rest : vector<8xi1>", ("in", "out")),
        ("%full = vector.create_mask %less : vector<8xi1>", ("in", "in-out")),
        ("%full = vector.load %M[%c0] : memref<8xi1>, vector<8xi1>", ("in", "in-out")),
    ],
)
def test_masked_accesses(mask: str, roles: tuple[str, str]) -> None:
    text = f"""
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>, %M: memref<8xi1>) {{
  %c0 = arith.constant 0 : index
  %rest = arith.constant 6 : index
  %less = arith.constant 5 : index
  affine.for %i = 8 to 14 step 6 {{
    {mask}
    %a = vector.load %A[%c0] : memref<14xf32>, vector<8xf32>
    vector.store %a, %B[%c0] : memref<14xf32>, vector<8xf32>
    %b = vector.maskedload %A[%i], %full, %a : {MASKED} into vector<8xf32>
    vector.maskedstore %B[%i], %full, %b : {MASKED}
  }}
  func.return
}}"""
    found = contracts(text)["f"]
    assert (found.buffer("A").role, found.buffer("B").role) == roles


def test_transfers_read_or_write() -> None:
    text = """
func.func @f(%A: memref<14xf32>, %B: memref<14xf32>, %x: f32) {
  affine.for %i = 0 to 14 step 8 {
    %a = vector.transfer_read %A[%i], %x : memref<14xf32>, vector<8xf32>
    vector.transfer_write %a, %B[%i] : vector<8xf32>, memref<14xf32>
  }
  func.return
}"""
    found = contracts(text)["f"]
    assert found.buffer("A").role == "in"
    assert found.buffer("B").role == "in-out"  # which cells are written is not looked at


def test_a_size_may_have_the_name_of_an_index() -> None:
    layout = (
        "#pad.layout<[affine_map<(d0, d1) -> (d1, d0 floordiv 4, d0 mod 4)>, "
        'affine_map<(d0, d1, d2) -> (d1, d2, d0)>], ["undef", 0.0 : f32], {}>'
    )
    module = parse_module(f"""
      func.func @f(%A: memref<?x?xf32, {layout}>,
          %j: index {{pad.size = [{{of = "A", dim = 0}}]}}) {{
        func.return
      }}
    """)
    (contract,) = contracts_of(module)
    buffer = contract.buffer("A")
    assert buffer.logical_shape == ("j", "A.1")
    assert list(map(str, buffer.physical_shape or ())) == ["(j + 3) // 4", "4", "A.1"]
    assert [piece.cells for piece in buffer.padding] == ["4*io + ii >= j"]

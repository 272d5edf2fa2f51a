"""What becomes of bf16 where a target has no such type: its 16 bits, and f32 to compute with."""

from __future__ import annotations

import pytest
from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerAttr, ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.gpu.spirv.bfloat_bits import store_bfloats_as_bits

ARGUMENTS = "%A: memref<8xbf16>, %F: memref<8xf32>, %c: i1, %k: index"
COMPUTING = ("addf", "cmpf", "fptosi", "extf", "truncf", "sitofp", "select", "exp", "fma", "fpowi")


def on_bits(body: str) -> ModuleOp:
    """A kernel with these lines in it, which loads %x and %y of bf16 first, on bits."""
    module = parse_module(f"""
gpu.module @m {{
  gpu.func @k({ARGUMENTS}) kernel attributes {{known_block_size = array<i32: 1, 1, 1>}} {{
    %x = memref.load %A[%k] : memref<8xbf16>
    %y = memref.load %A[%k] : memref<8xbf16>
    %f = memref.load %F[%k] : memref<8xf32>
    {body}
    gpu.return
  }}
}}""")
    store_bfloats_as_bits(module)
    assert "bf16" not in str(module)
    return module


def computed(body: str) -> list[str]:
    """The float operations of a kernel, each with what it takes and gives."""
    found = list[str]()
    for op in on_bits(body).walk():
        if op.name.split(".")[1] in COMPUTING:
            taken = ", ".join(str(type) for type in op.operand_types)
            found.append(f"{op.name}: {taken} -> {op.results[0].type}")
    return found


def named(body: str, name: str) -> int:
    return sum(op.name == name for op in on_bits(body).walk())


def test_buffers_hold_bits() -> None:
    text = str(on_bits("memref.store %x, %A[%k] : memref<8xbf16>"))
    assert "%A: memref<8xi16>, %F: memref<8xf32>" in text
    assert "memref.store %x, %A[%k] : memref<8xi16>" in text
    assert "arith" not in text  # nothing is computed


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("%r = arith.addf %f, %f : f32", ["arith.addf: f32, f32 -> f32"]),
        ("%r = math.fma %f, %f, %f : f32", ["math.fma: f32, f32, f32 -> f32"]),
        ("%r = arith.cmpf olt, %x, %y : bf16", ["arith.cmpf: f32, f32 -> i1"]),
        ("%r = arith.fptosi %x : bf16 to i32", ["arith.fptosi: f32 -> i32"]),
        ("%r = arith.extf %x : bf16 to f64", ["arith.extf: f32 -> f64"]),
        ("%r = arith.extf %x : bf16 to f32", []),  # its bits, moved up
        ("%r = arith.select %c, %x, %y : bf16", ["arith.select: i1, i16, i16 -> i16"]),
    ],
)
def test_what_is_computed_without_rounding(line: str, expected: list[str]) -> None:
    assert computed(line) == expected
    is_widened = "bf16" in line and "select" not in line
    assert (named(line, "arith.shli") > 0) == is_widened


# To round, NaN is kept by a choice.
ROUNDED = ["arith.cmpf: f32, f32 -> i1", "arith.select: i1, i32, i32 -> i32"]


@pytest.mark.parametrize(
    ("line", "expected", "widened"),
    [
        ("%r = arith.addf %x, %y : bf16", ["arith.addf: f32, f32 -> f32"], 2),
        ("%r = math.exp %x : bf16", ["math.exp: f32 -> f32"], 1),
        (
            "%n = arith.constant 3 : i32\n %r = math.fpowi %x, %n : bf16, i32",
            ["math.fpowi: f32, i32 -> f32"],
            1,
        ),
        ("%r = arith.truncf %f : f32 to bf16", [], 0),
    ],
)
def test_what_is_rounded(line: str, expected: list[str], widened: int) -> None:
    assert [op for op in computed(line) if op not in ROUNDED] == expected
    assert named(line, "arith.shli") == widened
    assert named(line, "arith.trunci") == 1


def test_lanes_are_computed_like_numbers() -> None:
    text = """%v = vector.load %A[%k] : memref<8xbf16>, vector<2xbf16>
    %r = arith.addf %v, %v : vector<2xbf16>"""
    assert "arith.addf: vector<2xf32>, vector<2xf32> -> vector<2xf32>" in computed(text)


@pytest.mark.parametrize(
    ("number", "bits"), [("1.5", 0x3FC0), ("-2.0", 0xC000), ("1.0078125", 0x3F81)]
)
def test_constants_are_bits(number: str, bits: int) -> None:
    (constant,) = (
        op
        for op in on_bits(f"%r = arith.constant {number} : bf16").walk()
        if isinstance(op, arith.ConstantOp)
    )
    assert isinstance(constant.value, IntegerAttr)
    assert constant.value.value.data % 2**16 == bits


def test_constants_of_lanes_are_bits() -> None:
    (constant,) = (
        op
        for op in on_bits("%r = arith.constant dense<[1.5, 1.0]> : vector<2xbf16>").walk()
        if isinstance(op, arith.ConstantOp)
    )
    assert isinstance(constant.value, DenseIntOrFPElementsAttr)
    assert [*constant.value.get_values()] == [0x3FC0, 0x3F80]


def test_other_constants_stay() -> None:
    assert "arith.constant 1.500000e+00 : f32" in str(on_bits("%r = arith.constant 1.5 : f32"))


def test_casts_that_change_nothing_go() -> None:
    assert named("%r = arith.bitcast %x : bf16 to i16", "arith.bitcast") == 0
    assert named("%r = arith.bitcast %f : f32 to i32", "arith.bitcast") == 1


def test_a_product_that_would_be_rounded_twice() -> None:
    with pytest.raises(PadError, match=r"math\.fma of bf16"):
        on_bits("%r = math.fma %x, %x, %y : bf16")

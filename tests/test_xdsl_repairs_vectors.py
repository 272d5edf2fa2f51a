"""The defects of xDSL 0.74 with vectors that `dialect/repairs` works around."""

import pytest
from xdsl.dialects import arith, builtin, vector
from xdsl.dialects.builtin import IntegerAttr
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.exceptions import ParseError, VerifyException

from pad_mlir.dialect.repairs import (
    OperationError,
    parse_module,
    print_module,
    verify_operations,
)

from .test_xdsl_repairs import first, stock_parse

VECTORS = """%n: i32, %i8: vector<4xi8>, %i32: vector<4xi32>, %f32: vector<4xf32>,
    %x: vector<4xindex>"""


@pytest.mark.parametrize(
    "line",
    [
        "%y = arith.extsi %i8 {a} : vector<4xi8> to vector<4xi32>",
        "%y = arith.extui %i8 : vector<4xi8> to vector<4xi32>",
        "%y = arith.trunci %i32 : vector<4xi32> to vector<4xi8>",
        "%y = arith.trunci %i32 overflow<nsw> : vector<4xi32> to vector<4xi8>",
        "%y = arith.trunci %n overflow<nuw> {a} : i32 to i8",
        "%y = arith.sitofp %i32 : vector<4xi32> to vector<4xf32>",
        "%y = arith.uitofp %i32 : vector<4xi32> to vector<4xf32>",
        "%y = arith.fptosi %f32 : vector<4xf32> to vector<4xi32>",
        "%y = arith.fptoui %f32 : vector<4xf32> to vector<4xi32>",
        "%y = arith.index_cast %i32 : vector<4xi32> to vector<4xindex>",
        "%y = arith.index_cast %x : vector<4xindex> to vector<4xi32>",
    ],
)
def test_conversions_of_vectors(line: str) -> None:
    text = f"func.func @f({VECTORS}) {{\n    {line}\n    func.return\n}}"
    with pytest.raises((ParseError, VerifyException)):
        stock_parse(text).verify()
    module = parse_module(text)
    verify_operations(module)
    assert f"    {line}\n" in print_module(module)
    again = parse_module(print_module(module, generic=True))
    verify_operations(again)
    assert f"    {line}\n" in print_module(again)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("arith.extsi %i32 : vector<4xi32> to vector<4xi8>", "must be larger"),
        ("arith.extui %i32 : vector<4xi32> to vector<4xi32>", "must be larger"),
        ("arith.trunci %i8 : vector<4xi8> to vector<4xi32>", "must be smaller"),
        ("arith.extsi %i8 : vector<4xi8> to vector<8xi32>", "of one shape"),
        ("arith.sitofp %i32 : vector<4xi32> to f32", "of one shape"),
        ("arith.sitofp %f32 : vector<4xf32> to vector<4xf32>", "cannot convert"),
        ("arith.fptoui %f32 : vector<4xf32> to vector<4xf32>", "cannot convert"),
        ("arith.index_cast %i32 : vector<4xi32> to vector<4xi64>", "cannot convert"),
    ],
)
def test_conversions_that_are_none(line: str, message: str) -> None:
    module = parse_module(f"func.func @f({VECTORS}) {{\n    %y = {line}\n    func.return\n}}")
    with pytest.raises(OperationError, match=message):
        verify_operations(module)


def test_stock_operations_verify_as_the_repaired_ones() -> None:
    module = parse_module(f"func.func @f({VECTORS}) {{\n    func.return\n}}")
    function = first(module, "func.func")
    wide = builtin.VectorType(builtin.i64, [4])
    extended = arith.ExtSIOp.create(
        operands=[function.regions[0].block.args[1]], result_types=[wide]
    )
    Rewriter.insert_op(extended, InsertPoint.at_start(function.regions[0].block))
    with pytest.raises(VerifyException):
        extended.verify()
    verify_operations(module)
    Rewriter.replace_value_with_new_type(extended.result, builtin.VectorType(builtin.i8, [4]))
    with pytest.raises(OperationError, match="must be larger"):
        verify_operations(module)


def test_alignment_of_vector_accesses() -> None:
    text = """
    func.func @f(%A: memref<8xf32>, %i: index, %m: vector<4xi1>, %z: vector<4xf32>) {
      %a = "vector.load"(%A, %i) <{alignment = 16 : i64, nontemporal = true}>
        : (memref<8xf32>, index) -> vector<4xf32>
      "vector.store"(%a, %A, %i) <{alignment = 16 : i64, nontemporal = true}>
        : (vector<4xf32>, memref<8xf32>, index) -> ()
      %b = "vector.maskedload"(%A, %i, %m, %z) <{alignment = 16 : i64}>
        : (memref<8xf32>, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
      "vector.maskedstore"(%A, %i, %m, %b) <{alignment = 16 : i64}>
        : (memref<8xf32>, index, vector<4xi1>, vector<4xf32>) -> ()
      func.return
    }"""
    with pytest.raises(VerifyException):
        stock_parse(text).verify()
    module = parse_module(text)
    verify_operations(module)
    for generic in (False, True):
        again = parse_module(print_module(module, generic=generic))
        verify_operations(again)
        accesses = [op for op in again.walk() if op.name.startswith("vector.")]
        aligned = IntegerAttr(16, builtin.i64)
        assert [op.attributes.get("alignment") for op in accesses] == [aligned] * 4
        stores = [op for op in accesses if isinstance(op, vector.StoreOp)]
        assert [op.nontemporal for op in stores] == [builtin.BoolAttr.from_bool(True)]

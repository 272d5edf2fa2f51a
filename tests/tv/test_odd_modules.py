"""Odd modules that verify: each gets an answer in words, and no traceback."""

from __future__ import annotations

import pytest

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.tools.tv import Status, validate

_BUDGET = 4_000


def _function(body: str, arguments: str = "%A: memref<4xf32>, %i: index, %x: f32") -> str:
    return f"func.func @f({arguments}) {{ {body} func.return }}"


NOT_UNDERSTOOD = {
    "an unranked memref": _function("%c = memref.cast %A : memref<4xf32> to memref<*xf32>"),
    "back from one": """func.func @f(%A: memref<*xf32>) {
      %d = memref.cast %A : memref<*xf32> to memref<?xf32>
      func.return
    }""",
    "a cast to another rank": _function("%c = memref.cast %A : memref<4xf32> to memref<2x2xf32>"),
    "a cast to other elements": _function("%c = memref.cast %A : memref<4xf32> to memref<4xi32>"),
    "sizes and strides that differ in number": _function("""%c = memref.reinterpret_cast %A
      to offset: [0], sizes: [2, 2], strides: [1]
      : memref<4xf32> to memref<2x2xf32, strided<[1, 1]>>"""),
    "a subview of another stride than its type": _function("""%s = "memref.subview"(%A) <{
      operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>,
      static_sizes = array<i64: 2>, static_strides = array<i64: 2>
    }> : (memref<4xf32>) -> memref<2xf32, strided<[1]>>"""),
    "another offset than its type": _function("""%s = "memref.reinterpret_cast"(%A) <{
      operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 2>,
      static_sizes = array<i64: 2>, static_strides = array<i64: 1>
    }> : (memref<4xf32>) -> memref<2xf32>"""),
    "other sizes than its type": _function("""%s = "memref.expand_shape"(%A) <{
      reassociation = [[0, 1]], static_output_shape = array<i64: 1, 4>
    }> : (memref<4xf32>) -> memref<4x1xf32>"""),
    "no bit at all": _function("""%c = arith.constant 0 : i0
      %d = arith.addi %c, %c : i0"""),
    "an order of floats as integers": _function("%c = arith.cmpi slt, %x, %x : f32"),
    "a bitcast of an index": _function("%c = arith.bitcast %i : index to f32"),
    "a vector of rank 2": _function("", "%v: vector<2x2xf32>"),
    "a vector of rank 0": _function("", "%v: vector<f32>"),
    "a scalable vector": _function("", "%v: vector<[4]xf32>"),
    "a buffer of vectors of rank 2": _function("", "%A: memref<2xvector<2x2xf32>>"),
    "a buffer of buffers": _function("", "%A: memref<2xmemref<2xf32>>"),
    "a complex number": _function("", "%x: complex<f32>"),
    "a tensor": _function("", "%x: tensor<4xf32>"),
    "a token": _function("", "%x: !gpu.async.token"),
    "several blocks": "func.func @f() { cf.br ^bb1 ^bb1: func.return }",
}
VALID = {
    "a result that is a buffer of vectors": """
    func.func @f(%A: memref<1xvector<2xi32>>) -> memref<1xvector<2xi32>> {
      func.return %A : memref<1xvector<2xi32>>
    }""",
    "a subview of one": """
    func.func @f(%A: memref<4xvector<2xi32>>) -> memref<2xvector<2xi32>, strided<[2], offset: 1>> {
      %s = memref.subview %A[1] [2] [2]
        : memref<4xvector<2xi32>> to memref<2xvector<2xi32>, strided<[2], offset: 1>>
      func.return %s : memref<2xvector<2xi32>, strided<[2], offset: 1>>
    }""",
    "a copy of one": """
    func.func @f(%A: memref<3xvector<2xi32>>) -> memref<3xvector<2xi32>> {
      %L = memref.alloc() : memref<3xvector<2xi32>>
      memref.copy %A, %L : memref<3xvector<2xi32>> to memref<3xvector<2xi32>>
      func.return %L : memref<3xvector<2xi32>>
    }""",
    "no cells": """func.func @f(%A: memref<0x4xf32>) -> memref<0x4xf32> {
      func.return %A : memref<0x4xf32>
    }""",
    "a buffer of no axis": """func.func @f(%A: memref<f32>) -> memref<f32> {
      func.return %A : memref<f32>
    }""",
    "indices in a buffer": """func.func @f(%A: memref<4xindex>) -> memref<4xindex> {
      func.return %A : memref<4xindex>
    }""",
}


@pytest.mark.parametrize("name", NOT_UNDERSTOOD)
def test_what_is_not_understood_is_said(name: str) -> None:
    module = parse_module(NOT_UNDERSTOOD[name])
    verdict = validate(module, module.clone(), budget=_BUDGET)
    assert verdict.status is Status.NOT_VALIDATED, str(verdict)
    assert "not validated" in str(verdict)


@pytest.mark.parametrize("name", VALID)
def test_what_is_understood_is_valid(name: str) -> None:
    module = parse_module(VALID[name])
    verdict = validate(module, module.clone(), budget=_BUDGET)
    assert verdict.status is Status.VALID, str(verdict)


def test_an_unknown_global_is_said() -> None:
    """Another module may have it."""
    module = parse_module(_function("%g = memref.get_global @g : memref<4xf32>"))
    assert "the global @g is unknown" in str(validate(module, module.clone(), budget=_BUDGET))

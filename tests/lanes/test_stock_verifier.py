"""Vectorized programs pass xDSL's own verifier, as modules that its own parser has read."""

from __future__ import annotations

from io import StringIO

import pytest
from xdsl.context import Context
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.universe import Universe

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.vectorize.pad_vectorize import PadVectorize

_CONVERTED = [
    ("i8", "extsi", "i32"),
    ("i8", "extui", "i32"),
    ("i32", "trunci", "i8"),
    ("i32", "sitofp", "f32"),
    ("i32", "uitofp", "f32"),
    ("f32", "fptosi", "i32"),
    ("f32", "fptoui", "i32"),
]
_CONVERSION = """
    %b = arith.{op} %a : {source} to {target}
    affine.store %b, %C[%i] : memref<64x{target}>"""
_CHOICE = """
    %k = arith.cmpi slt, %a, %a : i32
    %b = arith.select %k, %a, %a : i32
    affine.store %b, %C[%i] : memref<64xi32>"""
_COMPARED = """
    %k = arith.cmpf olt, %a, %a : f32
    %b = arith.select %k, %a, %a : f32
    affine.store %b, %C[%i] : memref<64xf32>"""
_INDEX = """
    %k = arith.index_cast %i : index to i32
    %b = arith.addi %a, %k : i32
    affine.store %b, %C[%i] : memref<64xi32>"""
_GUARDED = """
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.if affine_set<(d0) : (d0 - 5 >= 0)>(%i) {
        affine.store %a, %C[%i] : memref<64xi32>
      }
    }"""


@pytest.mark.parametrize(
    ("source", "target", "body"),
    [
        *((s, t, _CONVERSION.format(source=s, op=op, target=t)) for s, op, t in _CONVERTED),
        ("i32", "i32", _CHOICE),
        ("f32", "f32", _COMPARED),
        ("i32", "i32", _INDEX),
        ("i32", "i32", _GUARDED),
    ],
)
def test_vectors_are_verified_by_xdsl(source: str, target: str, body: str):
    text = f"""func.func @f(%A: memref<64x{source}>, %C: memref<64x{target}>) {{
      affine.for %i = 0 to 64 {{
        %a = affine.load %A[%i] : memref<64x{source}>
        {body}
      }}
      func.return
    }}"""
    generic = StringIO()
    Printer(generic, print_generic_format=True).print_op(parse_module(text))
    context = Context()
    for name, factory in Universe.get_multiverse().all_dialects.items():
        context.register_dialect(name, factory)
    module = Parser(context, generic.getvalue()).parse_module()
    with collect_remarks():
        PadVectorize(target_cpu="x86-64-v3").apply(context, module)
    module.verify()
    assert "vector<" in str(module)

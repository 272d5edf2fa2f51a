"""The one reader of a walk says after each rewrite what a new one says."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from xdsl.dialects.builtin import IndexType, i1
from xdsl.ir import Operation
from xdsl.pattern_rewriter import PatternRewriter

from pad_mlir.analysis.accesses.equal_loads import CellReader
from pad_mlir.analysis.memory.facts import BlockFacts
from pad_mlir.analysis.memory.known_values import known_value
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.ir.memory_access import is_load
from pad_mlir.dialect.ir.operations import operations_in
from pad_mlir.dialect.text import new_context, parse_module
from pad_mlir.passes.common.diagnostics import collect_remarks
from pad_mlir.passes.simplify import access_simplification, pad_simplify
from pad_mlir.passes.simplify.block_reader import BlockReader
from pad_mlir.passes.simplify.known_loads import ReplaceKnownLoad
from pad_mlir.passes.simplify.pad_simplify import PadSimplify

FOLDER = Path(__file__).parents[2] / "lit_tests" / "passes"
FILES = sorted(path.name for path in FOLDER.glob("pad-simplify*.mlir"))


def said(reader: CellReader, op: Operation) -> list[str | None]:
    """When an operation runs, and what its results are, in the names of the source."""
    instances = reader.surroundings(op)
    exprs = [None if instances is None else instances.condition]
    exprs += [reader.index(value) for value in op.results if value.type == IndexType()]
    exprs += [reader.condition(value) for value in op.results if value.type == i1]
    shown = [None if expr is None else reader.shown(expr) for expr in exprs]
    return [text and re.sub(r"\b(v|extent)\d+\b", "unnamed", text) for text in shown]


class ComparedReader(BlockReader):
    """Is compared whenever a pattern asks for the reader: after the rewrite before."""

    asked = 0
    kept = 0

    @property
    def reader(self) -> CellReader:
        ComparedReader.asked += 1
        ComparedReader.kept += self._reader is not None
        found, fresh = super().reader, CellReader(self.scope)
        for op in operations_in(self.scope):
            assert said(found, op) == said(fresh, op), op
        return found


NESTED = """
func.func @f(%A: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.if affine_set<(d0) : (d0 + 1 >= 0)>(%i) {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(d0, d1) : (d0 * 2 + d1 * 2 - 3 >= 0)>(%i, %j) {
          affine.store %x, %A[(%i * 4 + %j) floordiv 4, %j mod 4] : memref<4x4xf32>
        }
      }
    }
  }
  func.return
}"""
"""A loop and an if in an arm that stays, of which more was known before."""


@pytest.mark.parametrize("file", [None, *FILES])
def test_nothing_read_outlives_what_it_was_read_from(
    file: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pad_simplify, "BlockReader", ComparedReader)
    monkeypatch.setattr(access_simplification, "BlockReader", ComparedReader)
    monkeypatch.setattr(ComparedReader, "asked", 0)
    monkeypatch.setattr(ComparedReader, "kept", 0)
    texts = NESTED if file is None else (FOLDER / file).read_text()
    for text in texts.split("// -----"):
        with collect_remarks(), suppress(PadError):
            PadSimplify().apply(new_context(), parse_module(text))
    assert ComparedReader.kept < ComparedReader.asked
    assert file is None or ComparedReader.kept > 0


class ComparedLoads(ReplaceKnownLoad):
    """Compares what the facts of the walk's beginning say with those of the block as it is."""

    compared = 0

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> None:
        if self._facts is not None and is_load(op):
            kept = known_value(op, self._facts)
            fresh = known_value(op, BlockFacts(self._known.scope))
            assert kept is None or kept == fresh, op
            ComparedLoads.compared += 1
        super().match_and_rewrite(op, rewriter)


CHAIN = """
func.func @f(%A: memref<2xf32>, %B: memref<2xf32>, %C: memref<4xf32>, %x: f32) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %x, %A[0] : memref<2xf32>
    affine.store %c, %A[1] : memref<2xf32>
    %0 = affine.load %A[0] : memref<2xf32>
    affine.store %0, %B[0] : memref<2xf32>
    %1 = affine.load %B[0] : memref<2xf32>
    affine.store %1, %B[1] : memref<2xf32>
    %2 = affine.load %B[1] : memref<2xf32>
    affine.store %2, %A[1] : memref<2xf32>
    %3 = affine.load %A[1] : memref<2xf32>
    affine.store %3, %C[%i] : memref<4xf32>
  }
  func.return
}"""
"""One load is replaced by a value that the next one loads."""


@pytest.mark.parametrize("file", [None, "pad-simplify.mlir", "pad-simplify-loads.mlir"])
def test_facts_hold_to_the_end_of_a_walk(file: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pad_simplify, "ReplaceKnownLoad", ComparedLoads)
    monkeypatch.setattr(ComparedLoads, "compared", 0)
    texts = CHAIN if file is None else (FOLDER / file).read_text()
    for text in texts.split("// -----"):
        with collect_remarks(), suppress(PadError):
            PadSimplify().apply(new_context(), parse_module(text))
    assert ComparedLoads.compared > 0

"""MLIR in pretty forms that xDSL does not read, by way of the upstream parser."""

import re
from pathlib import Path

import pytest

from pad_mlir.dialect.repairs import new_context
from pad_mlir.tools.driver import upstream_reading as foreign
from pad_mlir.tools.driver.compilation import Compilation

from .tools import PadOpt

FOREIGN = """\
func.func @f(%m: memref<?xi32>, %v: i32, %A: memref<16xf32>) -> i32 {
  %c = arith.constant 3 : index
  %old = memref.atomic_rmw addi %v, %m[%c] : (i32, memref<?xi32>) -> i32
  affine.for %k = 0 to 16 {
    %x = affine.load %A[%k] : memref<16xf32>
    affine.store %x, %A[%k] : memref<16xf32>
  }
  cf.br ^next(%v, %old: i32, i32)
^next(%p: i32, %q: i32):
  %sum = arith.addi %p, %q : i32
  return %sum : i32
}
"""


@pytest.fixture
def upstream() -> None:
    pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")


@pytest.mark.usefixtures("upstream")
def test_it_is_read_with_names_and_places(source: Path, pad_opt: PadOpt) -> None:
    source.write_text(FOREIGN)
    said = pad_opt(source, "--mlir-print-debuginfo")
    assert said.code == 0
    assert '%old = "memref.atomic_rmw"(%v, %m, %c)' in said.out
    assert f'%sum = arith.addi %p, %q : i32 loc("{source}":10:10)' in said.out
    assert f'%A: memref<16xf32> loc("{source}":1:42)' in said.out
    assert "affine.for %k" in said.out
    assert '"-"' not in said.out
    assert not re.search(r":0:|:\d+:0", said.out)


@pytest.mark.usefixtures("upstream")
def test_passes_find_buffers_by_name(source: Path, pad_opt: PadOpt) -> None:
    source.write_text(FOREIGN)
    layout = '-p=pad-transform-layout{buffer=A map="(i) -> (i floordiv 4, i mod 4)"}'
    assert "#pad.layout" in pad_opt(source, layout.replace("-p=", "--passes=")).out


@pytest.mark.usefixtures("upstream")
def test_what_is_wrong_with_it_upstream_knows(source: Path, pad_opt: PadOpt) -> None:
    source.write_text(
        FOREIGN.replace("load %A[%k] : memref<16xf32>", "load %A[%k] : memref<9xf32>")
    )
    said = pad_opt(source)
    assert said.code == 1
    heading, line, caret = said.err.splitlines()
    assert heading.startswith(f"{source}:5:22: error: upstream MLIR: use of value '%A' expects")
    assert line[len(caret) - 1 :].startswith("%A")


@pytest.mark.usefixtures("upstream")
def test_other_errors_are_told_in_our_words(source: Path, pad_opt: PadOpt) -> None:
    source.write_text("func.func @f(%a: index) -> index { return %b : index }")
    assert "use of undeclared SSA value %b" in pad_opt(source).err


@pytest.mark.usefixtures("upstream")
def test_what_xdsl_can_not_hold_is_refused(source: Path, pad_opt: PadOpt) -> None:
    source.write_text('memref.global "private" @elsewhere : memref<4xf32>')
    assert "xDSL can't hold a memref.global" in pad_opt(source).err


@pytest.mark.usefixtures("upstream")
def test_a_crash_of_upstream_is_none_of_ours(source: Path, pad_opt: PadOpt) -> None:
    source.write_text("#m = affine_map<(d0) -> (" + "(" * 100_000)
    said = pad_opt(source)
    assert said.code == 1
    assert f"{source}:1:" in said.err


def test_without_the_wheels_it_is_refused(
    source: Path, pad_opt: PadOpt, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(name: str) -> None:
        assert name == "mlir"

    monkeypatch.setattr(foreign, "find_spec", absent)
    source.write_text(FOREIGN)
    said = pad_opt(source)
    assert said.code == 1
    assert "xDSL has no pretty form of 'memref.atomic_rmw'; give it in its generic form" in said.err


def test_text_with_our_dialect_stays_here(source: Path, pad_opt: PadOpt) -> None:
    source.write_text(FOREIGN.replace("%sum", "%u = pad.undef : i32\n  %sum"))
    assert "xDSL has no pretty form" in pad_opt(source).err


def test_what_xdsl_reads_never_goes_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(name: str) -> None:
        raise AssertionError("upstream was asked")

    monkeypatch.setattr(foreign, "find_spec", asked)
    Compilation(new_context(), [], "f").run("func.func private @f()")


@pytest.mark.usefixtures("upstream")
def test_given_locations_stay_beside_names(source: Path, pad_opt: PadOpt) -> None:
    text = FOREIGN.replace("memref<?xi32>, %v", 'memref<?xi32> loc("m"("-":7:7)), %v')
    text = text.replace("(i32, memref<?xi32>) -> i32", "(i32, memref<?xi32>) -> i32 loc(#loc)")
    source.write_text(f'{text}#loc = loc("k.py":3:4)\n')
    said = pad_opt(source, "--mlir-print-debuginfo")
    assert '%m: memref<?xi32> loc("m"("-":7:7)), ' in said.out
    assert f'%A: memref<16xf32> loc("{source}":1:' in said.out
    assert '%old = "memref.atomic_rmw"' in said.out
    assert '-> i32 loc("k.py":3:4)' in said.out
    assert f'affine.for %k loc("{source}":4:14) = 0 to 16' in said.out

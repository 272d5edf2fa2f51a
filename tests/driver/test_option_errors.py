"""Errors in options of a pass name the pass and the option, with its place."""

from pathlib import Path

import pytest

from .tools import PadOpt

ROWS = """\
func.func @rows(%A: memref<16x14xf32>, %B: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i, 0] : memref<16x14xf32>
    affine.store %a, %B[%i] : memref<16xf32>
  } {pad.stage = "compute"}
  func.return
}
"""
LAYOUT = 'pad-transform-layout{buffer=A map="(i, j) -> (i, j)" '


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.mlir"
    path.write_text(ROWS)
    return path


@pytest.mark.parametrize(
    ("option", "of", "error"),
    [
        ("max-waste=lots", "pad-optimize{", "max-waste is lots, but must be a number >= 0, or inf"),
        ("max-waste=-1", "pad-optimize{", "max-waste is -1.0, but must be"),
        ("max-waste=nan", "pad-remove-branching-through-overcompute{", "max-waste is nan, but"),
        ("max-padding=a", 'pad-optimize{buffer=A map="(i, j) -> (i, j)" ', "max-padding is a, but"),
        ("max-padding=lots", "pad-optimize{", "max-padding is lots, but must be a number >= 0"),
        ("max-padding=-1", "pad-optimize{", "max-padding is -1.0, but must be"),
        ("map=7", "pad-transform-layout{buffer=A ", 'the map "7" cannot be read'),
        (
            'map="(i) -> (k)"',
            "pad-transform-layout{buffer=A ",
            """the map "(i) -> (k)" cannot be read: 'k' is not a dimension or symbol here; write""",
        ),
        (
            'map="(i) -> (i"',
            "pad-transform-layout{buffer=A ",
            """the map "(i) -> (i" cannot be read: expected ')'; write""",
        ),
        ('map="(i -> i"', "pad-cache-read{buffer=A stage=compute ", 'the map "(i -> i" cannot'),
        ('map="(i)[t] -> (i)"', "pad-transform-layout{buffer=A ", 'the map "(i)[t] -> (i)" has'),
        ("pad=foo", LAYOUT, 'the pad kind "foo" is none of'),
        ('pad="(i -> j"', LAYOUT, 'the map "(i -> j" cannot be read'),
        ('pad="[{where = (i -> i, kind = 1}]"', LAYOUT, 'the map "(i -> i" cannot be read'),
        ("align=foo", LAYOUT, 'align is "foo", but must be a list of integers'),
        ('extents="[1, x]"', LAYOUT, 'extents is "[1, x]", but must be a list'),
        ("separators=foo", LAYOUT, 'separators is "foo", but must be'),
        ("symbols=x", LAYOUT, 'symbols is "x", but must be'),
        ("memory-space=foo", "pad-cache-read{buffer=A stage=compute ", 'the memory space "foo"'),
        (
            "memory-space=1.5",
            "pad-cache-read{buffer=A stage=compute ",
            "memory-space: 1.5 is not a memory space",
        ),
        ("nontemporal-threshold=-1", "pad-to-host{", "nontemporal-threshold is -1, but must be"),
        ("max-rank=0", "pad-flatten-buffers{", "max-rank is 0, but"),
        ("sizes=0", "pad-map-to-gpu{threads=i ", "the sizes are [0], but must be at least 1"),
        ("sizes=1,2", "pad-map-to-gpu{threads=i ", "there must be as many sizes as threads"),
        ("factors=-3", "pad-register-tile{loops=i ", "the factors are [-3], but must be"),
        ("factors=1,2", "pad-register-tile{loops=i ", "there must be as many factors as loops"),
        ("loops=i,i", "pad-register-tile{", "a loop is named twice: i, i"),
        ("factor=0", "pad-split{loop=i ", "the factor is 0, but must be at least 1"),
        ("target-cpu=pdp11", "pad-vectorize{", "target-cpu: LLVM knows no processor 'pdp11'"),
        ("target-cpu=pdp11", "pad-to-host{", "target-cpu: LLVM knows no processor 'pdp11'"),
    ],
)
@pytest.mark.parametrize("given", ["-p", "--pass-pipeline", "flag"])
def test_values_that_are_read_by_the_pass(
    option: str, of: str, error: str, given: str, rows: Path, pad_opt: PadOpt
) -> None:
    name, _, first = of.partition("{")
    pipeline = f"{of}{option}}}"
    position = len(of) + option.index("=") + 1
    if given == "flag":
        said = pad_opt(rows, f"--{name}={first}{option}")
    else:
        pipeline, position = f"cse, {pipeline}", position + len("cse, ")
        said = pad_opt(rows, given, pipeline)
    heading, *shown = said.err.splitlines()
    assert heading.startswith(f"<pass-pipeline>:1:{position + 1}: error: {name}: {error}")
    assert shown == [pipeline, " " * position + "^"]
    assert (said.code, said.out) == (1, "")


@pytest.mark.parametrize(
    ("pipeline", "position", "error"),
    [
        ("pad-split{loop=i factor=2.5}", 24, "option 'factor' of 'pad-split' wants int, got '2.5'"),
        ("pad-split{loop=i factor=4,5}", 24, "option 'factor' of 'pad-split' wants int, got '4,5'"),
        ("pad-split{loop=i factor}", 17, "option 'factor' of 'pad-split' wants int"),
        ("pad-optimize{fp=fast}", 16, "option 'fp' of 'pad-optimize' wants one of strict, relaxed"),
        ("pad-map-to-gpu{sizes=1,x}", 21, "option 'sizes' of 'pad-map-to-gpu' wants list of int"),
        ("pad-flatten-buffers{elide=no}", 26, "option 'elide' of 'pad-flatten-buffers' wants true"),
        ("pad-optimize{buffer=A}", 0, "pad-optimize: give both buffer and map"),
    ],
)
def test_the_place_in_the_pipeline(
    pipeline: str, position: int, error: str, rows: Path, pad_opt: PadOpt
) -> None:
    heading, *shown = pad_opt(rows, "-p", f"cse,\n{pipeline}").err.splitlines()
    assert heading.startswith(f"<pass-pipeline>:2:{position + 1}: error: {error}")
    assert shown == [pipeline, " " * position + "^"]


def test_the_pipeline_of_a_reproducer(rows: Path, pad_opt: PadOpt) -> None:
    pipeline = "builtin.module(pad-to-host{stop=affine},pad-flatten-buffers{max-rank=0})"
    group = f'{{-# external_resources: {{ mlir_reproducer: {{ pipeline: "{pipeline}" }} }} #-}}'
    rows.write_text(f"{ROWS}\n{group}\n")
    said = pad_opt(rows, "--run-reproducer", "--check-assumes")
    at = pipeline.index("0}")
    assert said.err.startswith(f"<pass-pipeline>:1:{at + 1}: error: pad-flatten-buffers: max-rank")
    assert said.err.endswith(f"\n{pipeline}\n{' ' * at}^\n")


def test_each_module_has_its_error(rows: Path, pad_opt: PadOpt) -> None:
    rows.write_text(f"{ROWS}// -----\n{ROWS.replace('rows', 'rose')}")
    said = pad_opt(rows, "--split-input-file", "-p", "pad-split{loop=i factor=0}")
    assert said.err.count("<pass-pipeline>:1:25: error: pad-split: the factor is 0") == 2


def test_diagnostics_are_expected_at_places_of_the_input(rows: Path, pad_opt: PadOpt) -> None:
    rows.write_text(f"// expected-error@+2 {{{{the factor is 0}}}}\n{ROWS}")
    said = pad_opt(rows, "-p", "pad-split{loop=i factor=0}", "--verify-diagnostics")
    assert (said.code, said.err) == (0, "")


def test_places_in_the_input_stay(rows: Path, pad_opt: PadOpt) -> None:
    said = pad_opt(rows, "-p", "pad-split{loop=q factor=4}")
    assert said.err.startswith(f"{rows}:1:1: error: there is no loop 'q' in @rows")

"""The net itself: what it does with wrong code, with code that dies, and where a run stopped."""

import json
import os
import signal
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pad_mlir.dialect.repairs import parse_module, print_module
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from tests.programs import run
from tests.programs.applying import Failure
from tests.programs.faults import FAULTS
from tests.programs.guarded import Died, guarded, in_child
from tests.programs.judging import Silent, Subject, judged, judged_without_promises, subject_of
from tests.programs.names import names_of
from tests.programs.oracles import validated
from tests.programs.pipelines import options_of, random_options, step_text

TILED = """\
func.func @f(%A: memref<4x4xi32> {pad.logical = memref<14xi32, #pad.layout<[affine_map<(d0) -> \
(d0 floordiv 4, d0 mod 4)>], [KIND], {}>>, pad.name = "A"}) {
  %c = arith.constant 7 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i floordiv 4, %i mod 4] : memref<4x4xi32>
    %b = arith.addi %a, %c : i32
    affine.store %b, %A[%i floordiv 4, %i mod 4] : memref<4x4xi32>
  }
  func.return
}
"""
LOGICAL = """\
func.func @f(%A: memref<14xi32>) {
  %c = arith.constant 7 : i32
  affine.for %i = 0 to 14 {
    %a = affine.load %A[%i] : memref<14xi32>
    %b = arith.addi %a, %c : i32
    affine.store %b, %A[%i] : memref<14xi32>
  }
  func.return
}
"""


def _subject(text: str = LOGICAL) -> Subject:
    given = [np.arange(14, dtype=np.int32)]
    found = subject_of(text, "f", parse_module(text), [given])
    assert isinstance(found, Subject)
    return found


def _kind(text: str, kind: str = "0 : i32") -> str:
    return text.replace("KIND", kind)


def test_right_code_passes():
    module = parse_module(_kind(TILED))
    assert judged(module, _subject(), Random(1)) is None
    accepting = parse_module(_kind(TILED, '"undef"'))
    assert judged_without_promises(accepting, _subject(), Random(1)) is None


@pytest.mark.parametrize(
    ("kind", "old", "new", "wrong"),
    [
        ("0 : i32", "constant 7", "constant 8", "wrong value"),
        ("0 : i32", "0 to 14", "0 to 13", "wrong value"),
        ("0 : i32", "0 to 14", "0 to 16", "broken contract"),
        ('"undef"', "0 to 14", "0 to 16", None),
        ('"forbidden"', "0 to 14", "0 to 16", "undefined"),
    ],
)
def test_wrong_code_is_found(kind: str, old: str, new: str, wrong: str | None):
    module = parse_module(_kind(TILED, kind).replace(old, new))
    found = judged(module, _subject(), Random(1))
    assert (found.kind if isinstance(found, Failure) else found) == wrong


def test_a_refuted_step_is_a_failure():
    before, after = (parse_module(LOGICAL.replace("7", number)) for number in "78")
    assert isinstance(validated(before, after, is_relaxed=False), Failure)
    assert validated(before, before, is_relaxed=False) == "valid"


def test_arrays_lie_between_pages_that_kill():
    values = np.arange(6, dtype=np.int32)

    def touch(at_end: bool, place: int) -> object:
        array = guarded(values, at_end=at_end).array
        address = array.ctypes.data + 4 * place
        import ctypes

        return ctypes.c_int32.from_address(address).value

    assert in_child(lambda say: touch(True, 5), 10) == 5
    for at_end, place in ((True, 6), (False, -1)):
        died = in_child(lambda say, end=at_end, k=place: touch(end, k), 10)
        assert died == Died("start", "SIGSEGV", False)


def test_a_child_that_hangs_or_raises_is_told():
    def hang(say: object) -> None:
        signal.pause()

    assert isinstance(died := in_child(hang, 0.3), Died)
    assert "no end" in died.reason
    assert isinstance(died := in_child(lambda say: 1 // 0, 10), Died)
    assert "ZeroDivisionError" in died.reason
    assert in_child(lambda say: os.abort(), 10) == Died("start", "SIGABRT", False)


def test_every_pass_gets_options_that_fit_its_types():
    names = names_of(parse_module(LOGICAL))
    refused = 0
    for name in ALL_PASSES:
        seen = set[str]()
        for seed in range(150):
            options = random_options(name, names, Random(seed))
            seen |= options.keys()
            try:
                parse_pipeline(step_text(name, options), ALL_PASSES)
            except PipelineError:
                refused += 1
        assert seen >= options_of(name).keys() - {"symbols", "new-name", "stages", "stage"}, name
    assert refused < 150 * len(ALL_PASSES) // 10


def test_a_run_goes_on_where_it_stopped(tmp_path: Path):
    done = run._empty(3) | {"counts": {"kept": 1}}  # pyright: ignore[reportPrivateUsage]
    path = tmp_path / "0000000.jsonl"
    path.write_text(json.dumps(done) + '\n{"seed": 4, "fea')  # killed in the middle of a line
    assert [record["seed"] for record in run.records_of(tmp_path, 0)] == [3]
    run.run_batch(tmp_path, 0, 3)
    assert [record["seed"] for record in run.records_of(tmp_path, 0)] == [3, 0, 1, 2]
    assert run.run_again(tmp_path, 0) == 0
    assert run.records_of(tmp_path, 0)[-1]["failure"] is None


def test_what_is_printed_of_a_module_is_the_same_module():
    module = parse_module(LOGICAL)
    assert print_module(parse_module(print_module(module))) == print_module(module)
    assert not isinstance(validated(module, module, is_relaxed=True), Silent)


def test_each_fault_can_be_put_into_the_sources(tmp_path: Path) -> None:
    for fault in FAULTS:
        source = (Path(__file__).parents[2] / fault.file).read_text()
        (tmp_path / fault.file).parent.mkdir(parents=True, exist_ok=True)
        for change in (fault.put_into, fault.mark_in):
            (tmp_path / fault.file).write_text(source)
            change(tmp_path)
            compile((tmp_path / fault.file).read_text(), fault.file, "exec")
            assert (tmp_path / fault.file).read_text() != source, fault.name

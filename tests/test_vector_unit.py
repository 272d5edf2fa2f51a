"""The vector units of processors, with LLVM or without it."""

from __future__ import annotations

import platform
from dataclasses import replace
from pathlib import Path

import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.passes.vectorize import vector_unit as vector_unit_module
from pad_mlir.passes.vectorize.vector_unit import VectorUnit, resolved_cpu, vector_unit
from pad_mlir.upstream import llvm_library, processors
from pad_mlir.upstream.code_generation import assembly
from pad_mlir.upstream.measured_pipes import Pipes, measured_pipes, pipes_of
from pad_mlir.upstream.processors import host_processor, processor

CPUINFO = Path("/proc/cpuinfo")
SHAPES = {  # bytes, registers, masks, has_fma
    "x86-64": (16, 16, False, False),
    "x86-64-v2": (16, 16, False, False),
    "sandybridge": (32, 16, False, False),
    "x86-64-v3": (32, 16, False, True),
    "haswell": (32, 16, False, True),
    "x86-64-v4": (64, 32, True, True),
    "skylake-avx512": (64, 32, True, True),
    "znver3": (32, 16, False, True),
    "znver4": (64, 32, True, True),
    "znver5": (64, 32, True, True),
    "neoverse-n1": (16, 32, False, True),
    "neoverse-v1": (16, 32, True, True),
    "apple-m1": (16, 32, False, True),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str):
    unit = vector_unit(name)
    assert (unit.bytes, unit.registers, unit.masks, unit.has_fma) == SHAPES[name]


@pytest.mark.parametrize("name", SHAPES)
def test_only_avx512_takes_floats_apart(name: str):
    is_wide = SHAPES[name][0] == 64
    assert vector_unit(name).part_lanes == ((4, 8, 16) if is_wide else ())


@pytest.mark.parametrize("name", SHAPES)
def test_avx_has_masks_for_words(name: str):
    assert vector_unit(name).word_masks == (SHAPES[name][0] == 32)


@pytest.mark.parametrize(
    ("name", "pipes"),
    [("znver4", (1, 1, 4)), ("znver5", (2, 2, 4)), ("haswell", (2, 2, 5)), ("apple-m1", (4, 3, 4))],
)
def test_pipes(name: str, pipes: tuple[int, int, int]):
    unit = vector_unit(name)
    assert (unit.fmas, unit.loads, unit.latency) == pipes


def test_a_zen_5_has_lines_sooner():
    unit, other = vector_unit("znver5"), vector_unit("znver4")
    assert unit.caches == (48, 1024)
    assert unit.near_line < other.near_line
    assert unit.line < other.line
    assert unit.written == 1


def test_names_of_this_machine():
    assert vector_unit(None) == vector_unit("native") == vector_unit("host")
    assert processor("native") == host_processor()
    name = resolved_cpu("native")
    assert name is not None
    assert vector_unit(name) == vector_unit("native")
    assert resolved_cpu(name) == name


def virtual_machine(
    monkeypatch: pytest.MonkeyPatch, name: str, pipes: Pipes | None, features: str = ""
) -> None:
    """This machine, under the name that a hypervisor gives it, as it is measured."""
    target = replace(processor(name), features=features)

    def measured(bytes: int, usual: Pipes) -> Pipes:
        return pipes or usual

    monkeypatch.setattr(vector_unit_module, "host_processor", lambda: target)
    monkeypatch.setattr(vector_unit_module, "measured_pipes", measured)


def test_what_is_measured_follows_the_name(monkeypatch: pytest.MonkeyPatch):
    virtual_machine(monkeypatch, "rocketlake", Pipes(2, 2, 4))
    assert resolved_cpu("native") == "rocketlake:fmas=2"
    virtual_machine(monkeypatch, "rocketlake", Pipes(1, 2, 4))
    assert resolved_cpu("native") == "rocketlake"
    virtual_machine(monkeypatch, "znver5", Pipes(1, 1, 4, halves=True, line=2.1))
    assert resolved_cpu("native") == "znver5:fmas=1:loads=1:halves=1"
    unit = vector_unit("native")
    assert (unit.fmas, unit.loads, unit.halves) == (1, 1, True)


def test_a_slow_line_is_that_of_a_mesh():
    rates = {"fmas": 2.0, "half_fmas": 2.0, "loads": 2.0, "half_loads": 2.9}
    lines = [pipes_of(rates, 4.0, line, Pipes(1, 2, 4)).line for line in (2.2, 4.9, 7.9, 9.6)]
    assert lines == [2.5, 2.5, 9, 9]
    assert pipes_of(rates, 4.0, 3.0, Pipes(2, 2, 4, line=9)).line == 9


def test_a_slow_line_follows_the_name_with_the_caches(monkeypatch: pytest.MonkeyPatch):
    virtual_machine(monkeypatch, "rocketlake", Pipes(2, 2, 4, line=9))
    monkeypatch.setattr(vector_unit_module, "_first_cache", lambda: 48)
    assert resolved_cpu("native") == "rocketlake:fmas=2:line=9:l1=48"
    assert vector_unit("native") == vector_unit("sapphirerapids")
    monkeypatch.setattr(vector_unit_module, "_first_cache", lambda: 0)
    assert resolved_cpu("native") == "rocketlake:fmas=2:line=9"
    virtual_machine(monkeypatch, "znver4", Pipes(1, 1, 4, halves=True))
    monkeypatch.setattr(vector_unit_module, "_first_cache", lambda: 48)
    assert resolved_cpu("native") == "znver4"


def test_what_cannot_be_measured_is_what_the_name_tells(monkeypatch: pytest.MonkeyPatch):
    virtual_machine(monkeypatch, "haswell", None)
    assert resolved_cpu("native") == "haswell"


def test_features_that_are_hidden(monkeypatch: pytest.MonkeyPatch):
    virtual_machine(monkeypatch, "znver4", Pipes(2, 2, 4), features="-avx512f")
    assert resolved_cpu("native") == "x86-64-v3:latency=4"


@pytest.mark.parametrize(
    ("suffix", "message"),
    [
        ("fms=2", "'fms=2' after 'znver4' is not fmas="),
        ("fmas=", "'fmas=' after 'znver4' is not fmas="),
        ("halves=2", "'halves=2' after 'znver4' is not fmas="),
        ("l3=4", "'l3=4' after 'znver4' is not fmas=.*l1=.., l2=.. \\(KiB"),
        ("line=2.5", "'line=2.5' after 'znver4' is not .*line=.. \\(cycles of a line"),
        ("loads=0", "loads must be 1 or more, but is 0"),
    ],
)
def test_wrong_numbers(suffix: str, message: str):
    with pytest.raises(PadError, match=message):
        vector_unit(f"znver4:{suffix}")


def test_this_machine_is_measured_to_be_some_processor():
    found = measured_pipes(vector_unit().bytes, Pipes(2, 2, 4))
    assert 1 <= found.fmas <= 8
    assert 1 <= found.loads <= 8
    assert 2 <= found.latency <= 12


def test_a_number_that_is_not_whole_is_the_usual_one():
    usual = Pipes(1, 2, 5)
    rates = {"fmas": 2.16, "half_fmas": 2.17, "loads": 1.42, "half_loads": 1.84}
    assert pipes_of(rates, 3.93, 2.4, usual) == Pipes(2, 2, 4)
    assert pipes_of(rates, 4.5, 2.4, usual) == Pipes(2, 2, 4)
    assert pipes_of({**rates, "loads": 0.95}, 6.4, 2.4, usual) == Pipes(2, 1, 6)
    in_halves = {"fmas": 1.02, "half_fmas": 1.99, "loads": 1.5, "half_loads": 1.9}
    assert pipes_of(in_halves, 4.0, 2.4, usual) == Pipes(1, 2, 4, halves=True)
    neither = {**rates, "fmas": 1.45}
    assert pipes_of(neither, 1.5, 2.4, Pipes(1, 1, 4, halves=True)) == Pipes(1, 1, 4, halves=True)


def test_caches_of_a_name():
    assert vector_unit("znver3").caches == (32, 512)
    assert vector_unit("znver3:l1=48:l2=2048").caches == (48, 2048)
    assert vector_unit("znver4").caches == vector_unit("x86-64-v3").caches == (32, 1024)


@pytest.mark.skipif(platform.machine() != "x86_64" or not CPUINFO.exists(), reason="reads flags")
def test_this_machine_has_what_the_kernel_finds():
    flags = next(x for x in CPUINFO.read_text().splitlines() if x.startswith("flags")).split()
    unit = vector_unit()
    assert unit.masks == ("avx512f" in flags)
    assert unit.has_fma == ("fma" in flags)
    assert unit.bytes == (64 if "avx512f" in flags else 32 if "avx" in flags else 16)


def test_unknown_name():
    message = r"no processor 'znver9'; names are like znver5, .*`llc -mtriple=\w+ -mcpu=help`"
    with pytest.raises(PadError, match=message):
        vector_unit("znver9")


def test_without_llvm(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(llvm_library, "is_installed", lambda: False)
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert vector_unit() == VectorUnit(16, 16, False, 2, 2, 4, has_fma=False)
    monkeypatch.setattr(platform, "machine", lambda: "arm64")
    assert vector_unit("native") == VectorUnit(16, 32, False, 2, 2, 4, has_fma=True)
    with pytest.raises(PadError, match=r"'znver4' are LLVM's to tell.*pip install"):
        vector_unit("znver4")


def test_without_llc(monkeypatch: pytest.MonkeyPatch):
    """A name that cannot be looked up is refused: LLVM would take another processor instead."""

    def missing(pattern: str) -> None:
        assert pattern == "bin/llc"

    monkeypatch.setattr(processors, "package_file", missing)
    processors.known_names.cache_clear()
    with pytest.raises(PadError, match="by its tool llc, which is missing"):
        vector_unit("znver2")


def test_code_for_another_processor():
    ir = "define i64 @twice(i64 %x) {\n  %y = add i64 %x, %x\n  ret i64 %y\n}"
    assert "x0" in assembly(ir, processor("neoverse-n1"))
    assert "rdi" in assembly(ir, processor("x86-64-v2"))

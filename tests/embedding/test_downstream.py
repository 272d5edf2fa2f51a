"""A compiler that has ours in the middle, both from their wheels in an environment of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from ..wheels import DOWNSTREAM, PIP, ROOT, wheels

SUMS = DOWNSTREAM / "sums.mlir"


def started(*command: str | Path) -> subprocess.CompletedProcess[str]:
    without_checkout = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=without_checkout
    )


def run(*command: str | Path) -> str:
    done = started(*command)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    An environment with both wheels.

    All else is found beside the packages of this environment, whose own pad-mlir stays unseen.
    """
    environment = tmp_path_factory.mktemp("downstream") / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    install = ("install", "--no-deps", "--no-index", "--no-compile")
    python = environment / "bin" / "python"
    run(*PIP, "--python", python, *install, *wheels(tmp_path_factory))
    (packages,) = (environment / "lib").glob("python3*/site-packages")
    # What a path file adds is searched last, and path files in there are not read.
    (packages / "others.pth").write_text(sysconfig.get_path("platlib"))
    return environment


def test_the_packages_are_those_of_the_wheels(environment: Path) -> None:
    names = ("index", "dialect", "analysis", "upstream", "passes", "runtime", "schedule", "tools")
    program = f"from pad_mlir import {', '.join(names)}; import rowsc; print(rowsc.__file__, "
    program += ", ".join(f"{name}.__file__" for name in names) + ")"
    found = run(environment / "bin" / "python", "-c", program).split()
    assert len(found) == 9
    assert all(path.startswith(str(environment)) for path in found)


def test_the_irdl_file_is_there(environment: Path) -> None:
    program = "from pad_mlir.dialect.irdl import IRDL_FILE, pad_irdl; "
    program += "assert IRDL_FILE.read_text() == pad_irdl()"
    run(environment / "bin" / "python", "-c", program)


def test_the_examples_come_along(environment: Path, tmp_path: Path) -> None:
    command = (environment / "bin" / "python", "-m", "pad_mlir.examples")
    folder, original = tmp_path / "new" / "examples", ROOT / "examples"
    run(*command, folder)
    found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    assert {str(path) for path in found} == set(run(*command).splitlines())
    there = {path.relative_to(original) for path in original.rglob("*") if path.is_file()}
    own = {Path("__init__.py"), Path("__main__.py")}
    assert found == {path for path in there if "__pycache__" not in path.parts} - own
    assert all((folder / path).read_bytes() == (original / path).read_bytes() for path in found)
    changed = folder / "row_sum.mlir"
    changed.write_text("mine")
    again = started(*command, folder)
    assert (again.returncode, again.stdout) == (1, "")
    assert again.stderr.endswith("is there already; nothing was copied\n")
    assert again.stderr.count("\n") == 1
    assert changed.read_text() == "mine"


def test_a_copied_example_runs(environment: Path, tmp_path: Path) -> None:
    pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    python = environment / "bin" / "python"
    run(python, "-m", "pad_mlir.examples", tmp_path)
    said = run(python, tmp_path / "upstream_passes.py")  # its exit code says whether sums are right
    assert f"{tmp_path}/linalg_row_sum.mlir" in said


def test_a_schedule_has_its_passes_by_name(environment: Path) -> None:
    program = f"""
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.schedule import Schedule
from rowsc.compiler import context
s = Schedule(parse_module(open({str(SUMS)!r}).read(), context=context()))
s.apply("lower-rows")
print(s.trace())
assert "rows." not in str(s) and "affine.for" in str(s)
"""
    assert run(environment / "bin" / "python", "-c", program).strip() == 's.apply("lower-rows")'


def test_it_compiles_to_padded_loops_without_guards(environment: Path) -> None:
    made = run(environment / "bin" / "rowsc", SUMS)
    assert "%A: memref<64x4x16xf32>" in made
    assert "%B: memref<8x1x16xf32>" in made
    assert "affine.if" not in made
    assert "rows." not in made
    assert "pad." not in made


def test_its_kernels_are_right(environment: Path) -> None:
    pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    program = f"""
import numpy as np
from pad_mlir.runtime import compile
from rowsc.compiler import compile_rows
kernel = compile(compile_rows(open({str(SUMS)!r}).read()))
assert kernel.physical_shape("A") == (64, 4, 16)
rng = np.random.default_rng(0)
A, B = (rng.integers(-8, 8, shape).astype(np.float32) for shape in ((64, 61), (8, 14)))
a, b = np.empty(64, np.float32), np.empty(8, np.float32)
kernel(A, a, B, b)
assert np.array_equal(a, A.sum(1))
assert np.array_equal(b, B.sum(1))
"""
    run(environment / "bin" / "python", "-c", program)


def test_errors_are_at_their_place_in_its_source(environment: Path, tmp_path: Path) -> None:
    file = tmp_path / "wrong.mlir"
    file.write_text(SUMS.read_text().replace("memref<8xf32>", "memref<9xf32>"))
    done = started(environment / "bin" / "rowsc", file)
    assert done.returncode == 1
    wanted = "takes a matrix of static shape and a vector of its rows"
    assert done.stderr == f"{file}:4:3: error: 'rows.sum' op {wanted}\n"


PIPELINE = """
    lower-rows,
    pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 16, j mod 16)" pad=0.0},
    pad-apply-layouts,
    pad-sequential-buffer-access{stage=sum_A buffer=A},
    pad-remove-branching-through-overcompute"""


@pytest.mark.parametrize("tool", ["pad_mlir.tools.pad_opt", "xdsl.tools.xdsl_opt"])
def test_each_finds_what_the_other_brings(environment: Path, tool: str) -> None:
    passes = "".join(PIPELINE.split("\n    "))
    python = environment / "bin" / "python"
    program = f"from {tool} import main; main()"
    made = run(python, "-c", program, SUMS, "-p", passes)
    assert "%A: memref<64x4x16xf32>" in made or "%A : memref<64x4x16xf32>" in made
    assert "affine.if" not in made

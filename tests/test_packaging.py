"""The package runs from a wheel in an empty environment and from a plain checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .wheels import PIP, ROOT, wheels

PACKAGES = (
    *("index", "dialect", "analysis", "upstream", "passes"),
    *("runtime", "schedule", "tools"),
)


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel and what it requires, without the MLIR wheels."""
    environment = tmp_path_factory.mktemp("packaging") / "environment"
    wheel, _ = wheels(tmp_path_factory)
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    run(*PIP, "--python", environment / "bin" / "python", "install", "--no-compile", wheel)
    return environment


def test_wheel_holds_every_module(environment: Path):
    (installed,) = (environment / "lib").glob("python3*/site-packages/pad_mlir")
    for package in PACKAGES:
        sources = {p.relative_to(ROOT) for p in (ROOT / package).rglob("*.py")}
        assert sources == {p.relative_to(installed) for p in (installed / package).rglob("*.py")}
        assert (installed / package / "py.typed").exists()


def test_wheel_runs_without_mlir(environment: Path, tmp_path: Path):
    listed = run(environment / "bin" / "pad-opt", "--list-passes", cwd=tmp_path)
    assert "pad-apply-layouts" in listed
    kernel = tmp_path / "kernel.mlir"
    shutil.copy(ROOT / "examples" / "row_sum.mlir", kernel)
    layout = 'pad-transform-layout{buffer=B map="(i) -> (i floordiv 16, i mod 16)"}'
    pipeline = f"{layout},pad-apply-layouts,pad-to-host{{stop=affine}}"
    assert "memref<64x16xf32>" in run(environment / "bin" / "pad-opt", kernel, "-p", pipeline)
    missing = subprocess.run(
        [environment / "bin" / "pad-opt", kernel, "-p", "pad-to-host"],
        capture_output=True,
        text=True,
    )
    assert missing.returncode == 1
    assert "pad-mlir[mlir]" in missing.stderr
    assert "Traceback" not in missing.stderr


def test_stock_xdsl_opt_knows_dialect_and_passes(environment: Path, tmp_path: Path):
    kernel = tmp_path / "kernel.mlir"
    kernel.write_text("%u = pad.undef : f32\n")
    options = ("-p", "pad-remove-undef-store")
    assert "arith.constant 0" in run(environment / "bin" / "xdsl-opt", kernel, *options)


def test_plain_checkout_imports(environment: Path, tmp_path: Path):
    python = environment / "bin" / "python"
    run(*PIP, "--python", python, "uninstall", "--yes", "pad-mlir")
    checkout = {**os.environ, "PYTHONPATH": str(ROOT / "typings")}
    program = "from pad_mlir.tools.pad_opt import main; main(['--list-passes'])"
    listed = run(python, "-c", program, env=checkout, cwd=tmp_path)
    assert "pad-apply-layouts" in listed

"""The package runs from a wheel in an empty environment and from a plain checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from .wheels import PIP, ROOT, wheels

PACKAGES = (
    *("index", "dialect", "analysis", "upstream", "passes"),
    *("runtime", "schedule", "frontends", "tools"),
)


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, env=env, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    A fresh environment with the wheel and what it requires, without the MLIR wheels.

    What it requires is linked to, as it is installed here: only these packages can be imported.
    """
    environment = tmp_path_factory.mktemp("packaging") / "environment"
    wheel, _ = wheels(tmp_path_factory)
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    install = ("install", "--no-deps", "--no-index", "--no-compile")
    run(*PIP, "--python", environment / "bin" / "python", *install, wheel)
    packages = site_packages(environment)
    (ours,) = packages.glob("pad_mlir-*.dist-info")
    for package in required(PathDistribution(ours)):
        for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            (packages / name).symlink_to(str(package.locate_file(name)))
    return environment


def site_packages(environment: Path) -> Path:
    (packages,) = (environment / "lib").glob("python3*/site-packages")
    return packages


def required(package: Distribution) -> list[Distribution]:
    """
    The packages that a package requires without extras, with those that they require, each in its
    version.
    """
    found: dict[str, Distribution] = {}
    pending = [*(package.requires or ())]
    while pending:
        requirement = Requirement(pending.pop())
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        if requirement.name not in found:
            found[requirement.name] = installed = distribution(requirement.name)
            assert requirement.specifier.contains(installed.version), requirement
            pending += installed.requires or ()
    return [*found.values()]


def test_wheel_holds_every_module(environment: Path):
    installed = site_packages(environment) / "pad_mlir"
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
    tool = (environment / "bin" / "python", "-c", "from xdsl.tools.xdsl_opt import main; main()")
    assert "arith.constant 0" in run(*tool, kernel, *options)


def test_plain_checkout_imports(environment: Path, tmp_path: Path):
    python = environment / "bin" / "python"
    for installed in site_packages(environment).glob("pad_mlir*"):
        shutil.rmtree(installed)
    checkout = {**os.environ, "PYTHONPATH": str(ROOT / "typings")}
    program = "from pad_mlir.tools.pad_opt import main; main(['--list-passes'])"
    listed = run(python, "-c", program, env=checkout, cwd=tmp_path)
    assert "pad-apply-layouts" in listed

"""What it takes to import the runtime: no more than numpy and xDSL, until something is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import pad_mlir.runtime as runtime


def seconds(statement: str) -> float:
    """The CPU time of an import in a process of its own, the best of two."""
    program = f"import time; t = time.process_time(); {statement}; print(time.process_time() - t)"
    command = [sys.executable, "-c", program]
    return min(
        float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        for _ in range(2)
    )


def test_the_import_costs_little() -> None:
    base = seconds("import numpy, xdsl.dialects.builtin")
    assert seconds("import pad_mlir.runtime") <= 1.8 * base


def test_its_names() -> None:
    assert set(runtime.__all__) <= set(dir(runtime))
    assert all(getattr(runtime, name) is not None for name in runtime.__all__)
    with pytest.raises(AttributeError, match="no attribute 'packs'"):
        _ = runtime.packs  # pyright: ignore


def test_names_can_be_imported_first() -> None:
    for name in runtime.__all__:
        program = f"from pad_mlir.runtime import {name}; print({name}.__name__)"
        run = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        assert run.stdout == f"{name}\n"

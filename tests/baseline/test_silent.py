"""
No pass decides by a text: with each remark and error empty, the IR is the same.

`make silent-remarks` asks all lit files and kernels, `make test` some.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any
from unittest import mock

import pytest
from kernels.catalogue import problems
from kernels.problem import OURS, Problem

import pad_mlir.analysis
import pad_mlir.dialect
import pad_mlir.index
import pad_mlir.passes
from pad_mlir.dialect.attributes import verify_laid_out
from pad_mlir.dialect.ir import reasons
from pad_mlir.dialect.repairs import print_module
from pad_mlir.passes.common.diagnostics import Remark

from ..lit_in_process import Said, failure
from ..test_lit import BY_LIT
from .stored import difference
from .test_kernels import one_processor

__all__ = ["one_processor"]  # a fixture that each kernel is compiled with

SUITE = Path(__file__).parents[2] / "lit_tests"
EVERY = 1 if os.environ.get("PAD_SILENT") == "all" else 10
FILES = sorted(
    name
    for path in SUITE.glob("*/**/*.mlir")
    if (name := str(path.relative_to(SUITE))) not in BY_LIT
)


def _errors(base: type[BaseException] = Exception) -> Generator[type[BaseException]]:
    """Our own, those of modules that are imported on demand too."""
    for error in base.__subclasses__():
        if error.__module__.startswith("pad_mlir."):
            yield error
        yield from _errors(error)


@pytest.fixture(scope="module")
def ours() -> list[type[BaseException]]:
    for package in (pad_mlir.index, pad_mlir.dialect, pad_mlir.analysis, pad_mlir.passes):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    return list(dict.fromkeys(_errors()))


@pytest.fixture
def silence(ours: list[type[BaseException]]) -> Generator[None]:
    """Within it, texts of remarks, reasons and errors are empty."""

    def nothing(_: Any) -> str:
        return ""

    with ExitStack() as stack:
        for error in ours:
            stack.enter_context(mock.patch.object(error, "__str__", nothing))
        stack.enter_context(mock.patch.object(reasons.Reason, "__str__", nothing))
        stack.enter_context(mock.patch.object(Remark, "message", property(nothing)))
        verify_laid_out.cache_clear()
        stack.callback(verify_laid_out.cache_clear)  # it remembers texts, which are empty here
        yield


@pytest.mark.usefixtures("silence")
@pytest.mark.parametrize("file", FILES[::EVERY])
def test_lit_file_gives_the_same_ir(file: str) -> None:
    if "REQUIRES: mlir" in (SUITE / file).read_text():
        pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    failure(SUITE / file, said := Said(is_judged=False))
    remarks = [message for message in said.messages if message.startswith("[pad-")]
    assert not [text for text in remarks if not text.endswith("] ")], "a text is told all the same"
    changed = difference(f"lit/{file}", "\n".join(said.printed))
    assert changed is None, changed


@pytest.mark.usefixtures("silence", "one_processor")
@pytest.mark.parametrize("problem", problems()[::EVERY], ids=lambda problem: problem.name)
def test_kernel_is_the_same(problem: Problem) -> None:
    name = problem.name.replace("/", "-").replace(" ", "_")
    found = difference(f"kernels/{name}", print_module(problem.schedules()[OURS]().module))
    assert found is None, found

"""
No pass decides by a text: with each remark and error empty, the IR is the same.

`make silent-remarks` asks all lit files, kernels, examples and pages, `make test` some.
"""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Sequence
from contextlib import (
    ExitStack,
    contextmanager,
    nullcontext,
    redirect_stderr,
    redirect_stdout,
    suppress,
)
from importlib import import_module
from io import StringIO
from pathlib import Path
from pkgutil import walk_packages
from runpy import run_path
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

from ..docs.notebooks import as_run
from ..docs.places import NOTEBOOKS, PAGES, ROOT, prepare
from ..docs.running import Page
from ..lit_in_process import Said, failure
from ..test_lit import BY_LIT
from .processor import one_processor
from .recorded import recorded

__all__ = ["one_processor"]  # a fixture that each kernel is compiled with

SUITE = Path(__file__).parents[2] / "lit_tests"
EVERY = 1 if os.environ.get("PAD_SILENT") == "all" else 10
PLACES = [*PAGES, *NOTEBOOKS, *sorted((ROOT / "examples").glob("[!_]*.py"))]
FILES = sorted(
    name
    for path in SUITE.glob("*/**/*.mlir")
    if (name := str(path.relative_to(SUITE))) not in BY_LIT
)


_TEMPORARY = re.compile(r"/tmp/[\w./-]*/")
_TIMES = re.compile(r"InMs = \d+")
_REASONS = re.compile(r'"text": "[^"]*"')
_WITHOUT_TEXT = re.compile(r"\[[\w-]+\] ( \(\d+ times[^)]*\))?")
"""A remark, with how often it was said."""


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


@contextmanager
def _silence(ours: Sequence[type[BaseException]]) -> Generator[None]:
    """Within it, texts of remarks, reasons and errors are empty."""

    def nothing(_: Any) -> str:
        return ""

    with ExitStack() as stack:
        for error in ours:
            stack.enter_context(mock.patch.object(error, "__str__", nothing))
        for name in ("text", "remedy"):
            empty = property(nothing, lambda self, value: None)
            stack.enter_context(mock.patch.object(reasons.Reason, name, empty, create=True))
        stack.enter_context(mock.patch.object(Remark, "message", property(nothing)))
        verify_laid_out.cache_clear()
        stack.callback(verify_laid_out.cache_clear)  # it remembers texts, which are empty here
        yield


@pytest.mark.parametrize("file", FILES[EVERY // 2 :: EVERY])
def test_lit_file_gives_the_same_ir(file: str, ours: list[type[BaseException]]) -> None:
    if "REQUIRES: mlir" in (SUITE / file).read_text():
        pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")
    failure(SUITE / file, told := Said(is_judged=False))
    with _silence(ours):
        failure(SUITE / file, said := Said(is_judged=False))
    remarks = [message for message in said.messages if message.startswith("[pad-")]
    texts = [text for text in remarks if not _WITHOUT_TEXT.fullmatch(text)]
    assert not texts, "a text is told all the same"
    assert _as_anywhere(said.printed) == _as_anywhere(told.printed)


def _as_anywhere(printed: Sequence[str]) -> str:
    """Without the names of temporary files, times, and reasons that are told as data."""
    text = _REASONS.sub('"text": ""', "\n".join(printed))
    return _TIMES.sub("InMs = 1", _TEMPORARY.sub("TMP/", text))


@pytest.mark.usefixtures("one_processor")
@pytest.mark.parametrize(
    "problem", problems()[EVERY // 2 :: EVERY], ids=lambda problem: problem.name
)
def test_kernel_is_the_same(problem: Problem, ours: list[type[BaseException]]) -> None:
    told = print_module(problem.schedules()[OURS]().module)
    with _silence(ours):
        silent = print_module(problem.schedules()[OURS]().module)
    assert silent == told


@pytest.mark.usefixtures("one_processor")
@pytest.mark.parametrize("page", PLACES[::EVERY], ids=lambda path: str(path.relative_to(ROOT)))
def test_page_or_example_makes_the_same(
    page: Path, ours: list[type[BaseException]], tmp_path: Path
) -> None:
    made: list[list[str]] = []
    for name in ("told", "silent"):
        (folder := tmp_path / name).mkdir()
        silence = _silence(ours) if name == "silent" else nullcontext()
        with silence, recorded() as found, redirect_stderr(StringIO()):
            _run(page, folder)
        made.append(found)
    told, silent = made
    assert len(silent) == len(told)
    assert [one for one, other in zip(silent, told, strict=True) if one != other] == []


def _run(page: Path, folder: Path) -> None:
    """Runs all of a page, a notebook or an example."""
    if page.suffix == ".md":
        prepare(page, folder)
        Page(page.name, folder).as_run(page.read_text())
    elif page.suffix == ".ipynb":
        as_run(page.read_text())
    else:
        with redirect_stdout(StringIO()), suppress(SystemExit):
            run_path(str(page), run_name="__main__")

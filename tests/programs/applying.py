"""Passes on the text of modules, as pad-opt runs them: a result, a refusal in words, or a bug."""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import DiagnosticException

from pad_mlir.dialect.annotations import verify_annotations
from pad_mlir.dialect.repairs import (
    new_context,
    parse_module,
    print_module,
    verify_dominance,
    verify_operations,
)
from pad_mlir.dialect.xdsl_compat.cloning import cloned
from pad_mlir.passes.common.diagnostics import Remark, collect_remarks
from pad_mlir.passes.pipeline.internal_errors import BrokenByPass, Bug
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import REPORTED, Compilation

_PLACE = re.compile(r"[^\s:]*:\d+:\d+")


@dataclass(frozen=True)
class Failure:
    """A failure: its kind in a word or two, and a text for whoever mends it."""

    kind: str
    text: str


@dataclass(frozen=True)
class Refusal:
    """A pass that said that it does not do this, and why."""

    text: str


@dataclass(frozen=True)
class Applied:
    """A module's text after passes, and what these remarked, without places."""

    text: str
    remarks: tuple[str, ...]
    module: ModuleOp | None = field(default=None, compare=False)
    """The module itself, where one pass made it."""

    @property
    def repeatable(self) -> tuple[list[str], list[str]]:
        """
        The lines of IR and remarks that another process has to come to: asserts name places too,
        which are others where the steps go through printed text.
        """
        return _without_places(self.text).split("\n"), list(self.remarks)


def applied(text: str, pipeline: str) -> Applied | Refusal | Failure:
    """The result of a pipeline on a module's text."""
    with collect_remarks() as remarks:
        try:
            passes = parse_pipeline(pipeline, ALL_PASSES)
            result = Compilation(new_context(), passes, "program.mlir").run(text)
        except BrokenByPass as error:
            return Failure("wrong IR", str(error))
        except Bug as error:
            return Failure("crash", str(error))
        except RecursionError as error:
            return Failure("crash", f"RecursionError: {error}")
        except PipelineError as error:
            return Refusal(f"in the pipeline: {error}")
        except REPORTED as error:
            return Refusal(_without_places(str(error)))
    return Applied(result, _texts(remarks))


def transformed(module: ModuleOp, step: str) -> Applied | Refusal | Failure:
    """The result of one pass on a copy of a module, with its uses in a random order."""
    module = cloned(module)
    _shuffle_uses(module, Random(step))
    with collect_remarks() as remarks:
        try:
            (chosen,) = parse_pipeline(step, ALL_PASSES)
            chosen.apply(new_context(), module)
        except PipelineError as error:
            return Refusal(f"in the pipeline: {error}")
        except Bug as error:
            return Failure("crash", str(error))
        except DiagnosticException as error:
            return Refusal(_without_places(str(error)))
        except Exception:
            return Failure("crash", traceback.format_exc(limit=-5))
    try:
        verify_operations(module)
        verify_dominance(module)
        verify_annotations(module)
    except Exception as error:
        return Failure("wrong IR", f"{type(error).__name__}: {error}")
    try:
        text = print_module(module)
    except Exception:
        return Failure("crash", traceback.format_exc(limit=-5))
    return Applied(text, _texts(remarks), module)


def read_again(text: str) -> ModuleOp | Failure:
    """The module of a text that was printed; a failure where printing it again is another text."""
    try:
        module = parse_module(text)
        if (again := print_module(module)) != text:
            return Failure("printing", f"read again it is another text:\n{_first(text, again)}")
    except Exception as error:
        return Failure("printing", f"{type(error).__name__}: {error}")
    return module


def read_generic(module: ModuleOp) -> Failure | None:
    """A failure where the generic form of a module is read as another module."""
    try:
        text, generic = print_module(module), print_module(module, generic=True)
        read = parse_module(generic)
        if (again := print_module(read, generic=True)) != generic:
            return Failure("printing", f"the generic form is another:\n{_first(generic, again)}")
        if (again := print_module(read)) != text:
            return Failure("printing", f"by the generic form it is another:\n{_first(text, again)}")
    except Exception as error:
        return Failure("printing", f"in the generic form: {type(error).__name__}: {error}")
    return None


def _shuffle_uses(module: ModuleOp, rng: Random) -> None:
    """Another order of the uses of each value: it tells how a program came about, no more."""
    for value in dict.fromkeys(v for op in module.walk() for v in op.operands):
        if value.has_more_than_one_use():
            uses = list(value.uses)
            rng.shuffle(uses)
            for use in uses:
                value.remove_use(use)
                value.add_use(use)


def _first(text: str, again: str) -> str:
    """The first lines that differ."""
    lines, others = text.split("\n"), again.split("\n")
    for line, other in zip(lines, others, strict=False):
        if line != other:
            return f"-{line}\n+{other}"
    return f"{len(lines)} lines, {len(others)} lines"


def _texts(remarks: Sequence[Remark]) -> tuple[str, ...]:
    said = [f"[{r.pass_name}] {r.kind} @{r.function}: {r.message}" for r in remarks]
    return tuple(map(_without_places, said))


def _without_places(text: str) -> str:
    return _PLACE.sub("", text)

"""The sequences of `lit_tests/rfc77`: what their RUN lines make of a file, step by step."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Attribute

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pad_transform_layout import PadTransformLayout
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

from ..end_to_end.placement import Placement, Step

FILES = tuple(sorted((Path(__file__).parents[2] / "lit_tests" / "rfc77").glob("*.mlir")))
_EDIT = re.compile(r"^// RUN: sed 's\|(// [A-Z]+ )\|\|' %s > (\S+)$", re.MULTILINE)
_RUN = re.compile(r"^// RUN: ((?:.*\\\n// RUN:)*.*)", re.MULTILINE)


@dataclass(frozen=True)
class Form:
    """A module of a sequence, and the layouts that its buffers have been given by then."""

    module: ModuleOp
    layouts: Mapping[str, tuple[Step, ...]]

    def after(self, pipeline: str) -> Form:
        """The program after passes."""
        module, layouts = self.module.clone(), dict(self.layouts)
        with collect_remarks():
            for step in parse_pipeline(pipeline, ALL_PASSES):
                if isinstance(step, PadTransformLayout):
                    pad = "forbidden" if step.pad is None else str(step.pad)
                    extents = tuple(map(int, re.findall(r"\d+", str(step.extents))))
                    more = Step(step.map, pad, extents=extents)
                    layouts[step.buffer] = (*layouts.get(step.buffer, ()), more)
                step.apply(new_context(), module)
        module.verify()
        return Form(module, layouts)


def first_and_last(file: Path) -> list[Form]:
    """The module as it is, or with lines put in, and the forms of which no step makes another."""
    text = file.read_text()
    forms = {name: Form(module, {}) for name, module in given_forms(file).items()}
    used = {"%s"}
    for given, pipeline, name in steps(text):
        if given in forms:  # else made at another size, of which no kernel is
            used.add(given)
            forms[name] = forms[given].after(pipeline)
    return [forms["%s"], *(form for name, form in forms.items() if name not in used)]


def given_forms(file: Path) -> dict[str, ModuleOp]:
    """The module as it is, by `%s`, and with lines put in, by the names of the files of these."""
    text = file.read_text()
    texts = {"%s": text, **{name: text.replace(prefix, "") for prefix, name in _EDIT.findall(text)}}
    return {name: parse_module(text, str(file)) for name, text in texts.items()}


def steps(text: str) -> Iterator[tuple[str, str, str]]:
    """The given file, the pipeline and the written file of each step."""
    for match in _RUN.finditer(text):
        words = shlex.split(match[1].replace("\\\n// RUN:", ""))
        if words[0] == "pad-opt" and "-p" in words and "-o" in words:
            yield words[1], words[words.index("-p") + 1], words[words.index("-o") + 1]


def placements(original: Form, form: Form, function: str) -> dict[int, Placement]:
    """Where the cells of each argument that has been given a layout lie, by position."""
    found = next(
        op
        for op in original.module.walk()
        if isinstance(op, func.FuncOp) and op.sym_name.data == function
    )
    places: dict[int, Placement] = {}
    for position, argument in enumerate(found.args):
        steps = form.layouts.get(argument.name_hint or "")
        if steps is not None:
            laid_out = cast("MemRefType[Attribute]", argument.type)
            element = str(laid_out.element_type)
            places[position] = Placement.of(element, laid_out.get_shape(), steps)
    return places

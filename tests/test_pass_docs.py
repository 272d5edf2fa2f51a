"""The examples in the docstrings of the passes: the pass makes *After* of *Before*."""

import inspect
import re
from dataclasses import dataclass

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from pad_mlir.dialect.repairs import new_context, parse_module, print_module
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.driver.validation import Validation

EXAMPLE = re.compile(
    r"^Before:\s*```mlir\n(?P<before>.*?)```\s*"
    r"^After(?: `(?P<pipeline>[^`]*)`| \(`(?P<options>[^`]*)`\))?:\s*```mlir\n(?P<after>.*?)```",
    re.DOTALL | re.MULTILINE,
)


ONLY_REMARKS = {"pad-infer-pad-value"}
"""Passes that tell something of the program, and leave it as it is."""


@dataclass(frozen=True)
class Example:
    """Two modules, and the pipeline that is to make the second of the first."""

    before: str
    pipeline: str
    after: str


def documentation(name: str) -> str:
    cls: type[ModulePass] = ALL_PASSES[name]()
    return inspect.cleandoc(cls.__doc__ or "")


def examples(name: str) -> list[Example]:
    """
    The examples of a pass: `After <pipeline>`, `After (<options of the pass>)` or just `After`.
    """
    return [
        Example(
            m["before"],
            " ".join((m["pipeline"] or f"{name}{{{m['options'] or ''}}}").split()),
            m["after"],
        )
        for m in EXAMPLE.finditer(documentation(name))
    ]


def module(text: str) -> ModuleOp:
    return parse_module(text, context=new_context())


@pytest.mark.parametrize("name", ALL_PASSES)
def test_examples(name: str) -> None:
    if name == "pad-to-host":
        pytest.importorskip("mlir")
    found = examples(name)
    assert found, f"the docstring of {name} has no Before and After"
    for example in found:
        assert name in example.pipeline
        passes = parse_pipeline(example.pipeline, ALL_PASSES)
        # A pass that changes what the function means is an error here.
        result = Compilation(new_context(), passes, name, Validation()).run(example.before)
        wanted = module(example.after)
        assert module(result).is_structurally_equivalent(wanted), (
            f"{example.pipeline} gives\n{result}\nnot\n{print_module(wanted)}"
        )


@pytest.mark.parametrize("name", ALL_PASSES)
def test_examples_show_a_change(name: str) -> None:
    for example in examples(name):
        same = module(example.before).is_structurally_equivalent(module(example.after))
        assert same == (name in ONLY_REMARKS)


@pytest.mark.parametrize("name", ALL_PASSES)
def test_says_when_it_declines(name: str) -> None:
    assert re.search(r"^(Declines|Errors)\b", documentation(name), re.MULTILINE)

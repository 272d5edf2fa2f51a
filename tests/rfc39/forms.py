"""The results of the RUN lines of `lit_tests/rfc39`, at the sizes of the file or at others."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import AffineMapAttr, ArrayAttr, DictionaryAttr, ModuleOp
from xdsl.ir import Attribute

from pad_mlir.dialect.annotations import LAYOUTS
from pad_mlir.dialect.repairs import parse_module

from ..end_to_end.placement import Step
from ..rfc77.sequences import Form, steps

FOLDER = Path(__file__).parents[2] / "lit_tests" / "rfc39"
FILES = tuple(sorted(FOLDER.glob("*.mlir")))


def first_and_last(file: Path, sizes: Mapping[str, str]) -> list[Form]:
    """The module with other sizes put in, and the forms of which no step makes another."""
    text = file.read_text()
    for old, new in sizes.items():
        assert old in text
        text = text.replace(old, new)
    module = parse_module(text, str(file))
    forms = {"%s": Form(module, _waiting(module))}
    given_to = {"%s"}
    for given, pipeline, name in steps(text):
        if given in forms:  # else it is the same at smaller sizes, for pad-tv
            given_to.add(given)
            forms[name] = forms[given].after(pipeline)
    return [forms["%s"], *(form for name, form in forms.items() if name not in given_to)]


def function_of(module: ModuleOp, name: str) -> func.FuncOp:
    """The function of this name."""
    functions = (op for op in module.walk() if isinstance(op, func.FuncOp))
    return next(f for f in functions if f.sym_name.data == name)


def _waiting(module: ModuleOp) -> dict[str, tuple[Step, ...]]:
    """The layouts in the attributes of the functions, by buffer: the same in all that have it."""
    found: dict[str, tuple[Step, ...]] = {}
    for function in (op for op in module.walk() if isinstance(op, func.FuncOp)):
        given = cast("DictionaryAttr", function.attributes.get(LAYOUTS, DictionaryAttr({})))
        for name, maps in given.data.items():
            found[name] = tuple(map(_step, cast("ArrayAttr[Attribute]", maps)))
    return found


def _step(attribute: Attribute) -> Step:
    assert isinstance(attribute, AffineMapAttr)
    return Step(str(attribute.data))

"""The output of `--list-passes` and `--help-pass`, from the passes' docstrings and fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from inspect import getdoc
from textwrap import fill
from typing import Any, get_type_hints

from xdsl.passes import ModulePass
from xdsl.universe import XDSL_UNIVERSE

from ...passes.pipeline.option_types import type_text
from ...passes.pipeline.pipeline_text import Registry
from ...passes.pipeline.tracebacks import loading_error


def list_passes(registry: Registry, ours: Registry) -> str:
    """
    Print one line for each of our passes and for each pass of other packages, and the names of
    xDSL's passes.
    """
    stock = XDSL_UNIVERSE.all_passes.keys() - ours.keys()
    others = {name: registry[name] for name in registry.keys() - ours.keys() - stock}
    listed = _lines(ours)
    if others:
        listed += ["", "From other packages:", *_lines(others)]
    names = fill(", ".join(sorted(stock & registry.keys())), 100, break_on_hyphens=False)
    return "\n".join([*listed, "", "From xDSL:", names])


def _lines(passes: Registry) -> list[str]:
    width = max(map(len, passes), default=0)
    return [f"{name:<{width}}  {_purpose(get)}" for name, get in sorted(passes.items())]


def _purpose(get: Callable[[], type[ModulePass]]) -> str:
    try:
        return _summary(get())
    except Exception as error:  # what a plug-in's module does is anything
        return f"(can't be loaded: {loading_error(error)})"


def help_pass(name: str, cls: type[ModulePass]) -> str:
    """The pass's docstring and its options."""
    hints = get_type_hints(cls)
    options = [_option(field, hints) for field in fields(cls)]
    listed = ["Options:", *options] if options else ["No options."]
    return "\n".join([name, "", _doc(cls), "", *listed])


def _doc(cls: type[ModulePass]) -> str:
    # A pass without one inherits xDSL's, or the dataclass's.
    has_own = cls.__doc__ is not None and not cls.__doc__.startswith(f"{cls.__name__}(")
    return (has_own and getdoc(cls)) or "(not documented)"


def _summary(cls: type[ModulePass]) -> str:
    return first_sentence(_doc(cls))


def first_sentence(doc: str) -> str:
    """The first sentence of a docstring, in one line."""
    paragraph = " ".join(doc.split("\n\n")[0].split())
    return re.split(r"(?<=\.) (?=[A-Z])", paragraph)[0]


def _option(field: Field[Any], hints: Mapping[str, Any]) -> str:
    if field.default is not MISSING:
        default = f", default {_default_text(field.default)}"
    elif field.default_factory is not MISSING:
        default = f", default {_default_text(field.default_factory())}"
    else:
        default = ", required"
    return f"  {field.name.replace('_', '-')}: {type_text(hints[field.name])}{default}"


def _default_text(value: object) -> str:
    if value is None or value == ():
        return "unset"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)

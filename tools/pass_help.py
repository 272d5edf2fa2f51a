"""What `--list-passes` and `--help-pass` print, from the passes' docstrings and fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields
from inspect import getdoc
from textwrap import fill
from typing import Any, get_type_hints

from xdsl.passes import ModulePass

from .option_types import type_text
from .pipeline import Registry


def list_passes(registry: Registry, ours: Registry) -> str:
    """One line for each of our passes, and the names of those that come with xDSL."""
    width = max(map(len, ours), default=0)
    lines = [f"{name:<{width}}  {_summary(factory())}" for name, factory in sorted(ours.items())]
    others = ", ".join(sorted(registry.keys() - ours.keys()))
    others_text = fill(others, 100, break_on_hyphens=False)
    return "\n".join([*lines, "", "From xDSL and its plug-ins:", others_text])


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
    paragraph = " ".join(_doc(cls).split("\n\n")[0].split())
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

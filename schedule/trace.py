"""Steps as text: as Python calls, and as a pass pipeline."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Sequence
from inspect import signature
from typing import Any, cast

from xdsl.passes import ModulePass

# Stock xdsl-opt reads `true` as a boolean and `1e-30` as two words.
_BARE = re.compile(r"(?!(?:true|false)$)[A-Za-z_][\w-]*|-?\d+", re.ASCII)


class Source(str):
    """An argument that is Python text already."""


def python_call(method: Callable[..., Any], *arguments: object, **options: object) -> str:
    """The call `s.method(..)`, without arguments that are None and options that are the default."""
    parameters = signature(method).parameters
    parts = [literal(argument) for argument in arguments if argument is not None]
    parts += [
        f"{name}={literal(value)}"
        for name, value in options.items()
        if value != parameters[name].default
    ]
    return f"s.{method.__name__}({', '.join(parts)})"


def pipeline_text(passes: Iterable[ModulePass]) -> str:
    """The pipeline as pad-opt and stock xdsl-opt take it: no blanks after commas, values quoted."""
    return ",".join(_pass_text(step) for step in passes)


def _pass_text(step: ModulePass) -> str:
    options = [
        f"{name.replace('_', '-')}{_values_text(values)}"
        for name, values in step.spec().parameters.items()
    ]
    return f"{step.name}{{{' '.join(options)}}}" if options else step.name


def _values_text(values: Sequence[str | float]) -> str:
    return f"={','.join(map(_value_text, values))}" if values else ""


def _value_text(value: str | float) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = value if isinstance(value, str) else str(value)
    if _BARE.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def literal(value: object) -> str:
    """A value as Python reads it; a list for a tuple, as steps take either."""
    match value:
        case Source():
            return value
        case str():
            return json.dumps(value)
        case float() if not math.isfinite(value):
            return f'float("{value}")'
        case list() | tuple():
            return f"[{', '.join(map(literal, cast('Sequence[object]', value)))}]"
        case _:
            return repr(value)

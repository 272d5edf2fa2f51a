"""Steps as text: as Python calls, and as a pass pipeline."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from typing import Any, cast

from xdsl.passes import ModulePass

# Stock xdsl-opt reads `true` as a boolean and `1e-30` as two words.
_BARE = re.compile(r"(?!(?:true|false)$)[A-Za-z_][\w-]*|-?\d+", re.ASCII)


class Source(str):
    """An argument that is Python text already."""


def python_call(method: Callable[..., Any], *arguments: object, **options: object) -> str:
    """
    The call `s.method(..)`, without arguments that are the default: those that come after one left
    out, and options, are named.
    """
    taken = signature(method)
    if any(p.kind is p.VAR_POSITIONAL for p in taken.parameters.values()):
        return f"s.{method.__name__}({', '.join(map(literal, arguments))})"
    parts, is_named = list[str](), False
    for name, value in taken.bind(*arguments, **options).arguments.items():
        is_default = _is_same(value, taken.parameters[name].default)
        is_named = is_named or is_default or name in options
        if not is_default:
            parts.append(f"{name}={literal(value)}" if is_named else literal(value))
    return f"s.{method.__name__}({', '.join(parts)})"


def _is_same(value: object, default: object) -> bool:
    """Whether an argument is the default; a foreign type's `==` may be anything."""
    return value is default or (isinstance(value, str | int | float | tuple) and value == default)


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
            return json.dumps(value, ensure_ascii=False)
        case float() if not math.isfinite(value):
            return f'float("{value}")'
        case Mapping():
            pairs = cast("Mapping[object, object]", value).items()
            return f"{{{', '.join(f'{literal(key)}: {literal(v)}' for key, v in pairs)}}}"
        case list() | tuple():
            return f"[{', '.join(map(literal, cast('Sequence[object]', value)))}]"
        case _:
            return repr(value)

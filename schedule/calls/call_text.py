"""Steps as text: as Python calls."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from inspect import signature
from typing import Any, cast


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

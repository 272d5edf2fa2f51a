"""The types of pass options: from the pipeline's text to values, and their names for the help."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin


@dataclass(frozen=True)
class Value:
    """One value as written, without its quotes."""

    text: str
    quoted: bool = False


def convert(values: Sequence[Value], hint: Any) -> object:
    """The values as what the type wants; raises ValueError if they are not."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _convert_union(values, get_args(hint))
    if origin is tuple:
        return tuple(convert([value], get_args(hint)[0]) for value in values)
    if hint is bool and not values:
        return True
    if len(values) != 1:
        raise ValueError("expected one value")
    return _convert_one(values[0], hint)


def type_text(hint: Any) -> str:
    """The type as the help shows it: `int`, `one of stage, if, before`, `list of int`."""
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(type_text(h) for h in get_args(hint) if h is not NoneType)
    if get_origin(hint) is tuple:
        return f"list of {type_text(get_args(hint)[0])}"
    if get_origin(hint) is Literal:
        choices = ", ".join(map(str, get_args(hint)))
        return f"one of {choices}" if "," in choices else choices
    return {str: "string", bool: "true or false"}.get(hint, getattr(hint, "__name__", str(hint)))


def _convert_union(values: Sequence[Value], hints: Sequence[Any]) -> object:
    if not values and NoneType in hints:
        return None
    # As in xDSL, 1 is a number unless it is quoted, whatever the order of the alternatives.
    quoted = any(value.quoted for value in values)
    for hint in sorted(hints, key=lambda h: (h is str) != quoted):
        try:
            return convert(values, hint)
        except ValueError:
            continue
    raise ValueError("no alternative fits")


def _convert_one(value: Value, hint: Any) -> object:
    if hint is str:
        return re.sub(r"\\(.)", r"\1", value.text) if value.quoted else value.text
    choices = {"true": True, "false": False} if hint is bool else {}
    if get_origin(hint) is Literal:
        choices = {str(choice): choice for choice in get_args(hint)}
    if value.text in choices:
        return choices[value.text]
    if hint not in (int, float) or value.quoted:
        raise ValueError(f"not {type_text(hint)}")
    number = hint(value.text)
    if number in (math.inf, -math.inf) and any(c.isdigit() for c in value.text):
        raise ValueError("out of range")
    return number

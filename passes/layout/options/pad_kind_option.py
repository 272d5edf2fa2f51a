"""Reads the `pad` option: a pad kind as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches

from ....dialect.ir.located_errors import PadError
from ....dialect.layout.layout import (
    ByRegion,
    Computed,
    Constant,
    Forbidden,
    Identity,
    PadKind,
    Region,
    SelfLoad,
    SimpleKind,
    Undef,
)
from ...common.diagnostics import OptionError
from .formula_text import Formula, Loaded, number, parse_formula
from .layout_options import parse_map

_IDENTITY = re.compile(r"identity\((\w+)\)")
_SYMBOL = re.compile(r"@([A-Za-z_][\w$.]*)")
_FORMULA = re.compile(r"value\((.*->.*)\)", re.DOTALL)
_ENTRY = re.compile(r"\s*(?:where\s*=\s*(?P<where>.*->.*?)\s*,\s*)?kind\s*=\s*(?P<kind>.*?)\s*")


def parse_pad(pad: str | float | None, function_of: Callable[[Formula], str]) -> PadKind:
    """
    A pad kind: `forbidden` (None), `undef`, `identity(addf)`, a number (`inf`, `-inf` and `nan`
    too), `@f`, a map of the physical indices to those of another cell, `(io, ii) -> (0, io * 4 + ii
    - 14)`, a value computed from them and from other cells, `value((io, ii) -> (self[0, ii] * 2.0 +
    io))`, or a list by region, `[{where = (io, ii) -> (ii - 3), kind = 1.0}, {kind = undef}]`.

    `function_of` gives the name of a function that computes a value. Raises PadError for any other
    text.
    """
    try:
        if isinstance(pad, str) and pad.strip().startswith("["):
            return ByRegion(tuple(_regions(pad.strip(), function_of)))
        return _parse_simple(pad, function_of)
    except PadError as error:
        raise OptionError("pad", str(error)) from error
    except ValueError as error:
        raise OptionError("pad", f'the pad kind "{pad}" cannot be read: {error}') from error


def _parse_simple(pad: str | float | None, function_of: Callable[[Formula], str]) -> SimpleKind:
    if pad is None or pad == "forbidden":
        return Forbidden()
    if pad == "undef":
        return Undef()
    if isinstance(pad, int | float):
        return Constant(int(pad) if isinstance(pad, bool) else pad)
    if match := _IDENTITY.fullmatch(pad):
        return Identity(match[1])
    if match := _SYMBOL.fullmatch(pad):
        return Computed(match[1])
    if match := _FORMULA.fullmatch(pad):
        return _computed(parse_formula(match[1]), function_of)
    if "->" in pad:
        return SelfLoad(parse_map(pad))
    for convert in (int, number):
        try:
            return Constant(convert(pad))
        except ValueError:
            pass
    raise PadError(
        f'the pad kind "{pad}" is none of{_meant(pad)}: forbidden, undef, '
        '"identity(<arith op>)", a number, inf, -inf, nan, "@f", a map "(io, ii) -> (0, ii)" to '
        'another cell, "value((io, ii) -> (self[0, ii] * 2.0 + ii))", a list "[{where = (io, ii) '
        '-> (ii - 3), kind = ..}, {kind = ..}]"'
    )


def _meant(pad: str) -> str:
    name, bracket, rest = pad.partition("(")
    close = get_close_matches(name, ["identity", "value", "forbidden", "undef"], n=1)
    return f' (did you mean "{close[0]}{bracket}{rest}"?)' if close else ""


def _computed(formula: Formula, function_of: Callable[[Formula], str]) -> SimpleKind:
    if isinstance(formula.value, float):
        return Constant(formula.value)
    if isinstance(formula.value, Loaded):
        return SelfLoad(formula.loads[0])
    return Computed(function_of(formula), None, formula.loads)


def _regions(text: str, function_of: Callable[[Formula], str]) -> Iterator[Region]:
    entries = re.fullmatch(r"\[\s*\{([^{}]*)\}\s*(?:,\s*\{([^{}]*)\}\s*)*\]", text)
    if entries is None:
        raise ValueError("it must be a list of {where = .., kind = ..}")
    for entry in re.findall(r"\{([^{}]*)\}", text):
        match = _ENTRY.fullmatch(entry)
        if match is None:
            raise ValueError(f"{{{entry}}} must be {{where = <map>, kind = <pad kind>}}")
        where = None if match["where"] is None else parse_map(match["where"])
        yield Region(where, _parse_simple(match["kind"], function_of))

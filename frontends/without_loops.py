"""Operations that other compilers leave, of which nothing here makes loops."""

from __future__ import annotations

import re

from ..dialect.ir.located_errors import PadError

_REFUSED = re.compile(
    r"failed to legalize operation '(?P<name>\w+\.\w+)'(?: that was explicitly marked illegal)?"
    r"|'(?P<ext>iree_linalg_ext\.\w+)' op .*"
)
"""What tools say of them."""
_DIALECTS = "chlo|iree_linalg_ext|mhlo|stablehlo|tm_tensor|torch|util"
_LEFT = re.compile(rf"^ *(?:%\S+ = )?\"?(?P<name>(?:{_DIALECTS})\.\w+)", re.MULTILINE)
_LOCATION = re.compile(r"loc\((#loc\d*)\)")
_ALIAS = re.compile(r"^(#loc\d*) = loc\((.*)\)$", re.MULTILINE)
_PLACE = re.compile(r'"([^"\n]+)":(\d+):(\d+)')
_WHAT = {
    "fft": "Fourier transforms",
    "scan": "cumulative sums, products and maxima",
    "scatter": "updates at places that data gives, `x.at[..]`",
    "sort": "sort, argsort, top_k",
    "topk": "sort, argsort, top_k",
}


def refuse_without_loops(linalg: str) -> None:
    """Raise PadError that names an operation other than linalg's, and its place if it has one."""
    found = _LEFT.search(linalg)
    if found is None:
        return
    place = _place(linalg, found.end())
    raise PadError(_text(found["name"]) + ("" if place is None else f" (at {place})"))


def in_plain_words(error: str) -> str:
    """The error of a tool, reworded if it is that nothing is made of an operation."""
    return _REFUSED.sub(lambda found: _text(found["name"] or found["ext"]), error)


def _text(name: str) -> str:
    kind = name.split(".")[1]
    what = f" ({_WHAT[kind]})" if kind in _WHAT else ""
    return f"no loops are made of '{name}'{what}; compute that outside of the model"


def _place(text: str, after: int) -> str | None:
    """The innermost place in a file that the next location names."""
    location = _LOCATION.search(text, after)
    if location is None:
        return None
    aliases = dict(_ALIAS.findall(text))
    pending, seen = [location[1]], set[str]()
    while pending:
        name = pending.pop(0)
        contents = aliases.get(name, "")
        if name in seen:
            continue
        seen.add(name)
        if (place := _PLACE.search(contents)) is not None:
            return ":".join(place.groups())
        pending += re.findall(r"#loc\d*", contents)
    return None

"""`#pad.layout` attributes in text: maps of many families, pad kinds, options."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .element_types import UNSTORABLE, constant_text, is_float


@dataclass(frozen=True)
class _Map:
    """Results over `d0`, `d1`, ..., the extents of their box, and where index 0 is stored."""

    results: tuple[str, ...]
    extents: tuple[int, ...]
    origin: tuple[int, ...]
    family: str

    def text(self, rank: int) -> str:
        dims = ", ".join(f"d{k}" for k in range(rank))
        return f"affine_map<({dims}) -> ({', '.join(self.results)})>"


@dataclass(frozen=True)
class LayoutText:
    """A layout attribute, and the one with forbidden padding that `pad.cast` may make of it."""

    text: str
    forbidden: str


def layout_text(
    choices: random.Random,
    shape: Sequence[int],
    element: str,
    features: set[str],
    functions: list[str] | None,
) -> LayoutText:
    """
    A layout for a buffer of this shape and element type.

    Functions that its padding needs are added to `functions`; None for a buffer whose padding is
    to be plain.
    """
    first = _map(choices, shape)
    maps, kinds = [first.text(len(shape))], [_kind(choices, first, element, features, functions)]
    features |= {"layout", f"layout-{first.family}"}
    last = first
    if choices.random() < 0.2 and len(first.extents) < 4:
        last = _map(choices, first.extents)
        maps.append(last.text(len(first.extents)))
        # What the second step's origin holds is data only where the first step's is at its origin.
        copies = not any(first.origin)
        kinds.append(_kind(choices, last, element, features, functions, copies))
        features.add("layout-steps")
    options = _options(choices, last, features)
    text, forbidden = (
        f"#pad.layout<[{', '.join(maps)}], [{', '.join(found)}], {{{options}}}>"
        for found in (kinds, ['"forbidden"'] * len(kinds))
    )
    return LayoutText(text, forbidden)


def map_attribute(choices: random.Random, shape: Sequence[int]) -> str:
    """One map on its own."""
    return _map(choices, shape).text(len(shape))


def _map(choices: random.Random, shape: Sequence[int]) -> _Map:
    rank = len(shape)
    if rank == 0:
        return _Map(("0",), (1,), (0,), "scalar")
    families = ["tile", "tile", "tile", "tile", "shift", "reverse", "stride", "identity", "last"]
    families += ["rotate", "rotate"]
    if rank > 1:
        families += ["transpose", "transpose", "linear", "pack", "pack", "skew"]
    family = choices.choice(families)
    axis = choices.randrange(rank)
    results = [f"d{k}" for k in range(rank)]
    extents, origin = list(shape), [0] * rank
    size, tile = shape[axis], choices.choice((2, 3, 4, 4, 4, 8))
    if family in ("tile", "shift", "pack", "last"):
        axis = rank - 1 if family == "last" else axis
        size = shape[axis]
        shift = choices.randint(1, 3) if family == "shift" else 0
        inner = f"d{axis}" if not shift else f"(d{axis} + {shift})"
        outer_extent = (size - 1 + shift) // tile + 1 if size else 0
        at = axis + 1 if family != "pack" else rank
        results[axis], extents[axis] = f"{inner} floordiv {tile}", outer_extent
        origin[axis] = shift // tile
        results.insert(at, f"{inner} mod {tile}")
        extents.insert(at, tile)
        origin.insert(at, shift % tile)
        if family == "tile" and choices.random() < 0.2:
            order = list(range(rank + 1))
            choices.shuffle(order)
            results, extents, origin = (
                [results[k] for k in order],
                [extents[k] for k in order],
                [origin[k] for k in order],
            )
    elif family == "reverse":
        results[axis] = f"{size - 1} - d{axis}"
        origin[axis] = max(size - 1, 0)
    elif family == "rotate" and size:
        shift = choices.randint(1, 3)
        results[axis], origin[axis] = f"(d{axis} - {shift}) mod {size}", -shift % size
    elif family == "stride":
        step, start = choices.choice((2, 2, 3)), choices.randint(0, 1)
        results[axis] = f"d{axis} * {step}" + (f" + {start}" if start else "")
        extents[axis] = (size - 1) * step + start + 1 if size else 0
        origin[axis] = start
    elif family == "transpose":
        order = list(range(rank))
        choices.shuffle(order)
        results, extents = [results[k] for k in order], [extents[k] for k in order]
    elif family == "linear":
        pitch = shape[1] + choices.choice((0, 0, 1, 2))
        results[0:2] = [f"d0 * {pitch} + d1"]
        extents[0:2] = [(shape[0] - 1) * pitch + shape[1]] if shape[0] and shape[1] else [0]
        origin[0:2] = [0]
    elif family == "skew":
        results[1] = "d0 + d1"
        extents[1] = shape[0] + shape[1] - 1 if shape[0] and shape[1] else 0
    return _Map(tuple(results), tuple(extents), tuple(origin), family)


def _kind(
    choices: random.Random,
    map: _Map,
    element: str,
    features: set[str],
    functions: list[str] | None,
    copies: bool = True,
) -> str:
    form = choices.choice(
        ("forbidden", "undef", "value", "value", "value", "identity", "copy", "list", "function")
    )
    if functions is None and form in ("copy", "function"):
        form = "value"
    if form == "function" and not (
        element in ("f32", "f64", "i32", "i64") and functions is not None
    ):
        form = "value"
    if element in UNSTORABLE:
        form = "forbidden"
    if form == "copy" and (0 in map.extents or not copies):
        form = "value"
    features.add(f"kind-{form}")
    if form == "function" and functions is not None:
        name = f"ramp{len(functions)}"
        functions.append(_ramp(choices, name, len(map.extents), element))
        return f"@{name}"
    return _kind_text(choices, form, map, element)


def _kind_text(choices: random.Random, form: str, map: _Map, element: str) -> str:
    if form in ("forbidden", "undef"):
        return f'"{form}"'
    if form == "value":
        return value_text(choices, element)
    if form == "identity":
        return f'"identity({_identity(choices, element)})"'
    dims = ", ".join(f"d{k}" for k in range(len(map.extents)))
    if form == "copy":
        return f"affine_map<({dims}) -> ({', '.join(map_text(map.origin))})>"
    axis = choices.randrange(len(map.extents))
    where = f"affine_map<({dims}) -> (d{axis} - {max(map.extents[axis] // 2, 1)})>"
    one, other = (
        _kind_text(choices, choices.choice(("value", "undef", "identity")), map, element)
        for _ in range(2)
    )
    return f"[{{where = {where}, kind = {one}}}, {{kind = {other}}}]"


def _ramp(choices: random.Random, name: str, rank: int, element: str) -> str:
    """A private function of physical indices."""
    parameters = ", ".join(f"%p{k}: index" for k in range(rank))
    lines = [f"func.func private @{name}({parameters}) -> {element} {{"]
    value = f"%p{choices.randrange(rank)}"
    if rank > 1 and choices.random() < 0.5:
        lines.append(f"  %s = arith.addi %p0, %p{rank - 1} : index")
        value = "%s"
    lines.append(f"  %i = arith.index_cast {value} : index to i64")
    result = "%i"
    if element == "i32":
        lines.append("  %r = arith.trunci %i : i64 to i32")
        result = "%r"
    elif is_float(element):
        lines.append(f"  %r = arith.sitofp %i : i64 to {element}")
        result = "%r"
    return "\n".join([*lines, f"  func.return {result} : {element}", "}"])


def value_text(choices: random.Random, element: str) -> str:
    """A typed constant attribute."""
    value = constant_text(choices, element)
    if is_float(element) and choices.random() < 0.4:
        value = choices.choice(("0.0", "-0.0", "1.0")) if "FN" not in element else "1.0"
    return value if element == "i1" else f"{value} : {element}"


def _identity(choices: random.Random, element: str) -> str:
    if is_float(element):
        return choices.choice(
            ("addf", "mulf", "maximumf", "minimumf") if "f8" not in element else ("mulf",)
        )
    if element == "i1":
        return choices.choice(("andi", "ori"))
    return choices.choice(("addi", "muli", "maxsi", "minsi", "andi", "ori", "xori", "maxui"))


def _options(choices: random.Random, map: _Map, features: set[str]) -> str:
    options: list[str] = []
    if choices.random() < 0.12:
        options.append(
            f"align = [{', '.join(str(choices.choice((1, 1, 2, 4))) for _ in map.extents)}]"
        )
        features.add("align")
    elif choices.random() < 0.12:
        extents = [max(n, 1) + choices.choice((0, 0, 1, 2)) for n in map.extents]
        options.append(f"extents = [{', '.join(map_text(extents))}]")
        features.add("extents")
    if choices.random() < 0.12 and len(map.extents) > 1:
        options.append(f"separators = [{choices.randint(1, len(map.extents) - 1)}]")
        features.add("separators")
    return ", ".join(options)


def map_text(values: Sequence[int]) -> list[str]:
    """Numbers as text."""
    return [str(value) for value in values]

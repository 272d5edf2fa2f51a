"""Random maps of layouts, and what their padding holds, as options of passes have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

from xdsl.dialects.builtin import Float8E4M3FNType, IntegerType, VectorType
from xdsl.ir import Attribute

IDENTITIES = (
    *("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf"),
    *("addi", "muli", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"),
)


@dataclass(frozen=True)
class Map:
    """The text of a map, and the box that it should make."""

    text: str
    extents: tuple[int, ...]


def random_map(shape: Sequence[int], rng: Random) -> Map:
    """Mostly one that is injective on the shape, at times one that is not, or of another rank."""
    names = [f"d{k}" for k in range(len(shape))]
    results: list[tuple[str, int]] = []
    for name, size in zip(names, shape, strict=True):
        results += _axis(name, size, rng)
    if len(results) > 1 and rng.random() < 0.15:
        k = rng.randrange(len(results) - 1)
        (outer, many), (inner, few) = results[k : k + 2]
        results[k : k + 2] = [(f"({outer}) * {few} + {inner}", many * few)]
    if len(results) > 1 and rng.random() < 0.3:
        rng.shuffle(results)
    if rng.random() < 0.03:
        results.append((str(rng.randrange(3)), 3))
    if rng.random() < 0.04 and results:
        results.pop(rng.randrange(len(results)))
    if rng.random() < 0.02:
        names.append("more")
    text = f"({', '.join(names)}) -> ({', '.join(result for result, _ in results)})"
    return Map(text, tuple(extent for _, extent in results))


def _axis(name: str, size: int, rng: Random) -> list[tuple[str, int]]:
    """The physical axes for one logical axis."""
    tile = rng.choice((2, 3, 4, 4, 5, 8, max(1, size)))
    shift = rng.randrange(1, 4)
    kind = rng.choices(
        ("same", "tiles", "shifted", "reversed", "spread", "shifted tiles", "folded", "rotated"),
        (6, 9, 2, 1, 1, 2, 0.4, 1.5),
    )[0]
    match kind:
        case "tiles":
            return [(f"{name} floordiv {tile}", -(-size // tile)), (f"{name} mod {tile}", tile)]
        case "shifted":
            return [(f"{name} + {shift}", size + shift)]
        case "reversed":
            return [(f"{size - 1 + shift // 2} - {name}", size + shift // 2)]
        case "spread":
            return [(f"{name} * {shift + 1} + {shift // 2}", size * (shift + 1))]
        case "shifted tiles":
            at = f"({name} + {shift})"
            return [
                (f"{at} floordiv {tile}", -(-(size + shift) // tile)),
                (f"{at} mod {tile}", tile),
            ]
        case "rotated" if size:
            return [(f"({name} - {shift}) mod {size}", size)]
        case "folded":
            return [(f"{name} floordiv {tile}", -(-size // tile))]
        case _:
            return [(name, size)]


def random_pad(extents: Sequence[int], type: Attribute, functions: Sequence[str], rng: Random):
    """A pad kind for such a box, as the text of the option."""
    names = [f"p{k}" for k in range(len(extents))]
    kind = rng.choices(
        ("forbidden", "undef", "number", "identity", "copy", "value", "function", "list"),
        (3, 3, 9, 1.5, 1, 0.7, 0.4, 1),
    )[0]
    if kind == "value":
        return f"value(({', '.join(names)}) -> ({_sum(names, rng)}))"
    if kind == "function" and functions:
        return f"@{rng.choice(functions)}"
    if kind == "list":
        at = f"({', '.join(names)}) -> ({_sum(names, rng)} - {rng.randrange(6)})"
        first, last = (_simple(rng.random(), names, extents, type, rng) for _ in range(2))
        return f"[{{where = {at}, kind = {first}}}, {{kind = {last}}}]"
    shares = {"forbidden": 0.0, "undef": 0.2, "identity": 0.9, "copy": 0.95}
    return _simple(shares.get(kind, 0.5), names, extents, type, rng)


def _simple(
    share: float, names: Sequence[str], extents: Sequence[int], type: Attribute, rng: Random
) -> str:
    if share < 0.1:
        return "forbidden"
    if share < 0.3:
        return "undef"
    if share < 0.85:
        return random_number(type, rng)
    if share < 0.92:
        return f"identity({rng.choice(IDENTITIES)})"
    cell = [
        name
        if rng.random() < 0.4
        else str(rng.randrange(max(1, extent)) if rng.random() < 0.3 else 0)
        for name, extent in zip(names, extents, strict=True)
    ]
    return f"({', '.join(names)}) -> ({', '.join(cell)})"


def random_number(type: Attribute, rng: Random) -> str:
    """A number that is mostly a value of the element type."""
    if isinstance(type, VectorType):
        type = cast("VectorType[Attribute]", type).element_type
    if rng.random() < 0.03:
        return rng.choice(("0.5", "1e30", "-7", "300", "lots"))
    if str(type) == "i1":
        return rng.choice(("0", "1", "true", "false"))
    if isinstance(type, IntegerType) or str(type) == "index":
        return rng.choice(("0", "0", "0", "1", "-1", "2", "7", "127", "-128"))
    if isinstance(type, Float8E4M3FNType):
        return rng.choice(("0.0", "1.0", "-0.0"))
    return rng.choice(("0.0", "0.0", "0.0", "0.0", "-0.0", "1.0", "inf", "-inf", "nan", "2.5"))


def _sum(names: Sequence[str], rng: Random) -> str:
    return " + ".join(f"{name} * {rng.randrange(1, 5)}" for name in names) or "1"

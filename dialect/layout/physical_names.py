"""Names for physical indices that read like the loops a person would write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...index.expr import Expr


def physical_names(outputs: Sequence[Expr], taken: set[str]) -> tuple[str, ...]:
    """
    Distinct names for the outputs of a map.

    A plain index keeps its name; `i // 4` and `i % 4` are `io` and `ii`; more parts of `i` are
    `i0`, `i1`, `i2`; the rest is `p` and the position. `taken` are the names of indices and sizes.
    """
    names: list[str] = []
    for position, wanted in enumerate(_wanted(outputs)):
        plain = wanted == str(outputs[position])
        name = wanted if plain and wanted not in names else _free(wanted, {*names, *taken})
        names.append(name)
    return tuple(names)


def _wanted(outputs: Sequence[Expr]) -> Iterator[str]:
    users: dict[str, list[Expr]] = {}
    for output in outputs:
        for name in set(output.variables()):
            users.setdefault(name, []).append(output)
    for position, output in enumerate(outputs):
        mentioned = set(output.variables())
        name = next(iter(mentioned), "")
        if output.op == "var":
            yield name
        elif len(mentioned) != 1 or len(users[name]) == 1:
            yield f"p{position}"
        elif len(users[name]) > 2:
            joint = "_" if name[-1].isdigit() else ""
            yield f"{name}{joint}{users[name].index(output)}"
        elif _are_tile(*users[name]):
            yield name + ("o" if output.op == "//" else "i")
        else:
            yield f"p{position}"


def _are_tile(one: Expr, two: Expr) -> bool:
    return {one.op, two.op} == {"//", "%"} and one.operands == two.operands


def _free(wanted: str, taken: set[str]) -> str:
    name = wanted
    while name in taken:
        name += "_"
    return name

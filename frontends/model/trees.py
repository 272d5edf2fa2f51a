"""Trees of arrays, as frameworks pass them: dictionaries, lists and tuples of arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard, cast

from ...dialect.ir.located_errors import PadError


@dataclass(frozen=True)
class Leaf:
    """An array, by its number among all leaves."""

    number: int


@dataclass(frozen=True)
class Branch:
    """
    A dictionary ("dict", or "state", which may have other keys too), with its keys; a "list" or
    "tuple", whose keys are None; or "none".
    """

    kind: str
    keys: tuple[str | int, ...] | None
    parts: tuple[Tree, ...]


Tree: TypeAlias = Leaf | Branch
_KINDS = ("dict", "state", "list", "tuple", "none")
_Stored: TypeAlias = int | list[Any]


class WrongTree(PadError):
    """A tree of another structure than was wanted; the message says where."""


def tree_of(given: Any, where: str, first: int = 0) -> Tree:
    """
    The structure of a value of dictionaries, lists, tuples and None, whose leaves are their own
    numbers, from `first`. Raises WrongTree for leaves that are none, and for keys that no file can
    keep.
    """
    if given is None:
        return Branch("none", None, ())
    if _is_mapping(given):
        keys = tuple(_ordered(given, where))
        parts = tuple(tree_of(given[key], f"{where}[{key!r}]", first) for key in keys)
        return Branch("dict", keys, parts)
    if isinstance(given, list | tuple):
        items = cast("Sequence[Any]", given)
        parts = tuple(tree_of(x, f"{where}[{k}]", first) for k, x in enumerate(items))
        return Branch("list" if isinstance(given, list) else "tuple", None, parts)
    if not isinstance(given, int):
        raise WrongTree(
            f"{where}: arrays have to be in dictionaries, lists and tuples, not in a "
            f"{type(given).__name__}: pass its arrays"
        )
    return Leaf(first + given)


def leaves(tree: Tree, given: Any, where: str) -> Iterator[tuple[int, Any]]:
    """
    The leaves of a value of this structure, each with its number.

    Lists and tuples stand for each other. Raises WrongTree at the first difference.
    """
    if isinstance(tree, Leaf):
        if given is None or _is_mapping(given) or isinstance(given, list | tuple):
            raise WrongTree(f"{where}: wanted an array, got {_shown(cast('object', given))}")
        yield tree.number, given
    elif tree.keys is not None:
        if not _is_mapping(given):
            raise WrongTree(f"{where}: wanted a dictionary, got {_shown(given)}")
        if missing := [key for key in tree.keys if key not in given]:
            raise WrongTree(f"{where}: the dictionary has no {missing[0]!r}")
        others = [] if tree.kind == "state" else [key for key in given if key not in tree.keys]
        if others:
            known = ", ".join(map(repr, tree.keys))
            raise WrongTree(f"{where}: unknown key {others[0]!r}; the keys are {known}")
        for key, part in zip(tree.keys, tree.parts, strict=True):
            yield from leaves(part, given[key], f"{where}[{key!r}]")
    elif tree.kind == "none":
        if given is not None:
            raise WrongTree(f"{where}: wanted None, got {_shown(given)}")
    else:
        if not isinstance(given, list | tuple):
            raise WrongTree(f"{where}: wanted a {tree.kind}, got {_shown(given)}")
        items = cast("Sequence[Any]", given)
        if len(items) != len(tree.parts):
            wanted = f"wanted {len(tree.parts)} parts, got {len(items)}"
            raise WrongTree(f"{where}: {wanted}")
        for k, (part, item) in enumerate(zip(tree.parts, items, strict=True)):
            yield from leaves(part, item, f"{where}[{k}]")


def count(tree: Tree) -> int:
    """How many leaves a tree has."""
    return 1 if isinstance(tree, Leaf) else sum(map(count, tree.parts))


def rebuilt(tree: Tree, values: Sequence[Any]) -> Any:
    """The value of this structure, with these leaves."""
    if isinstance(tree, Leaf):
        return values[tree.number]
    parts = [rebuilt(part, values) for part in tree.parts]
    if tree.keys is not None:
        return dict(zip(tree.keys, parts, strict=True))
    return None if tree.kind == "none" else parts if tree.kind == "list" else tuple(parts)


def to_json(tree: Tree) -> _Stored:
    """The tree as JSON has it."""
    if isinstance(tree, Leaf):
        return tree.number
    keys = None if tree.keys is None else list(tree.keys)
    return [tree.kind, keys, *map(to_json, tree.parts)]


def from_json(stored: _Stored) -> Tree:
    """The tree that `to_json` gave. Raises ValueError or TypeError for anything else."""
    if isinstance(stored, int):
        return Leaf(stored)
    kind, keys, *parts = stored
    if kind not in _KINDS or (keys is not None) != (kind in ("dict", "state")):
        raise ValueError(kind)
    return Branch(kind, None if keys is None else tuple(keys), tuple(map(from_json, parts)))


def _ordered(given: Mapping[Any, Any], where: str) -> list[Any]:
    """The keys in the order of the leaves: sorted where that is possible, as JAX has them."""
    for key in given:
        if not isinstance(key, str | int):
            raise WrongTree(f"{where}: wanted keys that are strings or integers, got {key!r}")
    try:
        return sorted(given)
    except TypeError:
        raise WrongTree(f"{where}: keys are both strings and integers") from None


def _is_mapping(given: object) -> TypeGuard[Mapping[Any, Any]]:
    return isinstance(given, Mapping)


def _shown(given: object) -> str:
    return "None" if given is None else f"a {type(given).__name__}"

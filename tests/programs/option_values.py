"""Random values for the options of passes: names of the module, or by an option's type."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from xdsl.dialects.builtin import f32

from .maps import random_map, random_number
from .names import Buffer, Loop, Names

_BARE = re.compile(r"[\w.+-]+", re.ASCII)
_WRONG = "no_such_name"


def value_of(key: str, hint: Any, names: Names, rng: Random) -> str | None:
    """A value for an option: by what it names, else by its type."""
    if get_origin(hint) is Literal:
        return _of_type(hint, rng)
    if key in _NAMED and rng.random() < 0.04:
        return quoted(_WRONG)
    if key in _NAMED and (chosen := _NAMED[key](names, rng)) is not None:
        return chosen
    if key == "sizes" and get_args(hint)[:1] == (str,):  # of buffers, not of threads
        buffer = any_buffer(names, rng)
        name = "n" if buffer is None or rng.random() < 0.3 else f"{buffer.name}.0"
        return quoted(f"{name}={rng.choice(('1..64', '16..16', '8..1024', '64..1'))}")
    if key in _TEXTS:
        return _TEXTS[key](names, rng)
    return _of_type(hint, rng)


def _of_type(hint: Any, rng: Random) -> str | None:
    """A value by the option's type alone."""
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _of_type(rng.choice([h for h in get_args(hint) if h is not NoneType]), rng)
    if origin is tuple:
        values = [_of_type(get_args(hint)[0], rng) for _ in range(rng.choice((1, 1, 2, 3)))]
        return ",".join(value for value in values if value is not None)
    if origin is Literal:
        return quoted(str(rng.choice(get_args(hint))))
    if hint is bool:
        return rng.choice(("true", "true", "false", None))
    if hint is int:
        return str(rng.choice((0, 1, 2, 3, 4, 8, 16)))
    if hint is float:
        return rng.choice(("0.0", "0.5", "1.0", "2.0"))
    return quoted(rng.choice(("0", "1", "text")))


def _names(chosen: Callable[[Names], Sequence[str]]) -> Callable[[Names, Random], str | None]:
    def choose(names: Names, rng: Random) -> str | None:
        known = chosen(names)
        return quoted(rng.choice(known)) if known else None

    return choose


def _some_loops(names: Names, rng: Random) -> str | None:
    if not names.loops:
        return None
    band = rng.choice(names.loops).band()[: rng.choice((1, 1, 2, 3))]
    return ",".join(quoted(loop.name) for loop in band)


_NAMED: dict[str, Callable[[Names, Random], str | None]] = {
    "function": _names(lambda names: names.functions),
    "stage": _names(lambda names: [stage for stage, _ in names.stages]),
    "buffer": _names(lambda names: [buffer.name for buffer in names.buffers]),
    "loop": _names(lambda names: [loop.name for loop in names.loops]),
    "at": _names(lambda names: [loop.name for loop in names.loops]),
    "outer": _names(lambda names: [loop.name for loop in names.loops]),
    "inner": _names(lambda names: [loop.name for loop in names.loops]),
    "stages": _names(lambda names: [stage for stage, _ in names.stages]),
    "loops": _some_loops,
    "blocks": _some_loops,
    "threads": _some_loops,
}


def _text(*choices: str) -> Callable[[Names, Random], str | None]:
    return lambda names, rng: quoted(rng.choice(choices))


def _list(*choices: str) -> Callable[[Names, Random], str | None]:
    return lambda names, rng: quoted(f"[{rng.choice(choices)}]")


_TEXTS: dict[str, Callable[[Names, Random], str | None]] = {
    "max-waste": _text("inf", "inf", "inf", "inf", "1.0", "0", "0.25", "3", "-1"),
    "max-padding": _text("inf", "1.0", "0", "8"),
    "target-cpu": _text("native", "x86-64-v2", "x86-64-v3", "x86-64-v4", "x86-64"),
    "memory-space": _text("3", "1"),
    "symbols": _list("4", "2, 2"),
    "separators": _list("1", "1", "2", "1, 2"),
    "align": _list("4", "1, 4", "1, 1, 8"),
    "extents": _list("16", "8, 8", "4, 4, 4"),
    "map": lambda names, rng: quoted(random_map([rng.randrange(1, 9)], rng).text),
    "pad": lambda names, rng: quoted(random_number(f32, rng)),
    "new-name": _text("hoisted", "f", "tanhf"),
    "nontemporal-threshold": lambda names, rng: rng.choice(("0", "1", "64", "100000")),
    "sizes": lambda names, rng: rng.choice(("32", "8,4", "64,2,1", "1024,2")),
    "factors": lambda names, rng: rng.choice(("2", "2,2", "4", "3,2")),
}


def any_buffer(names: Names, rng: Random) -> Buffer | None:
    # One that has no other name for it is what a cache or a view is of: any may be asked for.
    return rng.choice(names.buffers) if names.buffers else None


def loop_name(loop: Loop, rng: Random) -> str:
    return f"{loop.stage}.{loop.name}" if loop.stage and rng.random() < 0.3 else loop.name


def quoted(text: str) -> str:
    if _BARE.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

"""Random pipelines over every pass of ours, with options that mostly fit the module as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from xdsl.dialects.builtin import ModuleOp, f32
from xdsl.passes import ModulePass

from pad_mlir.passes.registry import ALL_PASSES

from .maps import random_map, random_number, random_pad
from .names import Buffer, Loop, Names, names_of

MOST_PASSES = 6
ENDS = ("pad-to-host", "pad-to-gpu", "pad-map-to-gpu")
"""After these the module is no longer at the level that the other passes work on."""

_BARE = re.compile(r"[\w.+-]+", re.ASCII)
_WRONG = "no_such_name"

Options = dict[str, str | None]
"""The text of each option that is given; None for one without a value."""


@cache
def options_of(name: str) -> dict[str, tuple[Any, bool]]:
    """The options of a pass: their types, and whether they have to be given."""
    cls: type[ModulePass] = ALL_PASSES[name]()
    hints = get_type_hints(cls)
    return {
        each.name.replace("_", "-"): (
            hints[each.name],
            each.default is MISSING and each.default_factory is MISSING,
        )
        for each in fields(cls)
    }


def pipeline(module: ModuleOp, rng: Random, apply: Callable[[ModuleOp, str], ModuleOp]) -> str:
    """
    A pipeline of 1 to 6 passes, each chosen for what the ones before made of the module.

    `apply` gives what a pass makes of a module, and the same module where the pass refuses.
    """
    steps: list[str] = []
    for number in range(rng.randint(1, MOST_PASSES)):
        steps.append(random_step(module, rng, number))
        if steps[-1].startswith(ENDS):
            break
        module = apply(module, steps[-1])
    return ",".join(steps)


def random_step(module: ModuleOp, rng: Random, number: int) -> str:
    """The text of one pass for the module, as the step of that number, from 0."""
    names = names_of(module)
    weights = _weights(names, number)
    name = rng.choices([*weights], [*weights.values()])[0]
    return step_text(name, random_options(name, names, rng))


def step_text(name: str, options: Options) -> str:
    """The pass as pipelines spell it."""
    given = [key if text is None else f"{key}={text}" for key, text in options.items()]
    return f"{name}{{{' '.join(given)}}}" if given else name


def random_options(name: str, names: Names, rng: Random) -> Options:
    """Options for a pass: what belongs together first, then others by their types."""
    options = _TOGETHER.get(name, _nothing)(names, rng)
    for key, (hint, is_required) in options_of(name).items():
        if key in options or (not is_required and rng.random() > _SHARES.get(key, 0.3)):
            continue
        if key == "function" and rng.random() < 0.4:
            continue  # what belongs together may be of another function
        options[key] = _value(key, hint, names, rng)
    return options


def _weights(names: Names, number: int) -> dict[str, float]:
    weights = {name: 1.0 for name in ALL_PASSES} | _WEIGHTS
    if names.has_kernels:
        weights["pad-to-gpu"] = 30.0
    if names.has_layouts:
        weights["pad-apply-layouts"] = 14.0
        weights["pad-propagate-layouts"] = 4.0
        weights["pad-transform-layout"] = 4.0
    elif number == 0:
        weights["pad-transform-layout"] = 14.0
    return weights


_WEIGHTS = {
    "pad-transform-layout": 3.0,
    "pad-remove-branching-through-overcompute": 4.0,
    "pad-sequential-buffer-access": 2.5,
    "pad-simplify": 2.5,
    "pad-remove-no-op": 2.0,
    "pad-split": 1.5,
    "pad-optimize": 1.2,
    "pad-check-assumes": 0.5,
    "pad-remove-assume": 0.4,
    "pad-remove-undef-store": 0.4,
    "pad-map-to-gpu": 0.3,
    "pad-to-gpu": 0.05,
    "pad-to-host": 0.5,
}

_SHARES = {
    "function": 0.1,
    "stage": 0.35,
    "fp": 0.2,
    "trust": 0.06,
    "memory-space": 0.05,
    "symbols": 0.02,
    "new-name": 0.2,
    "separators": 0.1,
    "align": 0.03,
    "extents": 0.03,
    "max-rank": 0.1,
    "target-cpu": 0.4,
    "interface": 0.25,
    "loops": 0.25,
    "index": 0.25,
    "max-waste": 0.5,
}


def _nothing(names: Names, rng: Random) -> Options:
    return {}


def _transform(names: Names, rng: Random) -> Options:
    buffer = _buffer(names, rng)
    shape = None if buffer is None else buffer.shape
    if buffer is None or shape is None:
        return {"buffer": _quoted("@none" if buffer is None else buffer.name)}
    chosen = random_map(shape, rng)
    options: Options = {"buffer": _quoted(buffer.name), "map": _quoted(chosen.text)}
    if rng.random() < 0.85:
        functions = [name for name, arity in names.pure if arity == len(chosen.extents)]
        pad = random_pad(chosen.extents, buffer.type.element_type, functions, rng)
        options["pad"] = _quoted(pad)
    if rng.random() < 0.1:
        extents = [extent + rng.choice((0, 0, 1, 3)) for extent in chosen.extents]
        options["extents"] = _quoted(str(extents))
    if rng.random() < 0.1:
        options["align"] = _quoted(str([rng.choice((1, 1, 4, 8)) for _ in chosen.extents]))
    return options


def _cache(names: Names, rng: Random) -> Options:
    options = _transform(names, rng)
    options.pop("extents", None)
    options.pop("align", None)
    if rng.random() < 0.6:
        options.pop("map", None)
        options.pop("pad", None)
    if rng.random() < 0.35 and names.loops:
        options["at"] = _quoted(rng.choice(names.loops).name)
    return options


def _optimize(names: Names, rng: Random) -> Options:
    if rng.random() < 0.5:
        return {}
    options = _transform(names, rng)
    options.pop("align", None)
    return options


def _sequential(names: Names, rng: Random) -> Options:
    keys = [key for key, touched in names.touched.items() if touched]
    if not keys:
        return {}
    key = rng.choice(keys)
    return {"stage": _quoted(key[0]), "buffer": _quoted(rng.choice(names.touched[key]))}


def _hoisted(names: Names, rng: Random) -> Options:
    return {"stage": _quoted(rng.choice(names.stages)[0])} if names.stages else {}


def _fused(names: Names, rng: Random) -> Options:
    pairs = [(loop, loop.child) for loop in names.loops if loop.child is not None]
    if not pairs:
        return {}
    outer, inner = rng.choice(pairs)
    return {"outer": _quoted(outer.name), "inner": _quoted(inner.name)}


def _reordered(names: Names, rng: Random) -> Options:
    bands = [band for loop in names.loops if len(band := loop.band()) > 1]
    if not bands:
        return {}
    band = [loop.name for loop in rng.choice(bands)]
    rng.shuffle(band)
    return {"loops": ",".join(map(_quoted, band))}


def _merged(names: Names, rng: Random) -> Options:
    if not names.siblings or rng.random() < 0.4:
        return {}
    chosen = rng.choice(names.siblings)
    start = rng.randrange(len(chosen) - 1)
    loops = chosen[start : start + rng.choice((2, 2, 3))]
    if all(loop.stage for loop in loops) and rng.random() < 0.6:
        return {"stages": ",".join(_quoted(loop.stage) for loop in loops)}
    return {"loops": ",".join(_quoted(_loop_name(loop, rng)) for loop in loops)}


def _tiled(names: Names, rng: Random) -> Options:
    if rng.random() < 0.4 or not names.loops:
        return {}
    loops = list(dict.fromkeys(loop.name for loop in rng.sample(names.loops, 1)))
    factors = [str(rng.choice((2, 2, 3, 4))) for _ in loops]
    return {"loops": ",".join(map(_quoted, loops)), "factors": ",".join(factors)}


def _split(names: Names, rng: Random) -> Options:
    factor = rng.choice((2, 3, 4, 4, 5, 8, 16, 0, -1) if rng.random() < 0.1 else (2, 3, 4, 5, 8))
    return {"factor": str(factor)}


_TOGETHER: dict[str, Callable[[Names, Random], Options]] = {
    "pad-transform-layout": _transform,
    "pad-cache-read": _cache,
    "pad-cache-write": _cache,
    "pad-optimize": _optimize,
    "pad-sequential-buffer-access": _sequential,
    "pad-hoist-stage": _hoisted,
    "pad-fuse": _fused,
    "pad-reorder": _reordered,
    "pad-merge-adjacent-loops": _merged,
    "pad-register-tile": _tiled,
    "pad-split": _split,
}


def _value(key: str, hint: Any, names: Names, rng: Random) -> str | None:
    """A value for an option: by what it names, else by its type."""
    if get_origin(hint) is Literal:
        return _of_type(hint, rng)
    if key in _NAMED and rng.random() < 0.04:
        return _quoted(_WRONG)
    if key in _NAMED and (chosen := _NAMED[key](names, rng)) is not None:
        return chosen
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
        return _quoted(str(rng.choice(get_args(hint))))
    if hint is bool:
        return rng.choice(("true", "true", "false", None))
    if hint is int:
        return str(rng.choice((0, 1, 2, 3, 4, 8, 16)))
    if hint is float:
        return rng.choice(("0.0", "0.5", "1.0", "2.0"))
    return _quoted(rng.choice(("0", "1", "text")))


def _names(chosen: Callable[[Names], Sequence[str]]) -> Callable[[Names, Random], str | None]:
    def choose(names: Names, rng: Random) -> str | None:
        known = chosen(names)
        return _quoted(rng.choice(known)) if known else None

    return choose


def _some_loops(names: Names, rng: Random) -> str | None:
    if not names.loops:
        return None
    band = rng.choice(names.loops).band()[: rng.choice((1, 1, 2, 3))]
    return ",".join(_quoted(loop.name) for loop in band)


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
    return lambda names, rng: _quoted(rng.choice(choices))


def _list(*choices: str) -> Callable[[Names, Random], str | None]:
    return lambda names, rng: _quoted(f"[{rng.choice(choices)}]")


_TEXTS: dict[str, Callable[[Names, Random], str | None]] = {
    "max-waste": _text("inf", "inf", "1.0", "0", "0.25", "3", "-1"),
    "max-padding": _text("inf", "1.0", "0", "8"),
    "target-cpu": _text("native", "x86-64-v2", "x86-64-v3", "x86-64-v4", "x86-64"),
    "memory-space": _text("3", "1"),
    "symbols": _list("4", "2, 2"),
    "separators": _list("1", "1", "2", "1, 2"),
    "align": _list("4", "1, 4", "1, 1, 8"),
    "extents": _list("16", "8, 8", "4, 4, 4"),
    "map": lambda names, rng: _quoted(random_map([rng.randrange(1, 9)], rng).text),
    "pad": lambda names, rng: _quoted(random_number(f32, rng)),
    "new-name": _text("hoisted", "f", "tanhf"),
    "nontemporal-threshold": lambda names, rng: rng.choice(("0", "1", "64", "100000")),
    "sizes": lambda names, rng: rng.choice(("32", "8,4", "64,2,1", "1024,2")),
    "factors": lambda names, rng: rng.choice(("2", "2,2", "4", "3,2")),
}


def _buffer(names: Names, rng: Random) -> Buffer | None:
    # One that has no other name for it is what a cache or a view is of: any may be asked for.
    return rng.choice(names.buffers) if names.buffers else None


def _loop_name(loop: Loop, rng: Random) -> str:
    return f"{loop.stage}.{loop.name}" if loop.stage and rng.random() < 0.3 else loop.name


def _quoted(text: str) -> str:
    if _BARE.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

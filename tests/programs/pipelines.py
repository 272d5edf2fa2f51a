"""Random pipelines over every pass of ours, with options that mostly fit the module as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from functools import cache
from random import Random
from typing import Any, TypeAlias, get_type_hints

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from pad_mlir.passes.registry import ALL_PASSES

from .maps import IDENTITIES, random_map, random_number, random_pad
from .names import Buffer, Names, names_of
from .option_values import any_buffer, loop_name, quoted, value_of

MOST_PASSES = 6
_PLANNED = 0.6
ENDS = ("pad-to-host", "pad-to-gpu", "pad-map-to-gpu")
"""After these the module is no longer at the level that the other passes work on."""

_MAP = re.compile(r'pad-transform-layout\{buffer=(\S+) map=("[^"]*")')

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
    A pipeline of 1 to 8 passes, each chosen for what the ones before made of the module.

    `apply` gives what a pass makes of a module, and the same module where the pass refuses.
    """
    steps: list[str] = []
    walk = Walk(rng)
    for _ in range(walk.length):
        steps.append(walk.step(module, steps))
        if steps[-1].startswith(ENDS):
            break
        module = apply(module, steps[-1])
    return ",".join(steps)


_Step: TypeAlias = Callable[[Names], str | None]
_Plan: TypeAlias = Callable[[Names, Random], list[_Step]]


class Walk:
    """
    One way through the passes: at first, at times, what pads a buffer, has a stage run over it and
    drops the guards, which chance alone seldom finds; else any pass.
    """

    def __init__(self, rng: Random):
        self._rng = rng
        self._plan: list[_Step] | None = None
        self.length = random_length(rng)
        self._is_planned = rng.random() < _PLANNED
        if self._is_planned:
            self.length += 2

    def step(self, module: ModuleOp, done: Sequence[str]) -> str:
        """The next pass for the module, after those that were applied."""
        names = names_of(module)
        if self._plan is None:
            plan = self._rng.choice(
                (*[_padding_plan] * 6, _hoisting_plan, _caching_plan, *_GROUPED)
            )
            self._plan = plan(names, self._rng) if self._is_planned else []
        while self._plan:
            if (text := self._plan.pop(0)(names)) is not None:
                return text
        return random_step(module, self._rng, done)


def _padding_plan(names: Names, rng: Random) -> list[_Step]:
    stages = [key for key, touched in names.touched.items() if touched]
    if not stages:
        return []
    stage, function = rng.choice(stages)
    touched = [
        buffer
        for buffer in names.buffers
        if buffer.name in names.touched[stage, function] and buffer.function == function
    ]
    shaped = [buffer for buffer in touched if buffer.shape and min(buffer.shape) > 0]
    if not shaped:
        return []
    buffer = rng.choice(shaped)
    same = [b for b in shaped if b.shape == buffer.shape and b is not buffer]
    chosen, copies = _tiles(buffer.shape or (), rng)
    laid_out = [buffer, *(same if rng.random() < 0.6 else [])]

    def lay_out(names: Names, of: Buffer) -> str:
        fitting = _fitting_pad(of, names, rng) if rng.random() < 0.5 else None
        others = ("undef", copies, copies, *[random_number(of.type.element_type, rng)] * 2)
        pad = fitting or rng.choice(others)
        options: Options = {"buffer": quoted(of.name)} | chosen | {"pad": quoted(pad)}
        return step_text("pad-transform-layout", options)

    def apply(names: Names) -> str:
        writes = rng.choice(("stage", "stage", "if", "before", "both"))
        return step_text("pad-apply-layouts", {"pad-writes": writes})

    def follow(names: Names) -> str:
        options: Options = {"stage": quoted(stage), "buffer": quoted(buffer.name)}
        return step_text("pad-sequential-buffer-access", options)

    def drop(names: Names) -> str:
        options = random_options("pad-remove-branching-through-overcompute", names, rng)
        if rng.random() < 0.8:
            options |= {"max-waste": "inf"}
        if rng.random() < 0.7:
            options.pop("function", None)
            options.pop("stage", None)
        return step_text("pad-remove-branching-through-overcompute", options)

    first: list[_Step] = [lambda names, of=of: lay_out(names, of) for of in laid_out]
    lowering = rng.choice(("", "", "", "pad-remove-undef-store", "pad-remove-assume"))
    return [*first, apply, follow, drop, lambda names: lowering or None]


def _hoisting_plan(names: Names, rng: Random) -> list[_Step]:
    """A stage in a function of its own, whose buffers are laid out: packed around the call."""
    if not names.stages:
        return []
    stage, function = rng.choice(names.stages)

    def lay_out(names: Names) -> str | None:
        inside = [b for b in names.buffers if b.function == f"{function}_{stage}" and b.shape]
        if not inside:
            return None
        buffer = rng.choice(inside)
        pad = rng.choice(("forbidden", "undef", random_number(buffer.type.element_type, rng)))
        options: Options = {"buffer": quoted(buffer.name)} | _tiles(buffer.shape or (), rng)[0]
        options |= {"function": quoted(buffer.function), "pad": quoted(pad)}
        return step_text("pad-transform-layout", options)

    return [
        lambda names: step_text("pad-hoist-stage", {"stage": quoted(stage)}),
        lay_out,
        *([lay_out] if rng.random() < 0.5 else []),
        lambda names: "pad-propagate-layouts",
        lambda names: "pad-apply-layouts",
    ]


def _caching_plan(names: Names, rng: Random) -> list[_Step]:
    """Copies of what a stage reads or writes."""

    def cache(names: Names) -> str:
        name = rng.choice(("pad-cache-read", "pad-cache-write", "pad-cache-write"))
        return step_text(name, random_options(name, names, rng))

    return [cache, cache, lambda names: "pad-apply-layouts"]


_LOOPS = (
    *("split", "fuse", "fuse", "reorder", "reorder", "merge-adjacent-loops"),
    *["sequential-buffer-access"] * 3,
)
_GUARDS = (
    *("simplify", "simplify", "hoist-expression", "hoist-expression", "partition-loops"),
    *("remove-overcompute-through-branching", "reduce-loop-extents", "remove-no-op", "split"),
)
_LANES = (
    *("vectorize", "vectorize", "register-tile", "register-tile", "reorder", "flatten-loops"),
    "expand-math",
)
_COPIES = ("propagate-layouts", "propagate-layouts", "cache-read", "cache-write", "remove-no-op")


def _grouped(passes: Sequence[str]) -> _Plan:
    """Passes that work on the same parts of a program, one after the other."""

    def plan(names: Names, rng: Random) -> list[_Step]:
        def step(name: str) -> _Step:
            return lambda names: step_text(name, random_options(name, names, rng))

        return [step(f"pad-{rng.choice(passes)}") for _ in range(rng.choice((2, 3, 3, 4)))]

    return plan


_GROUPED = tuple(map(_grouped, (_LOOPS, _GUARDS, _GUARDS, _LANES, _LANES, _COPIES)))


def _tiles(shape: Sequence[int], rng: Random) -> tuple[Options, str]:
    """
    A layout with padding at the end of an axis, mostly the last, and a pad for it that copies the
    first cell of the padded axis.
    """
    names = [f"d{k}" for k in range(len(shape))]
    axis = rng.choice((len(shape) - 1, len(shape) - 1, rng.randrange(len(shape))))
    size = rng.choice([n for n in (2, 3, 4, 5, 8) if shape[axis] % n] or [4])
    listed, name = ", ".join(names), names[axis]
    if rng.random() < 0.25:
        extents = [n + (rng.randrange(1, 4) if k == axis else 0) for k, n in enumerate(shape)]
        results, padded = names, name
        options: Options = {"extents": quoted(str(extents))}
    else:
        tile = (f"{name} floordiv {size}", f"{name} mod {size}")
        results, padded, options = [*names[:axis], *tile, *names[axis + 1 :]], tile[1], {}
        if rng.random() < 0.5:
            rng.shuffle(results)
    cells = [f"p{k}" for k in range(len(results))]
    first = ["0" if text == padded else cell for cell, text in zip(cells, results, strict=True)]
    copies = f"({', '.join(cells)}) -> ({', '.join(first)})"
    return {"map": quoted(f"({listed}) -> ({', '.join(results)})")} | options, copies


def random_length(rng: Random) -> int:
    """How many passes a pipeline is to have."""
    return rng.choice((1, 2, 3, 3, 4, 4, 5, 5, 6, MOST_PASSES))


def random_step(module: ModuleOp, rng: Random, done: Sequence[str] = ()) -> str:
    """The text of one pass for the module, after passes that were applied."""
    names = names_of(module)
    names.done = list(done)
    weights = _weights(names, done)
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
        if "layouts" in options and key in _PARTS_OF_LAYOUTS and rng.random() < 0.95:
            continue
        if key == "function" and rng.random() < 0.4:
            continue  # what belongs together may be of another function
        options[key] = value_of(key, hint, names, rng)
    return options


def _weights(names: Names, done: Sequence[str]) -> dict[str, float]:
    weights = {name: 1.0 for name in ALL_PASSES} | _WEIGHTS
    if names.has_kernels:
        weights["pad-to-gpu"] = 30.0
    if names.has_layouts:
        weights["pad-apply-layouts"] = 14.0
        weights["pad-propagate-layouts"] = 4.0
        weights["pad-transform-layout"] = 6.0
    elif not done:
        weights["pad-transform-layout"] = 20.0
    for kind, passes in _ON.items():
        if kind in names.kinds:
            for name in passes:
                weights[name] += 2.0
    last = done[-1].split("{")[0] if done else ""
    for name, weight in _BEHIND.get(last, {}).items():
        if name != "pad-apply-layouts" or names.has_layouts:
            weights[name] = weights[name] + weight
    return weights


_ON = {
    "pad.undef": ("pad-remove-undef-store",) * 2,
    "pad.pack": ("pad-propagate-layouts",) * 3,
    "pad.unpack": ("pad-propagate-layouts",),
    "affine.if": ("pad-simplify", "pad-hoist-expression", "pad-partition-loops"),
    **dict.fromkeys(("scf.for", "scf.parallel", "scf.while"), ("pad-raise-loops",) * 2),
    "scf.if": ("pad-simplify", "pad-hoist-expression", "pad-hoist-expression"),
}
"""Passes that are more likely if a module has such an operation."""

_BEHIND: dict[str, dict[str, float]] = {
    "pad-transform-layout": {"pad-apply-layouts": 30.0, "pad-transform-layout": 12.0},
    "pad-apply-layouts": {
        "pad-sequential-buffer-access": 60.0,
        "pad-remove-branching-through-overcompute": 6.0,
        "pad-hoist-stage": 4.0,
    },
    "pad-sequential-buffer-access": {
        "pad-remove-branching-through-overcompute": 70.0,
        "pad-sequential-buffer-access": 8.0,
        "pad-merge-adjacent-loops": 8.0,
        "pad-simplify": 8.0,
    },
    "pad-split": {
        "pad-remove-branching-through-overcompute": 10.0,
        "pad-reorder": 8.0,
        "pad-partition-loops": 8.0,
    },
    "pad-remove-branching-through-overcompute": {
        "pad-remove-overcompute-through-branching": 12.0,
        "pad-remove-no-op": 8.0,
        "pad-simplify": 6.0,
        "pad-merge-adjacent-loops": 8.0,
        "pad-flatten-loops": 6.0,
        "pad-vectorize": 6.0,
        "pad-register-tile": 6.0,
        "pad-hoist-stage": 4.0,
    },
    "pad-flatten-loops": {"pad-vectorize": 12.0, "pad-register-tile": 8.0},
    "pad-hoist-stage": {"pad-propagate-layouts": 6.0, "pad-transform-layout": 8.0},
}
"""Passes that are more likely after a pass: they change its result."""

_WEIGHTS = {
    "pad-transform-layout": 3.0,
    "pad-remove-branching-through-overcompute": 4.0,
    "pad-sequential-buffer-access": 2.5,
    "pad-simplify": 2.5,
    "pad-remove-no-op": 2.0,
    "pad-split": 1.5,
    "pad-optimize": 1.2,
    "pad-check-assumes": 0.5,
    "pad-raise-loops": 0.5,
    "pad-infer-pad-value": 0.3,
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
    "max-waste": 0.75,
    "sizes": 0.1,
    "layouts": 0.0,
}


def _nothing(names: Names, rng: Random) -> Options:
    return {}


def _transform(names: Names, rng: Random) -> Options:
    buffer = any_buffer(names, rng)
    again = _MAP.search(names.done[-1]) if names.done and rng.random() < 0.6 else None
    if again is not None and (same := _of_same_shape(names, again[1], rng)) is not None:
        # The buffers of an element-wise stage are laid out in one way.
        options: Options = {"buffer": quoted(same.name), "map": again[2]}
        if rng.random() < 0.85:
            options["pad"] = quoted(_fitting_pad(same, names, rng) or "undef")
        return options
    shape = None if buffer is None else buffer.shape
    if buffer is None or shape is None:
        return {"buffer": quoted("@none" if buffer is None else buffer.name)}
    chosen = random_map(shape, rng)
    options = {"buffer": quoted(buffer.name), "map": quoted(chosen.text)}
    if rng.random() < 0.85:
        functions = [name for name, arity in names.pure if arity == len(chosen.extents)]
        pad = random_pad(chosen.extents, buffer.type.element_type, functions, rng)
        fitting = _fitting_pad(buffer, names, rng) if rng.random() < 0.5 else None
        options["pad"] = quoted(fitting or pad)
    if rng.random() < 0.1:
        extents = [extent + rng.choice((0, 0, 1, 3)) for extent in chosen.extents]
        options["extents"] = quoted(str(extents))
    if rng.random() < 0.1:
        options["align"] = quoted(str([rng.choice((1, 1, 4, 8)) for _ in chosen.extents]))
    return options


def _of_same_shape(names: Names, done: str, rng: Random) -> Buffer | None:
    """Another buffer that has the logical shape of one that was laid out."""
    laid_out = [b.type.get_shape() for b in names.buffers if b.name == done.strip('"')]
    others = [
        b
        for b in names.buffers
        if laid_out and b.type.get_shape() == laid_out[0] == b.shape and b.name != done.strip('"')
    ]
    return rng.choice(others) if others else None


def _fitting_pad(buffer: Buffer, names: Names, rng: Random) -> str | None:
    """The neutral value of an operation in the module, for the element type."""
    is_float = str(buffer.type.element_type).startswith(("f", "bf"))
    known = {op for op in names.operations if op in IDENTITIES and op.endswith("f") == is_float}
    if not known:
        return None
    return f"identity({rng.choice(sorted(known))})"


def _cache(names: Names, rng: Random) -> Options:
    options: Options = _transform(names, rng)
    options.pop("extents", None)
    options.pop("align", None)
    pairs = [(stage, b) for (stage, _), touched in names.touched.items() for b in touched]
    if pairs and rng.random() < 0.7:
        stage, buffer = rng.choice(pairs)
        shapes = [b.shape for b in names.buffers if b.name == buffer]
        options = dict[str, str | None](buffer=quoted(buffer))
        if shapes and shapes[0]:
            options |= {"map": _tiles(shapes[0], rng)[0]["map"], "pad": rng.choice(("undef", "0"))}
        if rng.random() < 0.7:
            options["stage"] = quoted(stage)
    if rng.random() < 0.6:
        options.pop("map", None)
        options.pop("pad", None)
    if rng.random() < 0.35 and names.loops:
        options["at"] = quoted(rng.choice(names.loops).name)
    return options


_PARTS_OF_LAYOUTS = ("buffer", "map", "pad", "extents", "stage")
"""Options that say of one layout what `layouts` says of several; not both may be given."""


def _optimize(names: Names, rng: Random) -> Options:
    kind = rng.random()
    if kind < 0.4:
        return {}
    keep: Options = {"interface": "keep"} if rng.random() < 0.25 else {}
    processor: Options = {"target-cpu": rng.choice(("x86-64-v3", "x86-64-v4", "x86-64-v2"))}
    if kind < 0.6:
        return {"layouts": "auto"} | processor | keep
    if kind < 0.8 and (plan := _layouts_of_several(names, rng)):
        return {"layouts": quoted(plan)} | (processor if rng.random() < 0.7 else {}) | keep
    options = _transform(names, rng)
    options.pop("align", None)
    if rng.random() < 0.25:
        options["pad"] = "auto"
    return options | keep


def _layouts_of_several(names: Names, rng: Random) -> str:
    """Layouts of up to three buffers, each with its map and its padding."""
    known = {b.name: b for b in names.buffers if b.shape and min(b.shape) > 0 and not b.is_laid_out}
    chosen = rng.sample(sorted(known), min(len(known), rng.choice((1, 2, 2, 3))))
    parts = list[str]()
    for name in chosen:
        of = known[name]
        tiles = _tiles(of.shape or (), rng)[0]["map"]
        map = (
            tiles if tiles and rng.random() < 0.6 else quoted(random_map(of.shape or (), rng).text)
        )
        fitting = _fitting_pad(of, names, rng) if rng.random() < 0.5 else None
        number = random_number(of.type.element_type, rng)
        pad = fitting or rng.choice(("undef", "undef", "forbidden", "auto", number))
        parts.append(f"{name}: {map.strip(chr(34))} pad={pad}")
    return "; ".join(parts)


def _sequential(names: Names, rng: Random) -> Options:
    keys = [key for key, touched in names.touched.items() if touched]
    if not keys:
        return {}
    laid_out = {buffer.name for buffer in names.buffers if buffer.is_laid_out}
    pairs = [(stage, b) for stage, f in keys for b in names.touched[stage, f] if b in laid_out]
    if pairs and rng.random() < 0.8:
        stage, buffer = rng.choice(pairs)
        return {"stage": quoted(stage), "buffer": quoted(buffer)}
    key = rng.choice(keys)
    return {"stage": quoted(key[0]), "buffer": quoted(rng.choice(names.touched[key]))}


def _hoisted(names: Names, rng: Random) -> Options:
    return {"stage": quoted(rng.choice(names.stages)[0])} if names.stages else {}


def _fused(names: Names, rng: Random) -> Options:
    pairs = [(loop, loop.child) for loop in names.loops if loop.child is not None]
    if not pairs or rng.random() < 0.1:  # what stands between them is refused, mostly
        pairs = [(loop, inner) for loop in names.loops for inner in loop.inside]
    if not pairs:
        return {}
    outer, inner = rng.choice(pairs)
    return {"outer": quoted(outer.name), "inner": quoted(inner.name)}


def _reordered(names: Names, rng: Random) -> Options:
    bands = [band for loop in names.loops if len(band := loop.band()) > 1]
    if not bands:
        return {}
    band = [loop.name for loop in rng.choice(bands)]
    rng.shuffle(band)
    return {"loops": ",".join(map(quoted, band))}


def _merged(names: Names, rng: Random) -> Options:
    if not names.siblings or rng.random() < 0.4:
        return {}
    chosen = rng.choice(names.siblings)
    start = rng.randrange(len(chosen) - 1)
    loops = chosen[start : start + rng.choice((2, 2, 3))]
    if all(loop.stage for loop in loops) and rng.random() < 0.6:
        return {"stages": ",".join(quoted(loop.stage) for loop in loops)}
    return {"loops": ",".join(quoted(loop_name(loop, rng)) for loop in loops)}


def _tiled(names: Names, rng: Random) -> Options:
    if rng.random() < 0.4 or not names.loops:
        return {}
    outer = [loop for loop in names.loops if not loop.is_innermost] or names.loops
    loops = [rng.choice(outer).name]
    factors = [str(rng.choice((2, 2, 3, 4))) for _ in loops]
    return {"loops": ",".join(map(quoted, loops)), "factors": ",".join(factors)}


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

"""Edits of the texts: shorter pipelines, smaller numbers, plainer types."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...passes.pipeline.pipeline_text import PipelineError, StepText, split_pipeline

_TOKEN = re.compile(
    r"""
      (?P<string>"(?:[^"\\]|\\.)*")
    | (?P<name>[%@^\#!][\w$.-]+)
    | (?P<float>\d+\.\d*(?:[eE][+-]?\d+)?)
    | (?P<bits>0x[0-9a-fA-F]{2,}(?![\w]))
    | (?P<shape>(?<![\w.])(?:\?|\d+)x(?:(?:\?|\d+)x)*(?=[\w!\[]))
    | (?P<number>(?<![\w.])\d+(?![\w.]))
    | (?P<type>(?:bf16|tf32|f\d\w*|i\d+)(?!\w))
    | (?P<word>[A-Za-z_][\w$.]*)
    | (?P<mark>[^\s\w])
    | (?P<other>\w+)
    """,
    re.VERBOSE,
)
_IN_SHAPE = re.compile(r"\d+")
_PLAIN_TYPES = ("f32", "i32", "i1")
_LARGEST = 1 << 40


@dataclass(frozen=True)
class Place:
    """A part of the text that an edit may replace."""

    start: int
    stop: int
    kind: str
    text: str

    def moved(self, by: int) -> Place:
        """The same further on."""
        return Place(self.start + by, self.stop + by, self.kind, self.text)


def places(text: str, *, inside: bool = False) -> list[Place]:
    """The numbers, floats and types in the text; of what is quoted too if `inside` is set."""
    found: list[Place] = []
    for match in _TOKEN.finditer(text):
        kind, start = str(match.lastgroup), match.start()
        if kind in ("number", "float", "type"):
            found.append(Place(start, match.end(), kind, match[0]))
        elif kind == "shape":
            for size in _IN_SHAPE.finditer(match[0]):
                found.append(Place(start + size.start(), start + size.end(), "number", size[0]))
        elif kind == "string" and inside:
            quoted = places(match[0][1:-1])
            found += [
                Place(start + 1 + p.start, start + 1 + p.stop, p.kind, p.text) for p in quoted
            ]
    return found


def weight(module: str, pipeline: str) -> tuple[int, int, int]:
    """Words and marks; then the numbers added up; then what is not a plain type or number."""
    words, numbers, odd = 0, 0, 0
    for text, inside in ((module, False), (pipeline, True)):
        words += sum(1 for _ in _TOKEN.finditer(text))
        for place in places(text, inside=inside):
            if place.kind == "number":
                numbers += min(int(place.text), _LARGEST)
            elif place.kind == "type":
                odd += 2 * (place.text not in _PLAIN_TYPES)
            else:
                odd += 0 if float(place.text) == 0 else 1 if float(place.text) == 1 else 2
    return words, numbers, odd


Change = Callable[[Place], str | None]
"""The text to write at a place in place of its text; None for nothing."""


def smaller(by: Callable[[int], int]) -> Change:
    """Numbers made smaller."""

    def change(place: Place) -> str | None:
        if place.kind != "number":
            return None
        number = int(place.text)
        other = max(0, by(number))
        return str(other) if other < number else None

    return change


def plainer(value: str) -> Change:
    """Floats that are this value."""

    def change(place: Place) -> str | None:
        return (
            value if place.kind == "float" and float(place.text) not in (0, float(value)) else None
        )

    return change


def plain_type(place: Place) -> str | None:
    """f32 and i32."""
    if place.kind != "type" or place.text in _PLAIN_TYPES:
        return None
    return "i32" if place.text[0] == "i" else "f32"


CHANGES: tuple[Change, ...] = (
    plain_type,
    plainer("0.0"),
    plainer("1.0"),
    smaller(lambda _: 1),
    smaller(lambda _: 2),
    smaller(lambda n: n // 2),
    smaller(lambda n: n - n // 4),
    smaller(lambda n: n - 1),
    smaller(lambda _: 0),
)


@dataclass(frozen=True)
class Replacement:
    """A change at all places of the same text, or at each place by itself."""

    change: Change
    everywhere: bool

    def count(self, module: str, pipeline: str) -> int:
        """How many there are to choose from."""
        return len(self._groups(module, pipeline))

    def apply(self, module: str, pipeline: str, chosen: range) -> tuple[str, str]:
        """Both texts with those that are chosen."""
        groups = self._groups(module, pipeline)
        changed: tuple[list[Place], list[Place]] = ([], [])
        for number in chosen:
            for part, place in groups[number]:
                changed[part].append(place)
        return self._written(module, changed[0]), self._written(pipeline, changed[1])

    def _groups(self, module: str, pipeline: str) -> list[list[tuple[int, Place]]]:
        groups: dict[object, list[tuple[int, Place]]] = {}
        for part, text in enumerate((module, pipeline)):
            for place in places(text, inside=part == 1):
                if self.change(place) is not None:
                    key = place.text if self.everywhere else (part, place.start)
                    groups.setdefault(key, []).append((part, place))
        return list(groups.values())

    def _written(self, text: str, changed: Sequence[Place]) -> str:
        for place in sorted(changed, key=lambda p: p.start, reverse=True):
            new = self.change(place)
            text = text[: place.start] + (place.text if new is None else new) + text[place.stop :]
        return text


def steps(pipeline: str) -> list[StepText]:
    """The steps of a pipeline; one that can't be read is one step."""
    try:
        return split_pipeline(pipeline)
    except PipelineError:
        return [StepText(pipeline, ())]


def joined(parts: Sequence[StepText]) -> str:
    """The pipeline's text."""
    return ",".join(map(str, parts))


class FewerSteps:
    """Passes left out."""

    def count(self, module: str, pipeline: str) -> int:
        """How many passes there are."""
        return len(steps(pipeline))

    def apply(self, module: str, pipeline: str, chosen: range) -> tuple[str, str]:
        """The pipeline without those that are chosen."""
        return module, joined([s for k, s in enumerate(steps(pipeline)) if k not in chosen])


class FewerOptions:
    """Options of passes left out, and items of those that are lists."""

    def count(self, module: str, pipeline: str) -> int:
        """How many there are."""
        return sum(len(_shorter(step)) for step in steps(pipeline))

    def apply(self, module: str, pipeline: str, chosen: range) -> tuple[str, str]:
        """The pipeline with the first of those that are chosen."""
        parts, number = steps(pipeline), chosen.start
        for k, step in enumerate(parts):
            shorter = _shorter(step)
            if number < len(shorter):
                return module, joined([*parts[:k], shorter[number], *parts[k + 1 :]])
            number -= len(shorter)
        return module, pipeline


def _shorter(step: StepText) -> list[StepText]:
    """The step without an option, or without an item of one."""
    found: list[StepText] = []
    for k, (name, values) in enumerate(step.options):
        before, after = step.options[:k], step.options[k + 1 :]
        found.append(StepText(step.name, (*before, *after)))
        for number in range(len(values) if len(values) > 1 else 0):
            fewer = (*values[:number], *values[number + 1 :])
            found.append(StepText(step.name, (*before, (name, fewer), *after)))
    return found

"""Input that is not right: files of the lit suite, with something in them spoilt."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from ..lit_in_process import run_lines

SUITE = Path(__file__).parents[2] / "lit_tests"
_FOLDERS = ("dialect", "passes", "rfc77", "tools", "tvm_lessons")
_COMMENT = re.compile(r"^ *//(?! -----$).*\n?", re.MULTILINE)
_SEPARATOR = "// -----\n"
_PIPELINE_OPTIONS = ("-p", "--passes", "--pass-pipeline")

_TYPE = re.compile(
    r"memref<(?:[^<>]|<[^<>]*>|<(?:[^<>]|<[^<>]*>)*>)*>|vector<[^>]*>|\b[if]\d+\b|\bindex\b"
)
_NUMBER = re.compile(r"(?<![\w%@.#])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])")
_ATTRIBUTE = re.compile(
    r"affine_(?:map|set)<[^<>]*(?:->|:)[^<>]*(?:>=?[^<>]*)*>|#pad\.layout<[^ ]*|\"[^\"\n]*\""
    r"|(?<=pad\.)\w+|(?<== )[\w\"\[{][^,}\n]*"
)
_TOKEN = re.compile(r'[%@#^!]?[\w.$]+|"[^"\n]*"|->|>=|==|[^\s\w]')

_TYPES = (
    *("index", "f32", "i1", "f64", "i0", "i99999999", "none", "!pad.type", "tensor<4xf32>"),
    *("memref<*xf32>", "memref<-1xf32>", "memref<4x?xf32, strided<[?, 1]>>", "memref<0xindex>"),
    *("vector<0xf32>", "vector<[4]xf32>", "memref<4xmemref<4xf32>>", "(f32) -> i1", "()"),
    *("memref<4xf32, #pad.layout<[], [], {}>>", "tuple<f32, i1>", "complex<i1>", "ui8"),
)
_ATTRIBUTES = (
    *("unit", "3", "-1", '"undef"', "[]", "{}", "@f", "@f::@g", "dense<1.0> : tensor<4xf32>"),
    *("affine_map<() -> ()>", "affine_map<(d0) -> (d0 floordiv 0)>", "affine_map<(d0) -> (d1)>"),
    *("affine_map<(d0, d1) -> (d0 * d1)>", "affine_set<(d0) : (d0 >= 0)>", "#pad.layout<>"),
    *("#pad.layout<[affine_map<(d0) -> (d0 floordiv 2)>], [0.0 : f32], {}>", "0xFFFFFFFFFF"),
    *("#pad.layout<[affine_map<(d0) -> (d0)>], [unit], {separators = [9], align = [0]}>",),
    *("#pad.layout<[3], {}, []>", "1.0e999 : f32", "true", "[[[]]]", "{where = 3}", "#nothing"),
)
_NUMBERS = (
    *("9223372036854775807", "9223372036854775808", "18446744073709551616", "-2147483649"),
    *("99999999999999999999999999", "1" + "0" * 5000, "-9223372036854775808", "1000000000000"),
    *("1e400", "0x7fffffffffffffffff", "4294967296", "1.7976931348623157e309", "2147483647"),
)


@dataclass(frozen=True)
class Input:
    """A file's bytes, and the options of pad-opt that it is run with."""

    name: str
    content: bytes
    options: tuple[str, ...]
    is_surely_wrong: bool = False
    """Whether it can't be right, whatever was drawn."""


def sources() -> list[Input]:
    """The parts of the lit files that run pad-opt, without comments, with their first RUN line."""
    found: list[Input] = []
    for folder in _FOLDERS:
        for path in sorted((SUITE / folder).glob("**/*.mlir")):
            text = path.read_text()
            runs = [shlex.split(line) for line in run_lines(path, Path())]
            options = next((_options(words) for words in runs if words[0] == "pad-opt"), None)
            if options is None:
                continue
            for part in _COMMENT.sub("", text).split(_SEPARATOR):
                if part.strip():
                    found.append(Input(str(path.relative_to(SUITE)), part.encode(), options))
    return found


def _options(words: list[str]) -> tuple[str, ...]:
    """The pipeline, and whether unregistered dialects are taken; the rest is about the output."""
    kept: list[str] = []
    own = words[: words.index("|")] if "|" in words else words
    for position, word in enumerate(own):
        name, _, value = word.partition("=")
        if name in _PIPELINE_OPTIONS:
            kept += ["-p", value or own[position + 1]]
        elif word == "--allow-unregistered-dialect":
            kept.append(word)
    return tuple(kept)


def malformed(source: Input, rng: Random) -> Input:
    """The input with something spoilt, in one of the ways of `WAYS`."""
    way = rng.choice(sorted(WAYS))
    spoilt = WAYS[way](source, rng)
    return replace(spoilt, name=f"{source.name}, {way}")


def _with_text(source: Input, text: str, is_surely_wrong: bool = False) -> Input:
    return replace(source, content=text.encode(), is_surely_wrong=is_surely_wrong)


def _cut(source: Input, rng: Random) -> Input:
    """The end is missing."""
    text = source.content.decode()
    end = max(text.rfind("}"), 1)
    return _with_text(source, text[: rng.randrange(end)])


def _hole(source: Input, rng: Random) -> Input:
    """Some characters in the middle are missing."""
    text = source.content.decode()
    start = rng.randrange(len(text))
    return _with_text(source, text[:start] + text[start + rng.choice((1, 5, 40, 200)) :])


def _replaced(
    pattern: re.Pattern[str], others: tuple[str, ...]
) -> Callable[[Input, Random], Input]:
    def way(source: Input, rng: Random) -> Input:
        text = source.content.decode()
        places = list(pattern.finditer(text))
        if not places:
            return _cut(source, rng)
        place = rng.choice(places)
        return _with_text(source, text[: place.start()] + rng.choice(others) + text[place.end() :])

    return way


def _swapped_types(source: Input, rng: Random) -> Input:
    """Two types of the file have changed places."""
    text = source.content.decode()
    places = list(_TYPE.finditer(text))
    if len({place[0] for place in places}) < 2:
        return _cut(source, rng)
    first, second = sorted(rng.sample(places, 2), key=lambda place: place.start())
    return _with_text(
        source,
        text[: first.start()]
        + second[0]
        + text[first.end() : second.start()]
        + first[0]
        + text[second.end() :],
    )


def _tokens(source: Input, rng: Random) -> Input:
    """A token is missing, there twice, or another one of the file."""
    text = source.content.decode()
    places = list(_TOKEN.finditer(text))
    place, other = rng.choice(places), rng.choice(places)[0]
    new = rng.choice(("", place[0] * 2, f"{place[0]} {place[0]}", other))
    return _with_text(source, text[: place.start()] + new + text[place.end() :])


def _nested(source: Input, rng: Random) -> Input:
    """Thousands of brackets, loops or parentheses, opened or closed too."""
    depth = rng.choice((300, 3_000, 100_000))
    opening, closing = rng.choice(
        (
            ("affine.for %i = 0 to 4 {\n", "}\n"),
            ('"test.op"() ({\n', "}) : () -> ()\n"),
            ("module {\n", "}\n"),
            ("{a = ", "}"),
            ("[", "]"),
            ("(", ")"),
            ("-", ""),
            ("memref<4x", ">"),
            ("affine_map<(d0) -> (", ")>"),
            ("#pad.layout<[", "], [], {}>"),
            ("tuple<", ">"),
            ("loc(fused[", "])"),
        )
    )
    middle = opening * depth + (closing * depth if rng.random() < 0.7 else "")
    text = source.content.decode()
    places = [0, *(place.start() for place in _TOKEN.finditer(text))]
    start = rng.choice(places)
    return _with_text(source, text[:start] + middle + text[start:])


def _deep_expression(source: Input, rng: Random) -> Input:
    """An index expression of thousands of terms or parentheses."""
    depth = rng.choice((300, 3_000, 30_000))
    long = rng.choice(
        (
            "(" * depth + "d0" + ")" * depth,
            "d0" + " + d0" * depth,
            "(" * depth + "d0" + " floordiv 2)" * depth,
            "d0" + " mod 7 * 3" * depth,
            "-" * depth + "d0",
        )
    )
    map_text = f"affine_map<(d0) -> ({long})>"
    text = source.content.decode()
    places = [m.start() for m in re.finditer(r"\n", text)]
    start = rng.choice(places or [0])
    use = rng.choice((f"#m = {map_text}\n", f"%q = affine.apply {map_text}(%i)\n", map_text))
    return _with_text(source, text[:start] + "\n" + use + text[start:])


def _rubbish(source: Input, rng: Random) -> Input:
    """Bytes that are not MLIR, somewhere or all over."""
    junk = rng.randbytes(rng.choice((1, 8, 200, 20_000)))
    if rng.random() < 0.3:
        return replace(source, content=b"\xff\x00" + junk, is_surely_wrong=True)
    kind = rng.choice(
        (junk, b"\x00", "\ufeff\u2028äß\U0001f600".encode(), b"\xed\xa0\x80", b"\r\x0b\x0c")
    )
    start = rng.randrange(len(source.content))
    return replace(source, content=source.content[:start] + kind + source.content[start:])


def _pipeline(source: Input, rng: Random) -> Input:
    """The text of the pipeline is spoilt."""
    if "-p" not in source.options:
        return _tokens(source, rng)
    at = source.options.index("-p") + 1
    text = source.options[at]
    places = list(re.finditer(r"-?\d+|[\w-]+|[^\w\s]", text))
    if not places:
        return _tokens(source, rng)
    place = rng.choice(places)
    new = rng.choice(
        ("", "1" + "0" * 400, "-1", "0", '"', "{", "}", "(" * 3000, "\u00e4", "nan", "x=1")
    )
    changed = text[: place.start()] + new + text[place.end() :]
    return replace(source, options=(*source.options[:at], changed, *source.options[at + 1 :]))


WAYS: dict[str, Callable[[Input, Random], Input]] = {
    "cut": _cut,
    "hole": _hole,
    "another type": _replaced(_TYPE, _TYPES),
    "swapped types": _swapped_types,
    "another attribute": _replaced(_ATTRIBUTE, _ATTRIBUTES),
    "huge number": _replaced(_NUMBER, _NUMBERS),
    "tokens": _tokens,
    "deep nest": _nested,
    "deep expression": _deep_expression,
    "rubbish": _rubbish,
    "pipeline": _pipeline,
}

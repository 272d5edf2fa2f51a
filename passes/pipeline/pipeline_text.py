"""From the text of a pipeline, `pass-a{x=1 y="a b"}, pass-b`, to passes, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cache
from typing import Any, NoReturn, get_type_hints

from xdsl.passes import ModulePass
from xdsl.utils.exceptions import DiagnosticException

from ..common.diagnostics import OptionError
from .messages import Message
from .option_types import Value, convert, type_text
from .tracebacks import loading_error

_TOKEN = re.compile(
    r'(?P<blank>\s+)|"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<word>[\w.+-]+)|(?P<mark>[{}()=,])|(?P<other>.)'
)
_DROPS_ASSUMES = ("pad-remove-assume", "pad-to-host")
_ALL_FUNCTIONS = ("func.func", "any")
_BLANKS = "options are separated by blanks, not commas: {x=1 y=2}"
_BRACES = "options are in braces: pass{x=1 y=2}"
# Stock xdsl-opt reads `true` as a boolean and `1e-30` as two words.
_BARE = re.compile(r"(?!(?:true|false)$)[A-Za-z_][\w-]*|-?\d+", re.ASCII)
_MODULE = re.compile(r"\s*builtin\.module\s*\((.*)\)\s*", re.DOTALL)

Registry = Mapping[str, Callable[[], type[ModulePass]]]


class PipelineError(Exception):
    """A pipeline that can't be run; `position` is where in its text, from 0."""

    def __init__(self, message: str, position: int):
        super().__init__(message)
        self.position = position
        self.pipeline = ""
        """The text, where the pipeline comes from `parse_pipeline`."""

    def message(self) -> Message:
        """As it is shown."""
        before = self.pipeline[: self.position].split("\n")
        place = len(before), len(before[-1]) + 1
        return Message("error", str(self), "<pass-pipeline>", *place, source=self.pipeline)


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    position: int

    @property
    def end(self) -> int:
        """The position after it; of what is quoted, in the quotes."""
        return self.position + len(self.text)

    def is_mark(self, mark: str) -> bool:
        return self.kind == "mark" and self.text == mark

    def is_other(self, text: str) -> bool:
        return self.kind == "other" and self.text == text


@dataclass(frozen=True)
class _Option:
    name: _Token
    values: list[_Token]

    @property
    def key(self) -> str:
        return self.name.text.replace("_", "-")

    @property
    def position(self) -> int:
        """Of its value, which is what can be wrong with it."""
        return (self.values[0] if self.values else self.name).position


@dataclass(frozen=True)
class _Step:
    name: _Token
    options: list[_Option]


def parse_pipeline(text: str, registry: Registry) -> list[ModulePass]:
    """The passes in order, options converted to their types; raises PipelineError."""
    try:
        return [_build(step, registry) for step in _Parser(text).steps()]
    except PipelineError as error:
        error.pipeline = text
        raise
    except RecursionError:
        raise PipelineError("passes are nested too deeply", 0) from None


def refused(
    text: str, passes: Sequence[ModulePass], step: ModulePass, error: Exception
) -> PipelineError | None:
    """
    Return the errors of a pass of `parse_pipeline(text, ..)` about its options, at their places in
    the text.

    None for a pass that is none of these.
    """
    number = next((k for k, each in enumerate(passes) if each is step), None)
    if number is None:
        return None
    place = _Parser(text).steps()[number]
    result = _refusal(place, error)
    result.pipeline = text
    return result


def checking_assumes(
    passes: Sequence[ModulePass], registry: Registry, *, at_end: bool
) -> list[ModulePass]:
    """
    The passes with `pad-check-assumes` before the first one that drops assumes; where none
    does, at the end, if that is wanted.
    """
    dropping = [k for k, step in enumerate(passes) if step.name in _DROPS_ASSUMES]
    if not dropping and not at_end:
        return [*passes]
    first = dropping[0] if dropping else len(passes)
    return [*passes[:first], registry["pad-check-assumes"]()(), *passes[first:]]


def pipeline_dump(passes: Sequence[ModulePass]) -> str:
    """The passes with the options that they have been given, in the form of mlir-opt."""
    lines = ",\n".join(f"  {pipeline_text([step])}" for step in passes)
    return f"Pass Manager with {len(passes)} passes:\nbuiltin.module(\n{lines}\n)\n"


def pipeline_text(passes: Iterable[ModulePass]) -> str:
    """The pipeline as pad-opt and stock xdsl-opt take it: no blanks after commas, values quoted."""
    return ",".join(_pass_text(step) for step in passes)


def _pass_text(step: ModulePass) -> str:
    options = [
        f"{name.replace('_', '-')}{_values_text(values)}"
        for name, values in step.spec().parameters.items()
    ]
    return f"{step.name}{{{' '.join(options)}}}" if options else step.name


def _values_text(values: Sequence[str | float]) -> str:
    return f"={','.join(map(_value_text, values))}" if values else ""


def _value_text(value: str | float) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = value if isinstance(value, str) else str(value)
    if _BARE.fullmatch(text):
        return text
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def without_module(text: str) -> str:
    """The pipeline in `builtin.module(..)`, its characters where they were; or all of the text."""
    module = _MODULE.fullmatch(text)
    return text if module is None else " " * module.start(1) + module[1]


@dataclass(frozen=True)
class StepText:
    """A step of a pipeline as text: the name, and options with their values as written."""

    name: str
    options: tuple[tuple[str, tuple[str, ...]], ...]

    def __str__(self) -> str:
        shown = (f"{name}={','.join(values)}" if values else name for name, values in self.options)
        return f"{self.name}{{{' '.join(shown)}}}" if self.options else self.name


def split_pipeline(text: str) -> list[StepText]:
    """The steps in order, of passes that may not exist; raises PipelineError."""
    try:
        given = _Parser(text).steps()
    except PipelineError as error:
        error.pipeline = text
        raise
    return [
        StepText(
            step.name.text,
            tuple((o.name.text, tuple(map(_as_written, o.values))) for o in step.options),
        )
        for step in given
    ]


def _as_written(value: _Token) -> str:
    return f'"{value.text}"' if value.kind == "quoted" else value.text


class _Parser:
    def __init__(self, text: str):
        self._tokens = [
            _Token(m.lastgroup or "", m[m.lastgroup or 0], m.start())
            for m in _TOKEN.finditer(without_module(text))
            if m.lastgroup != "blank"
        ]
        self._tokens.append(_Token("end", "", len(text)))
        self._next = 0

    def steps(self) -> list[_Step]:
        """All of the text."""
        if self._peek().kind == "end":
            return []
        result = self._sequence()
        if self._peek().kind != "end":
            self._fail_after_pass("expected ',' between passes")
        return result

    def _sequence(self) -> list[_Step]:
        result = self._steps()
        while self._peek().is_mark(","):
            self._take()
            result += self._steps()
        return result

    def _steps(self) -> list[_Step]:
        """
        Parse a pass, or the passes of `func.func(..)`: a pass on all functions is a pass on the
        module.
        """
        name = self._take()
        if name.kind != "word":
            self._fail(name, "expected the name of a pass")
        if not self._peek().is_mark("("):
            return [_Step(name, self._options() if self._peek().is_mark("{") else [])]
        if name.text == "builtin.module" and not self._is_closed():
            raise PipelineError("this '(' has no ')'", self._peek().position)
        if name.text not in _ALL_FUNCTIONS:
            nests = "builtin.module(..) around all, and func.func(..), may hold passes"
            raise PipelineError(f"passes run on modules; only {nests}", name.position)
        self._take()
        result = self._sequence()
        if not self._peek().is_mark(")"):
            self._fail_after_pass("expected ',' or ')' after a pass")
        self._take()
        return result

    def _is_closed(self) -> bool:
        """Whether the '(' that comes has its ')'."""
        depth = 0
        for token in self._tokens[self._next :]:
            depth += token.is_mark("(") - token.is_mark(")")
            if depth == 0:
                return True
        return False

    def _options(self) -> list[_Option]:
        self._take()
        options: dict[str, _Option] = {}
        while not self._peek().is_mark("}"):
            name = self._take()
            if name.is_mark(","):
                raise PipelineError(_BLANKS, name.position)
            if name.kind != "word":
                self._fail_after_option(name, list(options.values()))
            option = _Option(name, self._values())
            if option.key in options:
                raise PipelineError(f"option '{name.text}' is given twice", name.position)
            options[option.key] = option
        self._take()
        return list(options.values())

    def _values(self) -> list[_Token]:
        if not self._peek().is_mark("="):
            return []
        if self._tokens[self._next + 1].is_other("["):
            return self._listed()
        values: list[_Token] = []
        while not values or self._peek().is_mark(","):
            mark = self._take()
            value = self._take()
            if value.kind not in ("word", "quoted"):
                self._fail(value, _wanted_value(value))
            if values and self._peek().is_mark("="):
                raise PipelineError(_BLANKS, mark.position)
            values.append(value)
        return values

    def _listed(self) -> list[_Token]:
        """The values of `=[a, b]`, as messages and Python write a list."""
        self._take()
        self._take()
        values: list[_Token] = []
        while not values or self._peek().is_mark(","):
            if values:
                self._take()
            value = self._take()
            if value.kind not in ("word", "quoted"):
                self._fail(value, _wanted_value(value))
            values.append(value)
        if not (end := self._take()).is_other("]"):
            self._fail(end, "expected ',' or ']'")
        return values

    def _peek(self) -> _Token:
        return self._tokens[self._next]

    def _take(self) -> _Token:
        token = self._tokens[self._next]
        if token.kind != "end":
            self._next += 1
        return token

    def _fail_after_pass(self, message: str) -> NoReturn:
        token = self._peek()
        if token.kind == "word" and self._tokens[self._next + 1].is_mark("="):
            raise PipelineError(_BRACES, token.position)
        self._fail(token, message)

    def _fail_after_option(self, token: _Token, options: list[_Option]) -> NoReturn:
        values = options[-1].values if options else []
        if values and values[-1].end == token.position and token.kind != "end":
            text = f"{options[-1].name.text}={values[-1].text}"
            remedy = f'{options[-1].name.text}="{values[-1].text}{token.text}.."'
            message = f"'{token.text}' ends the value of {text}; one with such characters goes in"
            raise PipelineError(f"{message} quotes: {remedy}", token.position)
        self._fail(token, "expected the name of an option, or '}'")

    def _fail(self, token: _Token, message: str) -> NoReturn:
        got = f"'{token.text}'" if token.text else "the end"
        raise PipelineError(f"{message}, got {got}", token.position)


def _wanted_value(got: _Token) -> str:
    if got.text == '"':
        return "the quote has no end"
    if got.text in ("'", "`"):
        return 'quotes are double ones, ".."'
    return "expected a value; one with other characters goes in quotes"


def unknown_pass_text(name: str, registry: Registry) -> str:
    """Says that there is no such pass, and which come close; all of ours where none does."""
    if close := _close(name, registry):
        return f"there is no pass '{name}'{close} (--list-passes names all)"
    ours = ", ".join(n for n in registry if n.startswith("pad-"))
    return f"there is no pass '{name}'; the passes of pad-opt: {ours} (--list-passes)"


def _close(name: str, names: Mapping[str, object]) -> str:
    matches = get_close_matches(name, names, n=3)
    return f", did you mean {' or '.join(repr(m) for m in matches)}?" if matches else ""


@cache
def _options_of(cls: type[ModulePass]) -> dict[str, Any]:
    """The names of a pass's options, as pipelines spell them, and their types."""
    hints = get_type_hints(cls)
    return {field.name.replace("_", "-"): hints[field.name] for field in fields(cls)}


@cache
def _required_by(cls: type[ModulePass]) -> set[str]:
    return cls.required_fields()


def _build(step: _Step, registry: Registry) -> ModulePass:
    name = step.name
    cls = _loaded(name, registry)
    known = _options_of(cls)
    arguments: dict[str, object] = {}
    for option in step.options:
        key = option.key
        if key not in known:
            listed = ", ".join(known) or "none"
            message = f"pass '{name.text}' has no option '{option.name.text}'{_close(key, known)}"
            raise PipelineError(f"{message}; its options: {listed}", option.name.position)
        values = [Value(v.text, quoted=v.kind == "quoted") for v in option.values]
        try:
            arguments[key.replace("-", "_")] = convert(values, known[key])
        except ValueError:
            given = ",".join(v.text for v in option.values)
            message = (
                f"option '{key}' of '{name.text}' wants {type_text(known[key])}, got '{given}'"
            )
            raise PipelineError(message, option.position) from None
    missing = [f"'{f.replace('_', '-')}'" for f in _required_by(cls) if f not in arguments]
    if missing:
        raise PipelineError(f"pass '{name.text}' needs {', '.join(sorted(missing))}", name.position)
    try:
        return cls(**arguments)
    except (DiagnosticException, ValueError) as error:
        raise _refusal(step, error) from error


def _loaded(name: _Token, registry: Registry) -> type[ModulePass]:
    if name.text not in registry:
        raise PipelineError(unknown_pass_text(name.text, registry), name.position)
    try:
        return registry[name.text]()
    except Exception as error:  # what a plug-in's module does is anything
        message = f"pass '{name.text}' can't be loaded: {loading_error(error)}"
        raise PipelineError(message, name.position) from error


def _refusal(step: _Step, error: Exception) -> PipelineError:
    name = step.name
    if not isinstance(error, OptionError):
        return PipelineError(f"{name.text}: {error}", name.position)
    given = (option.position for option in step.options if option.key == error.option)
    return PipelineError(f"{name.text}: {error}", next(given, name.position))

"""
`docs/reference/remarks.md`: each id of a remark, with its text, an example and what to do.

Ids of remarks are those of the `RemarkForm`s of the sources; an id of a reason, which comes after
that of the remark, stands in `reason=` where it is raised, or in `because`.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

import pad_mlir.passes
import pad_mlir.runtime
import pad_mlir.tools.driver
from pad_mlir.passes.common.diagnostics import RemarkForm
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.report.remark_advice import BY_REASON, BY_REMARK

from .places import ROOT

_HEAD = """\
# Remarks

Made from the sources by `python -m tests.docs.update`.

A remark has an id, fields and a place; `--remarks=json` gives all of them, and what to do, and the
items of [`Schedule.remarks`](schedule.md#remarks) and `Kernel.remarks` have them as attributes.
Where it has a [reason](#reasons), the id of the reason follows a dot, as in `guard-kept.waste`. Ids
and fields stay, texts may change: scripts and tests read ids. After a *missed* remark the program
is as right as before, and what to do is for more than that.

A name in braces is a field, `{reason}` the text of the reason. A remark that a plug-in gives as a
text alone has the id `<pass>.declined`, `<pass>.done` or `<pass>.told`; a reason that it gives as a
text has the id `declined`.
"""
_REASONS = """\
## Reasons

What comes after the dot, with `…` for what the text names.
"""
_FOLDERS = ("analysis", "passes", "runtime", "schedule", "tools/driver")
_ID = re.compile(r"[a-z]+(-[a-z]+)*")
_SAID = re.compile(r"(?:\{\{|remark: )(?:\[(pad-[\w-]+)\] )?([^{}\n]*)(?:\}\})?$", re.MULTILINE)
_GIVES = re.compile(r"because\(|reason=|^[A-Z_, ]+ = \"[a-z-]+\"|def why_|_first\(", re.MULTILINE)
"""The parts of a file that concern reasons."""
_LEAST = 8
"""How many letters a text has at least that an example is looked for by."""


def page() -> str:
    """The text of the page."""
    sections = [_section(form) for form in forms()]
    return "\n".join([_HEAD, *sections, _REASONS, *map(_section_of_reason, reasons())])


@cache
def forms() -> tuple[RemarkForm, ...]:
    """All that the sources define, by id."""
    for package in (pad_mlir.passes, pad_mlir.runtime, pad_mlir.tools.driver):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    known = (form for form in RemarkForm.known.values() if form.text != "{text}")
    return tuple(sorted(known, key=lambda form: form.id))


@cache
def reasons() -> Mapping[str, list[str]]:
    """By id of a reason, its texts."""
    paths = [path for folder in _FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    sources = [source for path in paths if _GIVES.search(source := path.read_text())]
    trees = list(map(ast.parse, sources))
    constants = dict(constant for tree in trees for constant in _constants(tree))
    makers = [*trees, ast.parse((ROOT / "index/sets/waste.py").read_text())]
    functions = _functions(*makers)
    found = defaultdict[str, set[str]](set)
    for tree in trees:
        known = _Known(constants, functions | _functions(tree))
        for scope in ast.walk(tree):
            if isinstance(scope, ast.FunctionDef | ast.Module):
                for id, text in _Scope(scope, known).reasons():
                    found[id].update(text)
    return {id: sorted(found[id]) for id in sorted(found)}


def _functions(*trees: ast.Module) -> dict[str, ast.FunctionDef]:
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names that a module gives to texts."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names, values = node.targets, [node.value]
            if isinstance(names[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                names, values = names[0].elts, node.value.elts
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and isinstance(value, ast.Constant):
                    yield name.id, value


@dataclass(frozen=True)
class _Known:
    """A name that stands for known texts."""

    constants: Mapping[str, ast.expr]
    functions: Mapping[str, ast.FunctionDef]


class _Scope:
    """A function, or what stands outside of all in a module."""

    def __init__(self, scope: ast.FunctionDef | ast.Module, known: _Known):
        self._nodes = list(_nodes_of(scope))
        self._known = known

    def reasons(self) -> Iterator[tuple[str, list[str]]]:
        """Ids, each with the texts that come with it."""
        for node in self._nodes:
            if not isinstance(node, ast.Call) or not node.args:
                continue
            given = [key.value for key in node.keywords if key.arg == "reason"]
            if isinstance(node.func, ast.Name) and node.func.id == "because":
                given = node.args[1:2]
            for value in given:
                for id in self._texts(value, node.lineno):
                    if _ID.fullmatch(id):
                        yield id, [*filter(_says_something, self._texts(node.args[0], node.lineno))]

    def _texts(self, node: ast.expr, line: int) -> list[str]:
        match node:
            case ast.Constant(value=str(text)):
                return [text]
            case ast.JoinedStr(values=parts):
                shown = (str(p.value) if isinstance(p, ast.Constant) else "…" for p in parts)
                return [re.sub("…+", "…", "".join(shown))]
            case ast.BinOp(left=left, right=right):
                ends = self._texts(right, line) or ["…"]
                return [f"{a}{b}" for a in self._texts(left, line) or ["…"] for b in ends]
            case ast.IfExp(body=body, orelse=other):
                return [*self._texts(body, line), *self._texts(other, line)]
            case ast.Name(id=name):
                values = self._given(name, line)
                return [text for value in values for text in self._texts(value, line)]
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                return self._returned(name)
            case _:
                return []

    def _returned(self, name: str) -> list[str]:
        """The texts that a function returns."""
        if (function := self._known.functions.get(name)) is None:
            return []
        inside = _Scope(function, replace(self._known, functions={}))
        returns = [n for n in inside._nodes if isinstance(n, ast.Return) and n.value is not None]
        return [t for n in returns if n.value is not None for t in inside._texts(n.value, n.lineno)]

    def _given(self, name: str, line: int) -> list[ast.expr]:
        """
        The values that a name may have at a line: all that are assigned to it, in a loop later ones
        too.
        """
        found = [
            node.value
            for node in self._nodes
            if (isinstance(node, ast.Assign) and any(_is(target, name) for target in node.targets))
            or (isinstance(node, ast.NamedExpr) and _is(node.target, name))
        ]
        before = [value for value in found if value.lineno <= line]
        if found and all(isinstance(value, ast.JoinedStr | ast.Constant) for value in found):
            nearest = before[-1:] if name == "text" else before
            return nearest or found
        return before or ([self._known.constants[name]] if name in self._known.constants else [])


def _nodes_of(scope: ast.AST) -> Iterator[ast.AST]:
    """All in a function or module that is in no function inside of it, in order."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, ast.FunctionDef):
            yield node
            yield from _nodes_of(node)


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _says_something(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def _section(form: RemarkForm) -> str:
    lines = [f"## {form.id}", "", f"*{form.kind}*: {form.text}", ""]
    if (example := _example_of(form)) is not None:
        lines += [f"Example: {example}", ""]
    return "\n".join([*lines, f"What to do: {_linked(BY_REMARK[form.id])}", ""])


def _section_of_reason(id: str) -> str:
    texts = reasons()[id]
    lines = [f"### {id}", ""]
    if texts:
        lines += [*(f"- {text}" for text in texts), ""]
    # A text that several reasons share may be told of another one.
    own = [text for text in texts if sum(text in others for others in reasons().values()) == 1]
    found = (_example(text.split("…")) for text in own)
    if (example := next(filter(None, found), None)) is not None:
        lines += [f"Example: {example}", ""]
    return "\n".join([*lines, f"What to do: {_linked(BY_REASON[id])}", ""])


def _linked(advice: str) -> str:
    """With a link at each name of a pass."""
    return re.sub(
        r"pad-[a-z]+(-[a-z]+)*",
        lambda m: f"[`{m[0]}`](passes.md#{m[0]})" if m[0] in ALL_PASSES else f"`{m[0]}`",
        advice,
    )


def _parts(form: RemarkForm) -> list[str]:
    return re.split(r"(?:\{[a-z]+\})+", form.text)


@cache
def _pattern_of(form: RemarkForm) -> re.Pattern[str] | None:
    """Of what is told in this form; None if it has too little to know it by."""
    if len("".join(_parts(form)).strip(" :")) < _LEAST:
        return None
    *first, last = map(re.escape, _parts(form))
    return re.compile("[^:]+".join(first) + (".+" if first else "") + last)


def _example_of(form: RemarkForm) -> str | None:
    """
    A message of this form in a lit file that is not of a longer form; of its pass, if it has one.
    """
    pattern, name = _pattern_of(form), _pass_of(form.id)
    longer = [f for f in forms() if len("".join(_parts(f))) > len("".join(_parts(form)))]
    for said, text in _said():
        if pattern is None or not pattern.fullmatch(text) or (name and said and said != name):
            continue
        if not any(p.fullmatch(text) for p in map(_pattern_of, longer) if p is not None):
            return text
    return None


@cache
def _pass_of(id: str) -> str:
    """The pass in whose file a form is; empty if it is in another one."""
    for path in sorted((ROOT / "passes").rglob("pad_*.py")):
        if re.search(rf'RemarkForm\(\s*"{id}"', path.read_text()):
            return path.stem.replace("_", "-")
    return ""


def _example(parts: list[str]) -> str | None:
    """The first of the lit files, in which each text of a pass is told."""
    if len("".join(parts).strip(" :")) < _LEAST:
        return None
    pattern = re.compile("(?:.*[:;] )?" + ".+".join(map(re.escape, parts)) + "(?:; .*)?")
    return next((text for _, text in _said() if pattern.fullmatch(text)), None)


@cache
def _said() -> tuple[tuple[str, str], ...]:
    """The pass, if it is known, and the text of each remark that a lit file expects."""
    files = sorted((ROOT / "lit_tests").rglob("*.mlir"))
    found = (
        (m[1] or _named_by(file.stem), m[2])
        for file in files
        for m in _SAID.finditer(file.read_text())
    )
    return tuple(dict.fromkeys((name, text) for name, text in found if "{{" not in text))


def _named_by(stem: str) -> str:
    """The pass that a lit file is named after; empty if it is after none."""
    return max((name for name in ALL_PASSES if stem.startswith(name)), key=len, default="")

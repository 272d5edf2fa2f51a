"""
`docs/reference/remarks.md`: each id of a remark, with its text, an example and what to do.

Ids of remarks are those of the `RemarkForm`s of the sources; an id of a reason, which comes after
that of the remark, stands in `reason=` where it is raised, or in `because`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

import pad_mlir.passes
import pad_mlir.runtime
import pad_mlir.tools.driver
from pad_mlir.passes.common.diagnostics import RemarkForm

from .places import ROOT

_HEAD = """\
# Remarks

Made from the sources by `python -m tests.docs.update`.

A remark has an id, fields and a place; `--remarks=json` gives all of them. Where it has a reason,
the id of the reason follows a dot, as in `guard-kept.waste`. Ids and fields stay, texts may change:
scripts and tests read ids.

A name in braces is a field, `{reason}` the text of the reason. A remark that a plug-in gives as a
text alone has the id `<pass>.declined`, `<pass>.done` or `<pass>.told`; a reason that has no id of
its own is `declined`.
"""
_REASONS = """\
## Reasons

| id | texts, with `…` for what they name |
|---|---|
"""
_WHAT_TO_DO = {
    "missed": "the program is right as it is; the text names what stands in the way, or was done.",
    "passed": "nothing; it tells what was done.",
    "analysis": "nothing; it tells how things are.",
}
_ADVICE = {
    "guard-kept": "give the padding the value that the reason names, or the buffer a layout with "
    "room for the access; raise `max-waste`; or split the loop instead, by "
    "[`pad-partition-loops`](passes.md#pad-partition-loops).",
    "guard-kept-as-bounds": "as for `guard-kept`; it costs loop bounds that vary, but no branch.",
    "not-vectorized": "change what the reason names: the order of the loops, the layout of a "
    "buffer, or flags on floats.",
    "layout-not-taken": "give another map, or raise the limit that the reason names.",
    "layout-none": "give another map, or raise the limit that the reason names.",
    "layout-not-applied": "run [`pad-apply-layouts`](passes.md#pad-apply-layouts) before.",
    "layout-not-checked": "run [`pad-apply-layouts`](passes.md#pad-apply-layouts) before.",
    "layout-of-unknown-sizes": "give the sizes.",
    "stays-on-host": "change what the reason names, or leave the stage to the host.",
    "objects-not-kept": "make the folder of the cache private to you.",
    "not-validated": "the pass may still be right; give [`pad-tv`](../pad-tv.md) sizes, or a "
    "budget, with which it can tell.",
}
_SAID = re.compile(r"(?:\{\{|remark: )(?:\[pad-[\w-]+\] )?([^{}\n]*)(?:\}\})?$", re.MULTILINE)


def page() -> str:
    """The text of the page."""
    return "\n".join([_HEAD, *map(_section, forms()), _REASONS + "\n".join(_rows()), ""])


@cache
def forms() -> tuple[RemarkForm, ...]:
    """All that the sources define, by id."""
    for package in (pad_mlir.passes, pad_mlir.runtime, pad_mlir.tools.driver):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    known = (form for form in RemarkForm.known.values() if form.text != "{text}")
    return tuple(sorted(known, key=lambda form: form.id))


def reasons() -> dict[str, list[str]]:
    """By id of a reason, its texts."""
    found: dict[str, set[str]] = {}
    for folder in ("analysis", "passes"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for id, text in _reasons_of(ast.parse(path.read_text())):
                found.setdefault(id, set()).update(text)
    return {id: sorted(found[id]) for id in sorted(found)}


def _reasons_of(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    constants = {
        target.id: node.value.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        given = [key.value for key in node.keywords if key.arg == "reason"]
        if isinstance(node.func, ast.Name) and node.func.id == "because":
            given = node.args[1:2]
        for value in given:
            for one in ast.walk(value):
                if isinstance(one, ast.Name) and one.id in constants:
                    one = ast.Constant(constants[one.id])
                if isinstance(one, ast.Constant) and re.fullmatch(r"[a-z-]+", str(one.value)):
                    yield str(one.value), _texts(node.args[0])


def _texts(node: ast.expr) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            return ["".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in parts)]
        case _:
            return []


def _section(form: RemarkForm) -> str:
    lines = [f"## {form.id}", "", f"*{form.kind}*: {form.text}", ""]
    if (example := _example(form)) is not None:
        lines += [f"Example: {example}", ""]
    lines += [f"What to do: {_ADVICE.get(form.id, _WHAT_TO_DO[form.kind])}", ""]
    return "\n".join(lines)


def _example(form: RemarkForm) -> str | None:
    """The first of the lit files, in which each text of a pass is told."""
    parts = re.split(r"\{[a-z]+\}", form.text)
    if len(parts) == 1 or not any(part.strip(" :") for part in parts):
        return None
    pattern = re.compile(".+".join(map(re.escape, parts)))
    return next((text for text in _said() if pattern.fullmatch(text)), None)


@cache
def _said() -> tuple[str, ...]:
    files = sorted((ROOT / "lit_tests").rglob("*.mlir"))
    found = (m[1] for file in files for m in _SAID.finditer(file.read_text()))
    return tuple(dict.fromkeys(text for text in found if "{{" not in text))


def _rows() -> Iterator[str]:
    for id, texts in reasons().items():
        shown = "<br>".join(texts or ["…"]).replace("|", "\\|")
        yield f"| `{id}` | {shown} |"

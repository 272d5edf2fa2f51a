"""
The reference in Markdown, from the definitions of passes, operations, schedules and the runtime:
`python -m pad_mlir.tools.reference docs/reference`.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from inspect import Parameter
from pathlib import Path

from xdsl.dialects.builtin import ArrayOfConstraint
from xdsl.ir import ParametrizedAttribute
from xdsl.irdl import (
    AttrConstraint,
    BaseAttr,
    EqAttrConstraint,
    IRDLOperation,
    OperandDef,
    OptionalDef,
    ParamAttrDef,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    ResultDef,
)
from xdsl.passes import ModulePass

from ..dialect.pad import Pad
from ..frontends import (
    Model,
    Profile,
    StageProfile,
    compile_model,
    from_jax,
    from_linalg,
    from_onnx,
    from_stablehlo,
    from_torch,
)
from ..passes.registry import ALL_PASSES
from ..runtime import Kernel, aligned_empty, compile, pack, unpack
from ..runtime.ahead_of_time.emission import emit
from ..schedule import Schedule
from ..upstream.bridge import from_upstream, load_dialect, to_upstream
from .cli.pass_help import first_sentence, help_pass, list_passes

_MADE = "Made from the {} by `python -m pad_mlir.tools.reference docs/reference`.\n"
_RUNTIME_IMPORTS = """\
    from pad_mlir.runtime import aligned_empty, compile, pack, unpack
    from pad_mlir.runtime.ahead_of_time import emit
    from pad_mlir.runtime.bridge import from_upstream, load_dialect, to_upstream"""


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    return {
        "passes.md": _passes(),
        "dialect.md": _dialect(),
        "schedule.md": _schedule(),
        "runtime.md": _runtime(),
        "frontends.md": _frontends(),
    }


def _passes() -> str:
    names = sorted(ALL_PASSES)
    summaries = list_passes(ALL_PASSES, ALL_PASSES).splitlines()[: len(names)]
    rows = (tuple(line.split(maxsplit=1)) for line in summaries)
    return _page(
        "# Passes",
        _MADE.format("passes' docstrings and options")
        + "`pad-opt --help-pass NAME` shows the same.",
        _table("pass", rows),
        *(_pass(name, ALL_PASSES[name]()) for name in names),
    )


def _pass(name: str, cls: type[ModulePass]) -> str:
    """The help of the pass: its options in code, and its text as it is."""
    text, _, options = help_pass(name, cls).rpartition("\n\n")
    listed = re.sub(r"^  ([\w-]+): (.*)$", r"- `\1`: \2", options, flags=re.MULTILINE)
    listed = listed.replace("Options:\n", "Types and defaults of the options:\n\n")
    return _page(f"## {name}", text.removeprefix(name).strip(), listed)


def _dialect() -> str:
    return _page(
        "# The `pad` dialect",
        _MADE.format("dialect's definition")
        + "[dialect.md](../dialect.md) explains the kinds of padding, and the attributes that\n"
        "functions, buffers and loops carry.",
        *(_operation(op) for op in Pad.operations if issubclass(op, IRDLOperation)),
        *(_attribute(a) for a in Pad.attributes if issubclass(a, ParametrizedAttribute)),
    )


def _operation(cls: type[IRDLOperation]) -> str:
    definition = cls.get_irdl_definition()
    attributes = {**definition.properties, **definition.attributes}
    parts = [
        *_parts("operand", ((name, _of_range(d)) for name, d in definition.operands)),
        *_parts("result", ((name, _of_range(d)) for name, d in definition.results)),
        *_parts(
            "attribute",
            (
                (name, _show(d.constr) + (", optional" if isinstance(d, OptionalDef) else ""))
                for name, d in attributes.items()
            ),
        ),
    ]
    names = (type(trait).__name__ for trait in definition.traits.traits)
    named = sorted(name for name in names if not name.startswith("_"))
    syntax = f"- syntax: ``{cls.name} {definition.assembly_format}``"
    ended = [f"- traits: {', '.join(named)}"] if named else []
    return _page(f"## {cls.name}", _doc(cls), "\n".join([syntax, *parts, *ended]))


def _attribute(cls: type[ParametrizedAttribute]) -> str:
    definition = ParamAttrDef.from_pyrdl(cls)
    parts = _parts("parameter", ((name, _show(d.constr)) for name, d in definition.parameters))
    return _page(f"## #{cls.name}", _doc(cls), "\n".join(parts))


def _parts(what: str, named: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (f"- {what} `{name}`: {type}" for name, type in named)


def _of_range(definition: OperandDef | ResultDef) -> str:
    constraint: RangeConstraint = definition.constr
    if isinstance(constraint, RangeLengthConstraint):
        constraint = constraint.constraint
    return _show(constraint.constr) if isinstance(constraint, RangeOf) else "any"


def _show(constraint: AttrConstraint) -> str:
    """The values that a constraint of our dialect accepts, as text."""
    match constraint:
        case EqAttrConstraint(attr=attr):
            return f"`{attr}`"
        case BaseAttr(attr=cls):
            return f"`{cls.name}`"
        case ArrayOfConstraint(elem_range_constraint=RangeOf(constr=element)):
            return f"array of {_show(element)}"
        case _:
            return "any"


def _schedule() -> str:
    properties, members = _members(Schedule)
    return _page(
        "# `pad_mlir.schedule.Schedule`",
        _MADE.format("docstrings"),
        _doc(Schedule),
        _table("step, or question", ((n, first_sentence(_doc(m))) for n, m in members.items())),
        "## Schedule",
        _signature("Schedule", Schedule.__init__),
        _doc(Schedule.__init__),
        *(_page(f"## {name}", _doc(member)) for name, member in properties.items()),
        *(_function(name, member) for name, member in members.items()),
    )


def _runtime() -> str:
    properties, members = _members(Kernel)
    functions = (
        compile,
        pack,
        unpack,
        aligned_empty,
        emit,
        from_upstream,
        to_upstream,
        load_dialect,
    )
    return _page(
        "# `pad_mlir.runtime`",
        _MADE.format("docstrings"),
        _RUNTIME_IMPORTS,
        _table("function", ((f.__name__, first_sentence(_doc(f))) for f in functions)),
        *(_function(f.__name__, f) for f in functions),
        "## Kernel",
        _doc(Kernel),
        *(_page(f"### {name}", _doc(member)) for name, member in properties.items()),
        *(_function(name, member, "###") for name, member in members.items()),
    )


def _frontends() -> str:
    functions = (compile_model, from_jax, from_torch, from_onnx, from_stablehlo, from_linalg)
    classes = (Model, Profile, StageProfile)
    return _page(
        "# `pad_mlir.frontends`",
        _MADE.format("docstrings") + "[models.md](../models.md) shows them at work.",
        _table("function", ((f.__name__, first_sentence(_doc(f))) for f in functions)),
        *(_function(f.__name__, f) for f in functions),
        *(part for cls in classes for part in _class(cls)),
    )


def _class(cls: type) -> Iterator[str]:
    title, (properties, members) = cls.__name__, _members(cls)
    yield f"## {title}"
    yield _doc(cls)
    if is_dataclass(cls):
        yield "\n".join(f"- `{field.name}: {field.type}`" for field in fields(cls))
    yield from (_page(f"### {name}", _doc(member)) for name, member in properties.items())
    for name, member in members.items():
        yield _function(f"{title}.{name}", member, "###")


def _members(cls: type) -> tuple[dict[str, object], dict[str, Callable[..., object]]]:
    """The public properties of a class, and its methods."""
    public = {n: m for n, m in inspect.getmembers(cls) if not n.startswith("_")}
    methods = {name: member for name, member in public.items() if callable(member)}
    return {name: m for name, m in public.items() if name not in methods}, methods


def _function(name: str, function: Callable[..., object], level: str = "##") -> str:
    return _page(f"{level} {name}", _signature(name, function), _doc(function))


def _signature(name: str, function: Callable[..., object]) -> str:
    """The call with types and defaults."""
    parameters = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    shown: list[str] = []
    for number, parameter in enumerate(parameters):
        keyword_only = [p.kind is Parameter.KEYWORD_ONLY for p in parameters[: number + 1]]
        if keyword_only.count(True) == 1 and keyword_only[-1]:
            shown.append("*")
        star = "*" if parameter.kind is Parameter.VAR_POSITIONAL else ""
        default = "" if parameter.default is Parameter.empty else f" = {parameter.default!r}"
        shown.append(f"{star}{parameter.name}: {parameter.annotation}{default}")
    return f"`{name}({', '.join(shown)})`"


def _doc(item: object) -> str:
    return inspect.getdoc(item) or ""


def _table(header: str, rows: Iterable[tuple[str, ...]]) -> str:
    """A table of headings, with the subject of each."""
    lines = (f"| [`{name}`](#{name}) | {_in_table(what)} |" for name, what in rows)
    return "\n".join([f"| {header} | what it does |", "|---|---|", *lines])


def _in_table(text: str) -> str:
    return text.replace("|", "\\|")


def _page(*parts: str) -> str:
    return "\n\n".join(part.rstrip("\n") for part in parts if part) + "\n"


def main() -> None:
    """Writes the pages into the folder that is given."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()

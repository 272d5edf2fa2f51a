"""The programs that pad-optimize must never make worse, and what it makes of one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.guards.guard_costs import guards_in
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.tv import Status, validate

ROOT = Path(__file__).parents[2]
_FOLDERS = ("tests/fresh/kernels", "tests/fresh_rewrites/kernels", "lit_tests/rfc77")
FILES = [file for folder in _FOLDERS for file in sorted((ROOT / folder).glob("*.mlir"))]


@dataclass(frozen=True)
class Optimized:
    """A program, what became of it, and what was said."""

    before: ModuleOp
    after: ModuleOp
    remarks: tuple[str, ...]

    @property
    def guards(self) -> tuple[int, int]:
        """Before and after, in all."""
        return len(guards_in(self.before)), len(guards_in(self.after))

    def objections(self, fp: str = "strict") -> list[str]:
        """The validator's objections to the result; it does not read arguments that alias."""
        same = self.after.is_structurally_equivalent(self.before)
        if same or "pad.may_alias" in str(self.before):
            return []
        verdict = validate(self.before, self.after, fp="relaxed" if fp == "relaxed" else "strict")
        findings = [finding for function in verdict.functions for finding in function.findings]
        return [f.text for f in findings if f.status not in (Status.VALID, Status.TESTED)]


def optimized(source: str | Path | ModuleOp, options: str = "", first: str = "") -> Optimized:
    """The program after `pad-optimize`, with other passes run first."""
    if isinstance(source, ModuleOp):
        before = source.clone()
    else:
        text = source.read_text() if isinstance(source, Path) else source
        before = parse_module(text, str(source) if isinstance(source, Path) else "<string>")
    context = new_context()
    with collect_remarks():
        for step in parse_pipeline(first, ALL_PASSES):
            step.apply(context, before)
    after = before.clone()
    with collect_remarks() as remarks:
        for step in parse_pipeline(f"pad-optimize{{{options}}}", ALL_PASSES):
            step.apply(context, after)
    after.verify()
    return Optimized(before, after, tuple(map(str, remarks)))

"""All that declines raises one exception; each other exception has its reason here."""

from __future__ import annotations

import ast
import builtins
from functools import cache

import pytest
from xdsl.dialects import test

from pad_mlir.dialect.ir.reasons import Declined, because

from .test_folders import FILES

ERRORS = {
    "DiagnosticException": "xDSL's",
    "VerifyException": "xDSL's",
    "dialect.annotations.AnnotationError": "of the program that is read",
    "dialect.ir.argument_checks.WrongInput": "of a caller from Python",
    "dialect.ir.located_errors.PadError": "of the user: the pass stops",
    "dialect.layout.checks.LayoutError": "of a layout that cannot be",
    "dialect.xdsl_compat.verification.OperationError": "of the program, with its place",
    "passes.common.diagnostics.OptionError": "of an option, with its name",
    "passes.pipeline.internal_errors.Bug": "of ours",
    "passes.pipeline.internal_errors.BrokenByPass": "of ours, with the pass",
    "passes.pipeline.internal_errors.InternalError": "of ours, as it is told",
    "passes.pipeline.messages.CommandError": "of a command line",
    "passes.pipeline.pipeline_text.PipelineError": "of a pipeline's text",
}
"""Exceptions that stop a pass, or say that its input is wrong."""

DECLINING = {
    "dialect.ir.reasons.Declined": "the one",
    "analysis.overcompute.proof.WrongValue": "carries what `trust` computes a remedy from",
    "analysis.speculation.inserted_instances.OutOfBounds": "carries what `index` needs to help",
    "index.sets.engine.NotAffine": "of the algebra, which knows no operation",
    "index.sets.from_isl.GaveUp": "of the algebra, which knows no operation",
    "index.sets.from_isl.SeveralCases": "GaveUp, where the caller may split",
}
"""Exceptions that leave something as it is."""

OTHERS = {"analysis.contracts.callee_roles._Missing": "the way back of a search"}


@cache
def _exceptions() -> dict[str, str]:
    """Each class in the folders that proofs and passes are in, and what it extends."""
    bases = {
        f"{module}.{node.name}": [base.id for base in node.bases if isinstance(base, ast.Name)]
        for module, path in FILES.items()
        if module.split(".")[0] in ("index", "dialect", "analysis", "passes")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    }
    known = {name for name, value in vars(builtins).items() if _is_exception(value)}
    known |= {name for name in ERRORS if "." not in name}
    found: dict[str, str] = {}
    while new := {
        name: base
        for name, extended in bases.items()
        for base in extended
        if base in known and name not in found
    }:
        found |= new
        known |= {name.rsplit(".", 1)[1] for name in new}
    return found


def _is_exception(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def test_each_exception_has_its_reason() -> None:
    named = {name for name in (*ERRORS, *DECLINING, *OTHERS) if "." in name}
    assert set(_exceptions()) == named


def test_a_pass_declines_with_one() -> None:
    """Exceptions that extend it carry more than a reason."""
    own = {name for name, base in _exceptions().items() if base == "Declined"}
    assert own == {name for name in DECLINING if name.startswith("analysis.")}


@pytest.mark.parametrize("remedy", ["", "name the loop"])
def test_its_text_ends_with_the_remedy(remedy: str) -> None:
    op = test.TestOp()
    declined = Declined("it is so", op, remedy, reason="so")
    assert declined.op is op
    assert (declined.why.id, declined.why.remedy) == ("so", remedy)
    assert str(declined) == ("it is so; name the loop" if remedy else "it is so")
    assert declined.why.problem == "it is so"


def test_a_reason_is_taken_as_it_is() -> None:
    why = because("it is so; do this", "so", {"i": 3}, "do this", buffer="A")
    declined = Declined(why)
    assert declined.why is why
    assert (why.problem, why.field("i"), why.field("buffer")) == ("it is so", 3, "A")

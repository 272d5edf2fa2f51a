"""docs/reference/remarks.md lists each id; no remark of the sources is without one."""

from __future__ import annotations

import ast
import re

import pytest
from xdsl.dialects.builtin import UnknownLoc

from pad_mlir.dialect.ir.reasons import because
from pad_mlir.passes.common.diagnostics import Remark, RemarkForm
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.report.remark_advice import BY_REASON, BY_REMARK, advice_of

from .places import REFERENCE, ROOT
from .remarks import forms, page, reasons

_FOLDERS = ("passes", "runtime", "tools", "schedule")


def test_page_is_current() -> None:
    assert (REFERENCE / "remarks.md").read_text() == page(), "run `python -m tests.docs.update`"


@pytest.mark.parametrize("form", forms(), ids=lambda form: form.id)
def test_a_form_has_an_id_and_a_text(form: RemarkForm) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", form.id)
    assert re.search(r"[a-z]", re.sub(r"\{[a-z]+\}", "", form.text)) or form.text == "{verdict}"


_WITHOUT_EXAMPLE = {
    # Of pad-tv's verdict, of files of the cache, and of calls of a kernel.
    *("not-judged", "not-validated", "valid-for-samples", "valid-under-assumes", "bad-input"),
    *("valid-for-all-sizes", "valid-for-sampled-sizes"),
    *("objects-not-kept", "other-owner", "others-may-write", "size-not-tested"),
    "packing-outweighs",
    # Given by `Schedule.explain` only.
    *("no-stage", "of-padding"),
    # Their whole text is the text of another reason, or a name.
    *("both-sides", "layout-unproven", "not-affine", "not-writable", "written-later"),
    *("alignment", "gave-up"),
    # Name the machine that they run on.
    *("assumed-processor", "no-processor"),
    # Of functions of thousands of operations.
    "layouts-not-all-tried",
}


def test_each_other_id_has_an_example() -> None:
    sections = [part.split("\n", 1) for part in re.split(r"^##+ ", page(), flags=re.MULTILINE)[1:]]
    without = {id for id, text in sections if "\nExample: " not in text}
    assert without - {"Reasons"} == _WITHOUT_EXAMPLE


def test_reasons_have_ids() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", id) for id in reasons())


def test_each_id_has_advice() -> None:
    assert set(BY_REASON) == set(reasons())
    assert set(BY_REMARK) == {form.id for form in forms()}


@pytest.mark.parametrize("advice", sorted({*BY_REASON.values(), *BY_REMARK.values()}))
def test_advice_names_what_there_is(advice: str) -> None:
    assert advice.endswith(".")
    assert {*re.findall(r"pad-[a-z-]+", advice)} <= {*ALL_PASSES, "pad-tv", "pad-writes"}
    assert {*re.findall(r"\bpad\.[a-z_]+", advice)} <= {"pad.cast", "pad.undef", "pad.assume"} | {
        "pad.may_alias",
        "pad.stage",
    }


def test_advice_is_of_the_reason_first() -> None:
    form, place = RemarkForm.known["guard-kept"], UnknownLoc()
    known, own = because("it is so", "waste"), because("it is so", "of-a-plug-in")
    assert advice_of(Remark("a", place, form, why=known)) == BY_REASON["waste"]
    assert advice_of(Remark("a", place, form, why=own)) == BY_REMARK["guard-kept"]
    assert advice_of(Remark("a", place, RemarkForm("a.told", "{text}"))) == ""


def test_no_remark_of_the_sources_is_a_text() -> None:
    texts = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in _FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("remark", "Remark")
        and not re.fullmatch(
            "said|form|_?[A-Z_]+( if .* else _[A-Z_]+)?", ast.unparse(node.args[2])
        )
    ]
    assert not texts

"""docs/reference/remarks.md lists each id; no remark of the sources is without one."""

from __future__ import annotations

import ast
import re

import pytest

from pad_mlir.passes.common.diagnostics import RemarkForm

from .places import REFERENCE, ROOT
from .remarks import forms, page, reasons

_FOLDERS = ("passes", "runtime", "tools", "schedule")


def test_page_is_current() -> None:
    assert (REFERENCE / "remarks.md").read_text() == page(), "run `python -m tests.docs.update`"


@pytest.mark.parametrize("form", forms(), ids=lambda form: form.id)
def test_a_form_has_an_id_and_a_text(form: RemarkForm) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", form.id)
    assert re.search(r"[a-z]", re.sub(r"\{[a-z]+\}", "", form.text)) or form.id == "validated"


def test_reasons_have_ids() -> None:
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", id) for id in reasons())


def test_no_remark_of_the_sources_is_a_text() -> None:
    texts = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for folder in _FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("remark", "Remark")
        and isinstance(node.args[2], ast.Constant | ast.JoinedStr)
    ]
    assert not texts

"""--verify-diagnostics reads what upstream's verifier reads, and nothing is passed over."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.passes.diagnostics import remark

from .tools import PadOpt


def fail(module: ModuleOp) -> None:
    raise PadError("found 3 of (4)", next(iter(next(iter(module.ops)).regions[0].ops)))


def fail_nowhere(module: ModuleOp) -> None:
    raise PadError("found 3 of (4)")


def keep(module: ModuleOp) -> None:
    remark("test-pass", next(iter(next(iter(module.ops)).regions[0].ops)), "kept 3")


def annotate(source: Path, comment: str) -> None:
    first, *others = source.read_text().split("\n")
    source.write_text("\n".join([first, f"  // {comment}", *others]))


@pytest.mark.parametrize(
    "comment",
    [
        "expected-error@+1 {{3 of (4)}}",
        "expected-error @+1 {{3 of (4)}}",
        "expected-error @below{{3 of (4)}}",
        "expected-error-re@below {{found {{[0-9]+}} of (4)}}",
        "expected-error-re @+1 {{of (4)}}  ",
    ],
)
def test_what_is_met(comment: str, source: Path, pad_opt: PadOpt) -> None:
    annotate(source, comment)
    said = pad_opt(source, "-p", "test-pass", "--verify-diagnostics", action=fail)
    assert (said.code, said.err) == (0, "")


def test_a_place_that_is_not_known(source: Path, pad_opt: PadOpt) -> None:
    annotate(source, "expected-error @unknown {{of (4)}}")
    arguments = (source, "-p", "test-pass", "--verify-diagnostics")
    assert pad_opt(*arguments, action=fail_nowhere).code == 0
    said = pad_opt(*arguments, action=fail)
    assert said.code == 1
    assert "unexpected error: found 3 of (4)" in said.err
    assert 'expected error "of (4)" was not produced' in said.err


@pytest.mark.parametrize(
    ("comment", "error"),
    [
        ("expected-warning @+1 {{kept}}", 'expected warning "kept" was not produced'),
        ("expected-note @+1 {{kept}}", 'expected note "kept" was not produced'),
        ("expected-remark-re @+1 {{kept {{[4-9]}}}}", "expected remark"),
    ],
)
def test_what_is_not_met(comment: str, error: str, source: Path, pad_opt: PadOpt) -> None:
    annotate(source, comment)
    said = pad_opt(source, "-p", "test-pass", "--verify-diagnostics", action=keep)
    assert said.code == 1
    assert "unexpected remark: [test-pass] kept 3" in said.err
    assert error in said.err


@pytest.mark.parametrize(
    ("comment", "column"),
    [
        ("expected-eror @+1 {{kept}}", 6),
        ("expected-remark@1 {{kept}}", 6),
        ("expected-remark @over {{kept}}", 6),
        ("expected-remark {{kept", 6),
        ("expected-remark {{kept}", 6),
        ("expected-remark @+1", 6),
        ("note: expected-remarks@+1 {{kept}}", 12),
    ],
)
def test_what_cannot_be_read(comment: str, column: int, source: Path, pad_opt: PadOpt) -> None:
    annotate(source, comment)
    said = pad_opt(source, "--verify-diagnostics")
    assert said.code == 1
    message, line, _ = said.err.splitlines()
    assert message.startswith(f"{source}:2:{column}: error: this expectation can't be read; write")
    assert line == f"  // {comment}"


def test_a_wrong_regular_expression(source: Path, pad_opt: PadOpt) -> None:
    annotate(source, "expected-remark-re {{kept {{(}}}}")
    said = pad_opt(source, "--verify-diagnostics")
    assert said.code == 1
    assert said.err.startswith(f"{source}:2:6: error: no regular expression: ")


def test_other_comments_are_prose(source: Path, pad_opt: PadOpt) -> None:
    annotate(source, "the expected-value is 3, as expected-error comments say")
    assert pad_opt(source, "--verify-diagnostics").code == 0

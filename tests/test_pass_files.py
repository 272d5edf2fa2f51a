"""Every pass, operation and attribute has its lit files, and no module grows too long."""

import subprocess
from pathlib import Path

import pytest
from xdsl.ir import Attribute, Operation

from pad_mlir.dialect import annotations
from pad_mlir.dialect.pad import Pad
from pad_mlir.passes.registry import ALL_PASSES

ROOT = Path(__file__).parents[1]
LIT_TESTS = ROOT / "lit_tests"
MOST_LINES = 600
REASON = "Long, as"  # in the docstring of a module that has more

DISCARDABLE = sorted(
    value
    for value in vars(annotations).values()
    if isinstance(value, str) and value.startswith("pad.")
)


def name_of(item: type[Operation] | type[Attribute]) -> str:
    return item.name


def tracked_modules() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("no git checkout")
    files = [f for f in listed.stdout.splitlines() if (ROOT / f).exists()]
    return [f for f in files if not f.startswith("lit_tests/benchmarks/")]


@pytest.mark.parametrize("name", ALL_PASSES)
def test_pass_has_lit_files(name: str) -> None:
    for file in (f"{name}.mlir", f"{name}-declines.mlir"):
        assert (LIT_TESTS / "passes" / file).exists(), f"lit_tests/passes/{file} is missing"


@pytest.mark.parametrize("name", [name_of(item) for item in (*Pad.operations, *Pad.attributes)])
def test_operation_and_attribute_has_a_lit_file(name: str) -> None:
    file = f"{name.removeprefix('pad.')}.mlir"
    assert (LIT_TESTS / "dialect" / file).exists(), f"lit_tests/dialect/{file} is missing"


@pytest.mark.parametrize("name", DISCARDABLE)
def test_discardable_attribute_has_a_lit_file(name: str) -> None:
    file = f"{name.removeprefix('pad.').replace('_', '-')}.mlir"
    assert (LIT_TESTS / "dialect" / file).exists(), f"lit_tests/dialect/{file} is missing"


def test_discardable_attributes_are_found() -> None:
    assert {"pad.logical", "pad.stage", "pad.name", "pad.loop", "pad.size"} <= set(DISCARDABLE)


def test_modules_are_short() -> None:
    texts = {f: (ROOT / f).read_text() for f in tracked_modules()}
    long = {f: text for f, text in texts.items() if text.count("\n") > MOST_LINES}
    assert not [f for f, text in long.items() if REASON not in text[:600]]

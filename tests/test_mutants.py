"""The runner of mutants: what it makes of a module, which tests it asks, and what they say."""

from __future__ import annotations

import signal
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from .mutants import judge, run
from .mutants.sites import Site, sites
from .mutants.switched import NAME, Switch, with_mutants

SOURCE = """
def decided(x, y):
    if not x:
        return "none"
    if 2 <= y < 3 and (z := x) or any(v for v in y):
        return [*range(1, z)]
    return y - 1 if y is not None else f"{x == y}"
"""


def _with(switch: Switch, source: str) -> Callable[..., Any]:
    """The function of a source, with all its mutants."""
    names: dict[str, Any] = {NAME: switch}
    exec(compile(with_mutants(source, [*enumerate(sites(source))]), "here", "exec"), names)
    return names["decided"]


def _result(function: Callable[..., Any], arguments: tuple[object, ...]) -> object:
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


@pytest.mark.parametrize("arguments", [(0, 1), (3, 2), (3, 3), (1, None), (True, [0, 1]), (1, [])])
def test_a_mutant_is_switched_on(arguments: tuple[object, ...]) -> None:
    for number, site in enumerate(sites(SOURCE)):
        names: dict[str, Any] = {}
        exec(site.apply(SOURCE), names)
        switch = Switch()
        switch.on = number
        found = _result(_with(switch, SOURCE), arguments)
        assert found == _result(names["decided"], arguments), site


@pytest.mark.parametrize(
    ("source", "arguments", "wanted"),
    [
        ("return a < b", (1, 2), set[int]()),
        ("return a < b", (2, 2), {0}),
        ("return a == b", (1, 2), {0}),
        ("return not a", (1, 2), {0}),
        ("return a or b", (2, 2), set[int]()),
        ("return a or b", (1, 0), {0}),
        ("return a > 1", (3, 0), set[int]()),
        ("return a > 1", (1, 0), {0}),
        ("return a > 1", (2, 0), {1}),
        ("if a:\n        return 3", ((), 0), set[int]()),
        ("if a:\n        return 3", (1, 0), {0}),
        ("return any([a, b])", (0, 0), set[int]()),
        ("return any([a, b])", (0, 1), {0}),
        ("return all([a, b])", (1, 1), set[int]()),
        ("return all([a, b])", (1, 0), {0}),
        ("return all(())", (1, 0), {0}),
    ],
)
def test_a_difference_is_seen(
    source: str, arguments: tuple[object, object], wanted: set[int]
) -> None:
    switch = Switch()
    _with(switch, f"def decided(a, b):\n    {source}\n")(*arguments)
    assert switch.seen == wanted


def test_the_source_with_a_mutant_is_read_again() -> None:
    [site] = sites("def f(x):\n    return x + 1\n")
    assert site == Site("off by one", (2, 11), (2, 16), "x + 1", "x + 2")


def test_children_that_end_and_that_do_not() -> None:
    def ends(word: str) -> Iterator[str]:
        yield word

    def fails() -> Iterator[str]:
        yield "before"
        raise ValueError

    def hangs() -> Iterator[str]:
        yield "before"
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        while True:
            pass

    tasks = [lambda: ends("a"), fails, hangs, lambda: ends("b")]
    with mock.patch.object(judge, "LIMIT", 1):
        assert sorted(judge.forked(tasks, 2)) == [
            (0, ["a"]),
            (1, ["before"]),
            (2, ["before"]),
            (3, ["b"]),
        ]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("import os", None),  # unused, which says only that the mutant left a name over
        ("number: int = None", 'pyright: Type "None" is not assignable to declared type "int"'),
    ],
)
def test_an_error_of_types_notices_a_mutant(line: str, wanted: str | None, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.pyright]\ntypeCheckingMode = "strict"\n')
    (tmp_path / "module.py").write_text("pass\n")
    mutants = [run.Mutant("module.py", Site("", (1, 0), (1, 4), "pass", new)) for new in (line, "")]
    assert run.type_errors(tmp_path, mutants) == [wanted, None]


def test_equivalent_mutants_are_of_lines_that_are_there() -> None:
    """Another line than the listed one would be drawn again."""
    folder = Path(__file__).parent
    listed = tomllib.loads((folder / "mutants" / "equivalent.toml").read_text())["mutant"]
    lines = {e["module"]: (folder.parent / e["module"]).read_text() for e in listed}
    gone = [e for e in listed if e["line"] not in map(str.strip, lines[e["module"]].splitlines())]
    assert not gone

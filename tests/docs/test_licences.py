"""docs/licences.md lists each package that pad-mlir asks for, with the licence that it states."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from email.message import Message
from importlib import metadata
from typing import cast

import pytest

from .places import DOCS, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
TABLE = {
    row[1]: row[2]
    for row in re.finditer(
        r"^\| ([\w-]+) \|[^|]*\| ([^|]*) \|$", (DOCS / "licences.md").read_text(), re.MULTILINE
    )
    if row[1] != "package"
}


def _name(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found
    return re.sub(r"[._]", "-", found[0]).lower()


def _asked_for() -> set[str]:
    extras = [r for group in PROJECT["optional-dependencies"].values() for r in group]
    pinned = re.findall(r"([\w-]+)==", (ROOT / "Makefile").read_text())
    asked = {_name(r) for r in (*PROJECT["dependencies"], *extras, *pinned)}
    return asked - {PROJECT["name"]}  # an extra may bring another one


def _with_what_they_require(names: set[str]) -> Iterator[str]:
    """Yield the packages, and those they require in this environment."""
    seen: set[str] = set()
    todo = list(names)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        yield name
        try:
            required = metadata.requires(name) or ()
        except metadata.PackageNotFoundError:
            continue
        todo += [_name(r) for r in required if "extra ==" not in r and _is_installed(_name(r))]


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _stated(name: str) -> str:
    """Return the licence in a package's metadata: its expression, else its name, else its class."""
    fields = cast("Message", metadata.metadata(name))
    classes = [c for c in fields.get_all("Classifier") or () if c.startswith("License")]
    stated = fields["License-Expression"] or fields["License"]
    return stated.splitlines()[0] if stated else (classes[0].rsplit(" :: ")[-1] if classes else "")


def test_each_package_is_in_the_table():
    assert set(_with_what_they_require(_asked_for())) <= set(TABLE)


def test_pyproject_and_licence_file_agree():
    assert PROJECT["license"] == "Apache-2.0 WITH LLVM-exception"
    text = (ROOT / "LICENSE").read_text()
    assert "Version 2.0, January 2004" in text
    assert "---- LLVM Exceptions to the Apache 2.0 License ----" in text


@pytest.mark.parametrize("name", sorted(TABLE))
def test_the_table_says_what_the_package_states(name: str):
    if not _is_installed(name):
        pytest.skip("not installed here")
    stated = _stated(name)
    if stated:
        assert TABLE[name] == stated
    else:
        assert "(stated in no metadata)" in TABLE[name]

"""Files of models: what is written, and what is refused before any of it is used."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.frontends import Model, compile_model, from_linalg
from pad_mlir.runtime.host import host_code

from .test_model import BIAS, LAYER, W, X

pytest.importorskip("mlir", reason="needs the MLIR wheels (extra mlir)")

_START = len(b"pad-mlir model 1\n")


@pytest.fixture(scope="module", name="written")
def _written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("models") / "m"
    compile_model(from_linalg(LAYER)).bind(W, BIAS).save(path)
    return path.read_bytes()


@pytest.fixture(autouse=True, name="refused")
def _refused(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No code may be loaded of what is refused."""

    def refuse(_: object) -> object:
        raise AssertionError("code of a refused file was loaded")

    if "refused" in request.node.name:
        monkeypatch.setattr(host_code, "LoadedObject", refuse)


def _with_facts(written: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The file with other facts, and a digest that is right."""
    body = written[_START + 32 :]
    (length,) = struct.unpack("<Q", body[:8])
    facts = json.loads(body[8 : 8 + length])
    change(facts)
    head = json.dumps(facts).encode()
    body = struct.pack("<Q", len(head)) + head + body[8 + length :]
    return written[:_START] + sha256(written[:_START] + body).digest() + body


def _refuse(path: Path, message: str) -> None:
    with pytest.raises(PadError, match=message):
        Model.load(path)


def test_only_its_owner_can_read_what_is_written(tmp_path: Path) -> None:
    model = compile_model(from_linalg(LAYER)).bind(W, BIAS)
    path = tmp_path / "m"
    path.write_text("what was there")
    model.save(str(path))
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["m"]
    assert np.array_equal(Model.load(str(path))(X), model(X))
    with pytest.raises(FileNotFoundError):
        model.save(tmp_path / "no" / "m")


@pytest.mark.parametrize("size", [0, 5, _START, _START + 20, _START + 40, -1])
def test_files_that_are_not_whole_are_refused(tmp_path: Path, written: bytes, size: int) -> None:
    path = tmp_path / "m"
    path.write_bytes(written[:size])
    _refuse(path, f"^{path} is (no model that `save` wrote|damaged or not whole)")


@pytest.mark.parametrize("place", [_START, _START + 40, 1000, -1])
def test_files_with_another_byte_are_refused(tmp_path: Path, written: bytes, place: int) -> None:
    changed = bytearray(written)
    changed[place] ^= 1
    path = tmp_path / "m"
    path.write_bytes(changed)
    _refuse(path, "is damaged or not whole: its digest is another one")


def test_files_of_another_version_are_refused(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "m"
    path.write_bytes(_with_facts(written, lambda facts: facts.update(version="0.0.1")))
    _refuse(path, r"was written by pad-mlir 0\.0\.1, this is .*: compile it anew")


def test_files_for_another_processor_are_refused(tmp_path: Path, written: bytes) -> None:
    def more(facts: dict[str, Any]) -> None:
        facts["processor"]["features"] += ",+quantum,-sse2"
        facts["processor"]["name"] = "znver9"

    def elsewhere(facts: dict[str, Any]) -> None:
        facts["processor"]["triple"] = "riscv64-unknown-linux-gnu"

    path = tmp_path / "m"
    path.write_bytes(_with_facts(written, more))
    _refuse(path, r"has code for znver9, this machine \(.*\) lacks quantum: compile it anew")
    path.write_bytes(_with_facts(written, elsewhere))
    _refuse(path, "has code for riscv64-unknown-linux-gnu, this machine is")


def test_files_that_others_may_have_written_are_refused(
    tmp_path: Path, written: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "m"
    path.write_bytes(written)
    path.chmod(0o622)
    _refuse(path, "is not loaded, as its code would be run: others may write it")
    path.chmod(0o600)
    (tmp_path / "second").hardlink_to(path)
    _refuse(path, "or it has a second name")
    (tmp_path / "second").unlink()
    (tmp_path / "link").symlink_to(path)
    _refuse(tmp_path / "link", "cannot be read")
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    _refuse(path, "it belongs to user .*, not 12345; copy it")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    _refuse(tmp_path / "none", "cannot be read: No such file")
    _refuse(tmp_path, "cannot be read|is not loaded")
    _refuse(tmp_path / "a\0b", "is no path: embedded null byte")
    with pytest.raises(TypeError, match="path is 3, but must be the path of a file"):
        Model.load(cast("Any", 3))


def test_a_text_of_another_function_is_refused(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "m"
    path.write_bytes(_with_facts(written, lambda facts: facts.update(function="other")))
    _refuse(path, "no function @other with a body")

"""The cache of objects: found again, rebuilt when damaged, bounded, shared by processes."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pad_mlir.runtime import KernelError, compile
from pad_mlir.runtime.ahead_of_time import emit
from pad_mlir.runtime.object_code import object_cache
from pad_mlir.runtime.object_code.object_cache import FOLDER, LIMIT, ObjectCache
from pad_mlir.upstream.llvm_pipelines import Pipelines
from pad_mlir.upstream.processors import Processor

SCALED = """
func.func @scaled(%A: memref<5xf32>) {
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 5 {
    %a = affine.load %A[%i] : memref<5xf32>
    %b = arith.mulf %a, %two : f32
    affine.store %b, %A[%i] : memref<5xf32>
  }
  func.return
}"""

HEAD = 18 + 2 * 32


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def compiles(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The IR of each compile that the cache did not save."""
    seen: list[str] = []
    original = object_cache.compile_object

    def noted(ir: str, *, target: Processor, passes: Pipelines) -> bytes:
        seen.append(ir)
        return original(ir, target=target, passes=passes)

    monkeypatch.setattr(object_cache, "compile_object", noted)
    return seen


def runs(text: str = SCALED) -> list[float]:
    array = np.ones(5, np.float32)
    compile(text)(array)
    return array.tolist()


def test_an_object_is_compiled_once(folder: Path, compiles: list[str]):
    assert runs() == [2.0] * 5
    assert runs() == [2.0] * 5
    assert (len(compiles), len(list(folder.iterdir()))) == (1, 1)
    runs(SCALED.replace("2.0", "3.0"))
    assert len(compiles) == 2


def test_processors_have_objects_of_their_own(folder: Path, compiles: list[str]):
    one = emit(SCALED, "obj", target_cpu="x86-64-v3")
    other = emit(SCALED, "obj", target_cpu="neoverse-n1")
    assert one != other
    assert (emit(SCALED, "obj", target_cpu="x86-64-v3"), len(compiles)) == (one, 2)


def test_without_a_folder_nothing_is_kept(compiles: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(FOLDER, raising=False)
    runs()
    runs()
    assert len(compiles) == 2


@pytest.mark.parametrize("damage", ["cut", "changed", "emptied"])
def test_a_damaged_object_is_built_again(folder: Path, compiles: list[str], damage: str):
    runs()
    (path,) = folder.iterdir()
    good = path.read_bytes()
    middle = len(good) // 2
    changed = good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :]
    path.write_bytes({"cut": good[:-1], "changed": changed, "emptied": b""}[damage])
    assert runs() == [2.0] * 5
    assert (len(compiles), path.read_bytes()) == (2, good)


def test_the_folder_is_bounded(tmp_path: Path):
    cache = ObjectCache(tmp_path, limit=3 * (HEAD + 100))
    for k, key in enumerate("abc"):
        cache.put(key, bytes([k]) * 100)
        os.utime(tmp_path / f"{key}.o", (k, k))
    assert cache.get("a") == bytes(100)  # and is the last used now
    cache.put("d", b"d" * 100)
    assert [cache.get(key) is not None for key in "abcd"] == [True, False, True, True]
    cache.put("large", bytes(1000))
    assert cache.get("large") is None


def test_unfinished_files_count(tmp_path: Path):
    stale = tmp_path / "dead.part"
    stale.write_bytes(bytes(300))
    os.utime(stale, (0, 0))
    cache = ObjectCache(tmp_path, limit=200)
    cache.put("a", bytes(100))
    assert (stale.exists(), cache.get("a")) == (False, bytes(100))


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv(FOLDER, str(file / "cache"))
    assert runs() == [2.0] * 5


def _made_by_another(path: Path) -> None:
    os.chown(path, 1000, 1000)


def _written_by_others(path: Path) -> None:
    path.chmod(0o666)


def _opened_to_all(path: Path) -> None:
    path.chmod(0o777)


def _opened_to_a_group(path: Path) -> None:
    path.chmod(0o720)


def _linked(path: Path) -> None:
    elsewhere = path.parent.parent / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def _linked_twice(path: Path) -> None:
    os.link(path, path.parent.parent / "elsewhere")


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.unlink()
    os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))


def _of_another_key(path: Path) -> None:
    ObjectCache(path.parent).put("other", path.read_bytes())
    (path.parent / "other.o").replace(path)


AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")


@pytest.mark.parametrize(
    "change",
    [
        *(pytest.param(change, marks=AS_ROOT) for change in (_made_by_another, _device)),
        *(_written_by_others, _linked, _linked_twice, _fifo, _of_another_key),
    ],
)
def test_a_file_that_is_not_ours_alone_is_not_run(
    folder: Path, compiles: list[str], change: Callable[[Path], None]
):
    runs()
    (path,) = folder.iterdir()
    good = path.read_bytes()
    change(path)
    assert runs() == [2.0] * 5
    assert (len(compiles), path.read_bytes(), path.is_symlink()) == (2, good, False)
    assert path.stat().st_nlink == 1
    runs()
    assert len(compiles) == 2


def test_a_folder_in_a_file_s_place_is_left_alone(folder: Path, compiles: list[str]):
    runs()
    (path,) = folder.iterdir()
    path.unlink()
    path.mkdir()
    assert runs() == [2.0] * 5
    assert ([*folder.iterdir()], path.is_dir(), len(compiles)) == ([path], True, 2)


@pytest.mark.parametrize("place", ["folder", "around"])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(_made_by_another, "belongs to user 1000", marks=AS_ROOT),
        (_opened_to_all, "others may write"),
        (_opened_to_a_group, "others may write"),
    ],
)
def test_a_folder_that_others_may_change_is_not_used(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    compiles: list[str],
    place: str,
    change: Callable[[Path], None],
    said: str,
):
    inner = tmp_path / "around" / "cache"
    monkeypatch.setenv(FOLDER, str(inner))
    runs()
    (path,) = inner.iterdir()
    before = path.stat()
    change(inner if place == "folder" else inner.parent)
    kernel = compile(SCALED)
    assert len(compiles) == 2
    (told,) = kernel.remarks
    assert "[PAD_MLIR_CACHE] objects are not kept: " in str(told)
    assert said in str(told)
    assert path.stat() == before


def test_a_sticky_folder_may_be_around(tmp_path: Path):
    tmp_path.chmod(0o1777)
    cache = ObjectCache(tmp_path / "cache")
    cache.put("a", b"code")
    assert cache.get("a") == b"code"
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700


def test_a_link_to_a_private_folder(tmp_path: Path):
    (tmp_path / "real").mkdir(0o700)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    ObjectCache(tmp_path / "link").put("a", b"code")
    assert ObjectCache(tmp_path / "real").get("a") == b"code"


def test_folders_are_made_private(tmp_path: Path):
    before = os.umask(0)
    try:
        ObjectCache(tmp_path / "one" / "two").put("a", b"code")
    finally:
        os.umask(before)
    assert ObjectCache(tmp_path / "one" / "two").get("a") == b"code"
    assert (tmp_path / "one").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("kind", ["file", "fifo", "/dev/null"])
def test_what_is_no_folder_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
):
    path = tmp_path / kind
    if kind == "file":
        path.write_text("")
    elif kind == "fifo":
        os.mkfifo(path)
    monkeypatch.setenv(FOLDER, str(path))
    assert runs() == [2.0] * 5


def test_a_wrong_limit(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(LIMIT, "1 GB")
    with pytest.raises(
        KernelError, match="PAD_MLIR_CACHE_LIMIT: wanted a number of bytes, got '1 GB'"
    ):
        runs()


PROCESS = """
import sys, time
import numpy as np
from pad_mlir.runtime import compile
while time.time() < float(sys.argv[1]):
    pass
array = np.ones(5, np.float32)
compile(sys.argv[2])(array)
print(array.tolist())
"""


def test_processes_share_a_cold_cache(folder: Path):
    start = str(time.time() + 2)
    command = [sys.executable, "-c", PROCESS, start, SCALED]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    outputs = [process.communicate(timeout=60)[0] for process in processes]
    assert outputs == [f"{[2.0] * 5}\n"] * 2
    (path,) = folder.iterdir()
    assert ObjectCache(folder).get(path.stem) is not None

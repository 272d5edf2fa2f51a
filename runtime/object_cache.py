"""A folder of object files, by what they were made of: shared by processes, bounded in size."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from .errors import KernelError
from .llvm import SETTINGS, compile_object
from .llvm_library import package_file
from .phases import phase
from .processors import Processor

FOLDER = "PAD_MLIR_CACHE"
"""The environment variable with the folder; without it nothing is cached."""
LIMIT = "PAD_MLIR_CACHE_LIMIT"
"""The environment variable with the most bytes that the folder may take."""

_DEFAULT_LIMIT = 256 << 20
_SUFFIX, _UNFINISHED = ".o", ".part"
_DIGEST = sha256().digest_size


class ObjectCache:
    """
    Object files in a folder, each behind the digest of its content.

    A file appears whole, by being renamed, so that processes may share the folder; one that is
    not what its digest says is removed. Above `limit` bytes the files that were not asked for
    longest are removed.
    """

    def __init__(self, folder: Path, limit: int = _DEFAULT_LIMIT):
        self._folder, self._limit = folder, limit

    def get(self, key: str) -> bytes | None:
        """The object of this key; None where there is none, or a damaged one."""
        path = self._path(key)
        try:
            stored = path.read_bytes()
            digest, code = stored[:_DIGEST], stored[_DIGEST:]
            if sha256(code).digest() != digest:
                path.unlink(missing_ok=True)
                return None
            os.utime(path)
        except OSError:
            return None  # it is missing, or was removed just now
        return code

    def put(self, key: str, code: bytes) -> None:
        """Stores an object; a folder that cannot be written is left alone."""
        if _DIGEST + len(code) > self._limit:
            return
        try:
            self._folder.mkdir(0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(suffix=_UNFINISHED, dir=self._folder)
        except OSError:
            return
        unfinished = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(sha256(code).digest() + code)
            unfinished.replace(self._path(key))
        except OSError:
            unfinished.unlink(missing_ok=True)
            return
        self._shrink()

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}{_SUFFIX}"

    def _shrink(self) -> None:
        """Removes files, oldest first, until the rest is within the limit."""
        files = sorted(self._files())
        total = sum(size for _, size, _ in files)
        for _, size, path in files:
            if total <= self._limit:
                return
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            total -= size

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """Times of last use, sizes and paths; unfinished files of processes that died too."""
        for suffix in (_SUFFIX, _UNFINISHED):
            for path in self._folder.glob(f"*{suffix}"):
                try:
                    stat = path.stat()
                except OSError:
                    continue  # another process has just removed it
                yield stat.st_mtime, stat.st_size, path


def cached_object(ir: str, target: Processor) -> bytes:
    """
    As `compile_object`, from the cache where `PAD_MLIR_CACHE` names its folder.

    Raises KernelError for a `PAD_MLIR_CACHE_LIMIT` that is no number of bytes.
    """
    cache = _cache()
    if cache is None:
        return compile_object(ir, target=target)
    key = _key(ir, target)
    with phase("cache"):
        code = cache.get(key)
    if code is None:
        code = compile_object(ir, target=target)
        cache.put(key, code)
    return code


def cache_limit() -> int:
    """The most bytes that the folder may take; ValueError where the variable is no number."""
    limit = os.environ.get(LIMIT, str(_DEFAULT_LIMIT))
    if not limit.isdecimal():
        raise ValueError(f"wanted a number of bytes, got '{limit}'")
    return int(limit)


def _cache() -> ObjectCache | None:
    folder = os.environ.get(FOLDER)
    if not folder:
        return None
    try:
        return ObjectCache(Path(folder), cache_limit())
    except ValueError as error:
        raise KernelError(f"{LIMIT}: {error}") from None


def _key(ir: str, target: Processor) -> str:
    """All that decides what the object is: the IR, the processor, and who compiles."""
    library = package_file("lib/libLLVM.*")
    assert library is not None  # it names the target
    stat = library.stat()
    parts = (
        SETTINGS,
        version("pad-mlir"),
        f"{library.name} {stat.st_size} {stat.st_mtime_ns}",
        target.triple,
        target.name,
        target.features,
        ir,
    )
    return sha256("\0".join(parts).encode()).hexdigest()

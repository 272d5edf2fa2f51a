"""A folder of object files, by what they were made of: shared by processes, bounded in size."""

from __future__ import annotations

import os
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from xdsl.dialects.builtin import UnknownLoc

from ...dialect.ir.reasons import reason_of
from ...passes.common.diagnostics import Remark, RemarkForm, tell
from ...upstream.code_generation import SETTINGS, compile_object
from ...upstream.llvm_library import package_file
from ...upstream.llvm_pipelines import ALL_PASSES, Pipelines
from ...upstream.phases import phase
from ...upstream.processors import Processor
from ..errors import KernelError
from .private_folder import UNFINISHED, NotPrivate, PrivateFolder, private_folder

_NOT_KEPT = RemarkForm("objects-not-kept", "objects are not kept: {reason}")

FOLDER = "PAD_MLIR_CACHE"
"""The environment variable with the folder; without it nothing is cached."""
LIMIT = "PAD_MLIR_CACHE_LIMIT"
"""The environment variable with the most bytes that the folder may take."""

_DEFAULT_LIMIT = 256 << 20
_SUFFIX = ".o"
_MAGIC = b"pad-mlir object 1\n"
_HEAD = len(_MAGIC) + 2 * sha256().digest_size


class ObjectCache:
    """
    Object files in a folder, each after its key and the digest of both.

    The folder and the files have to be this user's, and nobody else may write them: what is in
    them is run. A file appears whole, so that processes may share the folder; one that is not what
    its digest says, or not of its key, is removed. Above `limit` bytes the files that were not
    asked for longest are removed.

    Nothing is kept in a folder that cannot be written. Raises NotPrivate for one that others may
    change.
    """

    def __init__(self, folder: Path, limit: int = _DEFAULT_LIMIT):
        self._folder, self._limit = folder, limit

    def get(self, key: str) -> bytes | None:
        """The object of this key; None if there is none of this user's, or a damaged one."""
        try:
            with private_folder(self._folder, create=False) as folder:
                stored = folder.read(_file_name(key), self._limit)
                if stored is None:
                    return None
                code = stored[_HEAD:]
                if stored[:_HEAD] == _head(key, code):
                    return code
                folder.remove(_file_name(key))
        except OSError:
            pass  # there is no such folder
        return None

    def put(self, key: str, code: bytes) -> None:
        """Stores an object; a folder that cannot be written is left alone."""
        if _HEAD + len(code) > self._limit:
            return
        try:
            with private_folder(self._folder, create=True) as folder:
                folder.write(_file_name(key), _head(key, code) + code)
                self._shrink(folder)
        except OSError:
            return

    def _shrink(self, folder: PrivateFolder) -> None:
        """Removes files, oldest first, until the rest is within the limit."""
        # Those that processes left unfinished when they died too.
        own = [file for file in folder.files() if file.name.endswith((_SUFFIX, UNFINISHED))]
        total = sum(file.size for file in own)
        for file in sorted(own, key=lambda file: (file.used, file.size, file.name)):
            if total <= self._limit:
                return
            folder.remove(file.name)
            total -= file.size


def _file_name(key: str) -> str:
    return f"{key}{_SUFFIX}"


def _head(key: str, code: bytes) -> bytes:
    """The header before an object: the kind of file, its key, and a digest of all."""
    start = _MAGIC + sha256(key.encode()).digest()
    return start + sha256(start + code).digest()


def cached_object(ir: str, target: Processor, *, passes: Pipelines = ALL_PASSES) -> bytes:
    """
    As `compile_object`, from the cache where `PAD_MLIR_CACHE` names its folder.

    A remark says why a folder that others may change is not used. Raises KernelError for a
    `PAD_MLIR_CACHE_LIMIT` that is not a number of bytes.
    """
    cache = _cache()
    if cache is None:
        return compile_object(ir, target=target, passes=passes)
    key = _key(ir, target, passes)
    code = None
    try:
        with phase("cache"):
            code = cache.get(key)
        if code is not None:
            return code
        code = compile_object(ir, target=target, passes=passes)
        cache.put(key, code)
    except NotPrivate as reason:
        tell(Remark(FOLDER, UnknownLoc(), _NOT_KEPT, why=reason_of(reason)))
    return code or compile_object(ir, target=target, passes=passes)


def cache_limit() -> int:
    """
    The most bytes that the folder may take; raises ValueError if the variable is not a number.
    """
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


def _key(ir: str, target: Processor, passes: Pipelines) -> str:
    """All that decides what the object is: the IR, its passes, the processor, and who compiles."""
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
        passes.text,
        ir,
    )
    return sha256("\0".join(parts).encode()).hexdigest()

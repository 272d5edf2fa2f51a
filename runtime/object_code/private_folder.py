"""A folder that nobody but this user writes: its files are what this user has put there."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ...dialect.ir.reasons import Reason, because

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_ROOT = 0
# A folder that is only gone through need not be readable.
_THROUGH = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC | getattr(os, "O_PATH", os.O_RDONLY)
_INSIDE = os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_RDONLY
# A FIFO is opened without waiting for its writer, a device not waited for, a link not followed.
TO_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
UNFINISHED = ".part"
"""How the names of files end that are still being written."""


class NotPrivate(Exception):
    """Somebody else may change what is in a folder; the message says where, and what to do."""

    def __init__(self, why: Reason):
        super().__init__(why.text)
        self.why = why


@dataclass(frozen=True)
class Entry:
    """A file as a folder lists it."""

    name: str
    size: int
    used: float
    """When it was last used, in seconds."""


class PrivateFolder:
    """
    An open folder, whose files are read and written through its handle.

    What its path comes to mean later does not matter then.
    """

    def __init__(self, handle: int):
        self._handle = handle

    def read(self, name: str, most: int) -> bytes | None:
        """
        Return the contents of a file, which then counts as used now; None if this user has no such
        file.

        Links, second names of a file elsewhere, files that others may write, and files of more than
        `most` bytes do not count.
        """
        try:
            file = os.open(name, TO_READ, dir_fd=self._handle)
        except OSError:
            return None
        with open(file, "rb") as opened:
            found = os.fstat(file)
            if not is_own_file(found) or found.st_size > most:
                return None
            try:
                content = opened.read(most + 1)
                os.utime(file)
            except OSError:
                return None
        return content if len(content) <= most else None

    def write(self, name: str, content: bytes) -> None:
        """
        Makes a file appear whole, in the place of what has the name; raises OSError if it cannot.
        """
        unfinished = f"{secrets.token_hex(8)}{UNFINISHED}"
        file = os.open(unfinished, _NEW, 0o600, dir_fd=self._handle)
        try:
            with open(file, "wb") as opened:
                opened.write(content)
            os.replace(unfinished, name, src_dir_fd=self._handle, dst_dir_fd=self._handle)
        except OSError:
            self.remove(unfinished)
            raise

    def remove(self, name: str) -> None:
        """Removes a file, if it is there and can be removed."""
        with contextlib.suppress(OSError):
            os.unlink(name, dir_fd=self._handle)

    def files(self) -> Iterator[Entry]:
        """The plain files of the folder."""
        for entry in os.scandir(self._handle):
            try:
                found = entry.stat(follow_symlinks=False)
            except OSError:
                continue  # another process has just removed it
            if stat.S_ISREG(found.st_mode):
                yield Entry(entry.name, found.st_size, found.st_mtime)


@contextmanager
def private_folder(path: Path, *, create: bool) -> Generator[PrivateFolder]:
    """
    Opens a folder of this user's, made with those around it where it is missing, if `create`.

    Raises NotPrivate if another user owns it or may write it, or may put another one in its place;
    OSError for one that is missing, no folder, or not to be made.
    """
    parts = Path(os.path.realpath(path)).parts
    handle = os.open(parts[0], _THROUGH if len(parts) > 1 else _INSIDE)
    try:
        for depth, name in enumerate(parts[1:], 2):
            flags = _INSIDE if depth == len(parts) else _THROUGH
            inner = _inner(handle, name, flags, create)
            os.close(handle)
            handle = inner
            _check(os.fstat(handle), Path(*parts[:depth]), is_last=depth == len(parts))
        yield PrivateFolder(handle)
    finally:
        os.close(handle)


def _inner(outer: int, name: str, flags: int, create: bool) -> int:
    try:
        return os.open(name, flags, dir_fd=outer)
    except FileNotFoundError:
        if not create:
            raise
    with contextlib.suppress(FileExistsError):  # another process has just made it
        os.mkdir(name, 0o700, dir_fd=outer)
    return os.open(name, flags, dir_fd=outer)


def _check(found: os.stat_result, path: Path, *, is_last: bool) -> None:
    """Raises NotPrivate for a folder that others own or write."""
    own = os.geteuid()
    if found.st_uid not in ((own,) if is_last else (own, _ROOT)):
        text = f"{path} belongs to user {found.st_uid}, not {own}; name another folder"
        raise NotPrivate(because(text, "other-owner", remedy="name another folder"))
    # Where the sticky bit is set, others cannot move what is not theirs.
    is_sticky = not is_last and found.st_mode & stat.S_ISVTX
    if found.st_mode & _OTHERS_WRITE and not is_sticky:
        mode = stat.S_IMODE(found.st_mode)
        remedy = "chmod go-w, or name another"
        text = f"others may write {path}, its mode is {mode:o}; {remedy}"
        raise NotPrivate(because(text, "others-may-write", remedy=remedy))


def is_own_file(found: os.stat_result) -> bool:
    """Whether it is a plain file of this user's, with one name, that nobody else may write."""
    return (
        stat.S_ISREG(found.st_mode)
        and found.st_uid == os.geteuid()
        and not found.st_mode & _OTHERS_WRITE
        and found.st_nlink == 1
    )

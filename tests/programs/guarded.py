"""Arrays between pages that may not be touched, and calls in a child process that may die."""

from __future__ import annotations

import ctypes
import faulthandler
import mmap
import os
import pickle
import resource
import select
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mmap.restype = ctypes.c_void_p
_LIBC.mmap.argtypes = [ctypes.c_void_p, *[ctypes.c_size_t] + [ctypes.c_int] * 3, ctypes.c_long]
_LIBC.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
_NO_ACCESS = 0
_PAGE = mmap.PAGESIZE
_FILL = 0xA5


@dataclass(frozen=True)
class Guarded:
    """An array in its own pages, with a page before it and one after it that may not be touched."""

    array: Array
    slack: Array
    """The bytes of its pages that are not the array's."""

    @property
    def is_slack_kept(self) -> bool:
        """Whether nobody wrote beside the array, in its own pages."""
        return bool((self.slack == _FILL).all())


def guarded(values: Array, *, at_end: bool, alignment: int = 1) -> Guarded:
    """A copy of an array, flush to the end of its pages, as its alignment allows, or the start."""
    size = values.nbytes
    room = max(1, -(-size // _PAGE)) * _PAGE
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    prot = mmap.PROT_READ | mmap.PROT_WRITE
    start = _LIBC.mmap(None, room + 2 * _PAGE, prot, flags, -1, 0)
    for page in (start, start + _PAGE + room):
        if _LIBC.mprotect(page, _PAGE, _NO_ACCESS) != 0:
            raise OSError(ctypes.get_errno(), "mprotect")
    bytes_ = np.ctypeslib.as_array((ctypes.c_uint8 * room).from_address(start + _PAGE))
    bytes_[:] = _FILL
    offset = (room - size) // alignment * alignment if at_end else 0
    array = bytes_[offset : offset + size].view(values.dtype).reshape(values.shape)
    array[...] = values
    slack = bytes_[offset + size :] if not at_end else bytes_[:offset]
    return Guarded(array, slack)


@dataclass(frozen=True)
class Died:
    """The end of a child process: a signal, or an exception."""

    stage: str
    """The stage that it had announced."""
    reason: str
    is_raised: bool


Say = Callable[[str], None]


def in_child(work: Callable[[Say], Any], seconds: float) -> Any:
    """
    The result of the work in a process of its own, pickled; `Died` if that does not end well.

    The work says what it is at.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _work(work, writer, seconds)
    os.close(writer)
    try:
        messages, is_late = _messages(reader, seconds)
    finally:
        os.close(reader)
    if is_late:
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    stage = next((text for kind, text in reversed(messages) if kind == "at"), "start")
    if is_late:
        return Died(stage, f"no end within {seconds:g} s", False)
    if os.WIFSIGNALED(status):
        return Died(stage, signal.Signals(os.WTERMSIG(status)).name, False)
    kind, value = messages[-1] if messages else ("at", "")
    if kind == "raised":
        return Died(stage, value, True)
    if kind != "result":
        return Died(stage, f"exit code {os.WEXITSTATUS(status)}", False)
    return value


def _work(work: Callable[[Say], Any], writer: int, seconds: float) -> None:
    """In the child, which ends here whatever happens."""
    code = 1
    try:
        signal.alarm(0)
        faulthandler.disable()  # the parent tells of it
        limit = int(seconds) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with os.fdopen(writer, "wb") as out:

            def send(message: tuple[str, Any]) -> None:
                pickle.dump(message, out)
                out.flush()

            try:
                send(("result", work(lambda stage: send(("at", stage)))))
            except Exception:
                send(("raised", traceback.format_exc(limit=-6)))
        code = 0
    finally:
        os._exit(code)


def _messages(reader: int, seconds: float) -> tuple[list[tuple[str, Any]], bool]:
    """All that the child says until it closes its end; whether that took too long."""
    data = b""
    end = _now() + seconds
    while True:
        ready, _, _ = select.select([reader], [], [], max(0.0, end - _now()))
        if not ready:
            return _unpickled(data), True
        part = os.read(reader, 1 << 16)
        if not part:
            return _unpickled(data), False
        data += part


def _unpickled(data: bytes) -> list[tuple[str, Any]]:
    messages: list[tuple[str, Any]] = []
    view = memoryview(data)
    while view:
        stream = _Reader(view)
        try:
            messages.append(pickle.load(stream))  # pyright: ignore
        except (EOFError, pickle.UnpicklingError):
            break
        view = view[stream.position :]
    return messages


class _Reader:
    """A file for `pickle.load` that records how far it was read."""

    def __init__(self, data: memoryview):
        self._data, self.position = data, 0

    def read(self, count: int) -> bytes:
        part = bytes(self._data[self.position : self.position + count])
        self.position += len(part)
        return part

    def readline(self) -> bytes:
        rest = bytes(self._data[self.position :])
        return self.read(rest.find(b"\n") + 1 or len(rest))


def _now() -> float:
    return os.times().elapsed

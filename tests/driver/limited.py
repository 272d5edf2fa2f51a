"""Calls in a forked process, with limits on time and memory."""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

_POLL = 0.002
_RAISED = 99


@dataclass(frozen=True)
class Outcome:
    """The outcome of a call; `code` is negative for a signal, None for a time-out."""

    code: int | None
    stderr: str
    seconds: float
    peak_bytes: int


def run_limited(call: Callable[[], int], log: Path, seconds: float, memory: int) -> Outcome:
    """The call's exit code; `log` is a file for what it says on stderr."""
    log.write_text("")
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        _run(call, log, memory)
    while True:
        done, status, usage = os.wait4(child, os.WNOHANG)
        if done:
            code = os.waitstatus_to_exitcode(status)
            break
        if time.perf_counter() - start > seconds:
            os.kill(child, signal.SIGKILL)
            usage, code = os.wait4(child, 0)[2], None
            break
        time.sleep(_POLL)
    taken = time.perf_counter() - start
    return Outcome(code, log.read_text(errors="replace"), taken, usage.ru_maxrss * 1024)


def _run(call: Callable[[], int], log: Path, memory: int) -> None:
    code = _RAISED
    try:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        os.dup2(os.open(log, os.O_WRONLY), 2)
        sys.stdin, sys.stdout = io.StringIO(), io.TextIOWrapper(io.BytesIO())
        with open(2, "w", buffering=1, closefd=False) as sys.stderr:
            code = call()
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)

"""Calls in a process of their own: machine code that fails takes it along."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable


def in_child(call: Callable[[], str | None]) -> str | None:
    """
    The text that a call gives, or what has ended it.

    None too where LLVM aborts: some of its assertions fail on code that is right.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = call()
        except Exception as error:
            said = repr(error)
        os.write(writing, (said or "").encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        said = answer.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status in (0, -signal.SIGABRT):
        return said or None
    return f"ended by signal {-status}"

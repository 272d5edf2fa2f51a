"""Work of upstream in a process of its own, which an assertion of upstream's may end."""

from __future__ import annotations

import faulthandler
import json
import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

AnswerT = TypeVar("AnswerT", bound="str | list[Any] | dict[str, Any]")


def in_child(work: Callable[[], AnswerT]) -> AnswerT | None:
    """
    Return the result of `work` in a forked process, as JSON keeps it; None if the process fails.

    Upstream ends the process on some texts, such as deep nests.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            faulthandler.disable()
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            with os.fdopen(writing, "w", encoding="utf-8") as answer:
                json.dump(work(), answer)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answer:
        said = answer.read()
    os.waitpid(child, 0)
    try:
        return cast("AnswerT", json.loads(said))
    except ValueError:
        return None

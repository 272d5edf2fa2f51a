"""Files whose code may be run: this user's own, which nobody else may write."""

from __future__ import annotations

import os
from pathlib import Path

from .private_folder import TO_READ, is_own_file


class NotOwn(Exception):
    """Somebody else may have written a file; the message says why, and what to do."""


def read_own_file(path: Path) -> bytes:
    """
    Return the content of a file of this user's that nobody else may write.

    Raises NotOwn for another one, and OSError for one that cannot be read.
    """
    file = os.open(path, TO_READ)
    with open(file, "rb") as opened:
        found = os.fstat(file)
        if not is_own_file(found):
            if found.st_uid != os.geteuid():
                raise NotOwn(f"it belongs to user {found.st_uid}, not {os.geteuid()}; copy it")
            raise NotOwn("others may write it, or it has a second name; copy it, and chmod go-w")
        return opened.read()

"""Copies the examples into a folder: `python -m pad_mlir.examples DIR`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import copyfile

_HERE = Path(__file__).parent
_OF_THE_PACKAGE = {_HERE / "__init__.py", Path(__file__)}


def files() -> Iterator[Path]:
    """Return the files of the examples, relative to their folder."""
    for path in sorted(_HERE.rglob("*")):
        if path.is_file() and path not in _OF_THE_PACKAGE and "__pycache__" not in path.parts:
            yield path.relative_to(_HERE)


def copy_to(folder: Path) -> None:
    """Copies them; FileExistsError, and nothing copied, where a file is there already."""
    for file in files():
        if (folder / file).exists():
            raise FileExistsError(f"{folder / file} is there already; nothing was copied")
    for file in files():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        copyfile(_HERE / file, folder / file)


def main(args: Sequence[str] | None = None) -> int:
    """The command; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m pad_mlir.examples",
        description="Copies the examples into a folder, or lists them where none is given.",
    )
    parser.add_argument("folder", nargs="?", type=Path)
    folder = parser.parse_args(args).folder
    if folder is None:
        print(*files(), sep="\n")
        return 0
    try:
        copy_to(folder)
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

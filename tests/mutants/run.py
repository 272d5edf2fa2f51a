"""
Makes passes/, analysis/ and index/ wrong in one place at a time; counts how often tests notice.

`make mutants` draws them by a seed, and judges them in a copy of the tree: by the tests that see a
difference, then by pyright, as `make lint` runs it. Its errors count, but for those about something
unused, which say only that the mutant left a name over.
Survivors that are equivalent are in equivalent.toml with the reason, and are not drawn again.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from operator import itemgetter
from pathlib import Path

from .judge import MUTATED
from .sites import Site, parses, sites

ROOT = Path(__file__).parents[2]
UNUSED = "reportUnused"  # how the names of such rules of pyright begin
WANTED = 0.95
# A sample of the random tests, so that all tests end soon.
SAMPLES = {"PAD_PROVER_EXAMPLES": "100", "PAD_OVERCOMPUTE_EXAMPLES": "50"}


@dataclass(frozen=True)
class Mutant:
    """A module, as a path from the root, and what is wrong in it."""

    module: str
    site: Site

    def __str__(self) -> str:
        line = self.site.start[0]
        return f"{self.module}:{line}: {self.site.kind}: `{self.site.old}` -> `{self.site.new}`"


def main() -> int:
    """Prints a line for each mutant and the share that was caught; 1 if that is under 95 %."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="draw from modules with this in their path")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="files or folders of tests")
    arguments = parser.parse_args()
    mutants = drawn(arguments.count, arguments.seed, arguments.only)
    with tempfile.TemporaryDirectory() as folder:
        tree = copy_of_tree(Path(folder))
        noticed = judged(tree, mutants, arguments.jobs, arguments.tests)
        left = [mutant for mutant, by in zip(mutants, noticed, strict=True) if by is None]
        errors = dict(zip(left, type_errors(tree, left), strict=True))
    for mutant, by in zip(mutants, noticed, strict=True):
        by = by or errors[mutant]
        print(f"{'caught' if by else 'SURVIVED':<9} {mutant}" + (f"\n{'':10}by {by}" if by else ""))
    caught = len(mutants) - [*errors.values()].count(None)
    share = caught / len(mutants)
    print(f"{caught} of {len(mutants)} caught ({share:.0%}), seed {arguments.seed}")
    return 0 if share >= WANTED else 1


def drawn(count: int, seed: int, only: str) -> list[Mutant]:
    """
    Mutants drawn from all sites, known equivalent ones left out.

    The draw is by a hash of each, so that a change of other lines keeps it.
    """
    listed = tomllib.loads((Path(__file__).parent / "equivalent.toml").read_text())
    equivalent = {(e["module"], e["line"], e["old"], e["new"]) for e in listed["mutant"]}
    paths = sorted(p for kind in MUTATED for p in (ROOT / kind).rglob("*.py"))
    drawn: list[tuple[str, Mutant]] = []
    for path in (p for p in paths if only in str(p)):
        source, module = path.read_text(), str(path.relative_to(ROOT))
        lines = source.splitlines()
        for site in sites(source):
            key = (module, lines[site.start[0] - 1].strip(), site.old, site.new)
            if key not in equivalent:
                lot = sha256(repr((seed, *key)).encode()).hexdigest()
                drawn.append((lot, Mutant(module, site)))
    in_order = (mutant for _, mutant in sorted(drawn, key=itemgetter(0)))
    readable = (m for m in in_order if parses(m.site.apply((ROOT / m.module).read_text())))
    return list(islice(readable, count))


def copy_of_tree(target: Path) -> Path:
    """The files that the repository tracks, and the packages that are installed for them."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name, follow_symlinks=False)
    (target / ".venv").symlink_to(sys.prefix)  # where pyright is told to look
    return target


def judged(
    tree: Path, mutants: Sequence[Mutant], jobs: int, tests: Sequence[str]
) -> list[str | None]:
    """The test that notices each mutant, if one does."""
    file = tree / "mutants.pickle"
    file.write_bytes(pickle.dumps([(mutant.module, mutant.site) for mutant in mutants]))
    subprocess.run(
        [sys.executable, "-B", "-m", "tests.mutants.judge", str(file), str(jobs), *tests],
        cwd=tree,
        env={**os.environ, **SAMPLES, "PYTHONPATH": str(tree / "typings")},
        check=True,
    )
    return pickle.loads(file.read_bytes())


def type_errors(tree: Path, mutants: Sequence[Mutant]) -> list[str | None]:
    """The first error of pyright in each mutant but for what is unused, if there is one."""
    files: dict[str, int] = {}
    for number, mutant in enumerate(mutants):
        file = Path(mutant.module).with_suffix("")
        source = (tree / mutant.module).read_text()
        beside = file.with_name(f"{file.name}_{number}.py")
        (tree / beside).write_text(mutant.site.apply(source))
        files[str(beside)] = number
    if not files:
        return []
    command = [sys.executable, "-m", "pyright", "--outputjson", *files]
    run = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    errors: list[str | None] = [None] * len(mutants)
    for found in json.loads(run.stdout)["generalDiagnostics"]:
        number = files[str(Path(found["file"]).relative_to(tree.resolve()))]
        if found["severity"] == "error" and not found.get("rule", "").startswith(UNUSED):
            errors[number] = errors[number] or f"pyright: {found['message'].splitlines()[0]}"
    return errors


if __name__ == "__main__":
    sys.exit(main())

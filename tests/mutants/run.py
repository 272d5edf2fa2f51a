"""
Makes passes/, analysis/ and index/ wrong in one place at a time; counts how often tests notice.

`make mutants` draws them by a seed; each runs in a copy of the tree, at most 90 s of a core.
pyright reads what the tests do not notice, as `make lint` runs it: an error counts as noticed,
one about something unused does not, for it says only that the mutant left a name over.
Survivors that are equivalent are listed with the reason in equivalent.toml, and are drawn again.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import islice
from operator import itemgetter
from pathlib import Path
from queue import Queue
from time import perf_counter

from .entered import ENTERED
from .sites import Site, parses, sites

ROOT = Path(__file__).parents[2]
LIMIT = 90  # seconds of a core
SLACK = 5
PYRIGHT = "pyright: "
UNUSED = "reportUnused"  # how the names of such rules begin
NO_END = f"no end in {LIMIT} s of a core"
MUTATED = ("passes", "analysis", "index")
FIRST = "index/queries/conditions.py"
WANTED = 0.95
# A sample of the random tests, so that a mutant that nothing notices ends well within the limit.
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
    arguments = parser.parse_args()
    mutants = drawn(arguments.count, arguments.seed, arguments.only)
    trees: Queue[Path] = Queue()
    with tempfile.TemporaryDirectory() as folder:
        for job in range(arguments.jobs):
            trees.put(copy_of_tree(Path(folder) / str(job)))
        start = perf_counter()
        if (wrong := judged(trees, FIRST)) is not None:
            print(f"without a mutant, the tests of {FIRST} fail: {wrong}")
            return 1
        print(f"{'':9}{perf_counter() - start:5.1f} s  {FIRST} without a mutant", flush=True)
        if (failed := find_entered([*trees.queue])) is not None:
            print(f"without a mutant, lit files fail: {failed}")
            return 1
        with ThreadPoolExecutor(arguments.jobs) as pool:
            verdicts = pool.map(partial(verdict, trees), mutants)
            caught = sum(reported(*each) for each in zip(mutants, verdicts, strict=True))
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


def find_entered(trees: Sequence[Path]) -> str | None:
    """Finds out which functions each lit file enters, for all trees; says what fails."""
    run = _run_python(trees[0], "tests.mutants.entered")
    for tree in trees[1:]:
        shutil.copy2(trees[0] / ENTERED, tree / ENTERED)
    return (run.stdout.strip() or run.stderr) if run.returncode else None


def verdict(trees: Queue[Path], mutant: Mutant) -> tuple[str | None, float]:
    """
    The check that noticed the mutant, if any, and the seconds that it took.

    That a test fails, that they have no end, or that there is an error of types says something only
    where that is not so without the mutant.
    """
    start = perf_counter()
    noticed = judged(trees, mutant.module, mutant.site)
    if noticed == NO_END and (wrong := judged(trees, mutant.module)) is not None:
        print(f"without a mutant, the tests of {mutant.module} fail: {wrong}", flush=True)
        noticed = None
    if noticed is not None and "::" in noticed and not _passes(trees, noticed):
        print(f"without a mutant, a test fails: {noticed}", flush=True)
        noticed = None
    if noticed is not None and noticed.startswith(PYRIGHT):
        with borrowed(trees) as tree:
            wrong = type_error(tree, mutant.module)
        if wrong is not None:
            print(f"without a mutant, {wrong}", flush=True)
            noticed = None
    return noticed, perf_counter() - start


def _passes(trees: Queue[Path], test: str) -> bool:
    """Whether a test, given by its id, passes by itself in a tree without a mutant."""
    with borrowed(trees) as tree:
        return _run_python(tree, "pytest", "-q", "-p", "no:cacheprovider", test).returncode == 0


def judged(trees: Queue[Path], module: str, site: Site | None = None) -> str | None:
    """
    The first check that fails in a tree with this site changed, tests before types; None if none
    does.
    """
    with borrowed(trees) as tree:
        file = tree / module
        source = file.read_text()
        try:
            if site is not None:
                file.write_text(site.apply(source))
            line = [] if site is None else [str(site.start[0])]
            run = _run_python(tree, "tests.mutants.judge", module, *line, before=_limit_time)
            if run.returncode == 0:
                return None if site is None else type_error(tree, module)
        finally:
            file.write_text(source)
    if run.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return NO_END
    said = run.stdout.splitlines() or run.stderr.splitlines() or [f"exit code {run.returncode}"]
    return said[-1]


def type_error(tree: Path, module: str) -> str | None:
    """The first error of pyright in a module, but for what is unused."""
    command = [sys.executable, "-m", "pyright", "--outputjson", module]
    run = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    for found in json.loads(run.stdout)["generalDiagnostics"]:
        if found["severity"] == "error" and not found.get("rule", "").startswith(UNUSED):
            return PYRIGHT + found["message"].splitlines()[0]
    return None


def _run_python(
    tree: Path, module: str, *arguments: str, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-B", "-m", module, *arguments],
        cwd=tree,
        env={**os.environ, **SAMPLES, "PYTHONPATH": str(tree / "typings")},
        capture_output=True,
        text=True,
        preexec_fn=before,
        check=False,
    )


def _limit_time() -> None:
    # Where both are the same, the end is SIGKILL's.
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + SLACK))


@contextmanager
def borrowed(trees: Queue[Path]) -> Generator[Path]:
    tree = trees.get()
    try:
        yield tree
    finally:
        trees.put(tree)


def reported(mutant: Mutant, found: tuple[str | None, float]) -> bool:
    """Prints the verdict on a mutant; whether it was caught."""
    noticed, seconds = found
    print(f"{'caught' if noticed else 'SURVIVED':<9}{seconds:5.1f} s  {mutant}", flush=True)
    if noticed:
        print(f"{'':18}by {noticed}", flush=True)
    return noticed is not None


if __name__ == "__main__":
    sys.exit(main())

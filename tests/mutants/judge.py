"""
Which tests notice that a line is wrong: `judge.py FILE JOBS TESTS..`, in a copy of the tree.

The file holds mutants. The tests run once with the mutants at hand, none switched on: this tells
which would see a difference. Then each mutant is switched on in a child, which runs just those, the
quickest first, until one fails. The file is then replaced by the test that noticed each mutant.
"""

from __future__ import annotations

import gc
import json
import os
import pickle
import pkgutil
import resource
import signal
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from .sites import Site
from .switched import Switch, install

ROOT = Path(__file__).parents[2]
MUTATED = ("passes", "analysis", "index")
LEFT_OUT = (
    *("tests/end_to_end", "tests/test_layout_properties.py", "tests/docs", "tests/tv"),
    *("tests/test_mutants.py", "tests/reduce", "tests/embedding", "tests/ahead_of_time"),
    *("tests/test_packaging.py", "tests/test_remarks.py", "tests/test_benchmarks_validated.py"),
    *("tests/programs", "tests/test_validated_lit.py", "tests/scaling", "tests/aborts"),
    *("tests/gpu/test_bundle.py", "tests/test_benchmarks.py"),
    *("tests/test_folders.py", "tests/test_words.py", "tests/test_pass_files.py"),
)
"""They take long, run our code in other processes, or read only sources."""
ENOUGH = 40.0  # seconds of a core for the tests of one mutant
LIMIT = 60  # seconds of a core for one more test
OBJECTS = 50_000
"""New objects before Python looks for cycles; at its own 700 that takes a fifth of the time."""


def main(file: str, jobs: int, tests: Sequence[str]) -> int:
    gc.set_threshold(OBJECTS)
    mutants: list[tuple[str, Site]] = pickle.loads(Path(file).read_bytes())
    held: dict[str, list[tuple[int, Site]]] = defaultdict(list)
    for number, (module, site) in enumerate(mutants):
        held[module].append((number, site))
    judge = Judge(install(ROOT, held), len(mutants), jobs)
    for kind in MUTATED:
        package = import_module(f"pad_mlir.{kind}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    ignored = [f"--ignore={name}" for name in LEFT_OUT]
    options = ["-q", "-s", "--no-header", "-p", "no:cacheprovider", *ignored]
    code = pytest.main([*options, *tests], [judge])
    Path(file).write_bytes(pickle.dumps(judge.noticed_by))
    return int(code == pytest.ExitCode.INTERRUPTED)  # not all tests could be collected


class Judge:
    """Runs the tests that pytest collects in children of its own, and nothing in this process."""

    def __init__(self, switch: Switch, count: int, jobs: int):
        self._switch = switch
        self._jobs = jobs
        self._items: dict[str, pytest.Item] = {}
        self._seconds: dict[str, float] = {}
        self._seen_by: dict[int, list[str]] = {number: [] for number in range(count)}
        self._fails_anyway = dict[str, bool]()
        self.noticed_by: list[str | None] = [None] * count
        """The test that noticed each mutant."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()  # children share it
        self._watch()
        pending = [number for number, seen in self._seen_by.items() if seen]
        seconds = sum(self._seconds.values())
        print(f"{len(self._items)} tests took {seconds:.0f} s; a difference is seen of", end=" ")
        print(f"{len(pending)} of {len(self._seen_by)} mutants", flush=True)
        while pending:
            tasks = [partial(self._notice, number) for number in pending]
            failed = [(pending[k], said[-1]) for k, said in forked(tasks, self._jobs)]
            self._check({test for _, test in failed if test})
            pending = [number for number, test in failed if self._fails_anyway.get(test)]
            for number, test in failed:
                self.noticed_by[number] = test or None
        return True

    def _watch(self) -> None:
        """Finds out which mutants each test sees, and how long it takes."""
        files: dict[str, list[str]] = defaultdict(list)
        for name in self._items:
            files[name.partition("::")[0]].append(name)
        parts = [[*files.values()][k :: self._jobs] for k in range(self._jobs)]
        tasks = [partial(self._seen, [name for names in part for name in names]) for part in parts]
        for _, said in forked(tasks, self._jobs):
            for name, passed, seconds, seen in map(json.loads, said):
                self._seconds[name] = seconds
                if not passed:
                    print(f"without a mutant, a test fails: {name}", flush=True)
                    self._fails_anyway[name] = True
                for number in seen:
                    self._seen_by[number].append(name)

    def _seen(self, names: Sequence[str]) -> Iterator[str]:
        caches = [*_caches()]
        for name, following in zip(names, [*names[1:], None], strict=True):
            _clear(caches)
            self._switch.begin()
            start = process_time()
            passed = self._passes(name, following)
            yield json.dumps([name, passed, process_time() - start, [*self._switch.seen]])

    def _notice(self, number: int) -> Iterator[str]:
        """The names of tests, each before it runs, to the first that fails; "" if none does."""
        self._switch.on = number
        _clear(_caches())
        start = process_time()
        for name in sorted(self._seen_by[number], key=self._seconds.__getitem__):
            if not self._fails_anyway.get(name):
                if process_time() - start > ENOUGH:
                    break
                yield name
                if not self._passes(name):
                    return
        yield ""

    def _check(self, names: Iterable[str]) -> None:
        """Finds out which tests fail by themselves, without a mutant."""
        new = [name for name in names if name not in self._fails_anyway]
        tasks = [partial(self._alone, name) for name in new]
        for k, said in forked(tasks, self._jobs):
            self._fails_anyway[new[k]] = said[-1] != ""
            if said[-1]:
                print(f"without a mutant, a test fails: {said[-1]}", flush=True)

    def _alone(self, name: str) -> Iterator[str]:
        yield name
        if self._passes(name):
            yield ""

    def _passes(self, name: str, following: str | None = None) -> bool:
        after = None if following is None else self._items[following]
        reports = runtestprotocol(self._items[name], log=False, nextitem=after)
        return not any(report.failed for report in reports)


def forked(
    tasks: Sequence[Callable[[], Iterator[str]]], jobs: int
) -> Iterator[tuple[int, list[str]]]:
    """
    What each task said, in the order in which they end, each run in a child.

    A child that takes too long, or ends itself, has said something before.
    """
    running: dict[int, int] = {}
    with TemporaryDirectory() as folder:
        for k in range(len(tasks) + jobs):
            if running and (len(running) == jobs or k >= len(tasks)):
                pid, _ = os.wait()
                ended = running.pop(pid)
                yield ended, (Path(folder) / str(ended)).read_text().split("\n")[:-1]
            if k < len(tasks):
                if (pid := os.fork()) == 0:
                    _child(tasks[k], Path(folder) / str(k))
                running[pid] = k


def _child(task: Callable[[], Iterator[str]], file: Path) -> None:
    """Runs a task; each of its words goes to the file at once."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        with file.open("w") as said:
            for word in task():
                _limit_time()
                said.write(f"{word}\n")
                said.flush()
    finally:
        os._exit(0)


def _limit_time() -> None:
    """For what comes next; one that waits for ever uses no core."""
    used = int(process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + LIMIT, resource.RLIM_INFINITY))
    signal.alarm(10 * LIMIT)


def _caches() -> Iterator[Any]:
    """
    Of all modules but pad-tv's, which hold no answer of a mutant: its operators are compared by
    identity, so that one made anew is another.
    """
    for name, module in list(sys.modules.items()):
        if name.startswith("pad_mlir.") and not name.startswith("pad_mlir.tools.tv."):
            yield from (v for v in vars(module).values() if hasattr(v, "cache_clear"))


def _clear(caches: Iterable[Any]) -> None:
    """Empties caches, for else only the first test that asks a question sees what answers."""
    for cache in caches:
        cache.cache_clear()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))

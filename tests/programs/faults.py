"""
The teeth of the net: small wrong changes of passes, analyses and pad-tv, each of which has to be
found within 1,000 programs: `python -m tests.programs.faults`.

Each is made in a copy of the tree. A copy without faults notes which of them a program comes to:
only these programs are run with the fault, which is found by one that fails with it alone.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import cast

from tests.mutants.run import copy_of_tree

from .run import OBJECTS, Record, failure_text, record_of, too_late

MOST = 1000
_ORACLES = ("tools/tv/", "analysis/contracts/")
"""The sources of the oracles, and of what they call."""
_MARKS = "pad_faults_reached"
"""The set, among the builtins, of the faults whose place was reached."""


@dataclass(frozen=True)
class Fault:
    """
    A fault: in a file, one text is replaced by another.

    `where` is what holds, before the statement, whenever that changes anything.
    """

    name: str
    file: str
    old: str
    new: str
    where: str = "True"

    def put_into(self, tree: Path) -> None:
        """Makes it in a tree; raises ValueError if the text is not there once."""
        path = tree / self.file
        source = path.read_text()
        if source.count(self.old) != 1:
            raise ValueError(
                f"{self.name}: {self.file} has the text {source.count(self.old)} times"
            )
        path.write_text(source.replace(self.old, self.new))

    def mark_in(self, tree: Path) -> bool:
        """
        Has the statement note that it runs, in a tree; False if it runs when its module is read.
        """
        path = tree / self.file
        source = path.read_text()
        line = source[: source.index(self.old)].count("\n") + 1
        inside = [s for s in _statements(ast.parse(source)) if s.lineno <= line <= _end(s)]
        if not any(isinstance(s, ast.FunctionDef) for s in inside):
            return False
        first = max(s.lineno for s in inside if not _is_elif(s, source))
        lines = source.split("\n")
        blanks = lines[first - 1][: -len(lines[first - 1].lstrip())]
        mark = f"{blanks}if {self.where}: __import__('builtins').{_MARKS}.add({self.name!r})"
        path.write_text("\n".join([*lines[: first - 1], mark, *lines[first - 1 :]]))
        return True


def _statements(module: ast.Module) -> Iterator[ast.stmt]:
    return (node for node in ast.walk(module) if isinstance(node, ast.stmt))


def _end(statement: ast.stmt) -> int:
    return cast("int", statement.end_lineno)


def _is_elif(statement: ast.stmt, source: str) -> bool:
    return source.split("\n")[statement.lineno - 1].lstrip().startswith("elif ")


FAULTS = (
    Fault(
        "apply: what padding holds is assumed of data too",
        "passes/layout/padding/padding_stages.py",
        "        elsewhere = placed.valid if condition == placed.padding else negated(condition)\n",
        "        elsewhere = negated(placed.valid)\n",
    ),
    Fault(
        "padding: written before what writes the data only",
        "passes/layout/apply/pad_apply_layouts.py",
        'left = copies if pad_writes == "before" else pieces',
        'left = copies if pad_writes == "before" else pieces[1:]',
    ),
    Fault(
        "padding: copies are not written again where cells change",
        "passes/layout/apply/pad_apply_layouts.py",
        "        self.refreshing = [stage for stage in later if stage not in stages]\n",
        "        self.refreshing = []\n",
        "any(stage not in stages for stage in later)",
    ),
    Fault(
        "overcompute: bounds and readability are not asked",
        "analysis/overcompute/proof.py",
        "        check_operations(self._insertion)\n",
        "",
    ),
    Fault(
        "overcompute: original reads of what is stored are not asked",
        "analysis/overcompute/proof.py",
        "are_unseen(buffer, cells, self._insertion, self._original_reads(buffer))",
        "are_unseen(buffer, cells, self._insertion, [])",
    ),
    Fault(
        "overcompute: any known value leaves its cell as it is",
        "analysis/overcompute/proof.py",
        "            if surely_equal(fact.value, value):\n",
        "            if fact.value is not None:\n",
        "fact.value is not None and not surely_equal(fact.value, value)",
    ),
    Fault(
        "simplify: arms are the same whatever they compute",
        "passes/simplify/branch_merging.py",
        "        are_equal(op, other, context) for op, other",
        "        op.name == other.name for op, other",
    ),
    Fault(
        "remove-no-op: a write before a store hides it",
        "analysis/memory/dead_stores.py",
        "over = at_one_cell(self.own, write) & before(self.own.instances, write.instances)",
        "over = at_one_cell(self.own, write)",
    ),
    Fault(
        "reorder: each order keeps each dependence",
        "index/queries/dependences.py",
        "    return implies(both, new), names\n",
        "    return Proven(), names\n",
    ),
    Fault(
        "split, fuse, sequential access: iterations in excess are not guarded",
        "passes/loops/loop_bands.py",
        "inside.guard_or_else(reindexing.guard, values, carried)",
        "inside.guard_or_else(TRUE, values, carried)",
    ),
    Fault(
        "sequential access: what is split off after the loops runs before them",
        "passes/loops/loop_distribution.py",
        "    point = InsertPoint.before(outermost) if in_front else InsertPoint.after(outermost)\n",
        "    point = InsertPoint.before(outermost)\n",
        "not in_front",
    ),
    Fault(
        "sequential access: a box ends at the last whole tile",
        "index/maps/reindex.py",
        "            ends[quotient] = 0, last // size\n",
        "            ends[quotient] = 0, (last + 1) // size - 1\n",
    ),
    Fault(
        "cache: what is not written there is not filled",
        "passes/cache/pad_cache_write.py",
        "return cache, must_be_filled(cache)",
        "return cache, must_be_filled(cache) and False",
    ),
    Fault(
        "propagate: what a copy was made of may change although somebody sees it at the end",
        "passes/propagation/coalescing.py",
        "        at_the_end = lasting and needed is kept\n",
        "        at_the_end = False\n",
        "lasting and needed is kept",
    ),
    Fault(
        "vectorize: any iterations may run in lockstep",
        "passes/lanes/legality/lockstep.py",
        "    _check(loop, _accesses_in(loop), order)\n",
        "    del order\n",
    ),
    Fault(
        "flatten: an axis has the extent of the next",
        "passes/flatten_buffers/flat_shapes.py",
        "            position = position * (shape[axis] if number else 0) + index[axis]\n",
        "            position = position * (shape[axis - 1] if number else 0) + index[axis]\n",
    ),
    Fault(
        "hoist: what a loop writes may be read before it",
        "analysis/values/invariance.py",
        "        if is_load(op) and may_be_written(buffer_of(op), loop):\n",
        "        if op is loop:\n",
    ),
    Fault(
        "partition: what is after the middle is left out where nothing is before it",
        "passes/loops/ranges/pad_partition_loops.py",
        '("tail", tail, end)]',
        '("tail", tail, start)]',
    ),
    Fault(
        "register tile: what is left over of a loop starts one too late",
        "passes/lanes/legality/iteration_groups.py",
        "[Group(extent - rest, 1, copies(rest))]",
        "[Group(extent - rest + 1, 1, copies(rest - 1))]",
    ),
    Fault(
        "merge: the order of accesses is not asked",
        "passes/loops/loop_merging.py",
        "            if (reason := check_merged_order(sides, reader)) is not None:\n",
        '            if (reason := check_merged_order(sides, reader)) == "":\n',
    ),
    Fault(
        "index arithmetic: a remainder of what may be negative is unsigned",
        "passes/common/index_codegen.py",
        "        if lower is not None and lower >= 0:\n",
        "        if lower is None or lower >= -64:\n",
        "lower is None or -64 <= lower < 0",
    ),
    Fault(
        "contracts: padding is arbitrary on entry where data is read",
        "analysis/contracts/padding_contracts.py",
        'return "value" if use.is_in or _matter(cells, placed, use) else "arbitrary"',
        'return "value" if not use.is_in else "arbitrary"',
    ),
    Fault(
        "assumes: what is assumed of padding is taken to hold of data",
        "analysis/memory/assumptions.py",
        "    condition = instances.without_granted(instances.condition) & ~elsewhere\n",
        "    condition = instances.without_granted(instances.condition)\n",
    ),
    Fault(
        "undef: a store of it goes, whoever reads the cell",
        "passes/assumes/pad_remove_undef_store.py",
        "        if not may_be_read(store, buffer_of(store)):\n",
        "        if buffer_of(store) is not None:\n",
    ),
    Fault(
        "pad-tv: a comparison of indices that may be equal is one that may not",
        "tools/tv/values/affine_code.py",
        'AffineConstraintKind.ge: ">=",',
        'AffineConstraintKind.ge: ">",',
    ),
)


class Worker:
    """A process that runs programs by the tree that it is given."""

    def __init__(self, tree: Path):
        # One hash seed: a program does the same in each of them until it comes to a fault.
        environment = {**os.environ, "PYTHONPATH": str(tree / "typings"), "PYTHONHASHSEED": "0"}
        self._process = subprocess.Popen(
            [sys.executable, "-B", "-m", "tests.programs.faults", "--work"],
            cwd=tree,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def record(self, seed: int, *, asks: bool) -> Record:
        """The record of a program; a process that dies is a failure too."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            print(seed if asks else ~seed, file=self._process.stdin, flush=True)
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line:
            return json.loads(line)
        failure = {"kind": "death of the process", "text": f"{self._process.wait()}", "reduced": ""}
        return {"seed": seed, "pipeline": [], "failure": failure, "reached": []}

    def close(self) -> None:
        """The process ends."""
        self._process.kill()
        self._process.communicate()


@dataclass
class Hunt:
    """A fault, and the programs that were run with it."""

    fault: Fault
    source: Path
    folder: Path
    tried: int = 0
    seconds: float = 0.0
    _worker: Worker | None = None

    def record(self, seed: int) -> Record:
        """The record of a program with the fault."""
        started = perf_counter()
        if self._worker is None:
            shutil.copytree(self.source, self.folder, symlinks=True)
            self.fault.put_into(self.folder)
            self._worker = Worker(self.folder)
        self.tried += 1
        record = self._worker.record(seed, asks=True)
        self.seconds += perf_counter() - started
        return record

    def end(self, said: str) -> None:
        """Prints the outcome; its process ends."""
        took = f"{self.tried} run with it, {self.seconds:.0f} s"
        print(f"{self.fault.name}: {said} ({took})", flush=True)
        if self._worker is not None:
            self._worker.close()


def main() -> int:
    """Prints what found each fault, and after how many programs; 1 where one was not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--count", type=int, default=MOST, help="programs for a fault, at most")
    parser.add_argument("--only", default="", help="faults with one of these, by |, in their name")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        return work()
    asked = arguments.only.split("|")
    faults = [fault for fault in FAULTS if any(text in fault.name for text in asked)]
    with tempfile.TemporaryDirectory() as folder:
        # Of the sources as they are now: they may change meanwhile.
        tree = copy_of_tree(Path(folder) / "tree")
        marked = shutil.copytree(tree, Path(folder) / "marked", symlinks=True)
        hunts = [Hunt(each, tree, Path(folder) / str(k)) for k, each in enumerate(faults)]
        left = hunt(hunts, arguments.seed, arguments.count, marked)
    print(f"{len(faults) - left} of {len(faults)} found")
    return 1 if left else 0


def hunt(hunts: list[Hunt], first: int, count: int, tree: Path) -> int:
    """Runs each program with those faults that it comes to; how many faults it finds none for."""
    # What all programs come to as they start, or where oracles do.
    everywhere = {f.name for f in FAULTS if not f.mark_in(tree) or f.file.startswith(_ORACLES)}
    baseline = Worker(tree)
    for seed in range(first, first + count):
        if not hunts:
            break
        plain = baseline.record(seed, asks=False)
        reached = everywhere.union(plain["reached"])
        for each in [each for each in hunts if each.fault.name in reached]:
            record = each.record(seed)
            if record["failure"] is None:
                continue
            if plain["failure"] is None and not plain.get("oracles"):
                plain = baseline.record(seed, asks=True) | {"oracles": True}
            if plain["failure"] is not None:
                break
            hunts.remove(each)
            each.end(f"{_shown(record)}, after {seed - first + 1} programs")
        if plain["failure"] is not None:
            print(f"without a fault, {failure_text(plain)}", flush=True)
    baseline.close()
    for each in hunts:
        each.end(f"NOT FOUND in {count} programs")
    return len(hunts)


def _shown(record: Record) -> str:
    passes = ",".join(step.split("{")[0] for step in record["pipeline"])
    failure = record["failure"]
    said = failure["text"].split("\n")[0][:100]
    return f"{failure['kind']} by {passes}: {said}"


def work() -> int:
    """For each seed on a line, or `~seed` to ask no oracle, its program's record, as JSON."""
    signal.signal(signal.SIGPROF, too_late)
    gc.set_threshold(OBJECTS)
    reached = set[str]()
    setattr(builtins, _MARKS, reached)
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # nothing else is to stand between the records
    for line in sys.stdin:
        reached.clear()
        seed = int(line)
        record = record_of(seed if seed >= 0 else ~seed, asks=seed >= 0)
        print(json.dumps(record | {"reached": sorted(reached)}), file=out, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

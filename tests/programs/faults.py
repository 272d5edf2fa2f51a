"""
The teeth of the net: small wrong changes of passes, analyses and pad-tv, each of which has to be
found within 300 programs: `python -m tests.programs.faults`.

Each is made in a copy of the tree. A program that fails there counts if it does not fail in a copy
without the fault.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from tests.mutants.run import copy_of_tree

from .run import failure_text, record_of, too_late

MOST = 300


@dataclass(frozen=True)
class Fault:
    """What is made wrong: in a file, one text in place of another."""

    name: str
    file: str
    old: str
    new: str

    def put_into(self, tree: Path) -> None:
        """Makes it in a tree; ValueError where the text is not there once."""
        path = tree / self.file
        source = path.read_text()
        if source.count(self.old) != 1:
            raise ValueError(
                f"{self.name}: {self.file} has the text {source.count(self.old)} times"
            )
        path.write_text(source.replace(self.old, self.new))


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
    ),
    Fault(
        "overcompute: bounds and readability are not asked",
        "analysis/overcompute/proof.py",
        "            check_operations(insertion)\n",
        "",
    ),
    Fault(
        "overcompute: original reads of what is stored are not asked",
        "analysis/overcompute/proof.py",
        "            if not seen.intersect(cells).is_empty():\n                return False\n",
        "",
    ),
    Fault(
        "overcompute: any known value leaves its cell as it is",
        "analysis/overcompute/proof.py",
        "            if surely_equal(fact.value, value):\n",
        "            if fact.value is not None:\n",
    ),
    Fault(
        "simplify: arms are the same whatever they compute",
        "passes/simplify/branch_merging.py",
        "        op.is_structurally_equivalent(other, context) for op, other",
        "        op.name == other.name for op, other",
    ),
    Fault(
        "remove-no-op: a write before a store hides it",
        "analysis/memory/dead_stores.py",
        "over = _both(own, write) & before(own.instances, write.instances)",
        "over = _both(own, write)",
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
        "fuse: what stands between the loops is left out",
        "passes/loops/loop_bands.py",
        "op is not inner and op is not outer.body.block.last_op and not is_pure(op):",
        "op is inner and op.next_op is inner:",
    ),
    Fault(
        "sequential access: a box ends at the last whole tile",
        "index/maps/reindex.py",
        "        ends |= {quotient: (0, last // size), rest: (0, size - 1)}\n",
        "        ends |= {quotient: (0, (last + 1) // size - 1), rest: (0, size - 1)}\n",
    ),
    Fault(
        "cache: what is not written there is not filled",
        "passes/cache/pad_cache_write.py",
        "filled = must_be_filled(cache)",
        "filled = must_be_filled(cache) and False",
    ),
    Fault(
        "propagate: any padding holds enough",
        "passes/propagation/compatible_layouts.py",
        "all(gives(*pair) or padding_cell(type, k) is None for",
        "all(len(pair) == 2 or padding_cell(type, k) is None for",
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
        "            position = position * shape[axis] + index[axis]\n",
        "            position = position * shape[axis - 1] + index[axis]\n",
    ),
    Fault(
        "hoist: what a loop writes may be read before it",
        "passes/hoist/hoisted_bindings.py",
        "                check_movable(ops, loop, reader)\n",
        "                pass\n",
    ),
    Fault(
        "partition: conditions are taken to hold where they may fail",
        "analysis/instances/decided_iterations.py",
        "engine().set(instances.condition & ~part)",
        "engine().set(instances.condition & part & ~part)",
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
        "    return _Claim(compared[0], instances.condition & ~elsewhere, instances.iterators)\n",
        "    return _Claim(compared[0], instances.condition, instances.iterators)\n",
    ),
    Fault(
        "undef: a store of it goes, whoever reads the cell",
        "passes/assumes/pad_remove_undef_store.py",
        '        return "the cell may be read" if may_be_read(store, store.memref) else None\n',
        "        return None\n",
    ),
    Fault(
        "pad-tv: a comparison of indices that may be equal is one that may not",
        "tools/tv/values/affine_code.py",
        'AffineConstraintKind.ge: ">=",',
        'AffineConstraintKind.ge: ">",',
    ),
)


def main() -> int:
    """Prints what found each fault, and after how many programs; 1 where one was not found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--only", default="", help="faults with this in their name")
    parser.add_argument("--seek", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--probe", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.probe is not None:
        return 1 if record_of(arguments.probe)["failure"] else 0
    if arguments.seek is not None:
        return seek(arguments.seek, arguments.seed + MOST)
    missed = 0
    for fault in FAULTS:
        if arguments.only in fault.name:
            found = found_by(fault, arguments.seed)
            missed += found is None
            print(f"{fault.name}: {found or f'NOT FOUND in {MOST} programs'}", flush=True)
    return 1 if missed else 0


def found_by(fault: Fault, first: int) -> str | None:
    """The kind of the first failure that is the fault's, and the number of programs it took."""
    started = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        tree = copy_of_tree(Path(folder))
        fault.put_into(tree)
        seed = first
        while seed < first + MOST:
            line = _run(tree, "--seek", seed, "--seed", first)
            if not line:
                return None
            record = json.loads(line)
            if _fails_without(record["seed"]):
                seed = record["seed"] + 1
                continue
            count = record["seed"] - first + 1
            passes = ",".join(step.split("{")[0] for step in record["pipeline"])
            said = record["failure"]["text"].split("\n")[0][:100]
            took = f"{perf_counter() - started:.0f} s"
            return f"{record['failure']['kind']}, after {count} programs, {took} ({passes}: {said})"
    return None


def seek(first: int, end: int) -> int:
    """Prints the record of the first program that fails, as JSON."""
    signal.signal(signal.SIGPROF, too_late)
    for seed in range(first, end):
        record = record_of(seed)
        if record["failure"]:
            print(json.dumps(record))
            print(failure_text(record), file=sys.stderr)
            return 0
    return 0


def _fails_without(seed: int) -> bool:
    command = [sys.executable, "-m", "tests.programs.faults", "--probe", str(seed)]
    return subprocess.run(command, capture_output=True, check=False).returncode != 0


def _run(tree: Path, *arguments: object) -> str:
    """What the process for a tree prints; a process that dies is a failure of its own."""
    command = [sys.executable, "-B", "-m", "tests.programs.faults", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(tree / "typings")}
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"the process ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())

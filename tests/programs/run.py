"""
Random programs, each with a random pipeline: `python -m tests.programs.run --count 20000`.

Programs are numbered from the seed; each batch of 50 runs in a process of its own, which writes a
line a program to its file in the state folder. A run goes on where the files say that the last one
stopped. When a batch is done, another process, of another hash seed, runs its pipelines in another
order, each in one go, and has to come to the same text and remarks. What dies or hangs is a failure
of the program that was at hand.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from random import Random
from time import perf_counter
from types import FrameType
from typing import Any

BATCH = 50
INPUTS = (1, 2)
SECONDS = 120
"""Of processor time for one program; past it, it hangs."""
OBJECTS = 50_000
"""New objects between two searches for garbage; Python's 700 take a fifth of the time."""

Record = dict[str, Any]
_QUESTIONS = {
    "crash": "--internal-error",
    "wrong IR": "--internal-error",
    "refuted by pad-tv": "--tv-refutes-step",
    "crash of pad-tv": "--internal-error",
}
"""The questions to pad-reduce by kind of failure; it can answer no others."""


def main() -> int:
    """Prints each failure and a summary; 1 where there was a failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--state", type=Path, default=Path("build/fuzz"))
    parser.add_argument("--no-repetition", action="store_true", help="no second process")
    parser.add_argument("--batch", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--again", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    arguments.state.mkdir(parents=True, exist_ok=True)
    end = arguments.seed + arguments.count
    if arguments.batch is not None:
        return run_batch(arguments.state, arguments.batch, min(arguments.batch + BATCH, end))
    if arguments.again is not None:
        return run_again(arguments.state, arguments.again)
    started = perf_counter()
    first = arguments.seed - arguments.seed % BATCH
    batches = range(first, end, BATCH)

    def work(batch: int) -> None:
        supervised(arguments, batch, range(max(batch, arguments.seed), min(batch + BATCH, end)))

    with ThreadPoolExecutor(arguments.jobs) as pool:
        list(pool.map(work, batches))
    seeds = range(arguments.seed, end)
    records = [r for b in batches for r in records_of(arguments.state, b) if r["seed"] in seeds]
    print(summary(records, perf_counter() - started))
    return 1 if any(record["failure"] for record in records) else 0


def supervised(arguments: argparse.Namespace, batch: int, seeds: range) -> None:
    """Runs a batch, in as many processes as it takes; one that dies leaves a failure."""
    shown = {r["seed"] for r in records_of(arguments.state, batch) if r["failure"]}
    while missing := [s for s in seeds if s not in _done(arguments.state, batch)]:
        status, output = _child(arguments, "--batch", batch, SECONDS * len(missing) + 60)
        at_hand = [s for s in missing if s not in _done(arguments.state, batch)]
        if at_hand:
            _write(arguments.state, batch, _died(at_hand[0], status, output))
    records = records_of(arguments.state, batch)
    if not arguments.no_repetition and not any("again" in record for record in records):
        status, output = _child(arguments, "--again", batch, SECONDS * BATCH)
        if status != 0:
            record = _died(seeds[0], status, output)
            record["failure"]["kind"] = "death of the second process"
            _write(arguments.state, batch, record)
    for record in records_of(arguments.state, batch):
        if record["failure"] and record["seed"] not in shown:
            print(failure_text(record), flush=True)


def _child(
    arguments: argparse.Namespace, mode: str, batch: int, seconds: float
) -> tuple[int | str, str]:
    """The exit code of a process for a batch, or what ended it, and the end of what it said."""
    command = [sys.executable, "-m", "tests.programs.run", mode, str(batch)]
    command += ["--state", str(arguments.state), "--seed", str(arguments.seed)]
    command += ["--count", str(arguments.count)]
    # No two processes have sets in one order; the second is not that of the first.
    environment = os.environ | {"PYTHONHASHSEED": str(1 + batch % 1000 + (mode == "--again"))}
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            timeout=seconds,
        )
    except subprocess.TimeoutExpired as late:
        return f"no end within {seconds:g} s", str(late.stderr or "")[-2000:]
    if done.returncode < 0:
        return signal.Signals(-done.returncode).name, done.stderr[-2000:]
    return done.returncode, done.stderr[-2000:]


def run_batch(state: Path, batch: int, end: int) -> int:
    """The programs of a batch that have no line yet."""
    done = _done(state, batch)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, too_late)
    gc.set_threshold(OBJECTS)
    for seed in range(batch, end):
        if seed not in done:
            record = record_of(seed)
            if record["failure"]:
                record["failure"]["reduced"] = reproducer(state, record)
            _write(state, batch, record)
    return 0


def record_of(seed: int, *, asks: bool = True) -> Record:
    """
    The record of a program by its seed, with an alarm where it takes too long; the passes are run
    in any case, the oracles asked only if wanted.
    """
    from .checking import check
    from .generator import program
    from .inputs import arguments

    made = program(seed)
    inputs = [arguments(made, k) for k in INPUTS]
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        report = check(made.text, made.entry, inputs, seed, sorted(made.features), asks=asks)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    record: Record = asdict(report) | {"counts": dict(report.counts)}
    if record["failure"] is not None:
        record["failure"] |= {"reduced": ""}
    return record


def reproducer(state: Path, record: Record) -> str:
    """The file of a failure's program and pipeline, as small as `pad-reduce` makes it."""
    from pad_mlir.tools.report.reproducer import Reproducer

    from .generator import program

    folder = state / "failures"
    folder.mkdir(exist_ok=True)
    path = folder / f"{record['seed']}.mlir"
    pipeline = ",".join(record["pipeline"])
    options = ["--validate-each"] if "pad-tv" in record["failure"]["kind"] else []
    replay = ["pad-opt", str(path), "--run-reproducer", *options]
    (command,) = Reproducer(pipeline, True).write(program(record["seed"]).text, path, [replay])
    question = _QUESTIONS.get(record["failure"]["kind"])
    if question is None:
        return command
    small = folder / f"{record['seed']}-small.mlir"
    call = [sys.executable, "-m", "pad_mlir.tools.pad_reduce", str(path), question]
    call += ["--budget", "300", "-o", str(small), "--", *options]
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(call, capture_output=True, timeout=20 * SECONDS)
    return command.replace(str(path), str(small)) if small.exists() else command


class _Late(BaseException):
    """Not an Exception, which what is late might catch."""


def too_late(number: int, frame: FrameType | None) -> None:
    """The handler of SIGPROF, which comes when a program has taken too long."""
    # What catches this goes on, and dies of the next one: nobody clears the handler.
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, 5)
    raise _Late(f"no end within {SECONDS} s")


def run_again(state: Path, batch: int) -> int:
    """The pipelines of a batch in another order; 0 where the outcome is written."""
    from .applying import Applied, applied
    from .checking import digest_of, step_by_step
    from .generator import program

    gc.set_threshold(OBJECTS)
    records = [r for r in records_of(state, batch) if r.get("digest")]
    Random(batch).shuffle(records)
    wrong: list[str] = []
    for record in records:
        text, steps, wanted = program(record["seed"]).text, record["pipeline"], record["in_one_go"]
        result = applied(text, ",".join(steps)) if wanted else step_by_step(text, steps)
        if not isinstance(result, Applied):
            wrong.append(f"{record['seed']}: {result.text}")
        elif digest_of(result) != (wanted or record["digest"]):
            how = "in one go" if wanted else "step by step"
            wrong.append(f"{record['seed']}, {how}: another text, or other remarks")
    failure = None
    if wrong:
        text = "in another process, order and hash seed:\n" + "\n".join(wrong)
        failure = {"kind": "not repeated", "text": text, "reduced": ""}
    _write(state, batch, _empty(batch) | {"again": len(records), "failure": failure})
    return 0


def records_of(state: Path, batch: int) -> list[Record]:
    """The records that are written for a batch."""
    path = _path(state, batch)
    if not path.exists():
        return []
    lines = path.read_text().split("\n")
    return [json.loads(line) for line in lines[:-1]]  # a last line without its end is none


def failure_text(record: Record) -> str:
    """A failure as it is printed."""
    failure = record["failure"]
    lines = [f"seed {record['seed']}: {failure['kind']}", f"  {','.join(record['pipeline'])}"]
    lines += [f"  {line}" for line in failure["text"].split("\n")[:20]]
    if failure["reduced"]:
        lines.append(f"  reduced: {failure['reduced']}")
    return "\n".join(lines)


def summary(records: Sequence[Record], wall: float) -> str:
    """Programs, passes, features and what the oracles said, in a few lines."""
    programs = [record for record in records if "again" not in record]
    applied, refused = Counter[str](), Counter[str]()
    features, counts = Counter[str](), Counter[str]()
    times: dict[str, float] = {}
    failures = Counter(r["failure"]["kind"] for r in records if r["failure"])
    for record in programs:
        applied.update(step.split("{")[0] for step in record["pipeline"])
        refused.update(text.split(":")[0] for text in record["refused"])
        features.update(record["features"])
        counts.update(record["counts"])
        for part, spent in record["times"].items():
            times[part] = times.get(part, 0.0) + spent
    seconds = sum(record["seconds"] for record in programs)
    lines = [f"{len(programs)} programs, {sum(applied.values())} passes applied"]
    lines += [
        f"  {name}: {applied[name]} applied, {refused[name]} refused"
        for name in sorted(applied.keys() | refused.keys())
    ]
    lines += [f"  {text}: {number}" for text, number in sorted(counts.items())]
    lines.append("features: " + ", ".join(f"{k} {v}" for k, v in features.most_common()))
    if programs:
        parts = ", ".join(f"{k} {v / seconds:.0%}" for k, v in sorted(times.items()))
        lines.append(f"time: {parts}")
        lines.append(
            f"{seconds / 3600:.2f} hours of a core, {seconds / len(programs):.2f} s a program, "
            f"this run {wall / 3600:.2f} hours"
        )
    lines.append(f"failures: {dict(failures) or 'none'}")
    return "\n".join(lines)


def _done(state: Path, batch: int) -> set[int]:
    return {record["seed"] for record in records_of(state, batch) if "again" not in record}


def _died(seed: int, status: int | str, output: str) -> Record:
    text = f"the process ended with {status}\n{output}"
    kind = "hang" if "_Late" in output or "no end" in str(status) else "death of the process"
    return _empty(seed) | {"failure": {"kind": kind, "text": text, "reduced": ""}}


def _empty(seed: int) -> Record:
    empty: Record = {"features": [], "pipeline": [], "refused": [], "counts": {}, "digest": ""}
    empty |= {"times": {}, "in_one_go": ""}
    return empty | {"seed": seed, "seconds": 0.0, "failure": None}


def _write(state: Path, batch: int, record: Record) -> None:
    path = _path(state, batch)
    # What a process that was killed has left of a line is not a line.
    if path.exists() and (text := path.read_bytes()) and not text.endswith(b"\n"):
        path.write_bytes(text[: text.rfind(b"\n") + 1])
    with path.open("a") as out:
        out.write(json.dumps(record) + "\n")


def _path(state: Path, batch: int) -> Path:
    return state / f"{batch:07d}.jsonl"


if __name__ == "__main__":
    sys.exit(main())

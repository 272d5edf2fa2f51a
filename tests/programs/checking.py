"""One program: a random pipeline on it, step by step, with the oracles after each step."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from .applying import Applied, Failure, Refusal, applied, read_again, read_generic, transformed
from .judging import Silent, subject_of
from .oracles import judged, judged_without_promises, repeated, run, validated
from .pipelines import ENDS, MOST_PASSES, random_step

_RELAXED = re.compile(r"\bfp=relaxed\b")
_TRUST = re.compile(r"\btrust(?!=false)\b")
_CODE_SHARE = 0.4
_ONE_GO_SHARE = 0.25


@dataclass
class Report:
    """What came of one program."""

    seed: int
    features: list[str] = field(default_factory=list[str])
    pipeline: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    """Passes that said that they do not do this, each with the reason's beginning."""
    counts: Counter[str] = field(default_factory=Counter[str])
    """How often each oracle said what."""
    failure: Failure | None = None
    digest: str = ""
    """Of the last module and all remarks: what another process has to come to."""
    seconds: float = 0.0
    slowest: tuple[float, str] = (0.0, "")


class _Stopped(Exception):
    def __init__(self, failure: Failure):
        self.failure = failure


def check(
    text: str, entry: str, inputs: Sequence[Sequence[Any]], seed: int, features: Sequence[str] = ()
) -> Report:
    """Draws a pipeline for the program by the seed, and asks the oracles."""
    started = process_time()
    report = Report(seed, sorted(features))
    with suppress(_Stopped):
        _Check(text, entry, inputs, Random(seed), report).run()
    report.seconds = process_time() - started
    return report


def recheck(
    text: str, entry: str, inputs: Sequence[Sequence[Any]], seed: int, steps: Sequence[str]
) -> Failure | None:
    """Asks all oracles about a given pipeline."""
    report = Report(seed)
    with suppress(_Stopped):
        _Check(text, entry, inputs, Random(seed), report, steps).run()
    return report.failure


def digest_of(result: Applied) -> str:
    """A short form of a module's text and the remarks."""
    return hashlib.sha256("\0".join((result.text, *result.remarks)).encode()).hexdigest()[:20]


class _Check:
    def __init__(
        self,
        text: str,
        entry: str,
        inputs: Sequence[Sequence[Any]],
        rng: Random,
        report: Report,
        steps: Sequence[str] | None = None,
    ):
        self._entry, self._rng, self._report = entry, rng, report
        self._inputs, self._given = inputs, steps
        self._source = text
        self._is_relaxed = self._is_trusting = False
        self._at_end = False

    def run(self) -> None:
        start = self._stop_at(applied(self._source, ""))
        if isinstance(start, Refusal):
            self._fail(Failure("bad program", start.text))
        self._text, remarks = start.text, list(start.remarks)
        self._module = self._stop_at(read_again(self._text))
        subject = subject_of(self._source, self._entry, self._module, self._inputs)
        self._count("original", subject if isinstance(subject, Silent) else None)
        self._subject = None if isinstance(subject, Silent) else subject
        self._level = self._module
        number = 0
        for step in self._steps():
            result = self._applied(step)
            if result is None:
                continue
            remarks += result.remarks
            self._judge(step, result, number)
            number += 1
        if not self._report.pipeline:
            return
        self._stop_at(read_generic(self._module))
        wanted = Applied(self._text, tuple(remarks))
        self._report.digest = digest_of(wanted)
        everything = self._given is not None
        if everything or self._rng.random() < _ONE_GO_SHARE:
            self._stop_at(repeated(self._source, self._report.pipeline, wanted))
        if everything or self._rng.random() < _CODE_SHARE:
            self._run_code()

    def _steps(self):
        if self._given is not None:
            yield from self._given
            return
        for number in range(self._rng.randint(1, MOST_PASSES)):
            # What refuses is no step: three tries for each.
            for _ in range(3):
                taken = len(self._report.pipeline)
                yield random_step(self._module, self._rng, number)
                if len(self._report.pipeline) > taken:
                    break
            if self._at_end:
                return

    def _applied(self, step: str) -> Applied | None:
        started = process_time()
        result = transformed(self._module, step)
        self._note_time(process_time() - started, step)
        if isinstance(result, Refusal):
            self._report.refused.append(f"{step.split('{')[0]}: {result.text[:100]}")
            return None
        self._report.pipeline.append(step)
        return self._stop_at(result)

    def _judge(self, step: str, result: Applied, number: int) -> None:
        is_relaxed = _RELAXED.search(step) is not None
        self._is_relaxed |= is_relaxed
        self._is_trusting |= _TRUST.search(step) is not None
        name = step.split("{")[0]
        self._at_end = name in ENDS
        if name in ("pad-to-host", "pad-to-gpu") and "stop=affine" not in step and "stop=scf" not in step:
            self._text = result.text  # below what we read
            return
        before, self._text = self._module, result.text
        self._module = self._stop_at(read_again(self._text))
        started = process_time()
        verdict = validated(before, self._module, is_relaxed=is_relaxed)
        self._note_time(process_time() - started, f"pad-tv of {step}")
        contract = before if name == "pad-to-host" else None
        found: Failure | Silent | None = None
        if self._subject is not None:
            started = process_time()
            found = judged(
                self._module,
                self._subject,
                Random(self._rng.random()),
                is_relaxed=self._is_relaxed,
                is_trusting=self._is_trusting,
                contract_of=contract,
            )
            if found is None and contract is None and not (self._is_relaxed or self._is_trusting):
                accepted = judged_without_promises(
                    self._module, self._subject, Random(self._rng.random())
                )
                self._count("accepted padding", accepted)
            self._note_time(process_time() - started, f"evaluation after {step}")
        if isinstance(verdict, Failure):
            also = f"\nand the evaluator: {found.kind}: {found.text}" if isinstance(found, Failure) else ""
            self._fail(Failure(verdict.kind, verdict.text + also))
        self._report.counts[f"pad-tv: {verdict.reason if isinstance(verdict, Silent) else verdict}"] += 1
        if isinstance(found, Failure):
            said = "valid" if verdict == "valid" else str(verdict)
            found = Failure(found.kind, f"{found.text}\npad-tv says: {said}")
        self._count("evaluator", found)
        if name not in ENDS:
            self._level = self._module

    def _run_code(self) -> None:
        if self._subject is None or self._is_trusting:
            return
        started = process_time()
        found = run(
            self._level, self._subject, self._rng.randrange(1 << 30), is_relaxed=self._is_relaxed
        )
        self._note_time(process_time() - started, "the code")
        self._count("code", found)

    def _count(self, oracle: str, found: Failure | Silent | None) -> None:
        """Counts what an oracle said, and stops at a failure."""
        said = "right" if found is None else found.reason if isinstance(found, Silent) else "wrong"
        self._report.counts[f"{oracle}: {said}"] += 1
        if isinstance(found, Failure):
            self._fail(found)

    def _stop_at(self, found: Any) -> Any:
        if isinstance(found, Failure):
            self._fail(found)
        return found

    def _fail(self, failure: Failure) -> None:
        self._report.failure = failure
        raise _Stopped(failure)

    def _note_time(self, seconds: float, what: str) -> None:
        if seconds > self._report.slowest[0]:
            self._report.slowest = (seconds, what)


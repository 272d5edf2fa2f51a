"""One program: a random pipeline on it, step by step, with the oracles after each step."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any, TypeVar

from xdsl.dialects.builtin import ModuleOp

from .applying import Applied, Failure, Refusal, applied, read_again, read_generic, transformed
from .judging import Silent, subject_of
from .oracles import judged, judged_without_promises, repeated, run, validated
from .pipelines import ENDS, Walk

_Found = TypeVar("_Found")
_LOWERING = ("pad-to-host", "pad-to-gpu")
_DROPS_ASSUMES = ("pad-remove-assume", *_LOWERING)
_READABLE = re.compile(r"\bstop=(affine|scf)\b")
"""Below these levels nothing here reads the module."""
_RELAXED = re.compile(r"\bfp=relaxed\b")
_TRUST = re.compile(r"\btrust(?!=false)\b")
_CODE_SHARE = 0.33
_GENERIC_SHARE = 0.33
_ACCEPTED_SHARE = 0.5
_ONE_GO_SHARE = 0.25


@dataclass
class Report:
    """The results for one program."""

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
    in_one_go: str = ""
    """The same of the pipeline in one go, where that was run."""
    seconds: float = 0.0
    slowest: tuple[float, str] = (0.0, "")
    times: dict[str, float] = field(default_factory=dict[str, float])
    """Seconds by what they went to."""


class _Stopped(Exception):
    def __init__(self, failure: Failure):
        self.failure = failure


def check(
    text: str,
    entry: str,
    inputs: Sequence[Sequence[Any]],
    seed: int,
    features: Sequence[str] = (),
    *,
    asks: bool = True,
) -> Report:
    """Draws a pipeline for the program by the seed, and asks the oracles, or runs it only."""
    started = process_time()
    report = Report(seed, sorted(features))
    with suppress(_Stopped):
        _Check(text, entry, inputs, Random(seed), report, asks=asks).run()
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


def step_by_step(text: str, steps: Sequence[str]) -> Applied | Failure | Refusal:
    """The result of passes on a program, each on the text that the one before has printed."""
    start = applied(text, "")
    if not isinstance(start, Applied):
        return start
    text, remarks = start.text, list(start.remarks)
    for step in steps:
        module = read_again(text)
        if isinstance(module, Failure):
            return module
        result = transformed(module, step)
        if not isinstance(result, Applied):
            return result
        text = result.text
        remarks += result.remarks
    return Applied(text, tuple(remarks))


def digest_of(result: Applied) -> str:
    """A short form of a module's text and the remarks."""
    lines, remarks = result.repeatable
    return hashlib.sha256("\n".join((*lines, "", *remarks)).encode()).hexdigest()[:20]


class _Check:
    def __init__(
        self,
        text: str,
        entry: str,
        inputs: Sequence[Sequence[Any]],
        rng: Random,
        report: Report,
        steps: Sequence[str] | None = None,
        *,
        asks: bool = True,
    ):
        self._entry, self._rng, self._report = entry, rng, report
        self._inputs, self._given, self._asks = inputs, steps, asks
        # A generator of its own: what the oracles draw changes no pipeline.
        self._walk = Walk(Random(rng.random()))
        self._source = text
        self._is_relaxed = self._is_trusting = False
        self._at_end = False

    def run(self) -> None:
        start = self._stop_at(applied(self._source, ""))
        if isinstance(start, Refusal):
            raise self._stopped(Failure("bad program", start.text))
        self._text, remarks = start.text, list(start.remarks)
        self._module = self._stop_at(read_again(self._text))
        subject = Silent("not asked")
        if self._asks:
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
        if not self._report.pipeline or not self._asks:
            return
        wanted = Applied(self._text, tuple(remarks))
        self._report.digest = digest_of(wanted)
        if self._draws(_GENERIC_SHARE):
            with self._timed("generic form", "all"):
                self._stop_at(read_generic(self._module))
        if self._draws(_ONE_GO_SHARE):
            with self._timed("one go", "all"):
                again = self._stop_at(repeated(self._source, self._report.pipeline, wanted))
            self._report.in_one_go = digest_of(again)
        if self._draws(_CODE_SHARE):
            self._run_code()

    def _draws(self, share: float) -> bool:
        """Whether to ask one of the costly questions; of a given pipeline all are asked."""
        return self._given is not None or self._rng.random() < share

    def _steps(self) -> Iterator[str]:
        if self._given is not None:
            yield from self._given
            return
        for _ in range(self._walk.length):
            # What refuses is not a step: three tries for each.
            for _try in range(3):
                taken = len(self._report.pipeline)
                yield self._walk.step(self._module, self._report.pipeline)
                if len(self._report.pipeline) > taken:
                    break
            if self._at_end:
                return

    def _applied(self, step: str) -> Applied | None:
        with self._timed("pass", step):
            result = transformed(self._module, step)
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
        if result.text == self._text:
            self._report.counts["module: unchanged"] += 1
            return
        before, self._text = self._module, result.text
        if name in _LOWERING and not _READABLE.search(step):
            return
        with self._timed("reading", step):
            self._module = self._stop_at(read_again(self._text))
        if not self._asks:
            return
        if name not in _DROPS_ASSUMES:
            self._check_user_assumes(before)
        with self._timed("pad-tv", step):
            verdict = validated(before, self._module, is_relaxed=is_relaxed)
        found = self._evaluated(step, before if name == "pad-to-host" else None, number)
        if isinstance(verdict, Failure):
            if isinstance(found, Failure):
                verdict = Failure(
                    verdict.kind, f"{verdict.text}\nevaluated: {found.kind}: {found.text}"
                )
            raise self._stopped(verdict)
        said = verdict.reason if isinstance(verdict, Silent) else verdict
        self._report.counts[f"pad-tv: {said}"] += 1
        if isinstance(found, Failure):
            found = Failure(found.kind, f"{found.text}\npad-tv says: {said}")
        self._count("evaluator", found)
        if name not in ENDS:
            self._level = self._module

    def _check_user_assumes(self, before: ModuleOp) -> None:
        """Stops where the last assume of the user is gone, and one ran in the original."""
        runs = self._subject is not None and any(
            trial.expected.user_assumes for trial in self._subject.trials
        )
        if runs and _has_user_assumes(before) and not _has_user_assumes(self._module):
            raise self._stopped(Failure("lost assume", "no assume of the user is left"))

    def _evaluated(
        self, step: str, contract_of: ModuleOp | None, number: int
    ) -> Failure | Silent | None:
        """The evaluator's finding after a step."""
        if self._subject is None:
            return Silent("no original")
        with self._timed("evaluator", step):
            found = judged(
                self._module,
                self._subject,
                Random(self._rng.random()),
                is_relaxed=self._is_relaxed,
                is_trusting=self._is_trusting,
                contract_of=contract_of,
                trial=number if self._given is None else None,
            )
        is_plain = contract_of is None and not (self._is_relaxed or self._is_trusting)
        if found is not None or not is_plain or not self._draws(_ACCEPTED_SHARE):
            return found
        with self._timed("accepted padding", step):
            accepted = judged_without_promises(
                self._module, self._subject, Random(self._rng.random())
            )
        if isinstance(accepted, Failure):
            return accepted
        self._count("accepted padding", accepted)
        return None

    def _run_code(self) -> None:
        if self._subject is None or self._is_trusting:
            return
        with self._timed("code", "all"):
            seed = self._rng.randrange(1 << 30)
            found = run(self._level, self._subject, seed, is_relaxed=self._is_relaxed)
        self._count("code", found)

    def _count(self, oracle: str, found: Failure | Silent | None) -> None:
        """Counts what an oracle said, and stops at a failure."""
        said = "right" if found is None else found.reason if isinstance(found, Silent) else "wrong"
        self._report.counts[f"{oracle}: {said}"] += 1
        if isinstance(found, Failure):
            raise self._stopped(found)

    def _stop_at(self, found: _Found | Failure) -> _Found:
        if isinstance(found, Failure):
            raise self._stopped(found)
        return found

    def _stopped(self, failure: Failure) -> _Stopped:
        self._report.failure = failure
        return _Stopped(failure)

    @contextmanager
    def _timed(self, part: str, what: str) -> Generator[None]:
        started = process_time()
        try:
            yield
        finally:
            seconds = process_time() - started
            self._report.times[part] = self._report.times.get(part, 0.0) + seconds
            self._note_time(seconds, f"{part} of {what}")

    def _note_time(self, seconds: float, what: str) -> None:
        if seconds > self._report.slowest[0]:
            self._report.slowest = (seconds, what)


def _has_user_assumes(module: ModuleOp) -> bool:
    return any("pad.user" in op.attributes for op in module.walk())

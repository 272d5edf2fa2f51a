"""
The prover on what TVM's arithmetic tests claim: how much of it is proven, and that nothing else is.

With `-s` the counts are printed, group by group. Each claim is also tried at values drawn at
random, so that a claim that was written down wrong is seen, and next to each true claim is a
changed one that fails at such values, which must not be proven.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random

import pytest

from pad_mlir.index.queries.conditions import Proven, Refuted, implies

from .reading import GROUPS, OWN, Claim, read_claims, read_group

CLAIMS = read_claims()
TRUE = {
    group: [claim for claim in read_group(group) if claim.state != "untrue"]
    for group in (*GROUPS, OWN)
}
_DRAWN = 250
_WANTED = 25
_LEAST = 5
_NUMBER = re.compile(r"(?<![\w.])\d+")


@pytest.mark.parametrize("group", TRUE)
def test_true_claims_are_proven(group: str) -> None:
    lost, found = list[str](), list[str]()
    for claim in TRUE[group]:
        proven = implies(claim.facts, claim.goal) == Proven()
        if proven and claim.state == "open":
            found.append(claim.text)
        elif not proven and claim.state == "proven":
            lost.append(claim.text)
    assert not lost
    assert not found, "these are proven now: list them so"


def test_untrue_claims_are_not_proven() -> None:
    for claim in CLAIMS:
        if claim.state == "untrue":
            assert claim.at is not None
            assert claim.holds(claim.at) is False, claim.text
            assert isinstance(implies(claim.facts, claim.goal), Refuted), claim.text


def test_nearly_all_true_claims_are_proven() -> None:
    counts = Counter((claim.group, claim.state) for claim in CLAIMS)
    for group in GROUPS:
        print("\n" + group, {state: counts[group, state] for state in ("proven", "open", "untrue")})
    true = [claim.state for claim in CLAIMS if claim.state != "untrue"]
    print(f"{true.count('proven')} of {len(true)} true claims")
    assert true.count("proven") >= 0.97 * len(true)


@pytest.mark.parametrize("group", TRUE)
def test_true_claims_hold_at_random_values(group: str) -> None:
    for claim in TRUE[group]:
        tried = [claim.holds(values) for values in _met(claim) or _met_nearby(claim)]
        assert all(tried), claim.text
        assert tried, claim.text


@pytest.mark.parametrize("group", TRUE)
def test_changed_claims_that_fail_are_not_proven(group: str) -> None:
    refuted = 0
    for claim in TRUE[group]:
        for changed in islice(_changed(claim), 2):
            if not all(changed.holds(values) for values in _met(changed)):
                assert implies(changed.facts, changed.goal) != Proven(), changed.text
                refuted += 1
                break
    assert refuted


def _changed(claim: Claim) -> Iterator[Claim]:
    """The claim with one of its numbers one more or less, or without its facts."""
    rng = Random(claim.text)
    numbers = list(_NUMBER.finditer(claim.text))
    for match in rng.sample(numbers, len(numbers)):
        value = int(match[0]) + rng.choice((-1, 1))
        if value > 0:
            text = claim.text[: match.start()] + str(value) + claim.text[match.end() :]
            yield replace(claim, text=text)
    facts, goal = claim.texts
    if facts != "True":
        yield replace(claim, text=goal)


def _met(claim: Claim) -> list[dict[str, int]]:
    """Some values at which the facts of a claim hold, and it divides by nothing that is 0."""
    rng = Random(claim.text)
    return list(islice((v for v in _drawn(claim, rng) if _is_met(claim, v)), _WANTED))


def _met_nearby(claim: Claim) -> list[dict[str, int]]:
    """The same of facts that are met at few values: all small ones are tried."""
    every = product(range(-16, 17), repeat=len(claim.names))
    values = (dict(zip(claim.names, each, strict=True)) for each in every)
    return list(islice((v for v in values if _is_met(claim, v)), _LEAST))


def _is_met(claim: Claim, values: dict[str, int]) -> bool:
    try:
        return claim.holds(values) is not None
    except ZeroDivisionError:
        return False


def _drawn(claim: Claim, rng: Random) -> Iterator[dict[str, int]]:
    """Values in the ranges that the facts state of single names, and near the claim's numbers."""
    ranges = _ranges(claim)
    near = [0, *map(int, _NUMBER.findall(claim.text))]
    equalities = re.findall(r"(?:^|and )(\w+) == (.*?)(?= and |$)", claim.texts[0])
    for _ in range(_DRAWN):
        width = rng.choice((3, 8, 30, 200))
        values = dict[str, int]()
        for name in claim.names:
            low, high = ranges.get(name, (None, None))
            if low is None:
                low = -width if high is None else high - 2 * width
            if high is None:
                high = max(low + 2 * width, width)
            drawn = rng.randint(low, max(low, high))
            values[name] = drawn if rng.random() < 0.75 else rng.choice(near) + rng.randint(-2, 2)
        for name, text in equalities:
            if name in values:
                values[name] = claim.value(text, values)
        yield values


def _ranges(claim: Claim) -> dict[str, tuple[int | None, int | None]]:
    """What the facts say of single names, in the forms `-1 <= i < 4` and `i >= -1`."""
    ranges = dict[str, tuple[int | None, int | None]]()
    for part in claim.texts[0].split(" and "):
        if chain := re.match(r"(-?\d+) <=? (\w+) <=? (-?\d+)?", part):
            ranges[chain[2]] = int(chain[1]), int(chain[3]) if chain[3] else None
        elif lower := re.fullmatch(r"(\w+) >=? (-?\d+)", part):
            ranges[lower[1]] = int(lower[2]), None
        elif upper := re.fullmatch(r"(\w+) <=? (-?\d+)", part):
            low, _ = ranges.get(upper[1], (None, None))
            ranges[upper[1]] = low, int(upper[2])
    return ranges

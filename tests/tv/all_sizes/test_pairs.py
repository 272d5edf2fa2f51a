"""Proofs for all sizes: what is right is proved, and nothing that is wrong at some size."""

from __future__ import annotations

from pathlib import Path

import pytest

from pad_mlir.dialect.repairs import parse_module, verify_dominance, verify_operations
from pad_mlir.tools.pad_tv import main
from pad_mlir.tools.tv import Status, validate
from pad_mlir.tools.tv.all_sizes.proof import prove
from pad_mlir.tools.tv.all_sizes.sets import Engine
from pad_mlir.tools.tv.all_sizes.sources import check_sources
from pad_mlir.tools.tv.execution.side import Side
from pad_mlir.tools.tv.statements.reasons import NoProof

from .pairs import DECLINED, RIGHT, WRONG, Pair


def _sides(pair: Pair) -> tuple[Side, Side]:
    sides: list[Side] = []
    for text, name in ((pair.before, "before"), (pair.after, "after")):
        module = parse_module(text, name)
        verify_operations(module)
        verify_dominance(module)
        sides.append(Side.of(name, module, "f"))
    return sides[0], sides[1]


@pytest.mark.parametrize("pair", RIGHT, ids=lambda pair: pair.name)
def test_right_is_proved(pair: Pair) -> None:
    prove(*_sides(pair))


@pytest.mark.parametrize("pair", [*WRONG, *DECLINED], ids=lambda pair: pair.name)
def test_wrong_is_not_proved(pair: Pair) -> None:
    with pytest.raises(NoProof, match=pair.says or None):
        prove(*_sides(pair))


def test_the_work_has_a_limit() -> None:
    for operations in (10, 1000, 3000):
        with pytest.raises(NoProof, match=f"more than {operations} operations of isl"):
            prove(*_sides(RIGHT[2]), operations=operations)


@pytest.mark.parametrize(
    "lost",
    [
        "R[i] -> W[i] : i != 1000",
        "R[i] -> W[i] : i < 1000; R[i] -> V[i] : i >= 1000",
        "R[i] -> V[i]",
    ],
)
def test_sources_are_checked(lost: str) -> None:
    """isl loses some: here one, then the last of two writes."""
    engine = Engine(["n"])
    cells = engine.set("{ R[i] : 0 <= i < n; W[i] : 0 <= i < n; V[i] : 0 <= i < n }")
    accesses = engine.map("{ R[i] -> A[i]; W[i] -> A[i]; V[i] -> A[i] }").intersect_domain(cells)
    times = engine.map("{ V[i] -> [0, i]; W[i] -> [1, i]; R[i] -> [2, i] }").intersect_domain(cells)
    reads = accesses.intersect_domain(engine.set("{ R[i] }"))
    writes = accesses.intersect_domain(engine.set("{ W[i]; V[i] }"))
    whole, wrong = (
        engine.map(f"{{ {text} }}").intersect_domain(cells).intersect_range(cells)
        for text in ("R[i] -> W[i]", lost)
    )
    check_sources(whole, reads, writes, times)
    with pytest.raises(NoProof, match="the sources that isl finds"):
        check_sources(wrong, reads, writes, times)


def test_it_is_said_beside_the_sampled_verdict() -> None:
    for pair, says in (
        (RIGHT[0], "\nproved for all sizes at which the original is defined"),
        (WRONG[0], "\nno proof for all sizes: "),
    ):
        before, after = _sides(pair)
        plain = validate(before.module, after.module)
        asked = validate(before.module, after.module, all_sizes=True)
        assert plain.status is asked.status is Status.VALID
        assert str(asked).startswith(str(plain) + says)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pair = WRONG[0]
    before, after = tmp_path / "before.mlir", tmp_path / "after.mlir"
    before.write_text(pair.before)
    after.write_text(pair.after)
    assert main([str(before), str(after), "--all-sizes"]) == 0
    assert "no proof for all sizes: " in capsys.readouterr().out
    after.write_text(pair.before)
    assert main([str(before), str(after), "--all-sizes"]) == 0
    assert "proved for all sizes" in capsys.readouterr().out

"""
How long a question to the prover takes, with all caches empty and when it is asked again.

The questions are those of the random test against enumeration, its questions on products of names,
and what the passes ask on row sum, matmul and conv2d. Questions that reach z3 are apart. All times
are of this thread on its core; the goal is a median of less than 1 ms.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import thread_time
from typing import Any
from unittest.mock import patch

import numpy as np
from bench_passes import Kernel, conv2d, matmul, milliseconds, row_sum

from pad_mlir.index import normal
from pad_mlir.index.expr import Expr
from pad_mlir.index.nonlinear import smt
from pad_mlir.index.queries import conditions as queries
from pad_mlir.index.simplify import forms as simplify

RANDOM = 1000
ROUNDS = 3
KINDS: dict[str, Callable[..., Any]] = {
    "implies": queries.implies,
    "simplify_condition": simplify.simplify_condition,
    "simplify_index": simplify.simplify_index,
    "bounds": queries.bounds,
}
KERNELS = {"row sum": row_sum, "matmul": matmul, "conv2d": conv2d}
CACHES = (
    queries.implies,
    queries.bounds,
    simplify.simplify_condition,
    simplify.simplify_index,
    normal.tidy,
    normal.cost,
)


@dataclass(frozen=True)
class Query:
    """One question: which, and about what."""

    kind: str
    arguments: tuple[Expr, ...]

    def milliseconds(self) -> float:
        """The time of the answer."""
        start = thread_time()
        KINDS[self.kind](*self.arguments)
        return 1e3 * (thread_time() - start)


@dataclass(frozen=True)
class Timed:
    """Milliseconds with empty caches and again, and whether z3 was asked."""

    query: Query
    cold: float
    warm: float
    reached_z3: bool


def of_random(count: int, with_products: bool = False) -> Iterator[Query]:
    """The questions of the random test from seed 0 on."""
    drawing = runpy.run_path(str(Path(__file__).parents[1] / "tests/prover/random_questions.py"))
    for seed in range(count):
        question = drawing["random_question"](
            seed, valid=seed % 2 == 0, with_products=with_products
        )
        yield Query("implies", (question.context, question.goal))
        yield Query("simplify_condition", (question.goal, question.context))
        yield Query("simplify_index", (question.index, question.context))
        yield Query("bounds", (question.index, question.context))


def of_kernel(make: Callable[[], Kernel]) -> list[Query]:
    """The questions that the passes ask on a kernel, each once."""
    asked: dict[Query, None] = {}
    milliseconds(make())  # modules that are loaded inside would keep what is put in here
    with ExitStack() as patches:
        for name, module in list(sys.modules.items()):
            for kind, function in KINDS.items():
                if name.startswith("pad_mlir.") and vars(module).get(kind) is function:
                    patches.enter_context(patch.object(module, kind, _noting(asked, kind)))
        milliseconds(make())
    return list(asked)


def _noting(asked: dict[Query, None], kind: str) -> Callable[..., Any]:
    def ask(*arguments: Expr) -> Any:
        asked[Query(kind, arguments)] = None
        return KINDS[kind](*arguments)

    return ask


def timed(query: Query) -> Timed:
    """The query with empty caches, the best of some times, and once more."""
    with patch.object(smt, "solution", wraps=smt.solution) as z3:
        cold = min(_from_scratch(query) for _ in range(ROUNDS))
        return Timed(query, cold, query.milliseconds(), z3.called)


def _from_scratch(query: Query) -> float:
    for cached in CACHES:
        cached.cache_clear()
    return query.milliseconds()


def show(title: str, results: Iterable[Timed]) -> None:
    """One row: count, median, 95 % and maximum with empty caches, the median again."""
    chosen = list(results)
    if not chosen:
        return
    cold, warm = [r.cold for r in chosen], [r.warm for r in chosen]
    high = float(np.percentile(cold, 95))
    print(
        f"{title:<36}{len(chosen):>7}{np.median(cold):>10.3f}{high:>10.2f}{max(cold):>10.1f}"
        f"{np.median(warm):>10.4f}"
    )


def main() -> None:
    """A table in milliseconds."""
    sources = {
        "random": list(of_random(RANDOM)),
        "products": list(of_random(RANDOM // 10, with_products=True)),
        **{name: of_kernel(make) for name, make in KERNELS.items()},
    }
    print(f"{'ms':<36}{'count':>7}{'median':>10}{'95 %':>10}{'maximum':>10}{'again':>10}")
    everything: list[Timed] = []
    for source, asked in sources.items():
        results = [timed(query) for query in asked]
        everything += results
        for kind in KINDS:
            of_kind = [r for r in results if r.query.kind == kind and not r.reached_z3]
            show(f"{source}: {kind}", of_kind)
    asked_by_passes = [query for source in KERNELS for query in sources[source]]
    show("all of the kernels", [r for r in everything if r.query in asked_by_passes])
    show("all without z3", [r for r in everything if not r.reached_z3])
    show("all with z3", [r for r in everything if r.reached_z3])


if __name__ == "__main__":
    main()

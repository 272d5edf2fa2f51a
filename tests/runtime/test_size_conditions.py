"""The conditions on sizes are exact: just the calls that leave a buffer are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from random import Random

import pytest
from xdsl.dialects import func

from pad_mlir.analysis.contracts import call_sizes
from pad_mlir.dialect.ir.operations import operations_of
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.runtime.size_checks import size_checks

RANGES: dict[str, Callable[[int, int, int], Iterable[int]]] = {
    "0 to %n": lambda n, m, i: range(n),
    "1 to %m step 2": lambda n, m, i: range(1, m, 2),
    "0 to min affine_map<(d0, d1) -> (d0, d1)>(%n, %m)": lambda n, m, i: range(min(n, m)),
    "affine_map<(d0) -> (d0 floordiv 2)>(%n) to %m": lambda n, m, i: range(n // 2, m),
    "0 to %n step 2": lambda n, m, i: range(0, n, 2),
    "0 to %nm": lambda n, m, i: range(n * m),
    "0 to affine_map<(d0) -> (d0 + 1)>(%i)": lambda n, m, i: range(i + 1),
}
INDICES: dict[str, Callable[[int, int, int], int]] = {
    "%i floordiv 2 + %j mod 3": lambda i, j, n: i // 2 + j % 3,
    "%j * 4 + %i mod 4": lambda i, j, n: 4 * j + i % 4,
    "%i + %j": lambda i, j, n: i + j,
    "%i + symbol(%n) - %j": lambda i, j, n: i + n - j,
}
DIFFERENCES: dict[str, Callable[[int, int, int], int]] = {
    "%i - %j": lambda i, j, n: i - j,
    "%j - %i": lambda i, j, n: j - i,
}
FACTS: dict[str, Callable[[int, int, int, int], bool]] = {
    "s0 - d0 - d1 - 1 >= 0": lambda i, j, n, m: i + j < n,
    "s1 - 3 >= 0": lambda i, j, n, m: m >= 3,
    "s0 - s1 - 1 >= 0": lambda i, j, n, m: n > m,
    "s1 - d0 - 2 >= 0": lambda i, j, n, m: i + 2 <= m,
    "s1 mod 2 - 1 >= 0": lambda i, j, n, m: m % 2 == 1,
}
GUARD = "affine.if affine_set<(d0, d1)[s0] : (s0 - d0 - d1 - 1 >= 0)>(%i, %j)[%n]"


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize("index", INDICES)
def test_conditions_are_exact(index: str, guarded: bool):
    for outer, inner in product(list(RANGES)[:-1], RANGES):
        text = f"""
func.func @f(%n: index, %m: index, %A: memref<?xf32>) {{
  %one = arith.constant 1.0 : f32
  %nm = arith.muli %n, %m : index
  affine.for %i = {outer} {{
    affine.for %j = {inner} {{
      {GUARD if guarded else "affine.if affine_set<() : (0 == 0)>()"} {{
        affine.store %one, %A[{index}] : memref<?xf32>
      }}
    }}
  }}
  return
}}"""
        (function,) = operations_of(parse_module(text), func.FuncOp)
        checks = size_checks(function)
        for n, m, size in product(range(5), range(5), range(10)):
            sizes = {"n": n, "m": m, "dim(A, 0)": size}
            inside = all(
                0 <= INDICES[index](i, j, n) < size
                for i in RANGES[outer](n, m, 0)
                for j in RANGES[inner](n, m, i)
                if not guarded or i + j < n
            )
            assert all(c.condition.evaluate(sizes) for c in checks) == inside, (text, sizes)


@pytest.mark.parametrize(("seed", "count"), [(1, 80), *[(seed, 3) for seed in range(10)]])
def test_conditions_of_several_nests_are_exact(
    seed: int, count: int, monkeypatch: pytest.MonkeyPatch
):
    """Those of nests that ask the same of sizes, but for what else is known in one of them."""
    monkeypatch.setattr(call_sizes, "_MANY", min(count, 64))
    random = Random(seed)
    indices = INDICES | DIFFERENCES
    nests = list(product(list(RANGES)[:-1], RANGES, indices, FACTS))
    chosen = random.sample(nests, count)
    text = "\n".join(
        f"""
  affine.for %i = {outer} {{
    affine.for %j = {inner} {{
      affine.if affine_set<(d0, d1)[s0, s1] : ({fact})>(%i, %j)[%n, %m] {{
        affine.store %one, %{"AB"[place % 2]}[{index}] : memref<?xf32>
      }}
    }}
  }}"""
        for place, (outer, inner, index, fact) in enumerate(chosen)
    )
    (function,) = operations_of(
        parse_module(f"""
func.func @f(%n: index {{pad.size = [{{of = "A", dim = 0}}]}}, %m: index,
    %A: memref<?xf32>, %B: memref<?xf32>) {{
  %one = arith.constant 1.0 : f32
  %nm = arith.muli %n, %m : index{text}
  return
}}"""),
        func.FuncOp,
    )
    checks, verdicts = size_checks(function), [0, 0]
    for n, m in product(range(6), range(6)):
        reached: list[set[int]] = [set(), set()]
        for place, (outer, inner, index, fact) in enumerate(chosen):
            for i in RANGES[outer](n, m, 0):
                for j in RANGES[inner](n, m, i):
                    if FACTS[fact](i, j, n, m):
                        reached[place % 2].add(indices[index](i, j, n))
        least = [max(cells, default=-1) + 1 for cells in reached]
        is_above = all(cell >= 0 for cells in reached for cell in cells)
        for size in {0, max(least[1] - 1, 0), least[1], least[1] + 1}:
            sizes = {"n": n, "m": m, "dim(A, 0)": n, "dim(B, 0)": size}
            inside = is_above and n >= least[0] and size >= least[1]
            assert all(c.condition.evaluate(sizes) for c in checks) == inside, (text, sizes)
            verdicts[inside] += 1
    assert min(verdicts) > 0


@pytest.mark.parametrize("names", ["ij", "ji"])
def test_nests_that_differ_in_the_order_of_iterators(names: str, monkeypatch: pytest.MonkeyPatch):
    """What holds of the one does not of the other, as they have iterators of the same ranges."""
    monkeypatch.setattr(call_sizes, "_MANY", 1)
    nests = [
        f"""
  affine.for %{i} = 0 to %n {{
    affine.for %{j} = 0 to affine_map<(d0) -> (d0 + 1)>(%{i}) {{
      affine.store %one, %A[%{one} - %{other}] : memref<?xf32>
    }}
  }}"""
        for (i, j), (one, other) in (("ij", "ij"), (names, "ij"))
    ]
    (function,) = operations_of(
        parse_module(f"""
func.func @f(%n: index {{pad.size = [{{of = "A", dim = 0}}]}}, %A: memref<?xf32>) {{
  %one = arith.constant 1.0 : f32{"".join(nests)}
  return
}}"""),
        func.FuncOp,
    )
    checks = size_checks(function)
    for n in range(5):
        inside = all(c.condition.evaluate({"n": n, "dim(A, 0)": n}) for c in checks)
        assert inside == (names == "ij" or n < 2)


BOUNDS: dict[str, Callable[[int, int], Iterable[int]]] = {
    "%c0 to %n": lambda n, m: range(n),
    "%c1 to %m": lambda n, m: range(1, m),
    "%n to %m": lambda n, m: range(n, m),
    "%c0 to %nm": lambda n, m: range(n * m),
    "%c1 to %c3": lambda n, m: range(1, 3),
}
PRODUCTS: dict[str, tuple[str, Callable[[int, int, int, int], int]]] = {
    "a row and a column": (
        "%r = arith.muli %i, %m : index\n%k = arith.addi %r, %j : index",
        lambda i, j, n, m: i * m + j,
    ),
    "backwards": (
        "%r = arith.muli %i, %m : index\n%k = arith.subi %nm, %r : index",
        lambda i, j, n, m: n * m - i * m,
    ),
    "a product of iterators": (
        "%r = arith.muli %i, %j : index\n%k = arith.addi %r, %n : index",
        lambda i, j, n, m: i * j + n,
    ),
    "three factors": (
        "%r = arith.muli %j, %nm : index\n%k = arith.addi %r, %i : index",
        lambda i, j, n, m: j * n * m + i,
    ),
    "a difference as a factor": (
        "%d = arith.subi %m, %n : index\n%r = arith.muli %i, %d : index\n"
        "%k = arith.addi %r, %j : index",
        lambda i, j, n, m: i * (m - n) + j,
    ),
}


@pytest.mark.parametrize("index", PRODUCTS)
def test_conditions_on_products_of_iterators_are_exact_where_found(index: str):
    found = 0
    for outer, inner in product(list(BOUNDS)[:-1], BOUNDS):
        with collect_remarks() as remarks:
            (function,) = operations_of(
                parse_module(f"""
func.func @f(%n: index, %m: index, %A: memref<?xf32>) {{
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %nm = arith.muli %n, %m : index
  scf.for %i = {outer} step %c1 {{
    scf.for %j = {inner} step %c1 {{
      {PRODUCTS[index][0]}
      memref.store %one, %A[%k] : memref<?xf32>
    }}
  }}
  return
}}"""),
                func.FuncOp,
            )
            checks = size_checks(function)
        if remarks:
            continue
        found += 1
        for n, m, size in product(range(-1, 4), range(-1, 4), (0, 1, 3, 4, 6, 12)):
            inside = all(
                0 <= PRODUCTS[index][1](i, j, n, m) < size
                for i in BOUNDS[outer](n, m)
                for j in BOUNDS[inner](n, m)
            )
            sizes = {"n": n, "m": m, "dim(A, 0)": size}
            assert all(c.condition.evaluate(sizes) for c in checks) == inside, (outer, inner, sizes)
    assert found > 4

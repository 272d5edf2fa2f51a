"""How many iterations loops are expected to have whose sizes are known at run time only."""

from __future__ import annotations

import pytest
from xdsl.dialects import affine, func
from xdsl.ir import Operation

from pad_mlir.analysis.instances.reader import InstanceReader
from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.register_tile.expected_trips import USUAL, ExpectedTrips


def trips(text: str, arguments: str) -> list[int]:
    """Of the loops of a body, in order; `n` and `m` are index arguments."""
    module = parse_module(f"func.func @f({arguments}) {{\n{text}\n  func.return\n}}")
    (function,) = (op for op in module.walk() if isinstance(op, func.FuncOp))
    expected = ExpectedTrips(InstanceReader(function.body.blocks[0]))
    loops: list[Operation] = [op for op in module.walk() if isinstance(op, affine.ForOp)]
    return [expected.of(loop) for loop in loops]


def nest(*loops: str) -> str:
    """Loops, each in the one before."""
    return " {\n".join(loops) + " {" + "}" * len(loops)


N = "%n: index"


@pytest.mark.parametrize(
    ("loops", "wanted"),
    [
        (("affine.for %i = 0 to %n",), [USUAL]),
        (("affine.for %i = 0 to %n step 16",), [-(-USUAL // 16)]),
        (
            ("affine.for %i = 0 to affine_map<()[s] -> (s floordiv 16 * 16)>()[%n] step 16",),
            [USUAL // 16],
        ),
        (
            ("affine.for %i = affine_map<()[s] -> (s floordiv 16 * 16)>()[%n] to %n",),
            [USUAL % 16],
        ),
        (("affine.for %i = 0 to min affine_map<()[s] -> (1, s)>()[%n]",), [1]),
        (
            (
                "affine.for %i = 0 to %n",
                "affine.for %j = affine_map<(d) -> (d)>(%i) to %n",
            ),
            [USUAL, (1 + USUAL + 1) // 2],
        ),
        (
            (
                "affine.for %i = 1 to affine_map<()[s] -> (s - 1)>()[%n]",
                "affine.for %j = max affine_map<(d) -> (0, 1 - d)>(%i) to 3",
            ),
            [USUAL - 2, 3],
        ),
        (
            (
                "affine.for %i = 0 to %n step 32",
                "affine.for %j = affine_map<(d) -> (d)>(%i) to affine_map<(d) -> (d + 32)>(%i)",
            ),
            [-(-USUAL // 32), 32],
        ),
    ],
)
def test_of_sizes_that_nothing_is_known_of(loops: tuple[str, ...], wanted: list[int]) -> None:
    assert trips(nest(*loops), N) == wanted


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ("", USUAL),
        (", max = 64", 64),
        (", min = 5000", 5000),
        (", multiple = 32", USUAL // 32 * 32),
        (", max = 100, multiple = 64", 64),
        (", min = 1010, multiple = 64", 1024),
    ],
)
def test_limits_of_a_size(facts: str, wanted: int) -> None:
    arguments = f'%A: memref<?xf32>, %n: index {{pad.size = [{{of = "A", dim = 0{facts}}}]}}'
    assert trips(nest("affine.for %i = 0 to %n"), arguments) == [wanted]


def test_assumes_tie_one_size_to_another() -> None:
    text = """
  %two = arith.constant 2 : index
  %twice = arith.muli %m, %two : index
  %holds = arith.cmpi eq, %twice, %n : index
  pad.assume %holds : i1
  affine.for %i = 0 to %n {}
  affine.for %i = 0 to %m {}"""
    n, m = trips(text, f"{N}, %m: index")
    assert n in (2 * m, 2 * m + 1)
    assert USUAL in (n, m)


def test_what_is_known_of_no_loop() -> None:
    text = """
  affine.for %i = 0 to %n {
    %at = affine.load %P[%i] : memref<?xindex>
    scf.for %k = %at to %n step %n {}
    affine.for %j = 0 to %n {}
  }"""
    assert trips(text, f"{N}, %P: memref<?xindex>") == [USUAL, USUAL]

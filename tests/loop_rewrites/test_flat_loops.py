"""Random tiled nests, flattened and compiled, do in the same order what they say."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest
from xdsl.dialects import affine
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.flatten_loops.pad_flatten_loops import PadFlattenLoops
from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

SEEDS = range(24)
_OFFSET = 3


@dataclass(frozen=True)
class Axis:
    """A logical axis in two or three levels of tiles, and the tile of the buffer that is read."""

    name: str
    tiles: tuple[int, ...]
    other_tile: int
    offset: int

    @property
    def loops(self) -> list[tuple[str, int]]:
        return [(f"{self.name}{k}", tile) for k, tile in enumerate(self.tiles)]

    @property
    def size(self) -> int:
        return prod(self.tiles)

    @property
    def index(self) -> str:
        """The logical index, of the names of the loops."""
        text = "0"
        for name, tile in self.loops:
            text = f"({text}) * {tile} + %{name}"
        return text


@dataclass(frozen=True)
class Nest:
    """`B[index] = 3 * B[index] + A[index + offset]`, and the same for a checksum, in some order."""

    axes: tuple[Axis, ...]
    loops: tuple[tuple[str, int], ...]
    pitch: int
    """How many cells are after each innermost tile of B."""

    carried: bool

    @property
    def physical(self) -> tuple[list[int], list[int]]:
        """The extents of A and of B."""
        of_a = [
            n for a in self.axes for n in (-(-(a.size + _OFFSET) // a.other_tile), a.other_tile)
        ]
        of_b = [tile for a in self.axes for tile in a.tiles]
        return of_a, [*of_b[:-1], of_b[-1] + self.pitch]


def random_nest(seed: int) -> Nest:
    chosen = random.Random(seed)
    axes = tuple(
        Axis(
            name,
            tuple(chosen.randint(2, 4) for _ in range(chosen.choice([2, 2, 3]))),
            chosen.choice([2, 3, 4, 8]),
            chosen.randint(0, _OFFSET),
        )
        for name in "ij"[: chosen.randint(1, 2)]
    )
    loops = [loop for axis in axes for loop in axis.loops]
    if chosen.random() < 0.25:
        chosen.shuffle(loops)
    return Nest(axes, tuple(loops), chosen.choice([0, 0, 0, 1]), chosen.random() < 0.5)


def shape(extents: list[int]) -> str:
    return f"memref<{'x'.join(map(str, extents))}xi32>"


def text_of(nest: Nest) -> str:
    of_a, of_b = map(shape, nest.physical)
    shifted = [(f"{a.index} + {a.offset}", a.other_tile) for a in nest.axes]
    read = ", ".join(f"({i}) floordiv {t}, ({i}) mod {t}" for i, t in shifted)
    written = ", ".join(f"%{name}" for a in nest.axes for name, _ in a.loops)
    lines, given = list[str](), "%zero"
    for depth, (name, extent) in enumerate(nest.loops):
        carries = f" iter_args(%c{depth} = {given}) -> (i32)" if nest.carried else ""
        lines.append(f"%r{depth} = " if nest.carried else "")
        lines[-1] += f"affine.for %{name} = 0 to {extent}{carries} {{"
        given = f"%c{depth}"
    lines += [
        f"%a = affine.load %A[{read}] : {of_a}",
        f"%b = affine.load %B[{written}] : {of_b}",
        "%b3 = arith.muli %b, %three : i32",
        "%b4 = arith.addi %b3, %a : i32",
        f"affine.store %b4, %B[{written}] : {of_b}",
    ]
    if not nest.carried:
        lines.append(f"{given} = affine.load %S[0] : memref<1xi32>")
    lines += [f"%s3 = arith.muli {given}, %three : i32", "%s = arith.addi %s3, %b4 : i32"]
    last = "%s"
    if not nest.carried:
        lines.append("affine.store %s, %S[0] : memref<1xi32>")
    for depth in reversed(range(len(nest.loops))):
        lines += [f"affine.yield {last} : i32", "}"] if nest.carried else ["}"]
        last = f"%r{depth}"
    if nest.carried:
        lines.append("affine.store %r0, %S[0] : memref<1xi32>")
    body = "\n".join(lines)
    return f"""
func.func @f(%A: {of_a}, %B: {of_b}, %S: memref<1xi32>) {{
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  {body}
  func.return
}}"""


def wanted(nest: Nest, a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> int:
    """Return the expected checksum; give B its expected contents, iteration by iteration."""
    checksum = 0
    for point in product(*(range(extent) for _, extent in nest.loops)):
        at = dict(zip((name for name, _ in nest.loops), point, strict=True))
        source, target = list[int](), list[int]()
        for axis in nest.axes:
            index = 0
            for name, tile in axis.loops:
                index = index * tile + at[name]
                target.append(at[name])
            source += divmod(index + axis.offset, axis.other_tile)
        b[tuple(target)] = _wrapped(3 * int(b[tuple(target)]) + int(a[tuple(source)]))
        checksum = _wrapped(3 * checksum + int(b[tuple(target)]))
    return checksum


def _wrapped(number: int) -> int:
    return (number + 2**31) % 2**32 - 2**31


def loops(module: ModuleOp) -> int:
    return sum(isinstance(op, affine.ForOp) for op in module.walk())


def flattened(nest: Nest) -> ModuleOp:
    context = new_context()
    module = parse_module(text_of(nest), context=context)
    with collect_remarks():
        PadFlattenLoops().apply(context, module)
    module.verify()
    return module


@pytest.mark.parametrize("seed", SEEDS)
def test_values(seed: int) -> None:
    pytest.importorskip("mlir")
    nest = random_nest(seed)
    generator = np.random.default_rng(seed)
    a, b = (generator.integers(-9, 9, extents, dtype=np.int32) for extents in nest.physical)
    expected = b.copy()
    checksum = wanted(nest, a, expected)
    s = np.zeros(1, np.int32)
    compile(flattened(nest))(a, b, s)
    assert (b == expected).all()
    assert s[0] == checksum


def test_most_are_flattened() -> None:
    """Wherever the loops are in order and B has no pitch, one loop is left, or one an axis."""
    for seed in SEEDS:
        nest = random_nest(seed)
        in_order = list(nest.loops) == [loop for axis in nest.axes for loop in axis.loops]
        left = loops(flattened(nest))
        if in_order and not nest.pitch:
            assert left <= len(nest.axes), text_of(nest)
        else:
            assert left > 1


def test_copies_of_loops_have_one_remark():
    """As partitions make them: at one place, and for one kind of reason."""
    nest = """
  affine.for %io = {first} to {last} {{
    affine.for %ii = 0 to 4 {{
      affine.store %x, %{buffer}[%io, %ii] : memref<8x5xf32>
    }}
  }} {{pad.loop = "{name}"}} loc("kernel.mlir":4:3)"""
    copies = [(0, 2, "A", "io.head"), (2, 6, "A", "io.main"), (0, 8, "B", "jo"), (6, 8, "A", "io")]
    nests = "".join(
        nest.format(first=first, last=last, buffer=buffer, name=name)
        for first, last, buffer, name in copies
    )
    s = Schedule(
        "func.func @f(%A: memref<8x5xf32>, %B: memref<8x5xf32>, %x: f32) {"
        f"{nests}\n  func.return\n}}"
    )
    s.flatten_loops()
    assert list(map(str, s.remarks)) == [
        "kernel.mlir:4:3: remark: [pad-flatten-loops] loops io.head and ii not flattened: "
        "A[io, ii] would take a division of the index of one loop; nor are 2 more",
        "kernel.mlir:4:3: remark: [pad-flatten-loops] loops jo and ii not flattened: B[io, ii] "
        "would take a division of the index of one loop",
    ]

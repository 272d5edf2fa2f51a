"""Random sums of products of narrow integers: their loops, types, layouts and steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias, cast

import numpy as np

from pad_mlir.runtime import compile
from pad_mlir.schedule import Schedule

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
PROCESSORS = (None, "x86-64-v3", "x86-64")
"""What any x86 may stand in for, where it has the vectors."""
_TYPES = (*((8, True),) * 4, *((8, False),) * 3, *((16, True),) * 3, (16, False))
_ORDERS = ("ijk", "ikj", "jik", "jki", "kij", "kji")


def matmul_text(m: int, n: int, k: int, *, left: str = "extsi", starts_at_zero: bool = True) -> str:
    """
    A matmul of bytes in i32, in MLIR: `left` extends the rows' factor, and the sums begin with 0 or
    with what is there.
    """
    a, b, c = f"memref<{m}x{k}xi8>", f"memref<{k}x{n}xi8>", f"memref<{m}x{n}xi32>"
    start = f"affine.store %zero, %C[%i, %j] : {c}" if starts_at_zero else ""
    return f"""
func.func @matmul(%A: {a}, %B: {b}, %C: {c}) {{
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to {m} {{
    affine.for %j = 0 to {n} {{
      {start}
      affine.for %k = 0 to {k} {{
        %a = affine.load %A[%i, %k] : {a}
        %b = affine.load %B[%k, %j] : {b}
        %c = affine.load %C[%i, %j] : {c}
        %x = arith.{left} %a : i8 to i32
        %y = arith.extsi %b : i8 to i32
        %p = arith.muli %x, %y : i32
        %s = arith.addi %c, %p : i32
        affine.store %s, %C[%i, %j] : {c}
      }}
    }}
  }} {{pad.stage = "matmul"}}
  func.return
}}
"""


@dataclass(frozen=True)
class Narrow:
    """The type of a factor."""

    bits: int
    signed: bool

    @property
    def extension(self) -> str:
        """The operation that makes a wider number of one."""
        return "arith.extsi" if self.signed else "arith.extui"

    @property
    def range(self) -> tuple[int, int]:
        """The least number, and what comes after the greatest one."""
        half = 1 << (self.bits - 1)
        return (-half, half) if self.signed else (0, 2 * half)


@dataclass(frozen=True)
class Placed:
    """Where the elements of a buffer lie, and what other cells hold: 0, or anything."""

    shape: tuple[int, ...]
    at: Callable[[Any, Any], tuple[Any, ...]]
    zero: bool

    def stored(self, values: Array, rng: np.random.Generator) -> Array:
        """The physical array, with poison where anything may be."""
        low, high = np.iinfo(values.dtype).min, np.iinfo(values.dtype).max
        whole = rng.integers(low, high, self.shape, dtype=values.dtype, endpoint=True)
        if self.zero:
            whole[...] = 0
        first, second = np.indices(cast("tuple[int, int]", values.shape))
        whole[self.at(first, second)] = values
        return whole

    def read(self, whole: Array, shape: tuple[int, int]) -> Array:
        """The elements."""
        first, second = np.indices(shape)
        return whole[self.at(first, second)]


@dataclass
class Program:
    """One of them, by its seed."""

    seed: int
    text: str = ""
    sizes: tuple[int, int, int] = (0, 0, 0)
    left: Narrow = Narrow(8, signed=True)
    right: Narrow = Narrow(8, signed=True)
    carries: bool = False
    """Whether the loop over the products carries the sum."""
    has_own: bool = False
    """Whether the right factors are summed up too."""
    cpu: str | None = None
    steps: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = field(
        default_factory=list[tuple[str, tuple[Any, ...], dict[str, Any]]]
    )
    placed: dict[str, Placed] = field(default_factory=dict[str, Placed])

    @staticmethod
    def of(seed: int) -> Program:
        """The program of a seed."""
        rng = Random(seed)
        made = Program(seed)
        made.left, made.right = (Narrow(*rng.choice(_TYPES)) for _ in range(2))
        rows, columns = rng.randint(1, 9), rng.randint(1, 37)
        # A loop of one iteration is none after a stage follows a buffer.
        made.sizes = (rows, columns, max(2, rng.choice((*range(1, 24), 64, 100))))
        made.carries, made.has_own = rng.random() < 0.3, rng.random() < 0.2
        if made.carries:  # a loop that carries a value is not split
            made.sizes = (*made.sizes[:2], 4 * rng.randint(1, 16))
        made.cpu = rng.choice(PROCESSORS)
        made.text = _text(made, rng)
        _lay_out(made, rng)
        return made

    def schedule(self) -> Schedule:
        """The steps before those to be judged."""
        s = Schedule(self.text)
        for name, given, options in self.steps:
            getattr(s, name)(*given, **options)
        return s

    def difference(self, s: Schedule) -> str | None:
        """What the compiled program computes wrong, None if nothing."""
        m, n, k = self.sizes
        rng = np.random.default_rng(self.seed)
        kernel = compile(s.module, packed=True, target_cpu=self.cpu)
        a, b = _numbers(self.left, (m, k), rng), _numbers(self.right, (k, n), rng)
        c = rng.integers(-(2**31), 2**31, (m, n), dtype=np.int32)
        wide = [[int(v) for v in row] for row in c]
        for i in range(m):
            for j in range(n):
                for q in range(k):
                    wide[i][j] += int(a[i, q]) * int(b[q, j])
                    wide[i][j] += int(b[q, j]) if self.has_own else 0
        wanted = np.array([[(v + 2**31) % 2**32 - 2**31 for v in row] for row in wide], np.int64)
        values = {
            "A": a.astype(f"i{self.left.bits // 8}"),
            "B": b.astype(f"i{self.right.bits // 8}"),
            "C": c,
        }
        given = {name: self.placed[name].stored(value, rng) for name, value in values.items()}
        before = {name: given[name].copy() for name in "AB"}
        kernel(given["A"], given["B"], given["C"])
        found = self.placed["C"].read(given["C"], (m, n)).astype(np.int64)
        if not np.array_equal(found, wanted):
            at = tuple(int(v) for v in np.argwhere(found != wanted)[0])
            return f"C{list(at)} is {found[at]}, and should be {wanted[at]}"
        changed = [name for name in "AB" if not np.array_equal(before[name], given[name])]
        return f"{changed} changed" if changed else None


def _numbers(type: Narrow, shape: tuple[int, ...], rng: np.random.Generator) -> Array:
    """Random numbers, many of them the least or the greatest."""
    low, high = type.range
    found = rng.integers(low, high, shape)
    return np.where(rng.random(shape) < 0.5, rng.choice([low, high - 1], shape), found)


def _text(of: Program, rng: Random) -> str:
    m, n, k = of.sizes
    extents = {"i": m, "j": n, "k": k}
    left, right = f"i{of.left.bits}", f"i{of.right.bits}"
    a, b, c = f"memref<{m}x{k}x{left}>", f"memref<{k}x{n}x{right}>", f"memref<{m}x{n}xi32>"
    fits = of.left.bits == of.right.bits == 8 and (of.left.signed or of.right.signed)
    short = fits and rng.random() < 0.3
    type = "i16" if short else "i32"
    body = [
        f"%a = affine.load %A[%i, %k] : {a}",
        f"%b = affine.load %B[%k, %j] : {b}",
        f"%x = {of.left.extension} %a : {left} to {type}",
        f"%y = {of.right.extension} %b : {right} to {type}",
        f"%p0 = arith.muli {rng.choice(('%x, %y', '%y, %x'))} : {type}",
        "%p = arith.extsi %p0 : i16 to i32" if short else "%p = arith.addi %p0, %none : i32",
    ]
    if not short:
        body[-2:] = [body[-2].replace("%p0", "%p")]
    added = "%p"
    if of.has_own:
        body.append(f"%own = {of.right.extension} %b : {right} to i32")
        if rng.random() < 0.5:
            body.append("%both = arith.addi %p, %own : i32")
            added = "%both"
        else:
            body.append("%c1 = arith.addi %c, %own : i32")
            body.append("%s = arith.addi %c1, %p : i32")
    if body[-1].split()[0] != "%s":
        order = rng.choice((f"%c, {added}", f"{added}, %c"))
        body.append(f"%s = arith.addi {order} : i32")
    order = rng.choice(_ORDERS)
    if of.carries:
        order = rng.choice(("ijk", "jik"))
        lines = [
            f"%c0 = affine.load %C[%i, %j] : {c}",
            f"%r = affine.for %k = 0 to {k} iter_args(%c = %c0) -> (i32) {{",
            *body,
            "affine.yield %s : i32",
            "}",
            f"affine.store %r, %C[%i, %j] : {c}",
        ]
        order = order[:-1]
    else:
        lines = [
            f"%c = affine.load %C[%i, %j] : {c}",
            *body,
            f"affine.store %s, %C[%i, %j] : {c}",
        ]
    for number, name in enumerate(reversed(order)):
        is_last = number == len(order) - 1
        end = '} {pad.stage = "sums"}' if is_last else "}"
        lines = [f"affine.for %{name} = 0 to {extents[name]} {{", *lines, end]
    inside = "\n".join(lines)
    return f"func.func @sums(%A: {a}, %B: {b}, %C: {c}) {{\n{inside}\nfunc.return\n}}\n"


def _lay_out(of: Program, rng: Random) -> None:
    """Groups of k in both factors, or rows of k in both, with padding; or nothing."""
    m, n, k = of.sizes

    def whole(*shape: int) -> Placed:
        return Placed(shape, lambda i, j: (i, j), zero=True)

    of.placed = {"A": whole(m, k), "B": whole(k, n), "C": whole(m, n)}
    chance, group = rng.random(), rng.choice((2, 4, 4))
    if chance < 0.1:
        return
    if chance < 0.3:
        pitch = -(-k // 64) * 64
        of.placed["A"] = Placed((m, pitch), lambda i, k: (i, k), zero=True)
        of.placed["B"] = Placed((n, pitch), lambda k, j: (j, k), zero=True)
        _step(of, "transform_layout", "A", "(i, k) -> (i, k)", 0, extents=[m, pitch])
        _step(of, "transform_layout", "B", "(k, j) -> (j, k)", 0, extents=[n, pitch])
        group = 64
    else:
        width, zero = rng.choice((4, 8, 16, 32)), rng.random() < 0.6
        padded, panels = -(-k // group) * group, -(-n // width)
        of.placed["A"] = Placed((m, padded), lambda i, k: (i, k), zero=True)
        of.placed["B"] = Placed(
            (panels, padded // group, group * width),
            lambda k, j: (j // width, k // group, group * (j % width) + k % group),
            zero=zero,
        )
        of.placed["C"] = Placed(
            (panels, m, width), lambda i, j: (j // width, i, j % width), zero=False
        )
        _step(of, "transform_layout", "A", "(i, k) -> (i, k)", 0, extents=[m, padded])
        text = (
            f"(k, j) -> (j floordiv {width}, k floordiv {group}, "
            f"{group} * (j mod {width}) + k mod {group})"
        )
        _step(of, "transform_layout", "B", text, 0 if zero else "undef")
        text = f"(i, j) -> (j floordiv {width}, i, j mod {width})"
        _step(of, "transform_layout", "C", text, "undef")
        if not of.carries:
            _step(of, "sequential_buffer_access", "sums", "C")
        else:
            _step(of, "split", "j", width)
    if k % group and not of.carries:
        _step(of, "split", "k", group)
    _step(of, "remove_branching_through_overcompute", "sums", max_waste=float("inf"))
    if rng.random() < 0.3:
        _step(of, "flatten_loops", "sums")


def _step(of: Program, name: str, *given: Any, **options: Any) -> None:
    of.steps.append((name, given, options))


def judged_steps(of: Program) -> Sequence[Callable[[Schedule], None]]:
    """The steps that are to leave the meaning as it is."""
    rng = Random(of.seed + 1)
    cpu = of.cpu
    steps: list[Callable[[Schedule], None]] = [lambda s: s.dot_products(target_cpu=cpu)]
    if rng.random() < 0.7:
        steps.append(lambda s: s.vectorize(target_cpu=cpu))
    if rng.random() < 0.7:
        steps.append(lambda s: s.register_tile(target_cpu=cpu))
    return steps

"""Layouts by rank, and pad kinds by element type, to be dealt out to the buffers of kernels."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

from .elements import FLOATS
from .kernel import Kernel
from .placement import Step


def layouts(shape: tuple[int, ...]) -> list[tuple[Step, ...]]:
    """Layouts that fit the shape, each of one or two steps, without pad kinds."""
    return [_rank_0, _rank_1, _rank_2, _rank_3, _rank_4][len(shape)](*shape)


def pads(element: str, kernel: Kernel) -> list[str]:
    """Pad kinds for a buffer, the identities that suit the kernel's operations among them."""
    fitting = [op for op in kernel.neutral if op.endswith("f") == (element in FLOATS)]
    identities = [f"identity({op})" for op in fitting]
    if element in FLOATS:
        return ["0.0", *identities, "forbidden", "undef", "-0.0", "nan", "1.5", "-inf", "inf"]
    if element == "i1":
        return ["0", *identities, "forbidden", "undef", "1"]
    return ["0", *identities, "forbidden", "undef", "-1", "7"]


def dealt(kernel: Kernel, number: int) -> dict[str, tuple[Step, ...]]:
    """
    The layouts of the kernel's buffers in the layout set of that number.

    Buffers of one kernel get different ones, and each gets all of them with growing numbers, with
    changing pad kinds. The sets 2, 5, 8, ... leave the last buffer without a layout.
    """
    result: dict[str, tuple[Step, ...]] = {}
    kernel_number = sum(map(ord, kernel.name))
    names = list(kernel.buffers)
    if kernel.together:
        names = list(kernel.together[number % len(kernel.together)])
    elif number % 3 == 2 and len(names) > 1:
        names.pop()
    for position, name in enumerate(names):
        buffer = kernel.buffers[name]
        choices = layouts(buffer.shape)
        steps = choices[(number + 3 * position) % len(choices)]
        kinds = pads(buffer.element, kernel)
        start = (number * (1 + len(kinds) // 2) + 3 * position + kernel_number) % len(kinds)
        chosen = islice(cycle(kinds), start, start + len(steps))
        result[name] = tuple(replace(s, pad=pad) for s, pad in zip(steps, chosen, strict=True))
    return result


def _rank_0() -> list[tuple[Step, ...]]:
    return [
        (Step("() -> (2)"),),
        (Step("() -> (0)", extents=(8,)),),
        (Step("() -> (1, 0)", align=(4, 4)),),
        (Step("() -> (1)"), Step("(x) -> (x + 1, 1)")),
    ]


def _rank_1(n: int) -> list[tuple[Step, ...]]:
    return [
        (Step("(i) -> (i floordiv 4, i mod 4)"),),
        (Step("(i) -> ((i + 2) floordiv 8, (i + 2) mod 8)"),),
        (Step(f"(i) -> ({n - 1} - i)", extents=(n + 3,)),),
        (Step("(i) -> (i + 3)", align=(16,)),),
        (Step("(i) -> (i mod 4, i floordiv 4)"), Step("(a, b) -> (a, b floordiv 3, b mod 3)")),
        (Step(f"(i) -> ({n + 1} - i)"), Step("(x) -> (x floordiv 5, x mod 5)")),
        (Step("(i) -> (3 * i + 1)"),),
    ]


def _rank_2(m: int, n: int) -> list[tuple[Step, ...]]:
    return [
        (Step("(i, j) -> (i, j floordiv 4, j mod 4)"),),
        (Step(f"(i, j) -> (i * {n + 2} + j)"),),
        (Step("(i, j) -> (i floordiv 4, j floordiv 4, i mod 4, j mod 4)"),),
        (Step("(i, j) -> (i + j, j)"),),
        (Step("(i, j) -> (i + 1, j + 1)", extents=(m + 2, n + 2)),),
        (Step("(i, j) -> (j, i)", align=(4, 8)),),
        (
            Step("(i, j) -> (i, j floordiv 4, j mod 4)"),
            Step("(a, b, c) -> (a floordiv 4, b, a mod 4, c)"),
        ),
        (Step(f"(i, j) -> (i, ({n - 1} - j + i) mod 16)"),),
    ]


def _rank_3(i: int, j: int, k: int) -> list[tuple[Step, ...]]:
    return [
        (Step("(i, j, k) -> (i * 4 + j, k floordiv 4, k mod 4)"),),
        (Step(f"(i, j, k) -> ({i - 1} - i, {k - 1} - k, j)", align=(1, 8, 4)),),
        (Step("(i, j, k) -> (i, j + k, k)"),),
        (Step("(i, j, k) -> (i, j, k)", extents=(i + 1, j, k + 2)),),
        (
            Step("(i, j, k) -> (k floordiv 4, i, j, k mod 4)"),
            Step("(a, b, c, d) -> (a, b, c floordiv 2, c mod 2, d)"),
        ),
    ]


def _rank_4(n: int, h: int, w: int, c: int) -> list[tuple[Step, ...]]:
    return [
        (Step("(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)"),),
        (Step("(n, h, w, c) -> (n, h + 1, w + 1, c)", extents=(n, h + 2, w + 2, c)),),
        (Step(f"(n, h, w, c) -> (n * {h} + h, w, c)", align=(1, 4, 8)),),
        (
            Step("(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)"),
            Step("(n, o, h, w, i) -> (n, o, h, w floordiv 3, w mod 3, i)"),
        ),
        (Step(f"(n, h, w, c) -> (n, c, (h + w) mod 8, {w - 1} - w)"),),
    ]

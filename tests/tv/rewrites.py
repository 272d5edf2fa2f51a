"""Rewrites as pairs of twins: one that is wrong and has to be refuted, one that is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pad_mlir.dialect.repairs import parse_module, verify_dominance, verify_operations
from pad_mlir.tools.tv import Status, Verdict, validate


@dataclass(frozen=True)
class Twins:
    """The program before a rewrite, and two results of it."""

    name: str
    before: str
    wrong: str
    says: str
    """A text that the refutation must contain."""
    right: str
    right_before: str | None = None
    """The program before the right rewrite, if that is not the same."""
    fp: Literal["strict", "relaxed"] = "strict"


def judge(before: str, after: str, fp: Literal["strict", "relaxed"] = "strict") -> Verdict:
    """The verdict on two texts that verify."""
    modules = [parse_module(text, name) for text, name in ((before, "before"), (after, "after"))]
    for module in modules:
        verify_operations(module)
        verify_dominance(module)
    return validate(*modules, fp=fp)


def check_twins(twins: Twins) -> None:
    """Refutes the wrong one, for the right reason, and proves the right one."""
    refuted = judge(twins.before, twins.wrong, twins.fp)
    assert refuted.status is Status.REFUTED, refuted
    assert twins.says in str(refuted), refuted
    proven = judge(twins.right_before or twins.before, twins.right, twins.fp)
    assert proven.status is Status.VALID, proven


def tiled(name: str, pad: str, size: int = 14, element: str = "f32") -> str:
    """An argument of that many elements in tiles of 4, physical, with its contract."""
    kind = pad if pad.startswith('"') else f"{pad} : {element}"
    layout = f"#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [{kind}], {{}}>"
    return f"%{name}: memref<4x4x{element}> {{pad.logical = memref<{size}x{element}, {layout}>}}"


def guarded(condition: str, body: str) -> str:
    """A body for the tiles in which a condition of `d0, d1`, the indices `%io, %ii`, holds."""
    return f"affine.if affine_set<(d0, d1) : ({condition})>(%io, %ii) {{ {body} }}"


def over_tiles(body: str, attributes: str = "") -> str:
    """A body for all tiles, with the indices `%io` and `%ii`."""
    return f"""
    affine.for %io = 0 to 4 {{
      affine.for %ii = 0 to 4 {{
        {body}
      }}
    }} {attributes}"""


VALID = "13 - d0 * 4 - d1 >= 0"
PADDING = "d0 * 4 + d1 - 14 >= 0"

"""
Random accumulators whose updates have float flags: none that stays makes poison of a number, and
what flags promise of original instances alone drops no guard.

`PAD_FLAGS_EXAMPLES` says how many.
"""

import os
import random

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.repairs import parse_module
from pad_mlir.passes.pad_remove_branching_through_overcompute import (
    PadRemoveBranchingThroughOvercompute,
)

from .checking import difference, difference_of_zeros
from .programs import Program

EXAMPLES = int(os.environ.get("PAD_FLAGS_EXAMPLES", "75"))
_TYPE = "memref<6xf32>"
_NEUTRAL = {"maximumf": "0xFF800000", "minimumf": "0x7F800000", "addf": "0.0"}
_FLAGS = ("nnan", "ninf", "nnan,ninf")
_INPUTS = 6


def test_flags_that_stay_make_no_poison() -> None:
    kept = dropped = 0
    for seed in range(EXAMPLES):
        text = _program(random.Random(seed))
        before, after = parse_module(text), parse_module(text)
        PadRemoveBranchingThroughOvercompute(max_waste="inf").apply(Context(), after)
        program = Program(text, "f32", 6, (), {})
        for number in range(_INPUTS):
            found = difference(program, before, after, _INPUTS * seed + number)
            assert found is None, f"seed {seed}: {found}\n{text}\n{after}"
        if ".if" not in str(after) and "arith.select" not in str(after):
            stays = str(after).count("nnan") + str(after).count("ninf")
            dropped += text.count("nnan") + text.count("ninf") - stays
            kept += stays
    assert kept > EXAMPLES // 5, "else the test shows little"
    assert dropped > EXAMPLES // 5


def _program(rng: random.Random) -> str:
    """C[0] accumulates A, of which cells from 4 on are padding, or what a loop carries does."""
    name = rng.choice(("maximumf", "maximumf", "minimumf", "addf"))
    padding = _NEUTRAL[name]
    update = f"arith.{name} {{}}, %x fastmath<{rng.choice(_FLAGS)}> : f32"
    start = rng.choice((*[padding] * 3, "0.0", "0x7FC00000", "load", "kept"))
    lines = [
        f"func.func @f(%A: {_TYPE}, %B: {_TYPE}, %C: {_TYPE}, %n: index) {{",
        f"%pad = arith.constant {padding} : f32",
        "%four = arith.constant 4 : index",
        "affine.for %i = 4 to 6 {",
        f"affine.store %pad, %A[%i] : {_TYPE}",
        "}",
    ]
    if start == "load":
        lines.append(f"%start = affine.load %B[0] : {_TYPE}")
    elif start == "kept":
        lines.append(f"%start = affine.load %C[0] : {_TYPE}")
    else:
        lines.append(f"%start = arith.constant {start} : f32")
    body = _carried if rng.random() < 0.4 else _stored
    return "\n".join([*lines, *body(rng, update, start != "kept"), "func.return", "}"])


def _carried(rng: random.Random, update: str, _: bool) -> list[str]:
    if rng.random() < 0.5:
        choice = [
            "%v = affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) -> (f32) {",
            f"%m = {update.format('%y')}",
            "affine.yield %m : f32",
            "} else {",
            "affine.yield %y : f32",
            "}",
        ]
    else:
        choice = [
            f"%m = {update.format('%y')}",
            "%inside = arith.cmpi slt, %i, %four : index",
            "%v = arith.select %inside, %m, %y : f32",
        ]
    other = "%w = arith.negf %v : f32" if rng.random() < 0.2 else "%w = arith.addf %v, %v : f32"
    last = "%w" if rng.random() < 0.3 else "%v"
    return [
        "%r = affine.for %i = 0 to 6 iter_args(%y = %start) -> (f32) {",
        f"%x = affine.load %A[%i] : {_TYPE}",
        *choice,
        other,
        f"affine.yield {last} : f32",
        '} {pad.stage = "s"}',
        f"affine.store %r, %C[0] : {_TYPE}",
    ]


def _stored(rng: random.Random, update: str, starts: bool) -> list[str]:
    cell = rng.choice(("0", "%o", "%o"))
    start = [f"affine.store %start, %C[{cell}] : {_TYPE}"] if starts else []
    inside = rng.random() < 0.5
    if not inside and start:
        start = [f"affine.for %o = 0 to {rng.choice('112')} {{", *start, "}"]
    other = [
        f"%z = affine.load %C[{cell}] : {_TYPE}",
        f"%b = affine.load %B[%i] : {_TYPE}",
        f"%w = arith.maximumf %z, %b{rng.choice(('', ' fastmath<nnan>'))} : f32",
        f"affine.store %w, %C[{cell}] : {_TYPE}",
    ]
    return [
        *([] if inside else start),
        "affine.for %o = 0 to 2 {",
        *(start if inside else []),
        "affine.for %i = 0 to 6 {",
        "affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {",
        f"%x = affine.load %A[%i] : {_TYPE}",
        f"%y = affine.load %C[{cell}] : {_TYPE}",
        f"%m = {update.format('%y')}",
        f"affine.store %m, %C[{cell}] : {_TYPE}",
        "}",
        *(other if rng.random() < 0.3 else []),
        "}",
        '} {pad.stage = "s"}',
    ]


def test_flags_say_something_of_what_runs_only() -> None:
    removed = stood = 0
    for seed in range(EXAMPLES):
        text = _promising(random.Random(seed))
        before, after = parse_module(text), parse_module(text)
        PadRemoveBranchingThroughOvercompute(max_waste="inf", stage="s").apply(Context(), after)
        if text.count("affine.if") + text.count("arith.select") == _guards(after):
            stood += 1
            continue
        removed += 1
        program = Program(text, "f32", None if "[%n]" in text else 6, (), {})
        for number in range(2 * _INPUTS):
            found = difference_of_zeros(program, before, after, 2 * _INPUTS * seed + number)
            assert found is None, f"seed {seed}: {found}\n{text}\n{after}"
    assert removed > EXAMPLES // 12, "else the test shows little"
    assert stood > EXAMPLES // 5


def test_no_zero_changes_its_sign() -> None:
    dropped = kept = 0
    for seed in range(2 * EXAMPLES):
        text = _signed(random.Random(seed))
        before, after = parse_module(text), parse_module(text)
        PadRemoveBranchingThroughOvercompute(max_waste="inf", stage="s").apply(Context(), after)
        if "affine.if" in str(after):
            continue
        stays = str(after).count("nsz")
        dropped, kept = dropped + text.count("nsz") - stays, kept + stays
        for number in range(4):
            found = difference_of_zeros(Program(text, "f32", 6, (), {}), before, after, number)
            assert found is None, f"seed {seed}: {found}\n{text}\n{after}"
    assert dropped > EXAMPLES // 12, "else the test shows little"
    assert kept > EXAMPLES // 12


def _signed(rng: random.Random) -> str:
    """B, or C, gets what is computed of A, with nsz here and there; cells from 4 on are padding."""
    of_a, of_b = (
        rng.choice(("0.0", "0.0", "-0.0", "2.0")),
        rng.choice(("0.0", "0.0", "-0.0", "2.0")),
    )
    target = rng.choice(("%B[%i]", "%B[%i]", "%C[%i]", "%C[0]"))
    values, lines = ["%x", "%one", "%zero"], list[str]()
    for number in range(rng.randint(1, 3)):
        name = rng.choice(("addf", "addf", "mulf", "subf"))
        left, right = rng.choice((values[-1], "%x")), rng.choice(values)
        flags = rng.choice((" fastmath<nsz>", " fastmath<nsz>", ""))
        lines.append(f"%v{number} = arith.{name} {left}, {right}{flags} : f32")
        values.append(f"%v{number}")
    last = values[-1]
    if target.startswith("%C"):
        flags = rng.choice((" fastmath<nsz>", ""))
        lines += [
            f"%c = affine.load {target} : {_TYPE}",
            f"%s = arith.addf %c, {last}{flags} : f32",
        ]
        last = "%s"
    return "\n".join(
        [
            f"func.func @f(%A: {_TYPE}, %B: {_TYPE}, %C: {_TYPE}, %n: index) {{",
            "%zero = arith.constant 0.0 : f32",
            "%one = arith.constant 1.0 : f32",
            f"%of_a = arith.constant {of_a} : f32",
            f"%of_b = arith.constant {of_b} : f32",
            "affine.for %i = 4 to 6 {",
            f"affine.store %of_a, %A[%i] : {_TYPE}",
            f"affine.store %of_b, %B[%i] : {_TYPE}",
            *([f"affine.store %of_b, %C[%i] : {_TYPE}"] if rng.random() < 0.4 else []),
            "}",
            "affine.for %i = 0 to 6 {",
            "affine.if affine_set<(d0) : (3 - d0 >= 0)>(%i) {",
            f"%x = affine.load %A[%i] : {_TYPE}",
            *lines,
            f"affine.store {last}, {target} : {_TYPE}",
            "}",
            '} {pad.stage = "s"}',
            "func.return",
            "}",
        ]
    )


def _guards(module: ModuleOp) -> int:
    return str(module).count("affine.if") + str(module).count("arith.select")


def _promising(rng: random.Random) -> str:
    """C accumulates products of A, of which some cells are padding, and of B; or a loop does."""
    early = rng.random() < 0.4
    padding = (0, 1) if early else (4, 5)
    guard = "(d0) : (d0 - 2 >= 0)" if early else "(d0) : (3 - d0 >= 0)"
    where = f"affine_set<{guard}>(%i)"
    if rng.random() < 0.15:
        where = f"affine_set<{guard[:4]}[s0]{guard[4:-1]}, s0 - d0 - 1 >= 0)>(%i)[%n]"
    factor = rng.choice(("%B[0]", "%B[0]", "%B[%o]", "%B[%o]", "%B[%i]", "%C[0]", "%B[%o + %i]"))
    product = rng.choice(("nnan,ninf", "nnan,ninf", "nnan,ninf", "nnan,ninf,nsz", "nnan", "none"))
    total = rng.choice(("none", "none", "nsz", "nsz", "nnan,ninf,nsz"))
    scale = rng.random() < 0.7
    update = [
        f"%x = affine.load %A[%i] : {_TYPE}",
        *([f"%f = affine.load {factor} : {_TYPE}"] if scale else []),
        *([f"%p = arith.mulf %f, %x fastmath<{product}> : f32"] if scale else []),
    ]
    if scale and rng.random() < 0.15:
        update += [
            "%positive = arith.cmpf ogt, %f, %zero : f32",
            "%q = arith.select %positive, %p, %zero : f32",
        ]
    update.append(f"%m = arith.addf %y, {_last(update)} fastmath<{total}> : f32")
    head = [
        f"func.func @f(%A: {_TYPE}, %B: {_TYPE}, %C: {_TYPE}, %n: index) {{",
        "%zero = arith.constant 0.0 : f32",
        *(f"affine.store %zero, %A[{cell}] : {_TYPE}" for cell in padding),
    ]
    body = _sum_of_loop if rng.random() < 0.35 else _sum_of_cell
    return "\n".join([*head, *body(rng, update, where), "func.return", "}"])


def _last(lines: list[str]) -> str:
    return lines[-1].split(" = ")[0]


def _sum_of_loop(rng: random.Random, update: list[str], where: str) -> list[str]:
    start = "%zero" if rng.random() < 0.6 else "%start"
    seen = [f"affine.store %y, %B[%i] : {_TYPE}"] if rng.random() < 0.15 else []
    return [
        f"%start = affine.load %C[1] : {_TYPE}",
        f"%r = affine.for %o = 0 to 1 iter_args(%w = {start}) -> (f32) {{",
        "%u = affine.for %i = 0 to 6 iter_args(%y = %w) -> (f32) {",
        *seen,
        f"%v = affine.if {where} -> (f32) {{",
        *update,
        "affine.yield %m : f32",
        "} else {",
        "affine.yield %y : f32",
        "}",
        "affine.yield %v : f32",
        "}",
        "affine.yield %u : f32",
        '} {pad.stage = "s"}',
        f"affine.store %r, %C[0] : {_TYPE}",
    ]


def _sum_of_cell(rng: random.Random, update: list[str], where: str) -> list[str]:
    cell = rng.choice(("0", "%o", "%o", "%i"))
    start = [f"affine.store %zero, %C[{cell.replace('%i', '5')}] : {_TYPE}"]
    nothing: list[str] = []
    more = rng.choice(
        (
            *[nothing] * 5,
            [f"%s = affine.load %C[{cell}] : {_TYPE}", f"affine.store %s, %B[5] : {_TYPE}"],
            [f"affine.store %zero, %C[%i] : {_TYPE}"],
            [f"affine.store %zero, %B[%i] : {_TYPE}"],
            [f"%s = affine.load %B[%i] : {_TYPE}", f"affine.store %s, %C[{cell}] : {_TYPE}"],
        )
    )
    if more and rng.random() < 0.7:
        here = f"affine.if affine_set<(d0) : (d0 - {rng.randrange(6)} == 0)>(%i) {{"
        more = [here, *more, "}"]
    return [
        "affine.for %o = 0 to 2 {",
        *(start if rng.random() < 0.6 else []),
        f"affine.for %i = 0 to {'6' if '%o + %i' not in str(update) else '5'} {{",
        f"affine.if {where} {{",
        f"%y = affine.load %C[{cell}] : {_TYPE}",
        *update,
        f"affine.store %m, %C[{cell}] : {_TYPE}",
        "}",
        *more,
        "}",
        '} {pad.stage = "s"}',
    ]

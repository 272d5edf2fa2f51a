"""
Any pass on any layout, pad kind and element type gives a module that verifies and reads back as
itself, or refuses at a location.

`PAD_ODD_LAYOUTS` says how many of the product are looked at, `PAD_ODD_LAYOUTS_SEED` which;
`PAD_ODD_LAYOUTS=all` is every layout, kind and mode on every element type.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice, product
from random import Random

import pytest
from xdsl.dialects.builtin import ModuleOp

from pad_mlir.dialect.annotations import verify_annotations
from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module, print_module, verify_operations
from pad_mlir.passes.diagnostics import OptionError, collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import PipelineError, parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

from .cases import ELEMENTS, LAYOUTS, MODES, OddLayout, pad_kinds, program

COUNT = os.environ.get("PAD_ODD_LAYOUTS", "60")
SEED = int(os.environ.get("PAD_ODD_LAYOUTS_SEED", "0"))
_PARTS = 4

_LATER = (
    *("pad-simplify", "pad-remove-no-op", "pad-hoist-expression", "pad-partition-loops"),
    *("pad-sequential-buffer-access{stage=S buffer=B}", "pad-reduce-loop-extents"),
    "pad-remove-branching-through-overcompute{max-waste=inf index=clamp}",
    "pad-remove-branching-through-overcompute{max-waste=inf trust=true}",
    *("pad-remove-overcompute-through-branching", "pad-merge-adjacent-loops", "pad-flatten-loops"),
    *("pad-cache-read{stage=S buffer=B}", "pad-cache-write{stage=S buffer=B}", "pad-vectorize"),
    *("pad-hoist-stage{stage=S}", "pad-split{loop=i00 factor=3}", "pad-reorder{loops=i01,i00}"),
    *("pad-fuse{outer=i00 inner=i01}", "pad-register-tile", "pad-propagate-layouts"),
    *(
        "pad-check-assumes",
        "pad-optimize",
        "pad-flatten-buffers",
        "pad-flatten-buffers{elide=true}",
    ),
    *("pad-remove-assume", "pad-remove-undef-store", "pad-to-host{stop=scf}", "pad-map-to-gpu"),
    *("pad-to-host{stop=affine}", "pad-remove-assume,pad-remove-undef-store,pad-to-host"),
)


def _applied(layout: OddLayout, buffer: str, kind: str, mode: str, interface: str) -> list[str]:
    options = f'function=f buffer={buffer} map="{layout.map}" pad="{kind}" interface={interface}'
    transform = f"pad-transform-layout{{{options} {layout.options}}}"
    return [transform, f"pad-apply-layouts{{pad-writes={mode}}}"]


def _steps(layout: OddLayout, kind: str, mode: str, random: Random) -> Iterator[str]:
    interface = random.choice(("change", "change", "keep"))
    for buffer in random.sample("ABT", random.choice((1, 1, 2))):
        yield from _applied(layout, buffer, kind, mode, interface)
    for _ in range(random.choice((0, 1, 2))):
        later = random.choice(_LATER).replace("stage=S", f"stage={random.choice(('s0', 's1'))}")
        yield later.replace("buffer=B", f"buffer={random.choice('ABT')}")


def _check(module: ModuleOp) -> None:
    verify_operations(module)
    verify_annotations(module)
    text = print_module(module)
    if '"llvm.' in text:
        return  # upstream's, which prints it
    again = print_module(parse_module(text))
    assert again == text, "what was printed is read as something else"


def _run(text: str, steps: Iterator[str]) -> int:
    """How many steps were taken, up to the first that refuses."""
    module, taken = parse_module(text), list[str]()
    for step in steps:
        try:
            for one in parse_pipeline(step, ALL_PASSES):
                taken.append(step)
                one.apply(new_context(), module)
                _check(module)
        except PadError as error:
            if error.op is None and not isinstance(error, OptionError):
                raise AssertionError(f"no location: {step}: {error}") from error
            return len(taken) - 1
        except PipelineError as error:
            raise AssertionError(f"{step}: {error}") from error
        except Exception as error:
            raise AssertionError(f"{','.join(taken)}:\n{text}") from error
    return len(taken)


def _cases() -> Iterator[tuple[OddLayout, str, str, str]]:
    everything = (
        (layout, element, kind, mode)
        for layout, element, mode in product(LAYOUTS, ELEMENTS, MODES)
        for kind in pad_kinds(layout.rank_after())
    )
    if COUNT == "all":
        return everything
    random, cases = Random(SEED), list(everything)
    return islice(iter(random.sample(cases, len(cases))), int(COUNT))


@pytest.mark.parametrize("part", range(_PARTS))
def test_a_layout_is_applied_or_refused(part: int) -> None:
    taken = looked_at = 0
    for number, (layout, element, kind, mode) in enumerate(islice(_cases(), part, None, _PARTS)):
        random = Random(f"{SEED} {part} {number}")
        text = program(layout, element, random)
        with collect_remarks():
            taken += _run(text, _steps(layout, kind, mode, random)) > 1
        looked_at += 1
    assert taken > looked_at // 8, "most layouts are refused"

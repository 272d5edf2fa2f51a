"""Loops with bounds of all kinds through each pass on loops: an equal result, or a refusal."""

import pytest

from pad_mlir.dialect.ir.located_errors import PadError
from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES
from pad_mlir.tools.driver.compilation import Compilation
from pad_mlir.tools.tv import KnownRoles, Status, validate

BOUNDS = {
    "band": (
        "0 to 8",
        "max affine_map<(d0) -> (0, d0 - 2)>(%i) to min affine_map<(d0) -> (9, d0 + 3)>(%i)",
    ),
    "band by steps": (
        "0 to 8",
        "max affine_map<(d0) -> (0, d0 - 2)>(%i) to min affine_map<(d0) -> (9, d0 + 3)>(%i) step 2",
    ),
    "lower triangle": ("0 to 8", "0 to affine_map<(d0) -> (d0 + 1)>(%i)"),
    "upper triangle by steps": ("0 to 8 step 3", "affine_map<(d0) -> (d0)>(%i) to 9 step 2"),
    "quotients": (
        "0 to 8",
        "affine_map<(d0) -> (d0 floordiv 2)>(%i) to affine_map<(d0) -> (d0 floordiv 3 + 4)>(%i)",
    ),
    "size": ("0 to 8", "0 to %n"),
    "sizes": ("0 to %n", "0 to %n"),
    "least of two sizes": ("0 to 8", "0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m]"),
    "greatest of two sizes": ("0 to 8", "max affine_map<()[s0, s1] -> (s0, s1)>()[%n, %m] to 9"),
    "band of a size": (
        "0 to 8",
        "max affine_map<(d0)[s0] -> (d0 - s0, 0)>(%i)[%n] to "
        "min affine_map<(d0)[s0] -> (d0 + s0, 9)>(%i)[%n]",
    ),
    "steps below a size": ("0 to 8", "0 to min affine_map<()[s0] -> (s0, 9)>()[%n] step 3"),
    "empty": ("0 to 8", "5 to 3"),
    "empty outside": ("3 to 3", "0 to 9"),
    "always empty": ("0 to 8", "affine_map<(d0) -> (d0 + 3)>(%i) to affine_map<(d0) -> (d0)>(%i)"),
}
MAP = """
      %b = affine.load %B[%k] : memref<9xi32>
      %c = affine.load %A[%i, %k] : memref<8x9xi32>
      %t = arith.addi %c, %b : i32
      affine.store %t, %A[%i, %k] : memref<8x9xi32>"""
SUM = """
      %b = affine.load %B[%i] : memref<9xi32>
      %c = affine.load %A[%i, %k] : memref<8x9xi32>
      %t = arith.addi %c, %b : i32
      affine.store %t, %B[%i] : memref<9xi32>"""
CPU = "{target-cpu=x86-64-v3}"
PIPELINES = (
    "pad-split{loop=k factor=4}",
    "pad-split{loop=i factor=3},pad-split{loop=k factor=20}",
    "pad-reorder{loops=k,i}",
    "pad-fuse{outer=i inner=k}",
    "pad-sequential-buffer-access{stage=s buffer=A}",
    "pad-sequential-buffer-access{stage=s buffer=B}",
    "pad-split{loop=k factor=4},pad-optimize{guards=either}",
    "pad-split{loop=k factor=4},pad-flatten-loops",
    f"pad-split{{loop=k factor=4}},pad-vectorize{CPU},pad-register-tile{CPU}",
    "pad-merge-adjacent-loops",
    "pad-partition-loops",
    "pad-flatten-loops",
    "pad-flatten-buffers",
    "pad-reduce-loop-extents,pad-hoist-expression,pad-simplify",
    f"pad-vectorize{CPU}",
    f"pad-register-tile{CPU}",
    f"pad-optimize{CPU}",
    "pad-cache-read{stage=s buffer=B}",
    "pad-hoist-stage{stage=s}",
    "pad-remove-no-op,pad-remove-overcompute-through-branching",
)
ALWAYS_DONE = PIPELINES[:3] + PIPELINES[6:7]


def program(bounds: tuple[str, str], body: str) -> str:
    """Two loops; what they access is in bounds for sizes up to 8."""
    outer, inner = bounds
    return f"""
func.func @f(%A: memref<8x9xi32>, %B: memref<9xi32>, %n: index, %m: index) {{
  affine.for %i = {outer} {{
    affine.for %k = {inner} {{{body}
    }}
  }} {{pad.stage = "s"}}
  func.return
}}"""


def rewritten(text: str, pipeline: str) -> str | PadError:
    """The program after a pipeline, or the error of the pipeline."""
    passes = parse_pipeline(pipeline, ALL_PASSES)
    try:
        with collect_remarks():
            return Compilation(new_context(), passes, "bounds").run(text)
    except PadError as refusal:
        return refusal


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_bounds_of_all_kinds(pipeline: str) -> None:
    for kind, bounds in BOUNDS.items():
        for body in (MAP, SUM) if pipeline in PIPELINES[:5] else (SUM,):
            text = program(bounds, body)
            result = rewritten(text, pipeline)
            if isinstance(result, PadError):
                assert pipeline not in ALWAYS_DONE, f"{kind}: {result}"
                continue
            before, after = (parse_module(t, context=new_context()) for t in (text, result))
            known = KnownRoles()
            for n in (0, 5) if pipeline in ALWAYS_DONE else (5,):
                verdict = validate(before, after, sizes={"n": n, "m": 3}, known=known)
                assert verdict.status is Status.VALID, f"{kind}: {verdict}\n{text}\n{result}"


def test_map_to_gpu_takes_or_refuses_them() -> None:
    for bounds in BOUNDS.values():
        rewritten(program(bounds, MAP), "pad-map-to-gpu")

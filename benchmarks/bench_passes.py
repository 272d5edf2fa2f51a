"""How long each pass takes on kernels and on chains of stages; reading the module is left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from time import thread_time

from xdsl.dialects import affine, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from pad_mlir.dialect.repairs import new_context, parse_module
from pad_mlir.passes.diagnostics import collect_remarks
from pad_mlir.passes.pipeline.pipeline_text import parse_pipeline
from pad_mlir.passes.registry import ALL_PASSES

ROUNDS = 3
TILES = 'map="(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)"'
CHANNELS = 'map="(n, c, y, x) -> (n, c floordiv 8, y, x, c mod 8)"'
FILTERS = 'map="(k, c, r, s) -> (k floordiv 8, c floordiv 8, r, s, c mod 8, k mod 8)"'
FOURS = 'map="(i) -> (i floordiv 4, i mod 4)"'


@dataclass(frozen=True)
class Kernel:
    """A module, the passes to time on it, and how many guards of its stage stay."""

    text: str
    pipeline: str
    stage: str | None = None


def row_sum() -> Kernel:
    """The row sum of the README, tiles of 16."""
    layout = 'pad-transform-layout{buffer=A map="(i, j) -> (i, j floordiv 16, j mod 16)" pad=0.0}'
    path = Path(__file__).parents[1] / "examples" / "row_sum.mlir"
    return Kernel(path.read_text(), f"{layout},{pipeline('A')}", "compute")


def matmul() -> Kernel:
    """127 x 127 x 127, all three buffers in tiles of 16, strict floats."""
    text = """
func.func @matmul(%A: memref<127x127xf32>, %B: memref<127x127xf32>, %C: memref<127x127xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 127 {
    affine.for %j = 0 to 127 {
      affine.store %zero, %C[%i, %j] : memref<127x127xf32>
      affine.for %k = 0 to 127 {
        %a = affine.load %A[%i, %k] : memref<127x127xf32>
        %b = affine.load %B[%k, %j] : memref<127x127xf32>
        %c = affine.load %C[%i, %j] : memref<127x127xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<127x127xf32>
      } {pad.loop = "k"}
    }
  } {pad.stage = "compute"}
  func.return
}"""
    layouts = ",".join(
        f"pad-transform-layout{{buffer={buffer} {TILES} pad={pad}}}"
        for buffer, pad in (("A", "0.0"), ("B", "0.0"), ("C", "undef"))
    )
    return Kernel(text, f"{layouts},{pipeline('C', 'pad-split{loop=k factor=16}')}", "compute")


def conv2d() -> Kernel:
    """NCHWc with 61 channels in, 30 out, blocks of 8: seven loops, eight with the split one."""
    text = """
func.func @conv2d(%X: memref<2x61x16x15xf32>, %W: memref<30x61x3x3xf32>,
                  %Y: memref<2x30x14x13xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %n = 0 to 2 {
    affine.for %k = 0 to 30 {
      affine.for %y = 0 to 14 {
        affine.for %x = 0 to 13 {
          affine.store %zero, %Y[%n, %k, %y, %x] : memref<2x30x14x13xf32>
          affine.for %c = 0 to 61 {
            affine.for %r = 0 to 3 {
              affine.for %s = 0 to 3 {
                %a = affine.load %X[%n, %c, %y + %r, %x + %s] : memref<2x61x16x15xf32>
                %b = affine.load %W[%k, %c, %r, %s] : memref<30x61x3x3xf32>
                %o = affine.load %Y[%n, %k, %y, %x] : memref<2x30x14x13xf32>
                %p = arith.mulf %a, %b : f32
                %q = arith.addf %o, %p : f32
                affine.store %q, %Y[%n, %k, %y, %x] : memref<2x30x14x13xf32>
              }
            }
          } {pad.loop = "c"}
        }
      }
    }
  } {pad.stage = "compute"}
  func.return
}"""
    layouts = ",".join(
        f"pad-transform-layout{{buffer={buffer} {layout} pad={pad}}}"
        for buffer, layout, pad in (
            ("X", CHANNELS, "0.0"),
            ("W", FILTERS, "0.0"),
            ("Y", CHANNELS, "undef"),
        )
    )
    return Kernel(text, f"{layouts},{pipeline('Y', 'pad-split{loop=c factor=8}')}", "compute")


def any_conv2d() -> Kernel:
    """The same with all sizes as parameters, already in tiles of 16 channels."""
    path = Path(__file__).parents[1] / "tests" / "overcompute" / "symbolic_conv2d.mlir"
    removal = "pad-remove-branching-through-overcompute{stage=compute}"
    return Kernel(path.read_text(), f"{removal},pad-simplify,pad-remove-no-op", "compute")


def chain(stages: int) -> Kernel:
    """Stages in a row over padded temporaries, each of which reads what the one before wrote."""
    lines = ["func.func @chain(%A: memref<14xf32>, %x: f32) {"]
    source = "%A"
    for k in range(stages):
        lines += [
            f'  %T{k} = memref.alloc() {{pad.name = "T{k}"}} : memref<14xf32>',
            "  affine.for %i = 0 to 14 {",
            f"    %a = affine.load {source}[%i] : memref<14xf32>",
            "    %b = arith.addf %a, %x : f32",
            f"    affine.store %b, %T{k}[%i] : memref<14xf32>",
            f'  }} {{pad.stage = "s{k}"}}',
        ]
        source = f"%T{k}"
    lines += [
        "  affine.for %i = 0 to 14 {",
        f"    %a = affine.load {source}[%i] : memref<14xf32>",
        "    affine.store %a, %A[%i] : memref<14xf32>",
        "  }",
        "  func.return",
        "}",
    ]
    buffers = [f"T{k}" for k in range(stages)]
    steps = [f"pad-transform-layout{{buffer={buffer} {FOURS} pad=undef}}" for buffer in buffers]
    steps += ["pad-apply-layouts"]
    steps += [f"pad-sequential-buffer-access{{stage=s{k} buffer=T{k}}}" for k in range(stages)]
    steps += ["pad-remove-branching-through-overcompute", "pad-simplify", "pad-remove-no-op"]
    return Kernel("\n".join(lines), ",".join(steps))


def pipeline(buffer: str, *more: str) -> str:
    """The passes after the layouts: a stage along a buffer, without its guards."""
    access = f"pad-sequential-buffer-access{{stage=compute buffer={buffer}}}"
    removal = "pad-remove-branching-through-overcompute{stage=compute}"
    return ",".join(
        ["pad-apply-layouts", access, *more, removal, "pad-simplify", "pad-remove-no-op"]
    )


def milliseconds(kernel: Kernel) -> dict[str, float]:
    """The time of one run of each pass: the mean of its runs in the pipeline."""
    module, context = parse_module(kernel.text, "kernel.mlir"), new_context()
    times: dict[str, list[float]] = {}
    with collect_remarks():
        for step in parse_pipeline(kernel.pipeline, ALL_PASSES):
            start = thread_time()
            step.apply(context, module)
            times.setdefault(step.name, []).append(1e3 * (thread_time() - start))
    if kernel.stage is not None and (left := guards(module, kernel.stage)):
        raise SystemExit(f"{left} guards are left: the times are of something else")
    return {name: mean(each) for name, each in times.items()}


def guards(module: ModuleOp, stage: str) -> int:
    """How many ifs are left in a stage."""

    def is_stage(op: Operation) -> bool:
        return getattr(op.attributes.get("pad.stage"), "data", None) == stage

    nested = [op for outer in module.walk() if is_stage(outer) for op in outer.walk()]
    return sum(isinstance(op, affine.IfOp | scf.IfOp) for op in nested)


def main() -> None:
    """One row a pass, one column a kernel: milliseconds of its thread a run, a median of rounds."""
    kernels: dict[str, Callable[[], Kernel]] = {
        "row sum": row_sum,
        "matmul": matmul,
        "conv2d": conv2d,
        "any conv2d": any_conv2d,
        **{f"{n} stages": lambda n=n: chain(n) for n in (8, 16, 32, 64)},
    }
    runs = {name: [milliseconds(make()) for _ in range(ROUNDS)] for name, make in kernels.items()}
    passes = list(dict.fromkeys(name for times in runs.values() for name in times[0]))
    print(f"{'ms':<42}" + "".join(f"{name:>11}" for name in runs))
    for name in passes:
        cells = [
            f"{median(t[name] for t in times):11.1f}" if name in times[0] else f"{'-':>11}"
            for times in runs.values()
        ]
        print(f"{name:<42}" + "".join(cells))


if __name__ == "__main__":
    main()

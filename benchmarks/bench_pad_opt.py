"""How long pad-opt takes on generated modules, all in all, with mlir-opt beside."""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NEST = """\
    affine.for %i = 0 to 14 {{
      affine.for %j = 0 to %n {{
        %x = affine.load %A[%i floordiv 4, %i mod 4 + {k}] : memref<4x64xf32>
        %y = affine.load %A[%i floordiv 4, %j mod 4 + {k}] : memref<4x64xf32>
        %s = arith.addf %x, %y : f32
        affine.if affine_set<(d0)[s0] : (d0 - {k} >= 0, s0 - d0 - 1 >= 0)>(%j)[%n] {{
          affine.store %s, %A[%i floordiv 4, %i mod 4] : memref<4x64xf32>
        }}
        %m = arith.maximumf %s, %x : f32
        affine.store %m, %B[%i, symbol(%n) - 1] : memref<14x?xf32>
      }}
    }}
"""
OPS_PER_NEST = 12  # terminators included
NESTS_PER_FUNCTION = 8
PIPELINE = "pad-apply-layouts,pad-remove-assume,pad-to-host{stop=affine}"


def module_text(operations: int) -> str:
    """Functions with two-deep affine nests over two buffers, of about so many operations."""
    functions: list[str] = []
    remaining = operations // OPS_PER_NEST
    while remaining > 0:
        count = min(remaining, NESTS_PER_FUNCTION)
        body = "".join(NEST.format(k=k) for k in range(count))
        name = f"f{len(functions)}"
        signature = "%A: memref<4x64xf32>, %B: memref<14x?xf32>, %n: index"
        functions.append(f"  func.func @{name}({signature}) {{\n{body}    return\n  }}\n")
        remaining -= count
    return "module {\n" + "".join(functions) + "}\n"


def seconds(command: list[str], repeats: int = 3) -> float:
    """The best of some runs."""
    times: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return min(times)


def mlir_opt() -> str | None:
    """The mlir-opt on the path, or the one of the wheel."""
    wheel = Path(sys.prefix) / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    return shutil.which("mlir-opt") or shutil.which("mlir-opt", path=str(wheel / "mlir" / "bin"))


def chain_text(stages: int) -> str:
    """Stages in a row over padded temporaries, each reading what the one before wrote."""
    layout = "#pad.layout<[affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>], [0.0 : f32], {}>"
    lines = [f"#tiles = {layout}", "func.func @chain(%T: memref<14xf32, #tiles>, %x: f32) {"]
    source = "%T"
    for k in range(stages):
        lines += [
            f"  %T{k} = memref.alloc() : memref<14xf32, #tiles>",
            "  affine.for %i = 0 to 14 {",
            f"    %a = affine.load {source}[%i] : memref<14xf32, #tiles>",
            "    %b = arith.addf %a, %x : f32",
            f"    affine.store %b, %T{k}[%i] : memref<14xf32, #tiles>",
            "  }",
        ]
        source = f"%T{k}"
    return "\n".join([*lines, "  func.return", "}"])


def main() -> None:
    """Prints one row for each size, without passes and then with some."""
    pad_opt = str(Path(sys.executable).parent / "pad-opt")
    reference = mlir_opt()
    print(f"{'operations':>10} {'pad-opt s':>10} {'mlir-opt s':>10}")
    with tempfile.TemporaryDirectory() as folder:
        for operations in (0, 1_000, 10_000):
            path = Path(folder) / f"{operations}.mlir"
            path.write_text(module_text(operations))
            ours = seconds([pad_opt, str(path)])
            theirs = f"{seconds([reference, str(path)]):10.2f}" if reference else f"{'-':>10}"
            print(f"{operations:>10} {ours:10.2f} {theirs}")
        print(f"\n{'stages':>10} {'pad-opt s':>10}  {PIPELINE}")
        for stages in (1, 100, 1_000):
            path = Path(folder) / f"chain{stages}.mlir"
            path.write_text(chain_text(stages))
            print(f"{stages:>10} {seconds([pad_opt, str(path), '-p', PIPELINE], 1):10.2f}")


if __name__ == "__main__":
    main()

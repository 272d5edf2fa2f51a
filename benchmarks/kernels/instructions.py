"""How many instructions a call of compiled code executes, by callgrind."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from .native import any_compiler

CPU = "haswell"
"""The processor that code is made for: callgrind knows no AVX-512."""


@dataclass(frozen=True)
class Call:
    """
    A function of an object file and what it is called with: buffers of these shapes, then sizes.

    With `descriptors` the buffers go as MLIR's descriptors, else as bare pointers.
    """

    code: bytes
    function: str
    shapes: Sequence[Sequence[int]]
    sizes: Sequence[int]
    descriptors: bool

    @property
    def symbol(self) -> str:
        """What C calls."""
        return f"_mlir_ciface_{self.function}" if self.descriptors else self.function


def is_counted_here() -> bool:
    """Whether this machine has valgrind."""
    return shutil.which("valgrind") is not None


def instructions(call: Call) -> int:
    """Of one call, with all that it calls; raises CalledProcessError if it crashes."""
    with TemporaryDirectory() as folder:
        source, code, program, out = (Path(folder, name) for name in ("m.c", "k.o", "m", "out"))
        source.write_text(_main(call))
        code.write_bytes(call.code)
        build = [any_compiler(), "-O1", str(source), str(code), "-lm", "-o", str(program)]
        subprocess.run(build, check=True)
        count = ["valgrind", "--tool=callgrind", f"--toggle-collect={call.symbol}"]
        count += [f"--callgrind-out-file={out}", str(program)]
        subprocess.run(count, check=True, capture_output=True)
        found = re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.MULTILINE)
        assert found is not None, "callgrind sums up"
        return int(found[1])


def _main(call: Call) -> str:
    """A program in C that makes arrays, aligned to lines of the cache, and calls the function."""
    types, made, given = list[str](), list[str](), list[str]()
    for k, shape in enumerate(call.shapes):
        cells = 1
        strides = list[int]()
        for extent in reversed(shape):
            strides.insert(0, cells)
            cells *= extent
        made.append(f"  float *a{k} = array({cells}L);")
        if call.descriptors:
            rank = len(shape)
            fields = f"float *base, *data; int64_t offset, sizes[{rank}], strides[{rank}];"
            types.append(f"struct d{k} {{ {fields} }};")
            numbers = [", ".join(map(str, each)) for each in (shape, strides)]
            made.append(
                f"  struct d{k} d{k} = {{a{k}, a{k}, 0, {{{numbers[0]}}}, {{{numbers[1]}}}}};"
            )
        given.append(f"&d{k}" if call.descriptors else f"a{k}")
    parameters = ["void *"] * len(given) + ["int64_t"] * len(call.sizes)
    given += [f"{size}L" for size in call.sizes]
    lines = [
        "#include <stdint.h>",
        "#include <stdlib.h>",
        *types,
        f"void {call.symbol}({', '.join(parameters)});",
        "static float *array(long cells) {",
        "  float *cell = aligned_alloc(64, (cells * 4 + 127) / 64 * 64);",
        "  for (long k = 0; k < cells; k++) cell[k] = (float)(k % 17) / 8 - 1;",
        "  return cell;",
        "}",
        "int main(void) {",
        *made,
        f"  {call.symbol}({', '.join(given)});",
        "  return 0;",
        "}",
    ]
    return "\n".join(lines) + "\n"

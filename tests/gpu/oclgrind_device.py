"""Oclgrind as an OpenCL device that takes SPIR-V, by way of LLVM bitcode."""

from __future__ import annotations

import math
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from pad_mlir.runtime.gpu.element_bytes import size_of_element
from pad_mlir.runtime.gpu.opencl import OpenCLArray, OpenCLDevice

cl: Any = import_module("pyopencl")

_HEADER, _BOUND = 5, 3  # words; the place of the first number that is free
_NAME, _FUNCTION, _END, _VARIABLE = 5, 54, 56, 59
_ENTRY_POINT = 15
_UNDEF, _CONSTRUCT, _INSERT = 1, 80, 82
_WORKGROUP = 4


def oclgrind_device() -> OpenCLDevice:
    """The one device of Oclgrind, which has to be the only platform."""
    (platform,) = cl.get_platforms()
    assert platform.name == "Oclgrind"
    return _Oclgrind(platform.get_devices()[0])


class _Oclgrind(OpenCLDevice):
    def build(self, code: bytes) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            spirv, bitcode = Path(folder, "kernels.spv"), Path(folder, "kernels.bc")
            spirv.write_bytes(with_owners(with_inserts(code)))
            subprocess.run(["llvm-spirv-14", "-r", spirv, "-o", bitcode], check=True)
            program = cl.Program(self.context, self.context.devices, [bitcode.read_bytes()])
        return program.build("-x spir -spir-std=1.2")

    def allocate(self, element: str, shape: tuple[int, ...], alignment: int) -> OpenCLArray:
        # Of just this size: one byte more would not be out of bounds.
        size = math.prod(shape) * size_of_element(element)
        buffer = cl.Buffer(self.context, cl.mem_flags.READ_WRITE, max(size, 1))
        return OpenCLArray(buffer, element, shape)


def with_inserts(spirv: bytes) -> bytes:
    """The module with vectors made by elements: llvm-spirv-14 knows those of constants only."""
    words = list(struct.unpack(f"<{len(spirv) // 4}I", spirv))
    out = list[int]()
    free = words[_BOUND]
    for instruction in _instructions(tuple(words)):
        if _opcode(instruction) != _CONSTRUCT:
            out += instruction
            continue
        _, type, result, *elements = instruction
        whole, free = free, free + 1
        out += (3 << 16 | _UNDEF, type, whole)
        for place, element in enumerate(elements):
            after = free if place + 1 < len(elements) else result
            out += (6 << 16 | _INSERT, type, after, element, whole, place)
            whole, free = after, free + 1
    words[_BOUND] = free
    return struct.pack(f"<{_HEADER + len(out)}I", *words[:_HEADER], *out)


def with_owners(spirv: bytes) -> bytes:
    """The module with shared memory called KERNEL.x: by that Oclgrind knows whose it is."""
    words = struct.unpack(f"<{len(spirv) // 4}I", spirv)
    instructions = list(_instructions(words))
    shared = {w[2] for w in instructions if _opcode(w) == _VARIABLE and w[3] == _WORKGROUP}
    kernels = {w[2]: _text(w[3:]) for w in instructions if _opcode(w) == _ENTRY_POINT}
    owners: dict[int, str] = {}
    function = ""
    for instruction in instructions:
        if _opcode(instruction) == _FUNCTION:
            function = kernels.get(instruction[2], "")
        elif _opcode(instruction) == _END:
            function = ""
        elif function:
            owners |= {word: function for word in instruction[2:] if word in shared}
    renamed = [w for w in instructions if not (_opcode(w) == _NAME and w[1] in shared)]
    first = next(k for k, w in enumerate(renamed) if _opcode(w) == _NAME)
    names = [_name(variable, f"{owner}.{variable}") for variable, owner in owners.items()]
    out = [*renamed[:first], *names, *renamed[first:]]
    flat = [*words[:_HEADER], *(word for instruction in out for word in instruction)]
    return struct.pack(f"<{len(flat)}I", *flat)


def _instructions(words: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    at = _HEADER
    while at < len(words):
        size = words[at] >> 16
        yield words[at : at + size]
        at += size


def _opcode(instruction: tuple[int, ...]) -> int:
    return instruction[0] & 0xFFFF


def _text(words: tuple[int, ...]) -> str:
    return struct.pack(f"<{len(words)}I", *words).partition(b"\0")[0].decode()


def _name(target: int, name: str) -> tuple[int, ...]:
    text = name.encode() + b"\0"
    text += bytes(-len(text) % 4)
    words = struct.unpack(f"<{len(text) // 4}I", text)
    return ((2 + len(words)) << 16 | _NAME, target, *words)

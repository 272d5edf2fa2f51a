"""Properties of NVIDIA's machine code for PTX; a test is skipped without the assembler."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from .tools import need

_SECTION = re.compile(r"^//-+ \.text\.(?P<kernel>\S+)")
_LABEL = re.compile(r"^(?P<label>\.L_x_\d+):")
_INSTRUCTION = re.compile(
    r"^\s*/\*(?P<address>[0-9a-f]+)\*/\s+(?:@(?P<predicate>!?U?P\d+)\s+)?"
    r"(?P<name>[A-Z][\w.]*)\s*(?P<operands>[^;]*);"
)
_TARGET = re.compile(r"`\((\.L_x_\d+)\)")
_REPORT = re.compile(
    r"Compiling entry function '(?P<kernel>\w+)'.*?(?P<stores>\d+) bytes spill stores, "
    r"(?P<loads>\d+) bytes spill loads.*?Used (?P<registers>\d+) registers(?P<rest>[^\n]*)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Instruction:
    """A machine instruction: `@!P0 LDG.E.128 R8, desc[UR4][R2.64]`."""

    address: int
    name: str
    operands: str
    predicate: str | None = None


@dataclass(frozen=True)
class Usage:
    """The registers and memory that a thread or a block uses."""

    registers: int
    spilled: int
    """Bytes of stores and loads."""
    shared: int
    """Bytes of a block."""


@dataclass(frozen=True)
class Code:
    """The machine code of a kernel, and where its labels are."""

    instructions: Sequence[Instruction]
    labels: Mapping[str, int]

    def count(self, name: str) -> int:
        """How many instructions begin so: `LDG.E.128`, `BAR`."""
        return sum(i.name == name or i.name.startswith(f"{name}.") for i in self.instructions)

    def loops(self) -> list[Sequence[Instruction]]:
        """The bodies of the innermost loops, each with the branch back to its head."""
        spans = [
            (self.labels[match[1]], branch.address)
            for branch in self.instructions
            if branch.name.startswith("BRA")
            and (match := _TARGET.search(branch.operands)) is not None
            # The code ends in a branch to itself that is never reached.
            and self.labels[match[1]] < branch.address
        ]
        innermost = [
            span
            for span in spans
            if not any(span != o and span[0] <= o[0] and o[1] <= span[1] for o in spans)
        ]
        return [
            [i for i in self.instructions if start <= i.address <= end] for start, end in innermost
        ]

    def predicated(self, loop: Sequence[Instruction]) -> list[Instruction]:
        """The instructions of a loop that run on a condition, but for branches out of it."""
        first, last = loop[0].address, loop[-1].address

        def leaves(instruction: Instruction) -> bool:
            target = _TARGET.search(instruction.operands)
            branch = instruction.name.startswith(("BRA", "CALL.REL"))
            if not branch or target is None:
                return False
            return not first <= self.labels.get(target[1], -1) <= last

        inside = [i for i in loop[:-1] if not leaves(i)]
        return [instruction for instruction in inside if instruction.predicate is not None]


def assemble(ptx: bytes, chip: str) -> tuple[bytes, Mapping[str, Usage]]:
    """The machine code of all kernels, and what each of them takes; the test fails on an error."""
    tool = _tool("ptxas")
    with TemporaryDirectory() as folder:
        code = Path(folder, "code.cubin")
        result = subprocess.run(
            [tool, f"-arch={chip}", "-v", "-o", str(code), "-"],
            input=ptx,
            capture_output=True,
            check=False,
        )
        report = result.stderr.decode()
        assert result.returncode == 0, report
        return code.read_bytes(), {m["kernel"]: _usage(m) for m in _REPORT.finditer(report)}


def disassemble(cubin: bytes) -> Mapping[str, Code]:
    """The code of each kernel."""
    with TemporaryDirectory() as folder:
        code = Path(folder, "code.cubin")
        code.write_bytes(cubin)
        text = subprocess.run(
            [_tool("nvdisasm"), "-c", str(code)], capture_output=True, text=True, check=True
        ).stdout
    return parse(text)


def parse(text: str) -> Mapping[str, Code]:
    """Parse the output of nvdisasm."""
    kernels: dict[str, Code] = {}
    instructions: list[Instruction] = []
    labels: dict[str, int] = {}
    pending: list[str] = []
    for line in text.splitlines():
        if (section := _SECTION.match(line)) is not None:
            instructions, labels, pending = [], {}, []
            kernels[section["kernel"]] = Code(instructions, labels)
        elif (label := _LABEL.match(line)) is not None:
            pending.append(label["label"])
        elif (match := _INSTRUCTION.match(line)) is not None:
            address = int(match["address"], 16)
            labels.update(dict.fromkeys(pending, address))
            pending.clear()
            name, operands = match["name"], match["operands"].strip()
            instructions.append(Instruction(address, name, operands, match["predicate"]))
    return kernels


def _usage(match: re.Match[str]) -> Usage:
    shared = re.search(r"(\d+) bytes smem", match["rest"])
    spilled = int(match["stores"]) + int(match["loads"])
    return Usage(int(match["registers"]), spilled, 0 if shared is None else int(shared[1]))


@cache
def _find(name: str) -> str | None:
    packages = Path(sysconfig.get_path("platlib"))
    return shutil.which(name) or next(map(str, packages.glob(f"nvidia/*/bin/{name}")), None)


def _tool(name: str) -> str:
    found = _find(name)
    package = {"ptxas": "nvidia-cuda-nvcc", "nvdisasm": "nvidia-cuda-nvdisasm"}[name]
    need(None if found else f"no {name} (pip install --no-deps {package})")
    return found or name

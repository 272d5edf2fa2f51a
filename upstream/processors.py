"""The processors that LLVM knows, and what it makes of IR on each of them."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from .llvm_library import LLVMError, library, package_file, take_message

_TRIPLES = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")
HOST_NAMES = (None, "native", "host")


@dataclass(frozen=True)
class Processor:
    """A processor by LLVM's name, with the features that the name does not tell."""

    triple: str
    name: str
    features: str = ""

    @property
    def architecture(self) -> str:
        """The first part of the triple: `x86_64`, `aarch64`."""
        return self.triple.split("-")[0]


@cache
def host_processor() -> Processor:
    """This machine's; raises LLVMError if LLVM is not installed."""
    lib = library()
    return Processor(
        take_message(lib.LLVMGetDefaultTargetTriple()),
        take_message(lib.LLVMGetHostCPUName()),
        take_message(lib.LLVMGetHostCPUFeatures()),
    )


@cache
def processor(name: str | None) -> Processor:
    """
    The processor of that name, of this machine's architecture where others have the name too.

    None, `native` and `host` are this machine. What follows a colon in the name is not LLVM's, and
    left out. Raises LLVMError for a name that LLVM does not know.
    """
    host = host_processor()
    if name is None or name in HOST_NAMES:
        return host
    name = name.split(":")[0]
    others = [t for t in _TRIPLES if not t.startswith(f"{host.architecture}-")]
    known: list[str] = []
    for triple in (host.triple, *others):
        names = known_names(triple)
        if name in names:
            return Processor(triple, name)
        known += names
    similar = get_close_matches(name, known) or ["x86-64-v3", "neoverse-n1"]
    architecture = host.architecture
    raise LLVMError(
        f"LLVM knows no processor '{name}'; names are like {', '.join(similar)}, 'native' is this "
        f"machine ({host.name}), and `llc -mtriple={architecture} -mcpu=help` lists all"
    )


def compiles(ir: str, target: Processor) -> bool:
    """
    Whether LLVM makes code of IR for a processor that it knows by name.

    Asked of its tool, in a process of its own, which an instruction that is missing ends.
    """
    llc = package_file("bin/llc")
    if llc is None:
        return False
    command = [str(llc), f"-mtriple={target.triple}", f"-mcpu={target.name}", "-o", "/dev/null"]
    return not subprocess.run(command, input=ir, capture_output=True, text=True).returncode


@cache
def known_names(triple: str) -> tuple[str, ...]:
    """The names that LLVM knows for a triple; its library itself has no function that tells."""
    llc = package_file("bin/llc")
    if llc is None:
        raise LLVMError("which processors LLVM knows is told by its tool llc, which is missing")
    command = [str(llc), f"-mtriple={triple}", "-mcpu=help", "/dev/null", "-o", "/dev/null"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    lines = answer.split("Available features")[0].splitlines()
    return tuple(line.split()[0] for line in lines if " - Select the " in line)

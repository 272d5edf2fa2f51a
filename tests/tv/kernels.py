"""Functions that launch kernels, as text."""

from __future__ import annotations

from collections.abc import Sequence

N = 70
"""Elements of A and B: not as many as there are threads."""
A_AND_B = {"A": f"memref<{N}xf32>", "B": f"memref<{N}xf32>"}


def function(body: str, arguments: dict[str, str] = A_AND_B) -> str:
    """A function `@f` of host code."""
    return f"func.func @f({_parameters(arguments)}) {{ {body} func.return }}"


def launch(blocks: Sequence[int] = (3,), threads: Sequence[int] = (32,), prefix: str = "") -> str:
    """A launch of `@kernel` with A and B."""
    return launch_of(A_AND_B, blocks, threads, prefix)


def launch_of(
    arguments: dict[str, str],
    blocks: Sequence[int] = (3,),
    threads: Sequence[int] = (32,),
    prefix: str = "",
) -> str:
    """A launch of `@kernel` with these; what is left of the sizes is 1, names are made unique."""
    sizes = [*blocks, *(1 for _ in "xyz"[len(blocks) :])]
    sizes += [*threads, *(1 for _ in "xyz"[len(threads) :])]
    names = [f"%{prefix}s{k}" for k, _ in enumerate(sizes)]
    constants = [
        f"{n} = arith.constant {size} : index" for n, size in zip(names, sizes, strict=True)
    ]
    grid, block = ", ".join(names[:3]), ", ".join(names[3:])
    given = f"args({_parameters(arguments, ' : ')})" if arguments else ""
    op = f"gpu.launch_func @kernels::@kernel blocks in ({grid}) threads in ({block}) {given}"
    return "\n".join([*constants, op, ""])


def kernels(body: str, arguments: dict[str, str] = A_AND_B, attributes: str = "") -> str:
    """The module of `@kernel`; `%b` is the block, `%t` the thread, `%i` the iteration."""
    return f"""gpu.module @kernels {{
      gpu.func @kernel({_parameters(arguments)}) kernel {attributes} {{
        %b = gpu.block_id x
        %t = gpu.thread_id x
        %i = gpu.global_id x
        {body}
        gpu.return
      }}
    }}"""


def program(
    body: str,
    arguments: dict[str, str] = A_AND_B,
    *,
    blocks: Sequence[int] = (3,),
    threads: Sequence[int] = (32,),
    attributes: str = "",
) -> str:
    """A function that launches a kernel, and that."""
    host = function(launch_of(arguments, blocks, threads), arguments)
    return f"{host}\n{kernels(body, arguments, attributes)}"


def guard(condition: str, body: str, operands: str = "%i") -> str:
    """An `affine.if` on one operand `d0`, or on two."""
    dims = ", ".join(f"d{k}" for k, _ in enumerate(operands.split(",")))
    return f"affine.if affine_set<({dims}) : ({condition})>({operands}) {{ {body} }}"


def _parameters(arguments: dict[str, str], colon: str = ": ") -> str:
    return ", ".join(f"%{name}{colon}{type}" for name, type in arguments.items())

"""Comments of a C header on a function: its buffers' contracts, and its sizes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...analysis.contracts.call_sizes import size_name
from ...analysis.contracts.contracts import BufferContract, FunctionContract
from ...index.expr import var
from ..signature import Buffer, Scalar, Signature, stored_sizes
from .c_names import word

_COMPUTED = re.compile(r"holds @[\w.$-]+")


def comment(signature: Signature, contract: FunctionContract) -> str:
    """A comment in C."""
    lines = [f"@{contract.name}", *(_buffer(buffer, contract) for buffer in contract.buffers)]
    about = "\n".join(f" * {line}" for line in (*lines, *_ties(signature), *_conditions(signature)))
    return f"/*\n{about.replace('*/', '* /')}\n */"


def _buffer(buffer: BufferContract, contract: FunctionContract) -> str:
    text = str(buffer)
    if buffer.role == "result":
        return text
    packs = f"{contract.name}_pack_{word(buffer.name)}"
    return _COMPUTED.sub(f"holds what {packs} writes there", text)


def _ties(signature: Signature) -> Iterator[str]:
    for part in signature.parameters:
        if not isinstance(part, Scalar) or not part.ties:
            continue
        sizes = [_size(signature, tie.buffer, tie.axis) for tie in part.ties]
        sizes = list(dict.fromkeys(sizes))
        limits = [f"at least {tie.least}" for tie in part.ties if tie.least]
        limits += [f"at most {tie.most}" for tie in part.ties if tie.most is not None]
        limits += [f"a multiple of {tie.multiple}" for tie in part.ties if tie.multiple != 1]
        yield "; ".join([f"{part.name}: must be {' and '.join(sizes)}", *dict.fromkeys(limits)])


def _conditions(signature: Signature) -> Iterator[str]:
    for buffer, axis, extent in stored_sizes(signature):
        yield f"{buffer.name}->sizes[{axis}]: must be {extent}"
    names = {
        size_name(part.name, axis): var(f"{part.name}->sizes[{axis}]")
        for part in signature.parameters
        if isinstance(part, Buffer)
        for axis in range(len(part.shape))
    }
    for check in signature.size_checks:
        condition = check.condition.substitute(names)
        if check.buffer is None:
            yield f"assumed: {condition}"
        elif check.axis is None:
            yield f"{check.buffer}: must not be allocated unless {condition}"
        else:
            yield f"{check.buffer}: accessed out of bounds on axis {check.axis} unless {condition}"


def _size(signature: Signature, buffer: str, axis: int) -> str:
    """In C where it is dynamic, as a descriptor has it; a logical size no descriptor has."""
    known = {p.name: p for p in signature.parameters if isinstance(p, Buffer)}
    if buffer not in known or known[buffer].has_other_sizes:
        return f"the logical size of axis {axis} of {buffer}"
    size = known[buffer].shape[axis]
    return f"{buffer}->sizes[{axis}]" if size < 0 else str(size)

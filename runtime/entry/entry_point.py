"""The entry point of a kernel in LLVM IR: one function that takes all arguments in slots."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from ..signature import Buffer, Part, Signature
from .workspace_ir import ENTER, LEAVE

ENTRY = "pad_mlir_entry"


def argument_format(part: Part, signature: Signature) -> str:
    """
    The `struct` format of an argument's slots: a number, or an address, dynamic sizes and strides.
    """
    if not isinstance(part, Buffer):
        return part.element.slot
    numbers = part.shape.count(-1) + (part.strides or ()).count(None)
    return "Q" + "q" * (numbers if signature.descriptors else 0)


def result_format(part: Part, signature: Signature) -> str:
    """The `struct` format of a result's slots: a number, an address, or a memref descriptor."""
    if not isinstance(part, Buffer):
        return part.element.slot
    return "QQq" + "qq" * len(part.shape) if signature.descriptors else "Q"


def entry_ir(signature: Signature, name: str = ENTRY, *, allocates: bool = False) -> str:
    """
    LLVM IR of `void pad_mlir_entry(slots, workspace)`, to be appended to that of the module.

    The arguments are in slots of eight bytes in order; after them is the place for the results. The
    workspace is looked at only if the function `allocates`.
    """
    emit = EntryEmitter()
    operands = [v for part in signature.parameters for v in _operands(emit, part, signature)]
    results, returned = call_function(emit, signature, operands, allocates=allocates)
    types = [_result_type(part, signature) for part in signature.results]
    for k, (part, type) in enumerate(zip(signature.results, types, strict=True)):
        single = len(types) == 1
        value = results if single else emit.value(f"extractvalue {returned} {results}, {k}")
        emit.line(f"store {type} {value}, ptr {emit.slot(result_format(part, signature))}")
    body = "\n  ".join([*emit.lines, "ret void"])
    return f"\ndefine void @{name}(ptr %slots, ptr %workspace) {{\n  {body}\n}}\n"


def call_function(
    emit: EntryEmitter, signature: Signature, operands: Sequence[str], *, allocates: bool
) -> tuple[str, str]:
    """Emit the call, in the workspace if the function allocates; its value, and the type of it."""
    types = [_result_type(part, signature) for part in signature.results]
    returned = {0: "void", 1: "".join(types)}.get(len(types), f"{{ {', '.join(types)} }}")
    before = entered = ""
    if allocates:
        before = emit.value("alloca ptr")
        entered = emit.value(f"call i1 @{ENTER}(ptr %workspace, ptr {before})")
    # Not inlined, the function keeps its buffers distinct whatever is known about the slots.
    call = f"call {returned} @{signature.symbol}({', '.join(operands)}) noinline"
    results = emit.value(call) if types else emit.line(call)
    if allocates:
        emit.line(f"call void @{LEAVE}(ptr %workspace, ptr {before}, i1 {entered})")
    return results, returned


class EntryEmitter:
    """
    Emits lines of LLVM IR with fresh names.

    The arguments of a call are in an array of 8-byte slots, which are read in order.
    """

    def __init__(self):
        self.lines: list[str] = []
        self._slots = 0

    def line(self, text: str) -> str:
        """Add an instruction, and return its text."""
        self.lines.append(text)
        return text

    def value(self, instruction: str) -> str:
        """Add an instruction, and return the name of its value."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {instruction}")
        return name

    def label(self) -> str:
        """Return a name for a block."""
        return f"%b{len(self.lines)}"

    def word(self, base: str, number: int, type: str = "i64") -> str:
        """Load the word of a number in an array of words."""
        place = self.value(f"getelementptr i64, ptr {base}, i64 {number}")
        return self.value(f"load {type}, ptr {place}")

    def slot(self, format: str) -> str:
        """The address of the next slots, as many as the `struct` format fills."""
        first = self._slots
        self._slots += struct.calcsize("<" + format) // 8
        return self.value(f"getelementptr i64, ptr %slots, i64 {first}")


def _operands(emit: EntryEmitter, part: Part, signature: Signature) -> list[str]:
    """The operands, with their types, that pass an argument."""
    if not isinstance(part, Buffer):
        slot = emit.slot(part.element.slot)
        return [f"{part.element.llvm} {emit.value(f'load {part.element.llvm}, ptr {slot}')}"]
    address = emit.value(f"load ptr, ptr {emit.slot('Q')}")
    sizes = [
        emit.value(f"load i64, ptr {emit.slot('q')}")
        if size < 0 and signature.descriptors
        else str(size)
        for size in part.shape
    ]
    if part.strides is None or not signature.descriptors:
        return buffer_operands(emit, address, sizes, signature)
    strides = [
        emit.value(f"load i64, ptr {emit.slot('q')}") if stride is None else str(stride)
        for stride in part.strides
    ]
    return descriptor(address, [str(part.offset), *sizes, *strides])


def buffer_operands(
    emit: EntryEmitter, address: str, sizes: Sequence[str], signature: Signature
) -> list[str]:
    """The operands, with their types, that pass a buffer at an address, of a row-major shape."""
    if not signature.descriptors:
        return [f"ptr {address}"]
    strides = ["1"] if sizes else []
    for size in reversed(sizes[1:]):
        strides.insert(0, emit.value(f"mul i64 {strides[0]}, {size}"))
    return descriptor(address, ["0", *sizes, *strides])


def descriptor(address: str, numbers: Sequence[str]) -> list[str]:
    """The operands of a descriptor, of which the numbers are the offset, sizes and strides."""
    return [f"ptr {address}", f"ptr {address}", *(f"i64 {n}" for n in numbers)]


def _result_type(part: Part, signature: Signature) -> str:
    if not isinstance(part, Buffer):
        return part.element.llvm
    if not signature.descriptors:
        return "ptr"
    rank = len(part.shape)
    return f"{{ ptr, ptr, i64, [{rank} x i64], [{rank} x i64] }}" if rank else "{ ptr, ptr, i64 }"

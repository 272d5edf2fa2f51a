"""The entry point of a kernel: a function in LLVM IR that takes all arguments in eight-byte slots."""

from __future__ import annotations

from .signature import Buffer, Part, Signature

ENTRY = "pad_mlir_entry"


def entry_ir(signature: Signature) -> str:
    """
    LLVM IR of `void pad_mlir_entry(slots)`, to be appended to that of the module.

    The slots hold the arguments in order, a buffer's as its address, and behind them take the results. One
    call with one pointer so serves any mix of types.
    """
    arguments = list[str]()
    lines = list[str]()
    for k, part in enumerate(signature.parameters):
        type = _type(part)
        lines += [
            f"  %slot{k} = getelementptr i64, ptr %slots, i64 {k}",
            f"  %value{k} = load {type}, ptr %slot{k}",
        ]
        arguments.append(f"{type} %value{k}")
    types = [_type(part) for part in signature.results]
    result = {0: "void", 1: "".join(types)}.get(len(types), f"{{ {', '.join(types)} }}")
    target = "" if not types else "%results = "
    # Kept apart, the function's buffers stay distinct whatever becomes of the entry.
    call = f"call {result} @{_quoted(signature.function)}({', '.join(arguments)}) noinline"
    lines.append(f"  {target}{call}")
    for k, type in enumerate(types):
        value = "%results"
        if len(types) > 1:
            value = f"%result{k}"
            lines.append(f"  {value} = extractvalue {result} %results, {k}")
        slot = len(signature.parameters) + k
        lines += [
            f"  %out{k} = getelementptr i64, ptr %slots, i64 {slot}",
            f"  store {type} {value}, ptr %out{k}",
        ]
    return "\n".join([f"define void @{ENTRY}(ptr %slots) {{", *lines, "  ret void", "}", ""])


def _type(part: Part) -> str:
    return "ptr" if isinstance(part, Buffer) else part.element.llvm


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\5C").replace('"', "\\22") + '"'

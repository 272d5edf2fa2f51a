"""The C header of a module's functions: prototypes, shapes, alignment and contracts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import prod

from xdsl.dialects.builtin import bf16, f16

from ...analysis.contracts.contracts import FunctionContract
from ...dialect.ir.located_errors import PadError
from ...index.expr import Expr, lift
from ..element_types import Element
from ..signature import Buffer, Part, Scalar, Signature, stored_sizes
from .c_expressions import c_expression
from .c_names import is_function_name, parameter_names, word
from .header_comments import comment

_TYPES = {
    "half": "uint16_t",  # no type of C++ before 23 has these bits
    "bfloat": "uint16_t",
    "float": "float",
    "double": "double",
    "i1": "bool",
    "i8": "int8_t",
    "i16": "int16_t",
    "i32": "int32_t",
    "i64": "int64_t",
}
_RESULTS = ("result", "results")
_CONSTANTS = ("LOGICAL_SHAPE", "PHYSICAL_SHAPE", "CELLS", "ALIGNMENT")
_START = """#ifndef {guard}
#define {guard}

/* Of one module as it was then: what other passes have made of it may need more of its callers. */

#include <stdbool.h>
#include <stdint.h>

#ifndef PAD_RESTRICT
#define PAD_RESTRICT __restrict__
#endif

#ifdef __cplusplus
extern "C" {{
#endif
"""
_END = """
#ifdef __cplusplus
}}
#endif

#endif /* {guard} */
"""


def c_header(
    functions: Sequence[Signature],
    contracts: Sequence[FunctionContract],
    copies: Sequence[Sequence[Signature]],
) -> str:
    """
    A header for C99 and C++ of functions, with their contracts, and of those that pack and unpack.

    For a buffer `A` of `f` with a static shape there are `F_A_LOGICAL_SHAPE`, `F_A_PHYSICAL_SHAPE`,
    `F_A_CELLS` (elements to allocate) and `F_A_ALIGNMENT` (bytes). If its sizes in memory follow
    from logical sizes that arguments are, `F_A_PHYSICAL_SHAPE(m, n)` and `F_A_CELLS(m, n)` give
    them, of these in the order of its axes, for `F_A_CELLS` below 2^63. Parameters get other names
    where C or the header has these. Raises PadError for what has no name or type in C.
    """
    guard = f"PAD_MLIR_{functions[0].function.upper()}_H"
    macros = {guard: "the header", **_macros(functions)}
    for signature in functions:
        _check_function(signature, macros)
    parts = [_START.format(guard=guard), *_descriptor_types(chain(functions, *copies))]
    for signature, contract, own in zip(functions, contracts, copies, strict=True):
        parts += [
            comment(signature, contract),
            *_constants(signature),
            *(_prototype(each, macros) for each in (signature, *own)),
        ]
    return "\n".join([*parts, _END.format(guard=guard).lstrip("\n")])


def results_wrapper(signature: Signature) -> str:
    """LLVM IR of what C calls where a function on bare pointers returns more than one result."""
    if signature.descriptors or len(signature.results) < 2:
        return ""
    given = [_llvm_type(part) for part in signature.parameters]
    results = f"{{ {', '.join(map(_llvm_type, signature.results))} }}"
    taken = ", ".join(f"{type} %a{k}" for k, type in enumerate(given))
    name = _identifier(signature)
    return f"""
define void @{_c_name(signature)}({", ".join(["ptr %results", *([taken] if taken else [])])}) {{
  %r = call {results} @{name}({taken}) noinline
  store {results} %r, ptr %results
  ret void
}}
"""


def _macros(functions: Sequence[Signature]) -> dict[str, str]:
    """Each constant, and what it is of; raises PadError if two buffers have one of one name."""
    taken: dict[str, str] = {}
    for signature in functions:
        for buffer in (*_of_static_shape(signature), *_sized(signature)):
            prefix, name = _prefix(signature, buffer), f"{buffer.name} of @{signature.function}"
            if prefix in taken:
                raise PadError(
                    f"{taken[prefix]} and {name} would both have the macro {prefix}_CELLS; "
                    "rename one by pad.name",
                    signature.source,
                )
            taken[prefix] = name
    return {f"{prefix}_{end}": name for prefix, name in taken.items() for end in _CONSTANTS}


def _check_function(signature: Signature, macros: Mapping[str, str]) -> None:
    """Raises PadError if a function has the name of a macro."""
    name = signature.function
    if (owner := macros.get(name)) is not None:
        raise PadError(f"@{name} has the name of a macro of {owner}; rename it", signature.source)


def _llvm_type(part: Part) -> str:
    return "ptr" if isinstance(part, Buffer) else part.element.llvm


def _c_name(signature: Signature) -> str:
    """The function that C calls: upstream's wrapper where memrefs or results are structs."""
    name = _identifier(signature)
    wrapped = signature.descriptors or len(signature.results) > 1
    return f"_mlir_ciface_{name}" if wrapped else name


def _identifier(signature: Signature) -> str:
    name = signature.function
    if not is_function_name(name):
        raise PadError(f"@{name} is not a name of a function in C; rename it", signature.source)
    return name


def _constants(signature: Signature) -> Iterator[str]:
    for part in _of_static_shape(signature):
        prefix = _prefix(signature, part)
        yield f"#define {prefix}_LOGICAL_SHAPE {_initialiser(part.logical_shape)}"
        yield f"#define {prefix}_PHYSICAL_SHAPE {_initialiser(part.shape)}"
        yield f"#define {prefix}_CELLS {prod(part.shape)}"
        yield _alignment(prefix, part)
    for part, (sizes, extents) in _sized(signature).items():
        prefix = _prefix(signature, part)
        names = dict(zip(sizes, parameter_names(sizes, ()), strict=True))
        shown = [c_expression(extent, names) for extent in extents]
        given, shape = ", ".join(names.values()), [extent for extent in shown if extent is not None]
        if len(shape) == len(shown):
            yield f"#define {prefix}_PHYSICAL_SHAPE({given}) {{{', '.join(shape)}}}"
            yield f"#define {prefix}_CELLS({given}) ({' * '.join(shape)})"
        yield _alignment(prefix, part)


def _alignment(prefix: str, buffer: Buffer) -> str:
    alignment = max(buffer.alignment, buffer.element.dtype.itemsize)
    return f"#define {prefix}_ALIGNMENT {alignment}"


def _sized(signature: Signature) -> dict[Buffer, tuple[list[str], list[Expr]]]:
    """
    The buffers whose sizes in memory follow from logical sizes that are arguments: these sizes, in
    the order of axes, and the extents over their names.
    """
    found: dict[Buffer, tuple[list[str], list[Expr]]] = {}
    known = {(buffer.name, axis): extent for buffer, axis, extent in stored_sizes(signature)}
    for part in signature.parameters:
        if not isinstance(part, Buffer) or not part.has_other_sizes:
            continue
        axes = enumerate(part.shape)
        extents = [known.get((part.name, k)) if size < 0 else lift(size) for k, size in axes]
        whole = [extent for extent in extents if extent is not None]
        ties = [
            (tie.axis, scalar.name)
            for scalar in signature.parameters
            if isinstance(scalar, Scalar)
            for tie in scalar.ties
            if tie.buffer == part.name
        ]
        used = {name for extent in whole for name in extent.variables()}
        sizes = list(dict.fromkeys(name for _, name in sorted(ties) if name in used))
        if len(whole) == len(extents) and sizes:
            found[part] = sizes, whole
    return found


def _of_static_shape(signature: Signature) -> Iterator[Buffer]:
    for part in (*signature.parameters, *signature.results):
        if isinstance(part, Buffer) and -1 not in part.shape:
            yield part


def _prefix(signature: Signature, buffer: Buffer) -> str:
    return f"{signature.function}_{word(buffer.name)}".upper()


def _initialiser(shape: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, shape))}}}"


def _prototype(signature: Signature, macros: Collection[str]) -> str:
    name, results = _c_name(signature), signature.results
    given = [part.name for part in signature.parameters]
    parameters = [
        _parameter(part, name, signature)
        for part, name in zip(
            signature.parameters, parameter_names(given, {*macros, *_RESULTS}), strict=True
        )
    ]
    if signature.descriptors and len(results) == 1 and isinstance(results[0], Buffer):
        free = "/* free(result->allocated) */ " if results[0].fresh else ""
        parameters.insert(0, f"{free}{_descriptor(results[0])} *result")
    elif len(results) > 1:
        parameters.insert(0, f"struct {signature.function}_results *results")
    elif results:
        return f"{_result(results[0], signature)}{name}({_list(parameters)});\n"
    return f"{_results_type(signature)}void {name}({_list(parameters)});\n"


def _list(parameters: Sequence[str]) -> str:
    return ", ".join(parameters) or "void"


def _results_type(signature: Signature) -> str:
    if len(signature.results) < 2:
        return ""
    fields = [
        f"  {'/* free(.allocated) */ ' if part.fresh else ''}{_descriptor(part)} result{k};"
        if isinstance(part, Buffer) and signature.descriptors
        else f"  {_result(part, signature)}result{k};"
        for k, part in enumerate(signature.results)
    ]
    lines = "\n".join(fields)
    return f"struct {signature.function}_results {{\n{lines}\n}};\n"


def _result(part: Part, signature: Signature) -> str:
    """The type of a result, up to its name."""
    if isinstance(part, Scalar):
        return f"{_scalar_type(part.element, signature)} "
    free = "/* free() it */ " if part.fresh else ""
    return f"{free}{_TYPES[part.element.llvm]} *"


def _parameter(part: Part, name: str, signature: Signature) -> str:
    if isinstance(part, Scalar):
        return f"{_scalar_type(part.element, signature)} {name}"
    if signature.descriptors:
        return f"{_descriptor(part)} *{name}"
    const = "" if part.written else "const "
    restrict = "" if signature.may_alias else "PAD_RESTRICT "
    return f"{const}{_TYPES[part.element.llvm]} *{restrict}{name}"


def _scalar_type(element: Element, signature: Signature) -> str:
    if element.type in (f16, bf16):
        message = f"a number of type {element} has no type in C; pass a buffer of one"
        raise PadError(message, signature.source)
    return _TYPES[element.llvm]


def _descriptor(buffer: Buffer) -> str:
    return f"pad_memref_{_TYPES[buffer.element.llvm]}_{len(buffer.shape)}"


def _descriptor_types(signatures: Iterable[Signature]) -> Iterator[str]:
    """Upstream's descriptors of the memrefs that are passed so: strides count elements."""
    buffers = {
        _descriptor(part): part
        for signature in signatures
        if signature.descriptors
        for part in (*signature.parameters, *signature.results)
        if isinstance(part, Buffer)
    }
    for name, buffer in buffers.items():
        element, rank = _TYPES[buffer.element.llvm], len(buffer.shape)
        sizes = f"\n  int64_t sizes[{rank}];\n  int64_t strides[{rank}]; " if rank else ""
        yield (
            f"#ifndef {name.upper()}\n#define {name.upper()}\n"
            f"typedef struct {{\n  {element} *allocated;\n  {element} *aligned;\n"
            f"  int64_t offset; /* must be 0 */{sizes}{_strides(rank)}\n}} {name};\n#endif\n"
        )


def _strides(rank: int) -> str:
    """The strides that a descriptor must have: code reads buffers as row-major, by their type."""
    after = [[f"sizes[{axis}]" for axis in range(k, rank)] for k in range(1, rank + 1)]
    given = ", ".join(" * ".join(sizes) or "1" for sizes in after)
    return f"/* must be {{{given}}} */" if rank else ""

"""Upstream's way from linalg, on tensors or memrefs, to affine loops on memrefs, in one place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np

from ...dialect.ir.argument_checks import is_upstream, type_name
from ...dialect.ir.located_errors import PadError
from ..bridge import Unreadable, bindings, errors_of, new_upstream_context
from .carried_sizes import use_sizes_from_outside
from .elementwise_fusion import computed_once
from .generics import is_fill

_BUFFERIZED = (
    "one-shot-bufferize{allow-return-allocs-from-loops bufferize-function-boundaries "
    "function-boundary-type-conversion=identity-layout-map}"
)
_GENERALIZED = ("func.func(linalg-generalize-named-ops)",)
_FUSED = ("func.func(linalg-fuse-elementwise-ops)", "canonicalize", "cse")
_TO_BUFFERS = (_BUFFERIZED, "canonicalize", "cse")
_TO_LOOPS = (
    "func.func(convert-linalg-to-affine-loops)",
    *("fold-memref-alias-ops", "canonicalize"),
)
"""From tensors to loops: pinned here, as their names and options change with each version."""

_TO_DECOMPOSE = ("linalg.softmax",)
_DECOMPOSITION = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %ops = transform.structured.match ops{["linalg.softmax"]} in %root
      : (!transform.any_op) -> !transform.any_op
    %parts = transform.structured.decompose_interface %ops
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}"""

_NO_SYMBOL = "cannot be used as a dimension id"
_SOURCES = ("linalg", "tensor")
_LEFT_OVER = {*_SOURCES, "bufferization", "shape"}
"""The dialects of which nothing may be left: our passes do not know them."""
_WRITABLE = "bufferization.writable"
_RESOURCE = re.compile(r'^ *"?(?P<name>[\w.$-]+)"?: "0x(?P<bytes>[0-9A-Fa-f]+)"', re.MULTILINE)
_NAME_OF_RESOURCE = re.compile(r"dense_resource<\"?([^>\"]+)\"?>")
_LONGEST_NAME = 500
_ALIGNMENT_DIGITS = 8
_ARGUMENT = re.compile(r"%([A-Za-z_$][\w$.-]*)")
_RESULT = re.compile(r"%([A-Za-z_$][\w$.-]*) *= *$")
_NO_NAME = re.compile(r"[^A-Za-z0-9_]+")
_WRAPPED = re.compile(r"[a-z_]+\((.*)\)")
_KIND = re.compile(r"(?P<kind>[a-z]+?)(num)?(f|si|ui|i)?")
_UNTYPED = ("arith", "math")
_AUXILIARY = {
    "arith.constant": "constant",
    "linalg.broadcast": "broadcast",
    "linalg.fill": "init",
    "linalg.transpose": "transpose",
    "tensor.collapse_shape": "collapse",
    "tensor.empty": "empty",
    "tensor.expand_shape": "expand",
    "tensor.extract_slice": "slice",
    "tensor.insert_slice": "insert",
    "tensor.pad": "pad",
}
"""What stands beside the operation that computes, where one of the source becomes several."""


def lower_linalg(source: Any) -> Any:
    """
    A new upstream module of affine loops on memrefs, of text or of an upstream module.

    What a linalg or tensor operation becomes has a location with its name: that in the source, or
    its kind and a number (`matmul_3`). Arguments of functions that others may call are not written,
    as tensors are values; those that are memrefs are as the program says.

    Raises PadError at the place for text that upstream does not read, for what its passes refuse,
    and for an operation that they leave without loops.
    """
    if not isinstance(source, str) and not is_upstream(source):
        got = type_name(source)
        raise PadError(f"from_linalg wanted text or an upstream mlir.ir.Module, got {got}")
    text = source if isinstance(source, str) else _text_of(source)
    context = new_upstream_context()
    ir = bindings("ir")
    with errors_of(context) as errors:
        try:
            module = ir.Module.parse(text, context)
        except ir.MLIRError:
            raise Unreadable(errors, f" (read by {_versions()})") from None
    with context:
        _inline_resources(module)
        lines = source.split("\n") if isinstance(source, str) else []
        for function in _functions(module):
            _protect_arguments(function)
            _name_all(function, lines)
        _decompose(module)
        _run(module, context, _GENERALIZED)
        with computed_once(module, _walk):
            _run(module, context, _FUSED)
        _give_each_its_own_fill(module)
        _run(module, context, _TO_BUFFERS)
        _copies_as_loops(module)
        use_sizes_from_outside(_walk(module))
        try:
            _run(module, context, _TO_LOOPS)
        except Unreadable as error:
            if _NO_SYMBOL not in str(error):
                raise
            text = "the size of a buffer changes in a loop around it, so its loops are not affine"
            raise PadError(f"upstream MLIR: {text}") from None
        _check_all_is_lowered(module)
    return module


def _run(module: Any, context: Any, passes: Sequence[str]) -> None:
    manager = bindings("passmanager").PassManager.parse(f"builtin.module({','.join(passes)})")
    with errors_of(context) as errors:
        try:
            manager.run(module.operation)
        except bindings("ir").MLIRError:
            raise Unreadable(errors) from None


def _text_of(module: Any) -> str:
    return module.operation.get_asm(
        print_generic_op_form=True, use_local_scope=True, enable_debug_info=True
    )


def _versions() -> str:
    known = list[str]()
    for package in ("pad-mlir", "xtc-mlir-python-bindings"):
        with suppress(PackageNotFoundError):
            known.append(f"{package} {version(package)}")
    return ", ".join(known)


def _functions(module: Any) -> list[Any]:
    return [op for op in module.body if op.operation.name == "func.func" and op.regions[0].blocks]


def _walk(op: Any) -> list[Any]:
    """The operations in this one, in order."""
    ir, found = bindings("ir"), list[Any]()

    def visit(each: Any) -> Any:
        found.append(each)
        return ir.WalkResult.ADVANCE

    op.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def _protect_arguments(function: Any) -> None:
    """A caller's tensors keep their values: bufferization may not write in place."""
    ir = bindings("ir")
    is_private = "sym_visibility" in function.attributes and (
        function.attributes["sym_visibility"].value == "private"
    )
    arguments = function.regions[0].blocks[0].arguments
    if is_private or not any(_is_tensor(argument.type) for argument in arguments):
        return
    given = function.attributes.get("arg_attrs", None)
    entries = list[Any]()
    for k, argument in enumerate(arguments):
        own = {} if given is None else {entry.name: entry.attr for entry in given[k]}
        if _is_tensor(argument.type):
            own[_WRITABLE] = ir.BoolAttr.get(False)
        entries.append(ir.DictAttr.get(own))
    function.attributes["arg_attrs"] = ir.ArrayAttr.get(entries)


def _is_tensor(type: Any) -> bool:
    return str(type).startswith("tensor<")


def _name_all(function: Any, lines: Sequence[str]) -> None:
    """Gives arguments, and operations that become stages or buffers, locations with names."""
    ir = bindings("ir")
    taken = Counter[str]()
    for argument in function.regions[0].blocks[0].arguments:
        name = _given(argument.location, lines, _ARGUMENT, after=True)
        if name is not None:
            argument.set_location(ir.Location.name(_once(name, taken), argument.location))
    number, named = 0, dict[Any, str | None]()
    for op in _walk(function):
        place = op.location.child_loc if op.location.is_a_name() else op.location
        if _is_named(op):
            named[op] = _given(op.location, lines, _RESULT, after=False)
        op.location = place
    principal = {name for op, name in named.items() if name and op.name not in _AUXILIARY}
    for op, given in named.items():
        name = given
        if given in principal and op.name in _AUXILIARY:  # several operations are one of the source
            name = f"{_AUXILIARY[op.name]}_{given}"
        if name is None:
            name, number = f"{_kind(op)}_{number}", number + 1
        op.location = ir.Location.name(_once(name, taken), op.location)


def _is_named(op: Any) -> bool:
    is_source = op.name.split(".")[0] in _SOURCES and not op.name.endswith(".yield")
    is_weight = op.name == "arith.constant" and _is_tensor(op.results[0].type)
    return (is_source or is_weight) and not _is_inside_a_payload(op)


def _is_inside_a_payload(op: Any) -> bool:
    parent = op.parent
    return parent is not None and parent.name.split(".")[0] in _SOURCES


def _given(
    location: Any, lines: Sequence[str], pattern: re.Pattern[str], *, after: bool
) -> str | None:
    """The name that the source gives: that of the location, or of the value in the text."""
    if location.is_a_callsite():  # an operation of an inlined function, which has the better name
        return _given(location.caller, lines, pattern, after=after) or _given(
            location.callee, lines, pattern, after=after
        )
    if location.is_a_name():
        return _last_part(location.name_str)
    if not location.is_a_file() or location.filename != "-":
        return None
    row, column = int(location.start_line) - 1, int(location.start_col) - 1
    if row >= len(lines):
        return None
    line = lines[row]
    found = pattern.match(line, column) if after else pattern.search(line[:column])
    return None if found is None else _NO_NAME.sub("_", found[1])


def _last_part(name: str) -> str | None:
    """
    Return a name for what a path of scopes leads to: `relu` for `jit(model)/jit(relu)`.

    JAX names an operation by the functions and transformations around it, an argument by its
    Python expression, `params['conv1']['bias']`.
    """
    last = name.rsplit("/", 1)[-1]
    while (wrapped := _WRAPPED.fullmatch(last)) is not None:
        last = wrapped[1]
    name = _NO_NAME.sub("_", last).strip("_")
    return f"value_{name}" if name[:1].isdigit() else name or None


def _once(name: str, taken: Counter[str]) -> str:
    taken[name] += 1
    if taken[name] == 1:
        return name
    return _once(f"{name}_{taken[name] - 1}", taken)


def _kind(op: Any) -> str:
    """A word for what an operation does: its own name, or what the payload of a generic does."""
    name = op.name.split(".")[1]
    if name not in ("generic", "map", "reduce"):
        return name
    steps = [each for each in _walk(op)[1:] if each.name.split(".")[0] in _UNTYPED]
    steps = [each.name.split(".")[1] for each in steps if each.name != "arith.constant"]
    found = _KIND.fullmatch(steps[-1]) if steps else None
    return name if found is None else found["kind"]


def _inline_resources(module: Any) -> None:
    """Weights that stand after the text, as constants in it: our attributes hold bytes."""
    ir = bindings("ir")
    blobs: Mapping[str, str] | None = None
    for op in _walk(module):
        value = op.attributes["value"] if op.name == "arith.constant" else None
        name = None if value is None else _NAME_OF_RESOURCE.match(str(value)[:_LONGEST_NAME])
        if name is None:
            continue
        if blobs is None:
            blobs = dict(_blobs(module.operation.get_asm()))
        digits, type = blobs.get(name[1], ""), op.results[0].type
        raw = np.frombuffer(bytes.fromhex(digits[_ALIGNMENT_DIGITS:]), np.uint8)
        if not digits or type.element_type.width % 8:
            raise PadError(f"no bytes are given for {value}")
        text = f'dense<"0x{raw.tobytes().hex()}"> : {type}'
        op.attributes["value"] = ir.Attribute.parse(text)


def _blobs(text: str) -> Iterator[tuple[str, str]]:
    """The resources at the end of a module's text, as hexadecimal digits; first the alignment."""
    start = text.rfind("\n{-#")
    for found in _RESOURCE.finditer(text, max(start, 0)):
        yield found["name"], found["bytes"]


def _decompose(module: Any) -> None:
    """Takes apart operations that have no loops of their own, and that upstream can take apart."""
    if not any(op.name in _TO_DECOMPOSE and op.results for op in _walk(module)):
        return
    steps = bindings("ir").Module.parse(_DECOMPOSITION)
    interpreter = bindings("dialects.transform.interpreter")
    interpreter.apply_named_sequence(module.operation, steps.body.operations[0], steps)


def _give_each_its_own_fill(module: Any) -> None:
    """Let no two operations write to one filled tensor, which one of them would have to copy."""
    ir = bindings("ir")
    for op in _walk(module):
        if not is_fill(op):
            continue
        start = op.operands[-1].owner
        for use in [use for use in op.results[0].uses if _is_written(use)][1:]:
            with ir.InsertionPoint(use.owner):
                is_empty = isinstance(start, ir.OpView) and start.name == "tensor.empty"
                room = start.operation.clone().results[0] if is_empty else op.operands[-1]
                own = op.operation.clone()
                own.operands[len(own.operands) - 1] = room
                use.owner.operands[use.operand_number] = own.results[0]


def _is_written(use: Any) -> bool:
    op, number = use.owner, use.operand_number
    if op.name.startswith("linalg."):
        return number >= len(op.operands) - len(op.results)
    return op.name == "tensor.insert_slice" and number == 1


def _copies_as_loops(module: Any) -> None:
    """Makes linalg operations of copies, which become loops as all others do."""
    ir, linalg = bindings("ir"), bindings("dialects.linalg")
    for op in _walk(module):
        if op.name == "memref.copy":
            with ir.InsertionPoint(op), op.location:
                linalg.copy(op.operands[0], outs=[op.operands[1]])
            op.erase()


def _check_all_is_lowered(module: Any) -> None:
    for op in _walk(module):
        if op.name.split(".")[0] in _LEFT_OVER:
            place = op.location.child_loc if op.location.is_a_name() else op.location
            text = f"'{op.name}' becomes no loops by upstream's passes; decompose it first, or "
            raise Unreadable([(f"{text}make it a call", str(place))])

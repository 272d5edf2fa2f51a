"""Asserts of code without a runtime: what does not hold goes to stderr before the end."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, cf, func, scf
from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    FunctionType,
    IndexType,
    IntegerAttr,
    ModuleOp,
    f32,
    f64,
    i1,
    i64,
)
from xdsl.ir import Block, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from ...dialect.ir.operations import operations_of
from ...passes.common.index_codegen import Emitter
from ..call.check_reports import Check, Term
from ..call.entry_checks import index_of, terms_of

_PREFIX = "pad_mlir_failed_"
_STDERR = 2
_DECLARED = "declare void @{name}({types})"
_DEFINED = """
@{name}_text = private constant [{size} x i8] c"{text}"
define internal void @{name}({taken}) cold noreturn noinline {{
  call i32 (i32, ptr, ...) @dprintf(i32 {stderr}, ptr @{name}_text{passed})
  call void @abort()
  unreachable
}}
"""
_OF_LIBC = {
    "@dprintf(": "declare i32 @dprintf(i32, ptr, ...)\n",
    "@abort(": "declare void @abort()\n",
}


class PrintedAsserts:
    """The asserts of a module, which become calls of functions that print and abort."""

    def __init__(self, module: ModuleOp):
        self._functions: list[tuple[str, str, list[str]]] = []
        for function in operations_of(module, func.FuncOp):
            for op in [op for op in function.walk() if isinstance(op, cf.AssertOp)]:
                self._replace(op, function, module)

    def define_in(self, ir: str) -> str:
        """The LLVM IR of the module with the functions that print."""
        if not self._functions:
            return ir
        for name, text, types in self._functions:
            ir = ir.replace(_DECLARED.format(name=name, types=", ".join(types)), "")
            ir += _definition(name, text, types)
        return ir + "".join(line for call, line in _OF_LIBC.items() if f"declare {call}" not in ir)

    def _replace(self, op: cf.AssertOp, function: func.FuncOp, module: ModuleOp) -> None:
        found = terms_of(op, function)
        check = Check(op.msg.data, tuple(term for term, _ in found))
        emit = Emitter(InsertPoint.before(op), op)
        true = emit.insert(arith.ConstantOp(IntegerAttr(1, i1))).results[0]
        fails = emit.insert(arith.XOrIOp(op.arg, true)).results[0]
        body = Block()
        inside = emit.at(InsertPoint.at_end(body))
        values = [_wide(inside, v) for _, value in found for v in (*index_of(inside, value), value)]
        name = f"{_PREFIX}{len(self._functions)}"
        inside.insert(func.CallOp(name, values, []))
        inside.insert(scf.YieldOp())
        emit.insert(scf.IfOp(fails, (), Region(body)))
        types = [value.type for value in values]
        signature = FunctionType.from_lists(types, [])
        module.body.block.add_op(func.FuncOp(name, signature, Region(), "private"))
        escaped = Check(_escaped(check.message), check.terms)
        text = escaped.sentence([_format(term) for term in check.terms])
        self._functions.append((name, text, ["double" if t == f64 else "i64" for t in types]))
        Rewriter.erase_op(op)


def _wide(emit: Emitter, value: SSAValue) -> SSAValue:
    """A number as an i64 or f64, which are passed as C does."""
    if isinstance(value.type, IndexType):
        return emit.insert(arith.IndexCastOp(value, i64)).results[0]
    if isinstance(value.type, BFloat16Type):
        value = emit.insert(arith.ExtFOp(value, f32)).results[0]
    if isinstance(value.type, AnyFloat):
        return value if value.type == f64 else emit.insert(arith.ExtFOp(value, f64)).results[0]
    if value.type == i64:
        return value
    extend = arith.ExtUIOp if value.type == i1 else arith.ExtSIOp
    return emit.insert(extend(value, i64)).results[0]


def _format(term: Term) -> str:
    """Of printf: `A[%lld, %lld] holds %g`, or `n is %lld`."""
    name, of_float = _escaped(term.name), isinstance(term.element.type, AnyFloat)
    number = ("%.17g" if term.element.type == f64 else "%.9g") if of_float else "%lld"
    if term.rank is None:
        return f"{name} is {number}"
    return f"{name}[{', '.join(['%lld'] * term.rank)}] holds {number}"


def _escaped(text: str) -> str:
    return text.replace("%", "%%")


def _definition(name: str, text: str, types: Sequence[str]) -> str:
    data = f"{text}\n".encode() + b"\0"
    taken = [f"{type} %a{k}" for k, type in enumerate(types)]
    return _DEFINED.format(
        name=name,
        size=len(data),
        text="".join(map(_shown, data)),
        taken=", ".join(taken),
        stderr=_STDERR,
        passed="".join(f", {argument}" for argument in taken),
    )


def _shown(byte: int) -> str:
    """A byte in a string of LLVM IR."""
    character = chr(byte)
    is_plain = " " <= character <= "~" and character not in '"\\'
    return character if is_plain else f"\\{byte:02X}"

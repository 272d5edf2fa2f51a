"""
The entry of calls that are like some that were checked: compiled code compares the arguments.

It takes Python's objects by their addresses and looks at them as numpy's own header does. What is
not as it was, in type, element type, shape, order, alignment, rights or overlap, is checked and
said by the ordinary entry; nothing has run then.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from xdsl.dialects.builtin import f32, f64

from ..element_types import Element
from ..entry.entry_point import EntryEmitter, buffer_operands, call_function, descriptor
from ..entry.workspace_ir import BASE, END, PEAK
from ..signature import Scalar, Signature
from .arguments import BufferArgument

FAST_ENTRY = "pad_mlir_fast_entry"
DONE, NOT_LIKE_ONE, DONE_WITHOUT_ROOM = range(3)
_MOST = 200
"""The most arguments of functions that have such an entry."""
# Of PyObject, PyFloatObject and PyArrayObject, in bytes.
_TYPE, _NUMBER, _DATA, _RANK, _SHAPE, _STRIDES, _DESCR, _FLAGS = 8, 16, 16, 24, 32, 40, 56, 64
_CONTIGUOUS, _ALIGNED, _WRITEABLE = 1, 0x100, 0x400
# Words that come first in what the code compares with; rows follow.
_SAVE_THREAD, _RESTORE_THREAD, _AS_INTEGER, _ARRAY, _FLOAT, _INTEGER, _FIRST = range(7)

_ROWS = f"""
define i32 @{FAST_ENTRY}({{types}}) noinline optnone {{{{
start:
  %overflow = alloca i32
  %first = getelementptr i64, ptr %words, i64 {_FIRST}
  br label %compare

compare:
  %row = phi ptr [ %first, %start ], [ %next, %other ]
  {{body}}

other:
  %left = load i64, ptr %row
  %more = icmp ne i64 %left, 0
  %next = getelementptr i64, ptr %row, i64 {{size}}
  br i1 %more, label %compare, label %none

none:
  ret i32 {NOT_LIKE_ONE}
}}}}
"""
"""The body compares the arguments with a row; the first word tells how many follow it."""


@dataclass(frozen=True)
class FastEntry:
    """The words that each parameter is compared with, in the row of a call."""

    arguments: tuple[BufferArgument | Scalar, ...]
    told: frozenset[str]
    """The numbers that have to be as they were: sizes."""
    tied: frozenset[str]
    """Those of them that a caller does not give."""
    may_overlap: bool

    @property
    def arity(self) -> int:
        """How many arguments a caller gives."""
        return sum(argument.name not in self.tied for argument in self.arguments)

    @property
    def is_static(self) -> bool:
        """Whether nothing depends on what was checked."""
        return not self.told and all(
            -1 not in argument.shape
            and argument.tells_logical_shape
            and argument.buffer.strides is None
            for argument in self.arguments
            if isinstance(argument, BufferArgument)
        )

    @property
    def static_shapes(self) -> list[tuple[int, ...] | int]:
        """The shapes of all calls, if these are static; a number stands for each number."""
        return [
            argument.shape if isinstance(argument, BufferArgument) else 0
            for argument in self.arguments
        ]

    def shapes(self, given: Sequence[tuple[int, ...] | float]) -> list[tuple[int, ...] | int]:
        """
        The shapes, with the strides of arrays that may have any, and the sizes of a call; other
        numbers, which are not compared, are 0.
        """
        return [
            shape if isinstance(shape, tuple) else int(shape) if argument.name in self.told else 0
            for argument, shape in zip(self.arguments, given, strict=True)
        ]

    def words(self, calls: Sequence[Sequence[tuple[int, ...] | int]]) -> np.ndarray[Any, Any]:
        """What the arguments are compared with: a row for each of these calls' shapes and sizes."""
        python = ctypes.pythonapi
        functions = python.PyEval_SaveThread, python.PyEval_RestoreThread
        functions = *functions, python.PyLong_AsLongLongAndOverflow
        found = [ctypes.cast(function, ctypes.c_void_p).value or 0 for function in functions]
        found += [id(np.ndarray), id(float), id(int)]
        for number, shapes in enumerate(calls, 1):
            found.append(len(calls) - number)
            for argument, shape in zip(self.arguments, shapes, strict=True):
                if isinstance(argument, BufferArgument):
                    assert isinstance(shape, tuple)
                    found.append(id(argument.buffer.element.dtype))
                    own = zip(argument.shape, shape, strict=False)
                    found += [size for wanted, size in own if wanted < 0]
                    found += shape[len(argument.shape) :]
                elif argument.name in self.told:
                    assert isinstance(shape, int)
                    found.append(shape)
        return np.array(found, np.int64)


def fast_entry(
    signature: Signature,
    arguments: Sequence[BufferArgument | Scalar],
    tied: Sequence[str],
) -> FastEntry | None:
    """How calls are compared; None for functions of which calls need more than that."""
    if signature.results or len(arguments) > _MOST or not layout_is_known():
        return None
    checked = [{*check.condition.variables()} for check in signature.size_checks]
    if set() in checked:
        return None  # no call meets that condition, of whatever sizes
    sizes = set[str]().union(*checked)
    told = {*tied}
    for argument in arguments:
        if isinstance(argument, BufferArgument):
            if not argument.is_resident:
                return None
        elif argument.name in sizes or argument.ties:
            if argument.element.dtype.kind != "i":
                return None
            told.add(argument.name)
        elif not _is_read(argument.element):
            return None
    return FastEntry(tuple(arguments), frozenset(told), frozenset(tied), signature.may_alias)


def _is_read(element: Element) -> bool:
    return element.type in (f32, f64) or element.dtype.kind == "i"


def fast_entry_ir(entry: FastEntry, signature: Signature, *, allocates: bool) -> str:
    """LLVM IR of `int pad_mlir_fast_entry(words, workspace, ..)` with one object an argument."""
    emit = EntryEmitter()
    given = [f"%a{k}" for k in range(entry.arity)]
    objects, word = iter(given), 1
    operands: list[str] = []
    ranges: list[tuple[str, str, bool]] = []
    for argument in entry.arguments:
        if isinstance(argument, BufferArgument):
            sizes: list[str] = []
            found = next(objects)
            descr, word = word, word + 1
            for size in argument.shape:
                sizes.append(str(size) if size >= 0 else emit.word("%row", word))
                word += size < 0
            start = _array(emit, argument, found, descr, sizes)
            if argument.buffer.strides is not None:
                apart = [emit.word("%row", word + axis) for axis in range(len(sizes))]
                word += len(sizes)
                _require_strides(emit, found, apart)
                end = _end_of_strided(emit, argument, start, sizes, apart)
                operands += _strided_operands(emit, argument, start, sizes, apart, signature)
            else:
                end = _end(emit, argument, start, sizes)
                operands += buffer_operands(emit, start, sizes, signature)
            ranges.append((start, end, argument.written))
        elif argument.name in entry.tied:
            operands.append(_as_operand(emit, argument.element, emit.word("%row", word)))
            word += 1
        else:
            value = _number(emit, argument.element, next(objects))
            if argument.name in entry.told:
                same = emit.value(f"icmp eq i64 {value}, {emit.word('%row', word)}")
                word += 1
                _require(emit, same)
            operands.append(_as_operand(emit, argument.element, value))
    if not entry.may_overlap:
        _require_apart(emit, ranges)
    state = emit.value(f"call ptr {emit.word('%words', _SAVE_THREAD, 'ptr')}()")
    call_function(emit, signature, operands, allocates=allocates)
    restore = emit.word("%words", _RESTORE_THREAD, "ptr")
    emit.line(f"call void {restore}(ptr {state})")
    if allocates:
        peak, base, end = (emit.word("%workspace", k) for k in (PEAK, BASE, END))
        room = emit.value(f"sub i64 {end}, {base}")
        is_short = emit.value(f"icmp sgt i64 {peak}, {room}")
        done = emit.value(f"select i1 {is_short}, i32 {DONE_WITHOUT_ROOM}, i32 {DONE}")
        emit.line(f"ret i32 {done}")
    else:
        emit.line(f"ret i32 {DONE}")
    types = ", ".join(["ptr %words", "ptr %workspace", *(f"ptr {name}" for name in given)])
    return _ROWS.format(types=types, body="\n  ".join(emit.lines), size=word)


def _require(emit: EntryEmitter, condition: str) -> None:
    """Go on only where a condition holds."""
    label = emit.label()
    emit.line(f"br i1 {condition}, label {label}, label %other")
    emit.line(f"\n{label[1:]}:")


def _field(emit: EntryEmitter, base: str, offset: int, type: str) -> str:
    place = emit.value(f"getelementptr i8, ptr {base}, i64 {offset}")
    return emit.value(f"load {type}, ptr {place}")


def _array(
    emit: EntryEmitter, argument: BufferArgument, found: str, descr: int, sizes: Sequence[str]
) -> str:
    """Compare an array with what is wanted; gives its address."""
    parts: list[str] = []

    def same(type: str, one: str, other: str) -> None:
        parts.append(emit.value(f"icmp eq {type} {one}, {other}"))

    is_array = emit.value(
        f"icmp eq i64 {_field(emit, found, _TYPE, 'i64')}, {emit.word('%words', _ARRAY)}"
    )
    _require(emit, is_array)
    same("i64", _field(emit, found, _DESCR, "i64"), emit.word("%row", descr))
    same("i32", _field(emit, found, _RANK, "i32"), str(len(sizes)))
    wanted = _ALIGNED | (_WRITEABLE if argument.written else 0)
    if argument.buffer.strides is None:
        wanted |= _CONTIGUOUS
    flags = emit.value(f"and i32 {_field(emit, found, _FLAGS, 'i32')}, {wanted}")
    same("i32", flags, str(wanted))
    start = _field(emit, found, _DATA, "ptr")
    if argument.buffer.alignment > 1:
        first = _taken(emit, argument, start)
        bits = emit.value(f"ptrtoint ptr {first} to i64")
        rest = emit.value(f"and i64 {bits}, {argument.buffer.alignment - 1}")
        same("i64", rest, "0")
    _require(emit, _all(emit, parts))
    if sizes:
        parts.clear()
        shape = _field(emit, found, _SHAPE, "ptr")
        for axis, size in enumerate(sizes):
            same("i64", _field(emit, shape, 8 * axis, "i64"), size)
        _require(emit, _all(emit, parts))
    return start


def _require_strides(emit: EntryEmitter, found: str, apart: Sequence[str]) -> None:
    """Go on only where the strides of an array, in bytes, are these."""
    if apart:
        strides = _field(emit, found, _STRIDES, "ptr")
        given = [_field(emit, strides, 8 * axis, "i64") for axis in range(len(apart))]
        pairs = zip(given, apart, strict=True)
        _require(emit, _all(emit, [emit.value(f"icmp eq i64 {a}, {b}") for a, b in pairs]))


def _taken(emit: EntryEmitter, argument: BufferArgument, start: str) -> str:
    """The address that code takes of an array."""
    buffer = argument.buffer
    before = buffer.offset * buffer.element.dtype.itemsize
    return emit.value(f"getelementptr i8, ptr {start}, i64 {-before}") if before else start


def _strided_operands(
    emit: EntryEmitter,
    argument: BufferArgument,
    start: str,
    sizes: Sequence[str],
    apart: Sequence[str],
    signature: Signature,
) -> list[str]:
    """The operands that pass an array with its strides, which are in bytes."""
    buffer = argument.buffer
    size, first = buffer.element.dtype.itemsize, _taken(emit, argument, start)
    strides = [
        emit.value(f"sdiv i64 {bytes}, {size}") if own is None else str(own)
        for own, bytes in zip(buffer.strides or (), apart, strict=True)
    ]
    if not signature.descriptors:
        return [f"ptr {first}"]
    return descriptor(first, [str(buffer.offset), *sizes, *strides])


def _end_of_strided(
    emit: EntryEmitter,
    argument: BufferArgument,
    start: str,
    sizes: Sequence[str],
    apart: Sequence[str],
) -> str:
    """Where the last element of an array ends; before its start if it has none."""
    reach = str(argument.buffer.element.dtype.itemsize)
    for size, bytes in zip(sizes, apart, strict=True):
        last = emit.value(f"sub i64 {size}, 1")
        part = emit.value(f"mul i64 {last}, {bytes}")
        reach = emit.value(f"add i64 {reach}, {part}")
    return emit.value(f"getelementptr i8, ptr {start}, i64 {reach}")


def _all(emit: EntryEmitter, parts: Sequence[str]) -> str:
    found = parts[0]
    for part in parts[1:]:
        found = emit.value(f"and i1 {found}, {part}")
    return found


def _end(emit: EntryEmitter, argument: BufferArgument, start: str, sizes: Sequence[str]) -> str:
    count = str(argument.buffer.element.dtype.itemsize)
    for size in sizes:
        count = emit.value(f"mul i64 {count}, {size}")
    return emit.value(f"getelementptr i8, ptr {start}, i64 {count}")


def _require_apart(emit: EntryEmitter, ranges: Sequence[tuple[str, str, bool]]) -> None:
    parts: list[str] = []
    for k, (start, end, written) in enumerate(ranges):
        for other_start, other_end, also_written in ranges[:k]:
            if written or also_written:
                before = emit.value(f"icmp ule ptr {end}, {other_start}")
                after = emit.value(f"icmp ule ptr {other_end}, {start}")
                parts.append(emit.value(f"or i1 {before}, {after}"))
    if parts:
        _require(emit, _all(emit, parts))


def _number(emit: EntryEmitter, element: Element, found: str) -> str:
    """A number of Python's own, of the element's type: an `i64`, or a `double`."""
    is_float = element.dtype.kind != "i"
    type = emit.word("%words", _FLOAT if is_float else _INTEGER)
    _require(emit, emit.value(f"icmp eq i64 {_field(emit, found, _TYPE, 'i64')}, {type}"))
    if is_float:
        value = _field(emit, found, _NUMBER, "double")
        if element.type == f32:
            # What is finite has to stay so.
            near = emit.value(f"fptrunc double {value} to float")
            rest = emit.value(f"fsub float {near}, {near}")
            whole = emit.value(f"fsub double {value}, {value}")
            stays = emit.value(f"fcmp ord float {rest}, {rest}")
            was_not = emit.value(f"fcmp uno double {whole}, {whole}")
            _require(emit, emit.value(f"or i1 {stays}, {was_not}"))
        return value
    read = emit.word("%words", _AS_INTEGER, "ptr")
    value = emit.value(f"call i64 {read}(ptr {found}, ptr %overflow)")
    over = emit.value("load i32, ptr %overflow")
    _require(emit, emit.value(f"icmp eq i32 {over}, 0"))
    if element.dtype.itemsize < 8:
        short = emit.value(f"trunc i64 {value} to {element.llvm}")
        again = emit.value(f"sext {element.llvm} {short} to i64")
        _require(emit, emit.value(f"icmp eq i64 {again}, {value}"))
    return value


def _as_operand(emit: EntryEmitter, element: Element, value: str) -> str:
    if element.type == f64:
        return f"double {value}"
    if element.type == f32:
        return f"float {emit.value(f'fptrunc double {value} to float')}"
    if element.llvm == "i64":
        return f"i64 {value}"
    return f"{element.llvm} {emit.value(f'trunc i64 {value} to {element.llvm}')}"


@cache
def layout_is_known() -> bool:
    """Whether Python's and numpy's objects are laid out here as the code takes them to be."""
    if sys.implementation.name != "cpython" or object.__basicsize__ != 16:
        return False
    array, given = np.zeros((3, 5), np.int16)[:, :4], 1.5
    try:
        words = (ctypes.c_int64 * 9).from_address(id(array))
        shape = (ctypes.c_int64 * 2).from_address(words[_SHAPE // 8])
        strides = (ctypes.c_int64 * 2).from_address(words[_STRIDES // 8])
        number = ctypes.c_double.from_address(id(given) + _NUMBER)
        flags = ctypes.c_int32.from_address(id(array) + _FLAGS)
        rank = ctypes.c_int32.from_address(id(array) + _RANK)
        return (
            ctypes.sizeof(ctypes.c_void_p) == 8
            and words[_TYPE // 8] == id(np.ndarray)
            and words[_DATA // 8] == array.ctypes.data
            and rank.value == 2
            and list(shape) == [3, 4]
            and list(strides) == [10, 2]
            and words[_DESCR // 8] == id(array.dtype)
            and flags.value & (_CONTIGUOUS | _ALIGNED | _WRITEABLE) == _ALIGNED | _WRITEABLE
            and number.value == given
        )
    except (AttributeError, ValueError):
        return False


FastCall = Callable[..., int]


def fast_call(address: int, arity: int) -> FastCall:
    """The entry as a function of the words' address, the workspace's, and the arguments."""
    objects = [ctypes.py_object] * arity
    return ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, *objects)(address)

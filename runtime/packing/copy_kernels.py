"""
LLVM IR of the innermost loops of copies, and of the loops around them.

A kernel copies items: `void kernel(ptr to, ptr from, i64 bytes, i64 nx, i64 dx, i64 sx, i64 ny, i64
dy, i64 sy)` copies `bytes` from `from + x * sx + y * sy` to `to + x * dx + y * dy`. All distances
are in bytes.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

WIDEST = 64
"""Bytes that are loaded and stored at once, at most."""
_TURNED = 32
"""Bytes of a row of a block that is transposed in registers; 16 for elements of one byte."""
DRIVER = "pad_mlir_copy"
_SIGNATURE = "ptr %to, ptr %from, i64 %bytes, i64 %nx, i64 %dx, i64 %sx, i64 %ny, i64 %dy, i64 %sy"
OPERANDS = "ptr, ptr, i64, i64, i64, i64, i64, i64, i64"
# No call of memcpy is to be made of a loop that was written to be none.
_ATTRIBUTES = 'nounwind "no-builtins"'


class Emitter:
    """Emits LLVM IR, with variables in memory, which LLVM's passes put into registers."""

    def __init__(self) -> None:
        self._heads: list[str] = []
        self._lines: list[str] = []
        self._count = 0

    def fresh(self, name: str = "v") -> str:
        """A name that is not used yet."""
        self._count += 1
        return f"%{name}.{self._count}"

    def line(self, text: str) -> None:
        """Add an instruction without a value."""
        self._lines.append(f"  {text}")

    def value(self, text: str) -> str:
        """Add an instruction, and return the name of its value."""
        name = self.fresh()
        self.line(f"{name} = {text}")
        return name

    def at(self, base: str, offset: str | int) -> str:
        """The address so many bytes on."""
        return self.value(f"getelementptr i8, ptr {base}, i64 {offset}")

    def times(self, left: str | int, right: str | int) -> str:
        """The product of two integers."""
        return self.value(f"mul i64 {left}, {right}")

    def field(self, record: str, number: int | str, type: str = "i64") -> str:
        """The word of that number in a record."""
        place = self.value(f"getelementptr i64, ptr {record}, i64 {number}")
        return self.value(f"load {type}, ptr {place}")

    def label(self, name: str) -> None:
        """Begin a block, into which the one before it leads."""
        self.line(f"br label {name}")
        self.block(name)

    def block(self, name: str) -> None:
        """Begin a block."""
        self._lines.append(f"{name[1:]}:")

    @contextmanager
    def loop(self, stop: str | int, step: str | int = 1) -> Generator[str]:
        """Emit a loop from 0, by a step, below a bound; gives the index."""
        place, head, body, end = (self.fresh(n) for n in ("i", "head", "body", "end"))
        self._heads.append(f"  {place} = alloca i64")
        self.line(f"store i64 0, ptr {place}")
        self.label(head)
        index = self.value(f"load i64, ptr {place}")
        more = self.value(f"icmp slt i64 {index}, {stop}")
        self.line(f"br i1 {more}, label {body}, label {end}")
        self.block(body)
        yield index
        following = self.value(f"add i64 {index}, {step}")
        self.line(f"store i64 {following}, ptr {place}")
        self.line(f"br label {head}")
        self.block(end)

    @contextmanager
    def when(self, condition: str) -> Generator[None]:
        """Emit what runs only where a condition holds."""
        body, end = self.fresh("then"), self.fresh("end")
        self.line(f"br i1 {condition}, label {body}, label {end}")
        self.block(body)
        yield
        self.label(end)

    def function(self, name: str, signature: str) -> str:
        """The text of the function."""
        body = "\n".join([*self._heads, *self._lines])
        head = f"define void @{name}({signature}) {_ATTRIBUTES}"
        return f"{head} {{\nentry:\n{body}\n  ret void\n}}\n"


@dataclass(frozen=True)
class CopyKernel:
    """
    Copies items of one size, of `width` to twice as many bytes, or of any number above `WIDEST`.

    With `streaming` the stores bypass the caches; what they write is aligned to `width`.
    """

    width: int
    is_exact: bool
    streaming: bool = False

    @property
    def name(self) -> str:
        """The symbol."""
        size = "" if self.is_exact else "_or_more"
        return f"pad_mlir_copy_{self.width}{size}{'_streaming' * self.streaming}"

    def ir(self) -> str:
        """The function."""
        emit = Emitter()
        with emit.loop("%ny") as y:
            row_to = emit.at("%to", emit.times(y, "%dy"))
            row_from = emit.at("%from", emit.times(y, "%sy"))
            with emit.loop("%nx") as x:
                to = emit.at(row_to, emit.times(x, "%dx"))
                source = emit.at(row_from, emit.times(x, "%sx"))
                self._item(emit, to, source)
        return emit.function(self.name, _SIGNATURE)

    def _item(self, emit: Emitter, to: str, source: str) -> None:
        if self.is_exact:
            for start in range(0, self.width, WIDEST):
                self._move(
                    emit, min(WIDEST, self.width), [(emit.at(to, start), emit.at(source, start))]
                )
            return
        last = emit.value(f"sub i64 %bytes, {self.width}")
        ends = emit.at(to, last), emit.at(source, last)
        if self.width < WIDEST:
            # Two that overlap: all is loaded before anything is stored.
            self._move(emit, self.width, [(to, source), ends])
            return
        with emit.loop(last, WIDEST) as offset:
            self._move(emit, WIDEST, [(emit.at(to, offset), emit.at(source, offset))])
        self._move(emit, WIDEST, [ends])

    def _move(self, emit: Emitter, width: int, pairs: Sequence[tuple[str, str]]) -> None:
        type = f"i{8 * width}" if width <= 8 else f"<{width} x i8>"
        values = [emit.value(f"load {type}, ptr {source}, align 1") for _, source in pairs]
        align = f"{width}, !nontemporal !0" if self.streaming else "1"
        for value, (to, _) in zip(values, pairs, strict=True):
            emit.line(f"store {type} {value}, ptr {to}, align {align}")


@dataclass(frozen=True)
class FillKernel:
    """Writes the `WIDEST` bytes at `from`, over and over, to items of no fewer bytes."""

    @property
    def name(self) -> str:
        """The symbol."""
        return "pad_mlir_fill"

    def ir(self) -> str:
        """The function."""
        emit, type = Emitter(), f"<{WIDEST} x i8>"
        value = emit.value(f"load {type}, ptr %from, align 1")
        last = emit.value(f"sub i64 %bytes, {WIDEST}")
        with emit.loop("%ny") as y:
            row = emit.at("%to", emit.times(y, "%dy"))
            with emit.loop("%nx") as x:
                to = emit.at(row, emit.times(x, "%dx"))
                with emit.loop(last, WIDEST) as offset:
                    emit.line(f"store {type} {value}, ptr {emit.at(to, offset)}, align 1")
                emit.line(f"store {type} {value}, ptr {emit.at(to, last)}, align 1")
        return emit.function(self.name, _SIGNATURE)


@dataclass(frozen=True)
class TurnKernel:
    """
    Transposes: elements are next to one another along x where they go, and along y where they are.

    Both counts have to be at least `rows`: blocks of so many are transposed in registers, and the
    last one overlaps the one before it.
    """

    size: int
    """Bytes of an element."""
    rows: int
    streaming: bool = False

    @property
    def name(self) -> str:
        """The symbol."""
        return f"pad_mlir_turn_{self.size}_{self.rows}{'_streaming' * self.streaming}"

    def ir(self) -> str:
        """The function."""
        emit = Emitter()
        last_x, last_y = (emit.value(f"sub i64 {n}, {self.rows}") for n in ("%nx", "%ny"))
        with emit.loop("%ny", self.rows) as next_y:
            y = least(emit, next_y, last_y)
            with emit.loop("%nx", self.rows) as next_x:
                x = least(emit, next_x, last_x)
                to = emit.at(emit.at("%to", emit.times(x, self.size)), emit.times(y, "%dy"))
                source = emit.at(emit.at("%from", emit.times(x, "%sx")), emit.times(y, self.size))
                self._block(emit, to, source)
        return emit.function(self.name, _SIGNATURE)

    def _block(self, emit: Emitter, to: str, source: str) -> None:
        count, type = self.rows, self._type
        rows: list[str] = []
        for _ in range(count):
            rows.append(emit.value(f"load {type}, ptr {source}, align 1"))
            source = emit.at(source, "%sx")
        lane = min(count, 16 // self.size)  # shuffles within 16 bytes are single instructions
        rounds = lane.bit_length() - 1
        for first in range(0, count, lane):
            for _ in range(rounds):
                rows[first : first + lane] = self._interleaved(
                    emit, rows[first : first + lane], lane
                )
        distance = count // 2
        while distance >= lane:
            rows = self._exchanged(emit, rows, distance)
            distance //= 2
        align = f"{self.size * count}, !nontemporal !0" if self.streaming else "1"
        for row in rows:
            emit.line(f"store {type} {row}, ptr {to}, align {align}")
            to = emit.at(to, "%dy")

    @property
    def _type(self) -> str:
        return f"<{self.rows} x i{8 * self.size}>"

    def _interleaved(self, emit: Emitter, rows: Sequence[str], lane: int) -> list[str]:
        """Elements of two rows in turns, lane by lane: of all pairs of rows half of them apart."""
        half = len(rows) // 2
        found: list[str] = []
        for one, other in zip(rows[:half], rows[half:], strict=True):
            for start in (0, lane // 2):
                mask = [
                    base + start + k + which * self.rows
                    for base in range(0, self.rows, lane)
                    for k in range(lane // 2)
                    for which in (0, 1)
                ]
                found.append(shuffled(emit, self._type, one, other, mask))
        return found

    def _exchanged(self, emit: Emitter, rows: Sequence[str], distance: int) -> list[str]:
        """Quarters off the diagonal exchanged between rows so far apart."""
        found = list(rows)
        columns = range(self.rows)
        for k in range(self.rows):
            if k & distance:
                continue
            one, other = rows[k], rows[k + distance]
            low = [c if not c & distance else c - distance + self.rows for c in columns]
            high = [c + distance if not c & distance else c + self.rows for c in columns]
            found[k] = shuffled(emit, self._type, one, other, low)
            found[k + distance] = shuffled(emit, self._type, one, other, high)
        return found


@dataclass(frozen=True)
class InterleaveKernel:
    """
    Brings a few rows into one, their elements in turns, or with `apart` such a row into a few.

    Into one: x counts the rows, y the elements of each, which are next to one another where they
    are; those of all rows lie together where they go. Apart: the other way round. There are as many
    elements in a row as 16 bytes hold, at least; the last ones overlap those before them.
    """

    size: int
    """Bytes of an element."""
    rows: int
    apart: bool
    streaming: bool = False

    @property
    def name(self) -> str:
        """The symbol."""
        way = "apart" if self.apart else "in_turns"
        return f"pad_mlir_{way}_{self.size}_{self.rows}{'_streaming' * self.streaming}"

    def ir(self) -> str:
        """The function."""
        emit, lanes = Emitter(), interleaved_elements(self.size)
        count = "%nx" if self.apart else "%ny"
        last = emit.value(f"sub i64 {count}, {lanes}")
        with emit.loop(count, lanes) as following:
            first = least(emit, following, last)
            near = emit.times(first, self.size)
            far = emit.times(first, self.size * self.rows)
            if self.apart:
                self._apart(emit, emit.at("%to", near), emit.at("%from", far))
            else:
                self._together(emit, emit.at("%to", far), emit.at("%from", near))
        return emit.function(self.name, _SIGNATURE)

    def _together(self, emit: Emitter, to: str, source: str) -> None:
        rows: list[str] = []
        for _ in range(self.rows):
            rows.append(emit.value(f"load {self._type}, ptr {source}, align 1"))
            source = emit.at(source, "%sx")
        half, lanes = self.rows // 2, interleaved_elements(self.size)
        for _ in range(self.rows.bit_length() - 1):
            found: list[str] = []
            for one, other in zip(rows[:half], rows[half:], strict=True):
                for start in (0, lanes // 2):
                    mask = [start + k + w * lanes for k in range(lanes // 2) for w in (0, 1)]
                    found.append(shuffled(emit, self._type, one, other, mask))
            rows = found
        for k, row in enumerate(rows):
            self._store(emit, row, emit.at(to, 16 * k))

    def _apart(self, emit: Emitter, to: str, source: str) -> None:
        rows = [
            emit.value(f"load {self._type}, ptr {emit.at(source, 16 * k)}, align 1")
            for k in range(self.rows)
        ]
        lanes = interleaved_elements(self.size)
        for _ in range(self.rows.bit_length() - 1):
            pairs = list(zip(rows[::2], rows[1::2], strict=True))
            rows = [
                shuffled(emit, self._type, one, other, range(start, 2 * lanes, 2))
                for start in (0, 1)
                for one, other in pairs
            ]
        for row in rows:
            self._store(emit, row, to)
            to = emit.at(to, "%dy")

    def _store(self, emit: Emitter, row: str, to: str) -> None:
        align = "16, !nontemporal !0" if self.streaming else "1"
        emit.line(f"store {self._type} {row}, ptr {to}, align {align}")

    @property
    def _type(self) -> str:
        return f"<{interleaved_elements(self.size)} x i{8 * self.size}>"


def interleaved_elements(size: int) -> int:
    """The elements of each row that are brought together at once."""
    return 16 // size


def least(emit: Emitter, one: str, other: str) -> str:
    """The lesser of two integers."""
    is_less = emit.value(f"icmp slt i64 {one}, {other}")
    return emit.value(f"select i1 {is_less}, i64 {one}, i64 {other}")


def shuffled(emit: Emitter, type: str, one: str, other: str, mask: Sequence[int]) -> str:
    """The elements of two vectors at these positions."""
    numbers = ", ".join(f"i32 {k}" for k in mask)
    return emit.value(
        f"shufflevector {type} {one}, {type} {other}, <{len(mask)} x i32> <{numbers}>"
    )


Kernel = CopyKernel | FillKernel | TurnKernel | InterleaveKernel


def turned_rows(size: int, nx: int, ny: int) -> int:
    """The rows of the largest blocks of elements of a size that fit; below 4, none pays."""
    rows = 16 if size == 1 else _TURNED // size
    while rows > min(nx, ny):
        rows //= 2
    return rows


def driver_ir() -> str:
    """
    `void pad_mlir_copy(program, end, to, from, patterns)`: runs the records of a program.

    A record is, in words: its length; which array it reads (0 `from`, 1 `patterns`, 2 `to`); where
    it starts in both; the kernel's address; its operands from `bytes` on; how many x and y are one
    block; the number of loops around, and for each its count and two distances. A negative count is
    that of a list of distances, which is where the first one says, counted from the record.
    """
    return "\n".join([_driver(), _around(), _blocks()])


def _driver() -> str:
    emit = Emitter()
    place = emit.value("alloca ptr")
    emit.line(f"store ptr %program, ptr {place}")
    head, body, end = (emit.fresh(n) for n in ("head", "body", "end"))
    emit.label(head)
    record = emit.value(f"load ptr, ptr {place}")
    more = emit.value(f"icmp ult ptr {record}, %stop")
    emit.line(f"br i1 {more}, label {body}, label {end}")
    emit.block(body)
    length, which = emit.field(record, 0), emit.field(record, 1)
    is_own = emit.value(f"icmp eq i64 {which}, 2")
    is_pattern = emit.value(f"icmp eq i64 {which}, 1")
    source = emit.value(f"select i1 {is_pattern}, ptr %patterns, ptr %from")
    source = emit.value(f"select i1 {is_own}, ptr %to, ptr {source}")
    to = emit.at("%to", emit.field(record, 2))
    source = emit.at(source, emit.field(record, 3))
    emit.line(f"call void @pad_mlir_around(ptr {record}, i64 0, ptr {to}, ptr {source})")
    following = emit.value(f"getelementptr i64, ptr {record}, i64 {length}")
    emit.line(f"store ptr {following}, ptr {place}")
    emit.line(f"br label {head}")
    emit.block(end)
    signature = "ptr %program, ptr %stop, ptr %to, ptr %from, ptr %patterns"
    return emit.function(DRIVER, signature)


HEADER = 15
"""The words of a record before its loops."""
_LOOPS = HEADER - 1


def _around() -> str:
    """The loops around the kernel, from one of a number on."""
    emit = Emitter()
    count = emit.field("%record", _LOOPS)
    is_inside = emit.value(f"icmp eq i64 %level, {count}")
    with emit.when(is_inside):
        emit.line("call void @pad_mlir_blocks(ptr %record, ptr %to, ptr %from)")
        emit.line("ret void")
        emit.block(emit.fresh("unused"))
    first = emit.value(f"add i64 {emit.times('%level', 3)}, {HEADER}")
    loop = emit.value(f"getelementptr i64, ptr %record, i64 {first}")
    steps, there, here = (emit.field(loop, k) for k in range(3))
    level = emit.value("add i64 %level, 1")
    is_listed = emit.value(f"icmp slt i64 {steps}, 0")
    with emit.when(is_listed):
        table = emit.value(f"getelementptr i64, ptr %record, i64 {there}")
        with emit.loop(emit.value(f"sub i64 0, {steps}")) as k:
            pair = emit.value(f"getelementptr i64, ptr {table}, i64 {emit.times(k, 2)}")
            to, source = emit.at("%to", emit.field(pair, 0)), emit.at("%from", emit.field(pair, 1))
            emit.line(
                f"call void @pad_mlir_around(ptr %record, i64 {level}, ptr {to}, ptr {source})"
            )
    with emit.loop(steps) as k:
        to = emit.at("%to", emit.times(k, there))
        source = emit.at("%from", emit.times(k, here))
        emit.line(f"call void @pad_mlir_around(ptr %record, i64 {level}, ptr {to}, ptr {source})")
    return emit.function("pad_mlir_around", "ptr %record, i64 %level, ptr %to, ptr %from")


def _blocks() -> str:
    """Calls the kernel block by block; the last of a row is up to twice as large."""
    emit = Emitter()
    kernel = emit.field("%record", 4, "ptr")
    bytes, nx, dx, sx, ny, dy, sy, wide, high = (emit.field("%record", k) for k in range(5, 14))
    with _pieces(emit, nx, wide) as (x, columns):
        x_to, x_from = emit.at("%to", emit.times(x, dx)), emit.at("%from", emit.times(x, sx))
        with _pieces(emit, ny, high) as (y, rows):
            to, source = emit.at(x_to, emit.times(y, dy)), emit.at(x_from, emit.times(y, sy))
            operands = [f"ptr {to}", f"ptr {source}"]
            operands += [f"i64 {v}" for v in (bytes, columns, dx, sx, rows, dy, sy)]
            emit.line(f"call void {kernel}({', '.join(operands)})")
    return emit.function("pad_mlir_blocks", "ptr %record, ptr %to, ptr %from")


@contextmanager
def _pieces(emit: Emitter, count: str, most: str) -> Generator[tuple[str, str]]:
    """A loop over pieces of a count: where each starts, and how long it is."""
    parts = emit.value(f"sdiv i64 {count}, {most}")
    is_none = emit.value(f"icmp eq i64 {parts}, 0")
    parts = emit.value(f"select i1 {is_none}, i64 1, i64 {parts}")
    last = emit.value(f"sub i64 {parts}, 1")
    with emit.loop(parts) as k:
        start = emit.times(k, most)
        is_last = emit.value(f"icmp eq i64 {k}, {last}")
        rest = emit.value(f"sub i64 {count}, {start}")
        yield start, emit.value(f"select i1 {is_last}, i64 {rest}, i64 {most}")

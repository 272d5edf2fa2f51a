"""Random programs on buffers that have affine maps as their layouts, and without them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from .random_maps import RandomMap, random_map, random_shape
from .writing import Writer

TYPES = ("f32", "f64", "i32")


@dataclass(frozen=True)
class Program:
    """A module with @main on the buffers A and B; C is local, and so is what is made of them."""

    maps: dict[str, RandomMap]
    element: str
    stages: tuple[str, ...]
    text: str = field(repr=False)
    """With the types of the buffers left out."""

    def laid_out(self) -> str:
        """With the maps as layouts."""
        aliases = "".join(f"#{name} = affine_map<{map}>\n" for name, map in self.maps.items())
        return aliases + self._with_types(lambda name: f", #{name}")

    def logical(self) -> str:
        """Row-major."""
        return self._with_types(lambda name: "")

    def _with_types(self, layout: Callable[[str], str]) -> str:
        text = self.text
        for name, map in self.maps.items():
            sizes = "".join(f"{size}x" for size in map.shape)
            text = text.replace(f"!{name}", f"memref<{sizes}{self.element}{layout(name)}>")
        return text

    @property
    def is_beyond_upstream(self) -> bool:
        """Whether it passes buffers on in ways that upstream leaves as they are."""
        return not {*self.stages}.isdisjoint(BEYOND)


def random_program(seed: int) -> Program:
    """The program of a seed."""
    rng = Random(seed)
    maps = {name: random_map(rng, random_shape(rng)) for name in "ABC"}
    element = rng.choice(TYPES)
    names = rng.choices(list(STAGES), k=rng.randint(1, 3))
    if rng.random() < 0.2:
        names.insert(rng.randrange(len(names) + 1), rng.choice(list(BEYOND)))
    writer = Writer(rng, element, {name: map.shape for name, map in maps.items()})
    writer.open("func.func @main(%A: !A, %B: !B) {")
    is_local = rng.random() < 0.6
    if is_local:
        writer.line(f"%C = memref.{rng.choice(('alloc', 'alloca'))}() : !C")
        writer.fill("C", "A")
    for name in names:
        (STAGES | BEYOND)[name](writer)
    if is_local:
        nest(writer, writer.target(), "C")
    writer.line("func.return")
    writer.close()
    return Program(maps, element, tuple(names), writer.text())


def nest(writer: Writer, target: str, source: str) -> None:
    """Affine loops, with accesses that are affine too."""
    with writer.loops(writer.shapes[target]) as iterators:
        value = writer.load(source, writer.affine_index(source, iterators))
        old = writer.load(target, writer.affine_index(target, iterators))
        writer.store(writer.add(value, old), target, writer.affine_index(target, iterators))


def _nest(writer: Writer) -> None:
    nest(writer, writer.target(), writer.source())


def _guarded(writer: Writer) -> None:
    """An if of a halo, with both arms."""
    target, source = writer.target(), writer.source()
    with writer.loops(writer.shapes[target]) as iterators:
        name, extent = writer.rng.choice(iterators)
        bound = writer.rng.randint(0, extent)
        writer.open(f"affine.if affine_set<(d0) : (d0 - {bound} >= 0)>(%{name}) {{")
        value = writer.load(source, writer.affine_index(source, iterators))
        writer.store(value, target, writer.affine_index(target, iterators))
        writer.open("} else {")
        writer.store(writer.constant(), target, writer.affine_index(target, iterators))
        writer.close()


def _computed(writer: Writer) -> None:
    """Loops of scf, and accesses by what is computed with arith."""
    target, source = writer.target(), writer.source()
    with writer.loops(writer.shapes[target], dialect="scf") as iterators:
        value = writer.load(source, writer.computed_index(source, iterators), "memref")
        index = writer.computed_index(target, iterators)
        old = writer.load(target, index, "memref")
        writer.store(writer.add(value, old), target, index, "memref")


def _parallel(writer: Writer) -> None:
    """Each iteration has a cell of its own."""
    target, source = writer.rng.choice((("B", "A"), ("A", "B")))
    with writer.parallel(writer.shapes[target]) as iterators:
        value = writer.load(source, writer.affine_index(source, iterators))
        writer.store(writer.add(value, value), target, writer.own_index(iterators))


def _summed(writer: Writer) -> None:
    """An accumulator that loops carry."""
    target, source = writer.target(), writer.source()
    extent = writer.shapes[source][0]
    total, name = writer.fresh("v"), writer.fresh("i")
    zero = writer.constant(0)
    writer.open(
        f"%{total} = affine.for %{name} = 0 to {extent} iter_args(%s{name} = %{zero}) -> "
        f"({writer.element}) {{"
    )
    value = writer.load(source, writer.affine_index(source, [(name, extent)]))
    writer.line(f"affine.yield %{writer.add(value, f's{name}')} : {writer.element}")
    writer.close()
    writer.store(total, target, ", ".join("0" for _ in writer.shapes[target]))


def _called(writer: Writer) -> None:
    """A callee that changes its argument."""
    target = writer.target()
    name = writer.fresh("update")
    with writer.function(f"@{name}(%{target}: !{target})"):
        with writer.loops(writer.shapes[target]) as iterators:
            value = writer.load(target, writer.affine_index(target, iterators))
            writer.store(writer.add(value, value), target, writer.own_index(iterators))
        writer.line("func.return")
    writer.line(f"func.call @{name}(%{target}) : (!{target}) -> ()")


def _made(writer: Writer) -> None:
    """A callee that makes a buffer, whose caller frees it; another that returns its argument."""
    source, target = writer.source(), writer.target()
    make, same = writer.fresh("make"), writer.fresh("same")
    with writer.function(f"@{make}(%{source}: !{source}) -> !C"):
        writer.line("%C = memref.alloc() : !C")
        writer.fill("C", source)
        writer.line("func.return %C : !C")
    with writer.function(f"@{same}(%C: !C) -> !C"):
        writer.line("func.return %C : !C")
    first, second = writer.fresh("m"), writer.fresh("m")
    writer.line(f"%{first} = func.call @{make}(%{source}) : (!{source}) -> !C")
    writer.line(f"%{second} = func.call @{same}(%{first}) : (!C) -> !C")
    with writer.loops(writer.shapes[target]) as iterators:
        value = writer.load("C", writer.affine_index("C", iterators), value=second)
        writer.store(value, target, writer.affine_index(target, iterators))
    writer.line(f"memref.dealloc %{second} : !C")


def _recursive(writer: Writer) -> None:
    """Two functions that call one another."""
    target = writer.target()
    first, second = writer.fresh("even"), writer.fresh("odd")
    extent = writer.shapes[target][0]
    for name, other in ((first, second), (second, first)):
        with writer.function(f"@{name}(%{target}: !{target}, %n: index)"):
            writer.line("%zero = arith.constant 0 : index")
            writer.line("%one = arith.constant 1 : index")
            writer.line("%more = arith.cmpi sgt, %n, %zero : index")
            writer.open("scf.if %more {")
            writer.line("%less = arith.subi %n, %one : index")
            index = ", ".join(["%less", *("%zero" for _ in writer.shapes[target][1:])])
            value = writer.load(target, index, "memref")
            writer.store(writer.add(value, value), target, index, "memref")
            writer.line(f"func.call @{other}(%{target}, %less) : (!{target}, index) -> ()")
            writer.close()
            writer.line("func.return")
    size = writer.index_constant(extent)
    writer.line(f"func.call @{first}(%{target}, %{size}) : (!{target}, index) -> ()")


def _written(writer: Writer, value: str, buffer: str) -> None:
    """Changes a buffer under another name."""
    shape = writer.shapes[buffer]
    with writer.loops(shape) as iterators:
        old = writer.load(buffer, writer.own_index(iterators), value=value)
        writer.store(writer.add(old, old), buffer, writer.own_index(iterators), value=value)


def _two_of_c(writer: Writer) -> tuple[str, str, str]:
    """Two local buffers, and a condition."""
    names = writer.fresh("x"), writer.fresh("x")
    for name in names:
        writer.line(f"%{name} = memref.alloc() : !C")
        writer.fill("C", "A", value=name)
    condition = writer.fresh("c")
    writer.line(f"%{condition} = arith.constant {writer.rng.choice(('true', 'false'))}")
    return *names, condition


def _read_both(writer: Writer, first: str, second: str) -> None:
    target = writer.target()
    for name in (first, second):
        with writer.loops(writer.shapes["C"]) as iterators:
            value = writer.load("C", writer.own_index(iterators), value=name)
            old = writer.load(target, writer.affine_index(target, iterators))
            writer.store(writer.add(value, old), target, writer.affine_index(target, iterators))


def _selected(writer: Writer) -> None:
    first, second, condition = _two_of_c(writer)
    chosen = writer.fresh("m")
    writer.line(f"%{chosen} = arith.select %{condition}, %{first}, %{second} : !C")
    _written(writer, chosen, "C")
    _read_both(writer, first, second)


def _yielded(writer: Writer) -> None:
    first, second, condition = _two_of_c(writer)
    chosen = writer.fresh("m")
    writer.open(f"%{chosen} = scf.if %{condition} -> (!C) {{")
    writer.line(f"scf.yield %{first} : !C")
    writer.open("} else {")
    writer.line(f"scf.yield %{second} : !C")
    writer.close()
    _written(writer, chosen, "C")
    _read_both(writer, first, second)


def _carried(writer: Writer) -> None:
    first, second, _ = _two_of_c(writer)
    last, name = writer.fresh("m"), writer.fresh("i")
    carried = f"%x{name} = %{first}, %y{name} = %{second}"
    writer.open(f"%{last}:2 = affine.for %{name} = 0 to 3 iter_args({carried}) -> (!C, !C) {{")
    _written(writer, f"x{name}", "C")
    writer.line(f"affine.yield %y{name}, %x{name} : !C, !C")
    writer.close()
    _read_both(writer, first, f"{last}#1")


def _awaited(writer: Writer) -> None:
    first, second, _ = _two_of_c(writer)
    last, name = writer.fresh("m"), writer.fresh("i")
    zero, two = writer.index_constant(0), writer.index_constant(2)
    one = writer.index_constant(1)
    carried = f"%x{name} = %{first}, %{name} = %{zero}"
    writer.open(f"%{last}:2 = scf.while ({carried}) : (!C, index) -> (!C, index) {{")
    writer.line(f"%c{name} = arith.cmpi slt, %{name}, %{two} : index")
    writer.line(f"scf.condition(%c{name}) %x{name}, %{name} : !C, index")
    writer.open("} do {")
    writer.open(f"^bb0(%y{name}: !C, %j{name}: index):")
    _written(writer, f"y{name}", "C")
    writer.line(f"%n{name} = arith.addi %j{name}, %{one} : index")
    writer.line(f"scf.yield %y{name}, %n{name} : !C, index")
    writer.depth -= 1
    writer.close()
    _written(writer, f"{last}#0", "C")
    _read_both(writer, first, second)


def _branched(writer: Writer) -> None:
    """Blocks with a buffer as their argument."""
    name = writer.fresh("blocks")
    with writer.function(f"@{name}(%A: !A, %C: !C, %D: !C, %c: i1)"):
        writer.line("cf.cond_br %c, ^one(%C : !C), ^other")
        writer.line("^other:")
        writer.line("cf.br ^one(%D : !C)")
        writer.line("^one(%E: !C):")
        _written(writer, "E", "C")
        writer.line("func.return")
    first, second, condition = _two_of_c(writer)
    arguments = f"%A, %{first}, %{second}, %{condition}"
    writer.line(f"func.call @{name}({arguments}) : (!A, !C, !C, i1) -> ()")
    _read_both(writer, first, second)


def _copied(writer: Writer) -> None:
    first, second, _ = _two_of_c(writer)
    _written(writer, first, "C")
    writer.line(f"memref.copy %{first}, %{second} : !C to !C")
    _read_both(writer, first, second)


def _global(writer: Writer) -> None:
    """A constant, and a variable."""
    for constant in ("constant ", ""):
        name, value = writer.global_of(constant, "C"), writer.fresh("g")
        writer.line(f"%{value} = memref.get_global @{name} : !C")
        if not constant:
            _written(writer, value, "C")
        _read_both(writer, value, value)


STAGES: dict[str, Callable[[Writer], None]] = {
    "nest": _nest,
    "guarded": _guarded,
    "computed": _computed,
    "parallel": _parallel,
    "summed": _summed,
    "called": _called,
    "made": _made,
    "recursive": _recursive,
}
"""The operations that upstream understands."""

BEYOND: dict[str, Callable[[Writer], None]] = {
    "selected": _selected,
    "yielded": _yielded,
    "carried": _carried,
    "awaited": _awaited,
    "branched": _branched,
    "copied": _copied,
    "global": _global,
}
"""
The operations for which it leaves the whole function, its callees and its callers as they are.
"""

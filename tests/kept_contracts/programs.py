"""Random functions on laid-out buffers: stages that fill, update, read, and pass on."""

from __future__ import annotations

from random import Random

_PADS = (
    *("0.0 : f32", "0.0 : f32", "0.0 : f32", '"undef"', '"forbidden"', '"identity(maximumf)"'),
    *("2.0 : f32", "affine_map<(d0, d1) -> (d0 - 1, d1)>"),
    '[{where = affine_map<(d0, d1) -> (d1 - 3)>, kind = 1.0 : f32}, {kind = "undef"}]',
)
_MAPS = (
    "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>",
    "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>",
    "affine_map<(d0) -> (d0 mod 5, d0 floordiv 5)>",
)
SIZE = 14
BUFFERS = ("A", "B", "C")
_ONE = "memref<1xf32>"
_GUARD = "affine_set<(d0, d1) : (d0 * -4 - d1 + 13 >= 0)>"


def random_program(random: Random) -> str:
    """
    A module whose function `f` takes A, B, C and O, of one element, and gives nothing or a buffer.
    """
    return _Program(random).text()


class _Program:
    def __init__(self, random: Random):
        self.random = random
        layout = f"{random.choice(_MAPS)}], [{random.choice(_PADS)}"
        self.types: dict[str, str] = dict.fromkeys(
            BUFFERS, f"memref<{SIZE}xf32, #pad.layout<[{layout}], {{}}>>"
        )
        for name in BUFFERS:
            if random.random() < 0.25:
                self.types[name] = f"memref<{SIZE}xf32>"
        self.count = 0
        self.callees = list[str]()

    def text(self) -> str:
        stages = [self.stage() for _ in range(self.random.choice((1, 2, 2, 3, 4)))]
        parameters = [f"%{name}: {type}" for name, type in self.types.items()]
        signature = f"@f({', '.join(parameters)}, %O: {_ONE}, %x: f32)"
        if self.random.random() < 0.1:
            type = self.types["B"]
            ending = f"func.return %B : {type}"
            signature += f" -> {type}"
        else:
            ending = "func.return"
        lines = ["%one = arith.constant 1.0 : f32", *stages, ending, "}"]
        return "\n".join([*self.callees, f"func.func {signature} {{", *lines])

    def stage(self) -> str:
        """A stage of `f`, or a call of a function that has one."""
        if self.random.random() < 0.8:
            return self.loops()
        name = f"g{len(self.callees)}"
        parameters = ", ".join(f"%{name}: {type}" for name, type in self.types.items())
        body = "\n".join(self.loops() for _ in range(self.random.choice((1, 1, 2))))
        self.callees.append(
            f"func.func private @{name}({parameters}, %O: {_ONE}, %x: f32) {{\n"
            f"%one = arith.constant 1.0 : f32\n{body}\nfunc.return\n}}"
        )
        types = ", ".join([*self.types.values(), _ONE, "f32"])
        return f"func.call @{name}(%A, %B, %C, %O, %x) : ({types}) -> ()"

    def loops(self) -> str:
        """A loop nest over a buffer, of one index, or of two with a guard."""
        self.count += 1
        choose = self.random.choice
        upper = choose((SIZE, SIZE, SIZE, SIZE - 1))
        if self.random.random() < 0.5:
            head, index, end = f"affine.for %i = 0 to {upper} {{", "%i", "}"
        else:
            head = "affine.for %i = 0 to 4 {\naffine.for %j = 0 to 4 {"
            head += f"\naffine.if {_GUARD}(%i, %j) {{"
            index, end = "%i * 4 + %j", "}\n}\n}"
        body = choose((self.fill, self.fill, self.update, self.copy, self.reduce, self.dead))
        return f'{head}\n{body(index)}\n{end} {{pad.stage = "s{self.count}"}}'

    def fill(self, index: str) -> str:
        return self.store("%x" if self.random.random() < 0.3 else "%one", self.buffer(), index)

    def update(self, index: str) -> str:
        name = self.buffer()
        read = self.load("%v", name, index)
        if self.random.random() < 0.3:
            return f"{read}\n{self.store('%v', name, index)}"
        return f"{read}\n%t = {self.operation('%v', '%x')}\n{self.store('%t', name, index)}"

    def copy(self, index: str) -> str:
        source, target = self.buffer(), self.buffer()
        return f"{self.load('%v', source, index)}\n{self.store('%v', target, index)}"

    def reduce(self, index: str) -> str:
        read, old = self.load("%v", self.buffer(), index), f"%w = affine.load %O[0] : {_ONE}"
        add = f"%t = {self.operation('%w', '%v')}"
        return f"{read}\n{old}\n{add}\naffine.store %t, %O[0] : {_ONE}"

    def dead(self, index: str) -> str:
        """A read that a pass may find to be needless."""
        read = self.load("%v", self.buffer(), index)
        return f"{read}\naffine.store %v, %O[0] : {_ONE}\naffine.store %one, %O[0] : {_ONE}"

    def buffer(self) -> str:
        return self.random.choice(BUFFERS)

    def operation(self, left: str, right: str) -> str:
        name = self.random.choice(("addf", "addf", "mulf", "maximumf"))
        return f"arith.{name} {left}, {right} : f32"

    def load(self, result: str, name: str, index: str) -> str:
        return f"{result} = affine.load %{name}[{index}] : {self.types[name]}"

    def store(self, value: str, name: str, index: str) -> str:
        return f"affine.store {value}, %{name}[{index}] : {self.types[name]}"

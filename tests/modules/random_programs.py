"""Random modules whose functions pass laid-out buffers on, under casts where the kinds differ."""

from __future__ import annotations

from random import Random

_SIZE = 6
_KINDS = {
    "kept": '"forbidden"',
    "any": '"undef"',
    "zeros": "0.0 : f32",
    "fives": "5.0 : f32",
    "around": "affine_map<(d0, d1) -> (0, d0 * 4 + d1 - 6)>",
}
_TILES = "affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>"
_HEADER = "\n".join(f"#{k} = #pad.layout<[{_TILES}], [{v}], {{}}>" for k, v in _KINDS.items())


def random_program(seed: int) -> str:
    """A module whose last function is `main`; not every one keeps its contracts."""
    rng = Random(seed)
    names = [*(f"f{k}" for k in range(rng.randint(1, 3))), "main"]
    functions: dict[str, _Function] = {}
    for name in names:
        functions[name] = _Function(rng, dict(functions), 2 if name == "main" else 1)
    texts = [function.text(name) for name, function in functions.items()]
    return "\n".join([_HEADER, *texts])


def _type(kind: str) -> str:
    return f"memref<{_SIZE}xf32, #{kind}>"


class _Function:
    def __init__(self, rng: Random, callees: dict[str, _Function], least: int):
        self._rng, self._callees, self._count = rng, callees, 0
        kinds = [rng.choice(list(_KINDS)) for _ in range(rng.randint(least, 2))]
        self.parameters = {f"%A{k}": kind for k, kind in enumerate(kinds)}
        self._buffers, self._body = dict(self.parameters), list[str]()
        if rng.random() < 0.5:
            self._buffers["%L"] = kind = rng.choice(list(_KINDS))
            self._body += [f"%L = memref.alloc() : {_type(kind)}", self._fill("%L", 0, _SIZE)]
        for _ in range(rng.randint(1, 3)):
            self._body += self._stage()
        unused = [p for p in self.parameters if not any(p in line for line in self._body)]
        self._body += [self._update(p, p, 0, _SIZE) for p in unused]

    def text(self, name: str) -> str:
        head = ", ".join(f"{name}: {_type(kind)}" for name, kind in self.parameters.items())
        lines = "\n  ".join(self._body)
        private = "" if name == "main" else "private "
        return f"func.func {private}@{name}({head}, %x: f32) {{\n  {lines}\n  func.return\n}}"

    def _stage(self) -> list[str]:
        if self._rng.random() < 0.3:
            inside = [*self._step(), *self._step()]
            return [f"affine.for %k{self._count} = 0 to {self._rng.randint(1, 2)} {{", *inside, "}"]
        return self._step()

    def _step(self) -> list[str]:
        self._count += 1
        rng = self._rng
        if self._callees and rng.random() < 0.55:
            return self._call(rng.choice(list(self._callees)))
        low, high = (0, _SIZE) if rng.random() < 0.6 else sorted(rng.sample(range(_SIZE + 1), 2))
        source, target = rng.choices(list(self._buffers), k=2)
        if rng.random() < 0.5:
            return [self._fill(target, low, high)]
        return [self._update(source, target, low, high)]

    def _call(self, name: str) -> list[str]:
        wanted = list(self._callees[name].parameters.values())
        if len(wanted) <= len(self._buffers):
            given = self._rng.sample(list(self._buffers), len(wanted))
        else:
            given = [next(iter(self._buffers))] * len(wanted)
        casts = list[str]()
        for k, (buffer, kind) in enumerate(zip(given, wanted, strict=True)):
            ours = self._buffers[buffer]
            if ours != kind:
                given[k] = f"%c{self._count}_{k}"
                casts.append(f"{given[k]} = pad.cast {buffer} : {_type(ours)} to {_type(kind)}")
        types = ", ".join([*map(_type, wanted), "f32"])
        return [*casts, f"func.call @{name}({', '.join(given)}, %x) : ({types}) -> ()"]

    def _fill(self, target: str, low: int, high: int) -> str:
        store = f"affine.store %x, {target}[%i] : {_type(self._buffers[target])}"
        return f"affine.for %i = {low} to {high} {{ {store} }}"

    def _update(self, source: str, target: str, low: int, high: int) -> str:
        lines = (
            f"%v = affine.load {source}[%i] : {_type(self._buffers[source])}",
            "%w = arith.addf %v, %x : f32",
            f"affine.store %w, {target}[%i] : {_type(self._buffers[target])}",
        )
        return "\n".join([f"affine.for %i = {low} to {high} {{", *lines, "}"])

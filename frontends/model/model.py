"""`Model`: a compiled function of arrays, whose weights are bound and packed once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, cast

import numpy as np
from xdsl.utils.exceptions import ParseError

from ...dialect.ir.argument_checks import WrongInput
from ...dialect.ir.located_errors import PadError
from ...dialect.text import parse_module
from ...passes.common.diagnostics import Remark
from ...runtime.ahead_of_time.emission import Kind as FileKind
from ...runtime.ahead_of_time.emission import emit
from ...runtime.call.arguments import BufferArgument
from ...runtime.call.kernel import Kernel
from ...runtime.errors import KernelError
from ...runtime.host.compiler import stored_code, stored_facts
from ...runtime.host.host_code import HostCode
from ...runtime.packing.arrays import Array, aligned_empty
from ...runtime.signature import Buffer, Part, Scalar, find_function
from ...upstream.processors import host_processor
from .embedded_weights import embed_weights
from .framework_arrays import Kind, as_array, as_kind, kind_of
from .model_file import (
    WrongFile,
    check_processor,
    processor_facts,
    read_model,
    write_model,
)
from .profile import Profile, profile
from .result_arguments import ResultArgument
from .trees import Branch, Tree, count, from_json, leaves, rebuilt, to_json


@dataclass(frozen=True)
class Interface:
    """How the arguments and results of calls are arranged."""

    arguments: Branch
    results: Tree
    outputs: tuple[ResultArgument, ...] | None
    """The arguments that results are written to; None where the function returns them."""
    dtypes: tuple[str | None, ...]
    """The types of results in the framework, where it has told them."""


@dataclass(frozen=True)
class Program:
    """Compiled code, the text that it was made of, and the text before any optimization."""

    text: str
    source: str
    code: HostCode
    interface: Interface
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class _Output:
    """The array that a call makes for a result, and the result's own shape."""

    argument: BufferArgument
    shape: tuple[int, ...]

    def room(self) -> Array:
        return aligned_empty(self.argument.shape, self.argument.buffer.element.dtype)


class Model:
    """
    A model as a function of arrays: numpy's, PyTorch's or JAX's, or any of the host that DLPack
    gives.

    It is called as its source is: a JAX function's model with the same trees of arrays, a torch
    module's with its inputs, any other with the arrays of the function's arguments in order.
    Results are new arrays of the framework of the arguments. Arguments are not copied where they
    are contiguous and have no layout of their own; they are written only
    if the source is a program on memrefs that writes them. Open sizes may differ at each call.

    A model does not change, and threads may call one at the same time. `compile_model` and
    `Model.load` make models. What does not fit is a KernelError, raised before anything has run.
    """

    def __init__(self, program: Program, bound: Mapping[str, Array] | None = None):
        """For `compile_model`, `bind` and `load`; `bound` are arrays as they are in memory."""
        self._program, self._bound = program, dict(bound or {})
        interface, signature = program.interface, program.code.signature
        outputs = {output.name: output for output in interface.outputs or ()}
        self._parts: list[Part] = [
            part
            for part in signature.parameters
            if part.name not in outputs and not (isinstance(part, Scalar) and part.ties)
        ]
        buffers = {p.name: p for p in signature.parameters if isinstance(p, Buffer)}
        self._outputs: list[_Output] = []
        for name, output in outputs.items():
            argument = BufferArgument(buffers[name], packed=False)
            self._outputs.append(_Output(argument, output.shape))
        self._ranges: list[range] = []
        for part in interface.arguments.parts:
            first = self._ranges[-1].stop if self._ranges else 0
            self._ranges.append(range(first, first + count(part)))
        self._free = [k for k, _ in enumerate(self._ranges) if not self._is_bound(k)]

    def __call__(self, *arguments: Any) -> Any:
        given = self._given(self._free, arguments)
        kind = kind_of(given.values())
        arrays = [self._of_call(k, part, given) for k, part in enumerate(self._parts)]
        outputs = [output.room() for output in self._outputs]
        returned = self.kernel(*arrays, *outputs)
        return self._results(outputs, returned, kind)

    def __repr__(self) -> str:
        name, parts = self._program.code.signature.function, list[str]()
        for part in self._parts:
            shape = f"{list(part.logical_shape)}" if isinstance(part, Buffer) else ""
            shown = f"{part.name}: {part.element}{shape}".replace("-1", "?")
            parts.append(f"{shown} (bound)" if part.name in self._bound else shown)
        return f"<Model {name}({', '.join(parts)})>"

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The remarks of its compilation; none of a model that was loaded."""
        return self._program.remarks

    @property
    def text(self) -> str:
        """The program that was compiled, as MLIR text."""
        return self._program.text

    @cached_property
    def kernel(self) -> Kernel:
        """The compiled function, which takes bound arrays as they are in memory."""
        code = self._program.code
        if self._is_partly_packed:
            code = replace(code, packed=[*self._bound], compares_calls=False)
        return code.kernel()

    def bind(self, *arguments: Any) -> Model:
        """
        A model to which the first arguments need not be given any more: they are these.

        They are packed into their layouts now, once for all calls and threads; an array that has no
        layout and is contiguous is used as it is, so that it must not be changed. A model whose
        first arguments are bound, as the weights of a torch module are, gets others by it:
        `model.bind(module.state_dict())`.

        Raises KernelError for arrays that do not fit, and for more arguments than there are.
        """
        positions = range(len(self._ranges))
        if len(arguments) > len(positions):
            raise KernelError(f"{len(arguments)} arguments to bind, but there are {len(positions)}")
        given = self._given([*positions[: len(arguments)]], arguments)
        bound = dict(self._bound)
        for number, value in given.items():
            part = self._parts[number]
            if isinstance(part, Scalar):
                raise KernelError(f"{part.name} is a number, which cannot be bound")
            bound[part.name] = self._packed(part, value)
        return Model(self._program, bound)

    def profile(self, *arguments: Any) -> Profile:
        """
        Time the stages of calls with these arguments, on one thread.

        It gives for each stage the time, the share of the limit of this machine (a loop that does
        no more than the same operations, or moves no more than the same bytes), and the layouts of
        its buffers; `print(..)` shows a table. The stages are compiled again, with a clock between
        them, which costs some nanoseconds each.
        """
        given = self._given(self._free, arguments)
        arrays = [self._of_call(k, part, given) for k, part in enumerate(self._parts)]
        outputs = [output.room() for output in self._outputs]
        packed = [*(self._bound if self._is_partly_packed else self.kernel.buffers)]
        text, source = self._program.text, self._program.source
        return profile(self.kernel, text, source, [*arrays, *outputs], packed)

    def emit(self, kind: FileKind) -> bytes:
        """
        A file for programs in C and C++, as `runtime.ahead_of_time.emit` writes it.

        `kind` is "header", "obj", "shared", "asm" or "llvm-ir". The code is for the processor that
        the model was compiled for. Bound weights are in it; what is not bound is passed, and
        results of constant sizes are written to arrays that the caller passes last. The function
        has the model's name (`compile_model(.., name=)`).

        Raises KernelError as `emit` does, and for bound weights of sizes known at run time.
        """
        if kind != "llvm-ir" and self._program.code.signature.function == "main":
            raise KernelError(
                "the function would be called main, which programs in C have themselves: "
                "compile_model(.., name='net') gives it another name"
            )
        module = parse_module(self._program.text)
        function = find_function(module, self._program.code.signature.function)
        try:
            embed_weights(function, self._bound)
        except PadError as error:
            raise KernelError(str(error)) from None
        target = self._program.code.target
        return emit(module, kind, target_cpu=None if target == host_processor() else target.name)

    def save(self, path: str | PathLike[str]) -> None:
        """
        Write code, contract and bound weights to a file, for `Model.load`.

        Raises OSError where that cannot be.
        """
        code, interface = self._program.code, self._program.interface
        outputs = interface.outputs
        facts = {
            "function": code.signature.function,
            "processor": processor_facts(code.target),
            "code": stored_facts(code),
            "arguments": to_json(interface.arguments),
            "results": to_json(interface.results),
            "outputs": None if outputs is None else [[o.name, [*o.shape]] for o in outputs],
            "dtypes": list(interface.dtypes),
        }
        text, source = self._program.text.encode(), self._program.source.encode()
        parts = {"text": text, "source": source, "object": code.object_file}
        write_model(Path(path), facts, parts, self._bound)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Model:
        """
        Return the model that `save` wrote, without compiling it.

        Its code is run when it is called, so the file has to be this user's, and nobody else may
        write it. Raises PadError for another one, for one that is damaged or no model, that another
        version of pad-mlir wrote, or that has code for another processor.
        """
        try:
            path = Path(path)
        except TypeError:
            raise WrongInput(f"path is {path!r}, but must be the path of a file") from None
        facts, parts, arrays = read_model(path)
        target = check_processor(facts["processor"], path)
        text, outputs = parts["text"].decode(), facts["outputs"]
        try:
            code = stored_code(
                text, facts["code"], parts["object"], function=facts["function"], target=target
            )
        except (KernelError, ParseError) as error:
            raise WrongFile(f"{path}: {error}") from error
        arguments = from_json(facts["arguments"])
        assert isinstance(arguments, Branch)
        if outputs is not None:
            outputs = tuple(ResultArgument(name, tuple(shape)) for name, shape in outputs)
        results = from_json(facts["results"])
        interface = Interface(arguments, results, outputs, tuple(facts["dtypes"]))
        return cls(Program(text, parts["source"].decode(), code, interface), arrays)

    @cached_property
    def _is_partly_packed(self) -> bool:
        """Whether calls have arrays, or results, to pack."""
        parts = self._program.code.signature.parameters
        laid_out = [p.name for p in parts if isinstance(p, Buffer) and p.placed is not None]
        return not all(name in self._bound for name in laid_out)

    def _is_bound(self, position: int) -> bool:
        numbers = self._ranges[position]
        if not numbers:  # the state of a torch module without weights is not passed
            tree = self._program.interface.arguments.parts[position]
            return isinstance(tree, Branch) and tree.kind == "state"
        return all(self._parts[k].name in self._bound for k in numbers)

    def _given(self, positions: Sequence[int], arguments: Sequence[Any]) -> dict[int, Any]:
        """The leaves of the arguments at these positions, by their numbers."""
        name = self._program.code.signature.function
        if len(arguments) != len(positions):
            wanted = f"takes {len(positions)} arguments, got {len(arguments)}"
            raise KernelError(f"the model of {name} {wanted}")
        found = dict[int, Any]()
        try:
            for position, argument in zip(positions, arguments, strict=True):
                tree = self._program.interface.arguments.parts[position]
                where = f"argument {position} of {name}"
                found |= leaves(tree, argument, where)
        except PadError as error:
            raise KernelError(str(error)) from None
        return found

    def _of_call(self, number: int, part: Part, given: Mapping[int, Any]) -> Any:
        if number not in given:
            return self._bound[part.name]
        value = given[number]
        return value if isinstance(part, Scalar) else self._array(part, value)

    def _array(self, part: Buffer, value: Any, *, bound: bool = False) -> Array:
        try:
            return as_array(value, part.element.dtype, bound=bound)
        except KernelError as error:
            name = self._program.code.signature.function
            raise KernelError(f"argument {part.name} of {name}: {error}") from None

    def _packed(self, part: Buffer, value: Any) -> Array:
        array = self._array(part, value, bound=True)
        if part.placed is not None:
            return self._program.code.kernel().pack(part.name, array)
        argument = BufferArgument(part, packed=True)
        try:
            checked = argument.check(np.ascontiguousarray(array).reshape(array.shape), writes=False)
        except KernelError as error:
            name = self._program.code.signature.function
            raise KernelError(f"argument {part.name} of {name}: {error}") from None
        return checked

    def _results(self, outputs: Sequence[Array], returned: Any, kind: Kind) -> Any:
        interface = self._program.interface
        arrays = list[Array]()
        if interface.outputs is None:
            several = isinstance(returned, tuple)
            arrays += cast("tuple[Array, ...]", returned) if several else [returned]
            arrays = [] if returned is None else arrays
        else:
            made = zip(outputs, self._outputs, strict=True)
            arrays += [array.reshape(output.shape) for array, output in made]
        for k, dtype in enumerate(interface.dtypes):
            wanted = None if dtype is None else np.dtype(dtype)
            if wanted is not None and wanted != arrays[k].dtype:
                arrays[k] = arrays[k].view(wanted)
        return rebuilt(interface.results, as_kind(arrays, kind))

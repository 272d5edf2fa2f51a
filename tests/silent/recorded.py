"""Records the results of passes while something else runs them."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from unittest import mock

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from pad_mlir.dialect.repairs import print_module
from pad_mlir.passes.registry import ALL_PASSES


@contextmanager
def recorded() -> Generator[list[str]]:
    """Within it, the name of each pass that runs, not those inside of another, and its IR."""
    made, running = list[str](), list[str]()

    def watched(cls: type[ModulePass]) -> Callable[[ModulePass, Context, ModuleOp], None]:
        plain = cls.apply

        def apply(self: ModulePass, ctx: Context, op: ModuleOp) -> None:
            running.append(self.name)
            try:
                plain(self, ctx, op)
            finally:
                running.pop()
                if not running:
                    made.append(f"{self.name}\n{print_module(op)}")

        return apply

    with ExitStack() as stack:
        for get in ALL_PASSES.values():
            stack.enter_context(mock.patch.object(cls := get(), "apply", watched(cls)))
        yield made

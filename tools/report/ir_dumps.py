"""`--mlir-print-ir-*`: the IR around passes, under the headers of mlir-opt."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from ...dialect.text import print_module


@dataclass(frozen=True)
class IRDumps:
    """Before and after which passes the IR is printed, and how."""

    before: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    only_changes: bool = False
    only_failures: bool = False
    generic: bool = False
    debuginfo: bool = False

    def print_before(self, step: ModulePass, module: ModuleOp) -> None:
        """The IR that the pass gets."""
        if step.name in self.before:
            self._print(f"Before {_title(step)}", self._text(module))

    def note(self, step: ModulePass, module: ModuleOp) -> str | None:
        """Note the IR with which `print_after` compares."""
        return self._text(module) if self.only_changes and step.name in self.after else None

    def print_after(self, step: ModulePass, module: ModuleOp, noted: str | None) -> None:
        """The IR that the pass leaves."""
        if step.name not in self.after or self.only_failures:
            return
        text = self._text(module)
        if text != noted:
            self._print(f"After {_title(step)}", text)

    def print_failed(self, step: ModulePass, module: ModuleOp) -> None:
        """The IR as it is where a pass gave up: it may be wrong, so it is in the generic form."""
        if step.name not in self.after:
            return
        try:
            text = print_module(module, generic=True, debuginfo=self.debuginfo)
        except Exception as error:
            text = f"// it can't be printed: {type(error).__name__}: {error}\n"
        self._print(f"After {type(step).__name__} Failed ({step.name})", text)

    def _text(self, module: ModuleOp) -> str:
        return print_module(module, generic=self.generic, debuginfo=self.debuginfo)

    def _print(self, what: str, text: str) -> None:
        print(f"// -----// IR Dump {what} //----- //\n{text}\n", file=sys.stderr)


def chosen(given: Iterable[str], every: bool, names: Iterable[str]) -> frozenset[str]:
    """The passes of `PASS,..` options, or all of them."""
    return frozenset(names) if every else frozenset(n for part in given for n in part.split(","))


def _title(step: ModulePass) -> str:
    return f"{type(step).__name__} ({step.name})"

"""pad-lower-index-arithmetic: divisions of indices in the cheapest form that bounds allow."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func, gpu
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass

from ...analysis.accesses.equal_loads import CellReader
from ...dialect.ir.operations import operations_in, operations_of
from ...dialect.ir.reasons import Declined
from ...index.sets.engine import own_engine
from ..common.diagnostics import RemarkForm, collect_remarks, remark
from ..common.stages import find_functions
from .rewritten_operations import Divisions, may_divide

_SIGNED = RemarkForm("signed-division", "the division has to mind signs: {reason}")
_IN_LOOP = RemarkForm(
    "division-in-loop", "the division stays in the loop, which does not carry it: {reason}"
)


@dataclass(frozen=True)
class PadLowerIndexArithmetic(ModulePass):
    """
    Computes divisions and remainders of integers in the cheapest form that bounds allow.

    The bounds come from loops, ifs, assumes, `pad.size` and sizes, wherever the operation is, and
    in kernels from the size of a block and from launches of constant size. By a power of two a
    floor division is a shift, and the remainder a mask. By another number, where the dividend is
    known to be at least 0, or below, or is at least some number, the division is an unsigned one,
    without a choice by the sign. A choice between two integers whose comparison is decided goes. An
    affine operation whose map or set divides becomes one of `memref`, `vector`, `scf` or `arith`,
    after these operations.

    A division by a value that a loop does not change, as by a size, is not done in the loop. Where
    the dividend grows by the same in each iteration, the loop carries quotient and remainder: the
    remainder grows, too, and begins anew where it reaches the divisor. The quotient of such a
    quotient is carried as well. Where the loop does not change the dividend either, it is divided
    before the loop. That is right for all sizes, 0 included: what is divided before a loop, though
    perhaps no iteration would, is divided by 1 at least.

    An index does not wrap around; an integer is taken for more than its bits only where its range
    is known. What is undefined, by 0 or beyond the range of a type, may be anything, as before. It
    comes after all passes on loops: they do not see through what it makes. `pad-to-host` does the
    same, below `affine`, and `pad-to-gpu` in kernels.

    Before:

    ```mlir
    func.func @flatten(%A: memref<?x?xf32>, %B: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %A, %c0 : memref<?x?xf32>
      %size = arith.muli %n, %n : index
      scf.for %i = %c0 to %size step %c1 {
        %q = arith.floordivsi %i, %n : index
        %p = arith.muli %q, %n : index
        %r = arith.subi %i, %p : index
        %a = memref.load %A[%r, %q] : memref<?x?xf32>
        memref.store %a, %B[%i] : memref<?xf32>
      }
      func.return
    }

    func.func @tiles(%C: memref<16x8xf32>, %x: f32) {
      affine.for %i = 2 to 100 {
        affine.store %x, %C[(%i - 2) floordiv 8, (%i - 2) mod 8] : memref<16x8xf32>
      }
      func.return
    }
    ```

    After:

    ```mlir
    func.func @flatten(%A: memref<?x?xf32>, %B: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %A, %c0 : memref<?x?xf32>
      %size = arith.muli %n, %n : index
      %0 = arith.constant 1 : index
      %1 = arith.constant 0 : index
      %2, %3 = scf.for %i = %c0 to %size step %c1
          iter_args(%remainder = %1, %quotient = %1) -> (index, index) {
        %a = memref.load %A[%remainder, %quotient] : memref<?x?xf32>
        memref.store %a, %B[%i] : memref<?xf32>
        %4 = arith.addi %remainder, %0 : index
        %5 = arith.cmpi eq, %4, %n : index
        %6 = arith.constant 0 : index
        %7 = arith.select %5, %6, %4 : index
        %8 = arith.constant 1 : index
        %9 = arith.addi %quotient, %8 : index
        %10 = arith.select %5, %9, %quotient : index
        scf.yield %7, %10 : index, index
      }
      func.return
    }
    func.func @tiles(%C: memref<16x8xf32>, %x: f32) {
      affine.for %i = 2 to 100 {
        %0 = arith.constant -2 : index
        %1 = arith.addi %i, %0 : index
        %2 = arith.constant 3 : index
        %3 = arith.shrui %1, %2 : index
        %4 = arith.constant 7 : index
        %5 = arith.andi %1, %4 : index
        memref.store %x, %C[%3, %5] : memref<16x8xf32>
      }
      func.return
    }
    ```

    Options: `function` (all when unset). `carry=false` leaves divisions in loops that would carry
    them. With `narrow`, unsigned divisions of indices whose operands are shown to be below 2^31 are
    divisions of i32, which a GPU does faster.

    Declines, with a remark: a division that has to mind the sign of the dividend, which is computed
    without a choice then, or of the divisor, which stays as it is; a division by a value in a loop
    that has no order, changes the divisor, or lets the dividend grow by something else each time.
    Silently: what rounds towards zero stays where the dividend may be negative, and the bounds of
    affine loops, which are computed once, stay affine.
    """

    name = "pad-lower-index-arithmetic"

    function: str | None = None
    carry: bool = True
    narrow: bool = False

    @own_engine()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        functions = find_functions(op, self.function, lambda _: True)
        kernels = operations_of(op, gpu.FuncOp) if self.function is None else []
        for function in (*functions, *kernels):
            self.lower(function)

    def lower(self, function: func.FuncOp | gpu.FuncOp) -> None:
        """Rewrite the divisions of one function."""
        if not function.body.blocks or not any(map(may_divide, operations_in(function))):
            return
        reader = CellReader(function.body.blocks[0])

        def tell(at: Operation, id: str, reason: Declined) -> None:
            form = _SIGNED if id == _SIGNED.id else _IN_LOOP
            remark(self.name, at, form, reason=reason)

        Divisions(reader, tell, narrow=self.narrow, carry=self.carry).rewrite(function)


def lower_index_arithmetic(ctx: Context, module: ModuleOp) -> None:
    """Run the pass as a part of another one, which does not say what stays."""
    with collect_remarks():
        PadLowerIndexArithmetic().apply(ctx, module)


def lower_kernel_arithmetic(module: ModuleOp) -> None:
    """Rewrite the divisions of kernels, in 32 bits where these are shown to be enough."""
    with collect_remarks():
        for kernel in operations_of(module, gpu.FuncOp):
            PadLowerIndexArithmetic(narrow=True).lower(kernel)

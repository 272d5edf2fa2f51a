"""The `rows` dialect."""

from typing import cast

from xdsl.dialects.builtin import MemRefType, f32
from xdsl.ir import Attribute, Dialect
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def
from xdsl.utils.exceptions import VerifyException


@irdl_op_definition
class SumOp(IRDLOperation):
    """
    Writes the sum of each row of a matrix.

    ```mlir
    rows.sum %A into %B : memref<64x61xf32> into memref<64xf32>
    ```
    """

    name = "rows.sum"
    matrix = operand_def(MemRefType.constr(f32))
    sums = operand_def(MemRefType.constr(f32))
    assembly_format = "$matrix `into` $sums attr-dict `:` type($matrix) `into` type($sums)"

    def shape(self) -> tuple[int, ...]:
        """Rows and columns."""
        return cast("MemRefType[Attribute]", self.matrix.type).get_shape()

    def verify_(self) -> None:
        matrix = self.shape()
        sums = cast("MemRefType[Attribute]", self.sums.type).get_shape()
        if len(matrix) != 2 or sums != matrix[:1] or -1 in matrix:
            raise VerifyException("takes a matrix of static shape and a vector of its rows")


Rows = Dialect("rows", [SumOp])

"""Steps down from affine: facts removed, then the host's and the GPU's levels."""

from __future__ import annotations

from typing import Literal

from ...passes.assumes.pad_remove_assume import PadRemoveAssume
from ...passes.assumes.pad_remove_undef_store import PadRemoveUndefStore
from ...passes.gpu.lowering.pad_to_gpu import PadToGpu
from ...passes.gpu.lowering.pad_to_gpu import Stop as GpuStop
from ...passes.gpu.modules.gpu_targets import DEFAULT_CHIP, Chip, Target
from ...passes.host.pad_to_host import PadToHost
from ...passes.host.pad_to_host import Stop as HostStop
from ...passes.index_arithmetic.pad_lower_index_arithmetic import PadLowerIndexArithmetic
from ..calls.call_text import python_call
from ..record.recorder import Recorder


class Lowering(Recorder):
    """The steps of a `Schedule` after which less is known; `compile` needs none of them."""

    def lower_index_arithmetic(self, *, carry: bool = True, narrow: bool = False) -> None:
        """
        Computes divisions and remainders of indices in the cheapest form that bounds allow.

        rewrite:

            affine.store %x, %A[%i floordiv 4, %i mod 4] : memref<4x4xf32>
            ->
            %0 = arith.constant 2 : index
            %1 = arith.shrui %i, %0 : index
            %2 = arith.constant 3 : index
            %3 = arith.andi %i, %2 : index
            memref.store %x, %A[%1, %3] : memref<4x4xf32>

        A loop carries the quotient and the remainder of a division by a size, unless `carry` is
        False; with `narrow`, divisions are of i32 where their operands fit. It comes after all
        steps on loops, and `compile` and `to_host` do the same. Remarks tell which divisions have
        to mind a sign or stay in a loop.
        """
        call = python_call(self.lower_index_arithmetic, carry=carry, narrow=narrow)
        self._step(call, PadLowerIndexArithmetic(self._function, carry, narrow))

    def remove_assume(self) -> None:
        """
        Erases every `pad.assume`, with what only fed it (RFC 77, "RemoveAssume").

        rewrite:

            %a = affine.load %A[%i] : memref<4xf32>
            %holds = arith.cmpf oeq, %a, %zero : f32
            pad.assume %holds : i1
            ->

        What was assumed is not known to later steps. Raises ScheduleError for an assume with
        `check = "static"` that is not shown, and for one that is false.
        """
        self._step(python_call(self.remove_assume), PadRemoveAssume())

    def remove_undef_store(self) -> None:
        """
        Erases the stores of `pad.undef`, and replaces other undefs by constants (RFC 77,
        "RemoveUndefStore").

        rewrite:

            %u = pad.undef : f32
            affine.store %u, %B[%i] : memref<4xf32>
            ->

        After this step, the program no longer says that these cells may hold any value.
        """
        self._step(python_call(self.remove_undef_store), PadRemoveUndefStore())

    def to_host(
        self,
        stop: HostStop = "llvm",
        *,
        target_cpu: str | None = None,
        fp_contract: Literal["off", "on"] = "off",
    ) -> None:
        """
        Lowers the module to a level of the host: `affine`, without what is ours, `scf`, `cf` or
        `llvm`.

        rewrite, of `to_host("scf")`:

            affine.for %i = 0 to 4 {
              affine.store %x, %A[%i] : memref<4xf32>
            }
            ->
            scf.for %i = %c0 to %c4 step %c1 {
              memref.store %x, %A[%i] : memref<4xf32>
            }

        `target_cpu` is noted for LLVM; `fp_contract="on"` lets products and sums be rounded once.
        Contracts are gone afterwards, and other steps find nothing to do. Raises ScheduleError for
        an unknown level or processor, for bindings that are not installed, and for what upstream
        MLIR refuses.
        """
        call = python_call(self.to_host, stop=stop, target_cpu=target_cpu, fp_contract=fp_contract)
        self._step(call, PadToHost(stop, target_cpu, fp_contract))

    def to_gpu(
        self,
        target: Target = "nvvm",
        chip: Chip = DEFAULT_CHIP,
        stop: GpuStop | None = None,
    ) -> None:
        """
        Lowers the kernels that `map_to_gpu` made: `nvvm` to PTX for a chip, `opencl` to SPIR-V.

        rewrite, of `to_gpu(stop="gpu")`:

            %a = affine.load %A[%t] : memref<8x16xf32>
            ->
            %a = memref.load %A_flat[%t] : memref<128xf32>

        `stop` is the last level: `gpu`, then `nvvm` and `ptx`, or `spirv`; the last one by default.
        Raises ScheduleError as the pass has errors: a module without kernels, a level that is not
        on the way, what upstream MLIR refuses.
        """
        call = python_call(self.to_gpu, target=target, chip=chip, stop=stop)
        self._step(call, PadToGpu(target, chip, stop))

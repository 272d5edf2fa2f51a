"""pad-to-gpu, for those who import it."""

from .gpu.lowering.pad_to_gpu import PadToGpu

__all__ = ["PadToGpu"]

"""Maps stages to kernels, and lowers kernels towards PTX and SPIR-V."""

"""Lowers kernels to PTX or SPIR-V."""

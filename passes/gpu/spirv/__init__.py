"""Brings kernel modules into what upstream's lowering to SPIR-V takes."""

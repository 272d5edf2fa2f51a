"""Upstream's dialect `amx`, which xDSL 0.74 lacks: matrices in the tile registers of x86."""

"""
Proofs for all sizes: statements as relations between sets of iterations (docs/rationale.md).

The one room of pad-tv that needs isl, and the only one that is imported only when it is asked for.
It shares nothing with the prover but isl.
"""

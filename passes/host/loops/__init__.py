"""Prepares loops for LLVM, and says which of its passes they need."""

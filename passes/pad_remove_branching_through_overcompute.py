"""pad-remove-branching-through-overcompute, for those who import it."""

from .guards.pad_remove_branching_through_overcompute import PadRemoveBranchingThroughOvercompute

__all__ = ["PadRemoveBranchingThroughOvercompute"]

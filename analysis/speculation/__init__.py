"""The instances that dropping a guard inserts, and whether each may run."""

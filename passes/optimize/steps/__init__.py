"""What is done with one alternative: passes to a fixpoint, code for a processor, an estimate."""

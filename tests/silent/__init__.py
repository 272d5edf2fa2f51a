"""The IR that this tree gave before it was put in order; deleted when that is done."""

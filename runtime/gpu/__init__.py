"""Launch plans, and the devices that carry them out; it needs neither xDSL nor numpy."""

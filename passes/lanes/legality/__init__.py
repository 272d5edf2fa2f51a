"""Whether iterations of a loop may run side by side, and what differs between them."""

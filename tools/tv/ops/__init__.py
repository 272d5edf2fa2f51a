"""What each operation of the host does, as a step; one module for each kind of them."""

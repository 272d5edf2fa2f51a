"""Which cells of which buffer each operation reads and writes."""

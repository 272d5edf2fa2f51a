"""What the cells of buffers hold when a stage runs, who reads them, and how long buffers live."""

"""What TVM's tests of its RFC 77 passes ask, asked of our passes: the table of answers."""

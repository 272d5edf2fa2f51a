"""The options that describe a layout, as passes are given them."""

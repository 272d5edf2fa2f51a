"""What a schedule is given of a layout: index maps and pad values, as Python functions or text."""

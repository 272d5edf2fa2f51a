"""Steps as Python calls: their arguments, their text, and their errors."""

"""
Descriptions of layouts for a schedule: index maps and pad values, as Python functions or text.
"""

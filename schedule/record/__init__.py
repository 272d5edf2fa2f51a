"""What a schedule keeps of its steps, and what it tells of the program that they made."""

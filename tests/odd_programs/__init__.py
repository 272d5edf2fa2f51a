"""Small programs as nobody writes them: loops of one iteration or none, guards that are decided."""

"""Object code of the host: where it is kept, and what it calls that a processor may lack."""

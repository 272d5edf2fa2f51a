"""Questions about programs: when operations run, what they access, compute and leave."""

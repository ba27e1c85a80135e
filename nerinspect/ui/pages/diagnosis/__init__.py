"""The diagnosis of systems: where they are weak, where two differ, which attributes make mentions hard."""

"""One window: toolbar, strips and pages, and what opens, turns and remembers them."""

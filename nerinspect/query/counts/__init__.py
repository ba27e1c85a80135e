"""What panels and pages count under a selection, each number with the terms that open it."""

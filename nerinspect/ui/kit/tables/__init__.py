"""Tables: what they show as values, and how they are walked through, painted and copied."""

"""What each repair does to labels, scores and events: tables for the opening dialog and a page of the window."""

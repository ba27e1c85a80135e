"""What everything is about: a study, its events, their scores, and why each is of its kind."""

"""Systems beside each other: arranged, compared, diagnosed and tested; annotators too."""

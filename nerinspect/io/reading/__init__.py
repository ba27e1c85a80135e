"""From files to a study: read, interpreted, laid over the reference, and looked at before they are opened."""

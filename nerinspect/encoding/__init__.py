"""The grammar of labels: chunk encodings, transitions, validation, repair, decoding."""

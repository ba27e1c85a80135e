"""A reference and two predictions, as CoNLL files hold them."""

REFERENCE = "The O\nPort B-ORG\nof I-ORG\nBonn I-ORG\n\nAnn B-PER\nmet O\nUlm B-LOC\n\nUlm O\nwins O\n"
RICH = "The O\nPort B-LOC\nof O\nBonn B-LOC\n\nAnn B-PER\nmet O\nUlm B-ORG\n\nUlm B-LOC\nwins O\n"
PLAIN = "The B-ORG\nPort I-ORG\nof I-ORG\nBonn I-ORG\n\nAnn O\nmet O\nUlm B-LOC\n\nUlm B-LOC\nwins O\n"

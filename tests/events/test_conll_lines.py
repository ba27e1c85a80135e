from nerinspect.events.context import Sentence, Track, TrackSpan, conll_lines

PORT = (TrackSpan(1, 3, "ORG"),)
NESTED = (TrackSpan(1, 3, "ORG"), TrackSpan(2, 3, "LOC"))


def sentence_of(*tracks: Track, tokens: tuple[str, ...] = ("The", "Port", "Ines")) -> Sentence:
    return Sentence(1, None, tokens, tracks, ())


def test_labels_stand_as_written() -> None:
    reference = Track("reference", PORT, (), labels=("O", "I-ORG", "I-ORG"))
    prediction = Track("flair", PORT, (), labels=("O", "B-ORG", "L-ORG"))
    lines = "The\tO\tO\nPort\tI-ORG\tB-ORG\nInes\tI-ORG\tL-ORG\n"
    assert conll_lines(sentence_of(reference, prediction)) == lines


def test_spans_are_written_in_bio() -> None:
    assert conll_lines(sentence_of(Track("reference", PORT, ()))) == "The\tO\nPort\tB-ORG\nInes\tI-ORG\n"


def test_a_side_whose_mentions_overlap_is_left_out() -> None:
    sentence = sentence_of(Track("reference", NESTED, ()), Track("flair", PORT, ()))
    assert conll_lines(sentence) == "The\tO\nPort\tB-ORG\nInes\tI-ORG\n"


def test_a_token_stays_in_its_line_and_field() -> None:
    assert conll_lines(sentence_of(Track("reference", (), ()), tokens=("New\tYork\n",))) == "New York \tO\n"

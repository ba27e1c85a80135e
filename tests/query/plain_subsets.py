"""The subsets of one mention, looked up the slow way: straight from their definitions."""

from nerinspect.events.study import Study


def surface(study: Study, start: int, end: int) -> tuple[str, ...]:
    return tuple(study.text.token(place) for place in range(start, end))


def known_mentions(study: Study) -> set[tuple[tuple[str, ...], str]]:
    """Give the surface and type of every mention in training."""
    assert study.training is not None
    text, mentions = study.training.text, study.training.annotation.mentions
    return {
        (tuple(text.token(place) for place in range(start, end)), mentions.types[code])
        for start, end, code in zip(mentions.start, mentions.end, mentions.type_codes, strict=True)
    }


def subsets_of(study: Study, start: int, end: int, name: str) -> set[str]:
    """Name the subsets of a mention of some extent and type; none without training."""
    if study.training is None:
        return set()
    own, known = surface(study, start, end), known_mentions(study)
    reference = study.reference.mentions
    types = {
        reference.types[code]
        for first, last, code in zip(reference.start, reference.end, reference.type_codes, strict=True)
        if surface(study, first, last) == own
    }
    found = {"all"}
    if (own, name) in known:
        found.add("seen")
    elif own in {text for text, _ in known}:
        found |= {"unseen-type", "unseen-any"}
    else:
        found |= {"unseen-tokens", "unseen-any"}
    if len(types) > 1:
        found |= {"tcm-all", "tcm-unseen" if "unseen-tokens" in found else "tcm-seen"}
    return found


def is_trained(study: Study, sentence: int) -> bool | None:
    if study.training is None:
        return None
    text = study.training.text
    return study.text.tokens_of(sentence) in [text.tokens_of(number) for number in range(text.n_sentences)]

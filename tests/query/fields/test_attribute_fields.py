"""Attributes and buckets in queries: what they find on a small example, what they refuse, what is offered."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from nerinspect.errors import CommandError, NoTrainingError, QuerySyntaxError, UnknownNameError
from nerinspect.events.study import AnnotatedText, Attribute, AttributeValues, Scale, Study
from nerinspect.query.fields.attributes import bucket_value, read_bucket_value
from nerinspect.query.language.completion import completions
from nerinspect.query.language.parser import parse_query, query_text, with_suggestion
from nerinspect.query.language.vocabulary import Vocabulary
from nerinspect.query.language.words import term_label


def own(name: str, scale: Scale, by_mention: dict[str, list[float]], names: tuple[str, ...] = ()) -> Attribute:
    values = AttributeValues(np.array(by_mention["reference"]), np.array(by_mention["predicted"]), names)
    return Attribute(name, f"{name} of the document", lambda study: values, scale=scale)


ALONE = {"reference": [0.0], "predicted": [0.0]}


@pytest.fixture(scope="module")
def study(make_study_from: Callable[..., Study]) -> Study:
    """Found; label error; two tokens of which one is found; spurious.

    Places: Ostend 0-1, Heron 1-2, Port of Pell 2-5 with its event 2-5, Ostend 6-7.
    """
    learned = make_study_from("Ostend/B-LOC/O fell/O/O Port/B-LOC/O", "Ostend/B-LOC/O Heron/B-LOC/O Heron/O/O")
    study = make_study_from(
        "Ostend/B-LOC/B-LOC Heron/B-ORG/B-LOC Port/B-LOC/B-LOC of/I-LOC/O Pell/I-LOC/O ,/O/O", "Ostend/O/B-LOC"
    )
    genres = {"reference": [0.0, 1.0, 1.0], "predicted": [0.0, 1.0, 1.0, np.nan]}
    days = {"reference": [19723.0, 19724.0, 19800.0], "predicted": [19723.0, 19724.0, 19800.0, np.nan]}
    attributes = (own("genre", "name", genres, ("news wire", "fiction")), own("written", "date", days))
    return replace(study, training=AnnotatedText(learned.text, learned.reference), attributes=attributes)


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("elen:>=3", ["2-5"]),
        ("slen:1", ["6-7"]),
        ("eden:0", ["6-7"]),
        ("oden:0", ["6-7"]),
        ("oden:0.5", ["0-1", "1-2", "2-5"]),
        ("econ:0", ["1-2", "2-5"]),
        ("econ:1", ["0-1", "6-7"]),
        ("efre:0.5", ["0-1", "6-7"]),
        ("efre:>0 -econ:1", ["1-2"]),
        ("tcon:1", ["0-1", "2-5", "6-7"]),
        ("tcon:0", ["1-2", "2-5"]),
        ("tfre:0", ["2-5"]),
        ("attr:eLen=3", ["2-5"]),
        ("refattr:econ=0", ["1-2", "2-5"]),
        ("predattr:eCon=0.5", ["1-2"]),
        ("predattr:eCon>0.9", ["0-1", "2-5", "6-7"]),
        ("bucket:eLen=XS", ["0-1", "1-2", "2-5", "6-7"]),
        ("refbucket:eLen=XS", ["0-1", "1-2"]),
        ("bucket:ELEN=l", ["2-5"]),
        ("bucket:eLen/2=XL", ["2-5"]),
        ("bucket:type=ORG", ["1-2"]),
        ("predbucket:type=LOC -refbucket:type=LOC", ["1-2", "6-7"]),
        ("correctbucket:eLen=XS", ["0-1"]),
        ("correctbucket:tCon=XL", ["0-1", "2-5"]),
        ("refbucket:eCon=XS,eCon=XL", ["0-1", "1-2", "2-5"]),
        ('attr:"genre=news wire"', ["0-1"]),
        ("attr:GENRE=fiction", ["1-2", "2-5"]),
        ('bucket:"genre=news wire"', ["0-1"]),
        ("bucket:genre=none", ["6-7"]),
        ("attr:written=2024-01-01", ["0-1"]),
        ("attr:written>=2024-01-02", ["1-2", "2-5"]),
        ("attr:written=2024-01-01..2024-01-31", ["0-1", "1-2"]),
    ],
)
def test_a_query_finds_its_events(study: Study, query: str, places: list[str]) -> None:
    mask = parse_query(query, Vocabulary.of(study)).mask(study)
    assert [f"{start}-{end}" for start, end in zip(study.events.start[mask], study.events.end[mask], strict=True)] == (
        places
    )


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("bucket:ECON=xs", "bucket:eCon=XS"),
        ("bucket:eCon/4=XS", "bucket:eCon=XS"),
        ("bucket:eLen/6=b2", "bucket:eLen/6=B2"),
        ("bucket:type/6=ORG", "bucket:type=ORG"),
        ('bucket:"genre=news wire"', 'bucket:"genre=news wire"'),
        ("attr:elen=>=3.0", "attr:eLen=>=3"),
        ("attr:eLen>2", "attr:eLen=>2"),
        ("attr:written=2024-01-01..2024-01-31", "attr:written=2024-01-01..2024-01-31"),
    ],
)
def test_a_query_is_kept_in_one_form(study: Study, written: str, kept: str) -> None:
    vocabulary = Vocabulary.of(study)
    assert query_text(parse_query(written, vocabulary)) == kept
    assert parse_query(kept, vocabulary) == parse_query(written, vocabulary)


def test_another_number_of_buckets_is_written_into_the_query(study: Study) -> None:
    assert query_text(parse_query("bucket:eLen=XL,eLen/4=S", Vocabulary.of(study, 2))) == "bucket:eLen/2=XL,eLen=S"


@pytest.mark.parametrize(
    ("query", "message", "mended"),
    [
        ("bucket:eLen=XXL", "no bucket is called “eLen=XXL”; the nearest is eLen=XL", "bucket:eLen=XL"),
        ("kind:fn bucket:eLne=XS", "no bucket is called “eLne=XS”; the nearest is eLen=XS", "kind:fn bucket:eLen=XS"),
        ("bucket:type=Org", "no bucket is called “type=Org”; the nearest is type=ORG", "bucket:type=ORG"),
        ("attr:genre=fictoin", "no attribute value is called “genre=fictoin”; the nearest is", "attr:genre=fiction"),
        ("attr:gnre=fiction", "no attribute value is called “gnre=fiction”; the nearest is", "attr:genre=fiction"),
    ],
)
def test_a_mistyped_name_is_told_with_the_nearest(study: Study, query: str, message: str, mended: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        parse_query(query, Vocabulary.of(study))
    assert message in str(caught.value)
    assert with_suggestion(query, caught.value) == mended


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("bucket:XS", "write an attribute and its bucket, such as eCon=XS"),
        ("bucket:eCon/12=XS", "choose 2 to 10 buckets, not 12; the nearest number is 10"),
        ("bucket:eCon/1=XS", "choose 2 to 10 buckets, not 1; the nearest number is 2"),
        ("attr:news", "write an attribute and its value, such as genre=news"),
        ("attr:eLen=long", "long is not a number"),
        ("attr:written=2024", "2024 is not a date; write 2024-01-31"),
        ("attr:written=2024-13-01", "2024-13-01 is not a date"),
        ("attr:written=2024-02-01..2024-01-01", "is not a date; write 2024-01-31, >=2024-01-31 or a range"),
    ],
)
def test_what_cannot_be_read_is_said_calmly(study: Study, query: str, message: str) -> None:
    with pytest.raises(QuerySyntaxError, match="character") as caught:
        parse_query(query, Vocabulary.of(study))
    assert message in str(caught.value)


@pytest.mark.parametrize("query", ["bucket:eCon=XS", "refbucket:tFre=XS", "attr:eCon=0", "econ:0", "oden:0", "tcon:1"])
def test_training_is_asked_for_where_it_is_needed(study: Study, query: str) -> None:
    kept = parse_query(query, Vocabulary.of(study))
    assert kept.mask(study).any()
    untrained = replace(study, training=None)
    assert not kept.mask(untrained).any()
    with pytest.raises(NoTrainingError, match="needs training data"):
        parse_query(query, Vocabulary.of(untrained))


def test_buckets_of_lengths_need_no_training(study: Study) -> None:
    untrained = replace(study, training=None)
    assert parse_query("bucket:eLen=L", Vocabulary.of(untrained)).mask(untrained).sum() == 1


def test_nothing_is_computed_before_it_is_asked_for(study: Study) -> None:
    def refuse(_: Study) -> AttributeValues:
        raise AssertionError

    lazy = replace(study, attributes=(Attribute("costly", "takes long", refuse),))
    assert parse_query("elen:>=1 kind:fp", Vocabulary.of(lazy)).mask(lazy).any()
    assert completions("co", 2, Vocabulary.of(lazy)).items
    assert completions("bucket:", 7, Vocabulary.of(lazy)).items


def test_without_a_study_every_name_is_taken_as_it_is() -> None:
    vocabulary = Vocabulary(has_training=True)
    assert query_text(parse_query("bucket:econ=xs,genre=News attr:genre=News", vocabulary)) == (
        "bucket:eCon=XS,genre=News attr:genre=News"
    )


def offered(study: Study, query: str) -> list[tuple[str, str]]:
    return [(item.text, item.meaning) for item in completions(query, len(query), Vocabulary.of(study)).items]


def test_attributes_are_offered_then_their_buckets(study: Study) -> None:
    assert ("eCon=", "label consistency") in offered(study, "bucket:")
    assert ("genre=", "genre of the document") in offered(study, "attr:")
    assert offered(study, "bucket:econ=") == [("eCon=XS", "0"), ("eCon=S", "any other value"), ("eCon=XL", "1")]
    assert offered(study, "bucket:eLen/2=") == [("eLen/2=XS", "1 token"), ("eLen/2=XL", "2 or more tokens")]
    assert offered(study, "attr:genre=n") == [('"genre=news wire"', "")]
    assert '"my note=' in dict(offered(replace(study, attributes=(own("my note", "name", ALONE),)), "bucket:my"))
    assert "eCon=" not in dict(offered(replace(study, training=None), "bucket:"))


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("bucket:eLen=S", "eLen: 2 tokens (S)"),
        ("bucket:eCon=XS,eCon=XL", "eCon: 0 (XS), 1 (XL)"),
        ("-bucket:eLen/2=XL", "eLen: not 2 or more tokens (XL of 2)"),
        ("refbucket:eCon=XS", "reference eCon: 0 (XS)"),
        ("predbucket:type=LOC", "predicted type: LOC"),
        ("correctbucket:eLen=XS", "correct eLen: 1 token (XS)"),
        ('attr:"genre=news wire"', "genre: news wire"),
        ("refattr:eLen=>=3", "reference eLen: >=3"),
        ("bucket:eLen=S,eCon=XS", "bucket: eLen=S, eCon=XS"),
    ],
)
def test_a_chip_says_what_a_bucket_holds(study: Study, query: str, label: str) -> None:
    assert term_label(parse_query(query, Vocabulary.of(study)), study) == label


def test_a_chip_names_the_bucket_where_no_study_is_open() -> None:
    assert term_label(parse_query("bucket:eLen=S", Vocabulary())) == "eLen: S"


@pytest.mark.parametrize(("name", "bucket", "m"), [*product(["eCon", "my genre"], ["XS", "a=b", "x/2=y"], [4, 6])])
def test_a_bucket_is_written_and_read_back(name: str, bucket: str, m: int) -> None:
    assert read_bucket_value(bucket_value(name, bucket, m)) == (name, m, bucket)


def test_mistakes_are_mistakes_of_the_command() -> None:
    with pytest.raises(CommandError) as caught:
        parse_query("bucket:eLen", Vocabulary())
    assert caught.value.exit_status == 2


def test_the_window_never_waits_for_the_buckets_of_many_mentions(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    large = replace(study)  # with nothing computed yet
    monkeypatch.setattr("nerinspect.query.language.vocabulary._AT_ONCE", 0)
    vocabulary = Vocabulary.of(large, may_wait=False)
    assert query_text(parse_query("bucket:elen=XXL,econ=xs", vocabulary)) == "bucket:eLen=XXL,eCon=XS"
    assert completions("bucket:eLen=", 12, vocabulary).items == ()
    assert parse_query("bucket:eLen=L", vocabulary).mask(large).any()
    with pytest.raises(UnknownNameError):
        parse_query("bucket:eLen=XXL", vocabulary)
    assert completions("bucket:eLen=", 12, vocabulary).items

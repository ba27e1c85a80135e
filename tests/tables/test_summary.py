from collections.abc import Callable
from dataclasses import replace

from nerinspect.corpus.mentions import Mentions
from nerinspect.events.study import AnnotatedText, Study
from nerinspect.tables.files import SUMMARY_COLUMNS, summary_table
from tests.events.relation_studies import relation_study, said

MakeStudy = Callable[..., Study]


def test_columns_stand_in_their_order() -> None:
    assert SUMMARY_COLUMNS == ("file", "documents", "sentences", "tokens", "type", "mentions")


def test_each_type_of_each_file_has_a_row_behind_all(build_study: MakeStudy) -> None:
    some = build_study([(["a", "b"], [(0, 1, "b"), (1, 2, "B")], []), (["c"], [(0, 1, "b")], [])], (), documents=[1, 2])
    none = build_study([(["a"], [], [])], ())
    files = {name: AnnotatedText(study.text, study.reference) for name, study in (("x#b", some), ("x#a", none))}
    assert list(summary_table(files.items())) == [
        ("x#b", 2, 2, 3, "ALL", 3),
        ("x#b", 2, 2, 3, "B", 1),
        ("x#b", 2, 2, 3, "b", 2),
        ("x#a", 1, 1, 1, "ALL", 0),
    ]


def test_relations_are_counted_where_a_file_has_some(build_study: MakeStudy) -> None:
    related = relation_study(build_study, [said("Ann Bo Cy", (0, "Kill", 1), (1, "Kill", 2))], [])
    plain = build_study([(["a"], [], [])], ())
    files = {name: AnnotatedText(study.text, study.reference) for name, study in (("x", related), ("y", plain))}
    table = summary_table(files.items())
    assert table.columns == (*SUMMARY_COLUMNS, "relations")
    assert list(table) == [("x", 1, 1, 3, "ALL", 3, 2), ("x", 1, 1, 3, "Per", 3, 2), ("y", 1, 1, 1, "ALL", 0, 0)]


def test_types_without_a_mention_have_no_row(build_study: MakeStudy) -> None:
    study = build_study([(["a", "b"], [(0, 1, "X"), (1, 2, "Y")], [])], ())
    mentions = study.reference.mentions
    fewer = Mentions(mentions.start[1:], mentions.end[1:], mentions.type_codes[1:], ("Z", *mentions.types[1:]))
    table = summary_table([("x", AnnotatedText(study.text, replace(study.reference, mentions=fewer)))])
    assert [row[4:] for row in table] == [("ALL", 1), ("Y", 1)]

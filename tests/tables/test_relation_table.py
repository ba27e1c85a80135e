from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from nerinspect.events.relation_events import relation_types
from nerinspect.events.study import RELATION_SETTINGS, RelationSetting, Study
from nerinspect.lists.table import Ratio, Value
from nerinspect.tables.retention import relation_profile_table, relation_table
from tests.events.relation_studies import Sentence, relation_studies, relation_study, said
from tests.training.plain_relations import Known, given_rows, surfaces, type_names
from tests.training.trained_studies import BuildStudy


def plain_counts(study: Study, setting: RelationSetting, run: int) -> dict[str, Counter[tuple[str, str]]]:
    """Count reference, predicted and correct relations by type and part."""
    known, symmetric = Known(study), study.relation_choice.symmetric
    found: dict[str, Counter[tuple[str, str]]] = {}
    keys: list[list[tuple[object, ...]]] = []
    for side, annotation in (("reference", study.reference), ("predicted", study.predictions[run].annotation)):
        mentions, own = annotation.mentions, surfaces(study, study.text, annotation.mentions)
        places = list(
            zip(
                mentions.start.tolist(),
                mentions.end.tolist(),
                type_names(mentions) if setting == "strict" else [""] * len(mentions),
                strict=True,
            )
        )
        rows = given_rows(annotation, symmetric)
        found[side] = Counter((name, known.part(own[head], name, own[tail])) for head, name, tail in rows)
        ordered = [
            (name, *(sorted((places[head], places[tail])) if name in symmetric else (places[head], places[tail])))
            for head, name, tail in rows
        ]
        parts = [known.part(own[head], name, own[tail]) for head, name, tail in rows]
        keys.append([(*key, part) for key, part in zip(ordered, parts, strict=True)])
    both = Counter(keys[0]) & Counter(keys[1])
    found["correct"] = Counter()
    for (name, *_, part), n in both.items():
        found["correct"][str(name), str(part)] += n
    return found


@given(st.data())
def test_rows_hold_what_plain_loops_count(build_study: BuildStudy, data: st.DataObject) -> None:
    study = data.draw(relation_studies(build_study, with_retention=True))
    rows: dict[tuple[Value, ...], tuple[Value, ...]] = {row[:4]: row[4:] for row in relation_table(study)}
    types, parts = relation_types(study), ("exact", "partial", "new")
    systems = [prediction.system for prediction in study.predictions]
    assert list(rows) == [
        (system, setting, name, part)
        for system in systems
        for setting in RELATION_SETTINGS
        for name in ("ALL", *types)
        for part in (*parts, "all")
    ]
    for (system, setting, name, part), numbers in rows.items():
        plain = plain_counts(study, "strict" if setting == "strict" else "boundaries", systems.index(str(system)))
        chosen = [(a, b) for a in ([name] if name != "ALL" else types) for b in ([part] if part != "all" else parts)]
        counts = [sum(plain[side][str(a), str(b)] for a, b in chosen) for side in ("reference", "predicted", "correct")]
        assert list(numbers[:3]) == counts
        reference, predicted, correct = counts
        ratios = [Ratio(correct, predicted), Ratio(correct, reference), Ratio(2 * correct, reference + predicted)]
        assert list(numbers[3:]) == ratios


def test_of_several_runs_all_numbers_are_means(build_study: BuildStudy) -> None:
    own = said("Ann Bo Cy", (0, "Kill", 1), (1, "Kill", 2))
    spans = own[1][0]
    sentence: Sentence = (own[0], own[1], [(spans, [(0, "Kill", 1)]), (spans, []), (spans, own[1][1])])
    study = relation_study(build_study, [sentence], [("a", 1), ("b", 1), ("a", 2)], [own])
    rows = {row[:4]: row[4:] for row in relation_table(study, ("strict",))}
    assert rows["a", "strict", "ALL", "all"] == (2.0, 1.5, 1.5, 1.0, 0.75, (2 / 3 + 1) / 2)
    assert rows["b", "strict", "Kill", "exact"] == (2, 0, 0, Ratio(0, 0), Ratio(0, 2), Ratio(0, 2))


def test_the_choice_of_a_study_does_not_bend_the_settings(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [said("Ann Bo", (0, "Kill", 1))], [], [said("Ann Bo", (0, "Kill", 1))])
    strict = replace(study, relation_choice=replace(study.relation_choice, setting="strict"))
    assert list(relation_table(strict)) == list(relation_table(study))


def test_the_profile_is_one_row_of_averages(build_study: BuildStudy) -> None:
    sentences = [said("Ann x Bo", (0, "Kill", 2)), said("Di Ed", (0, "Kill", 1))]
    study = relation_study(build_study, sentences, [], [said("Ann Bo Bo", (0, "Kill", 1))])
    table = relation_profile_table(study)
    assert table.columns == ("relations", "rCon", "rCon*", "rLex", "aCon", "aLen", "aDist")
    assert list(table) == [(2, 0.25, 0.5, Ratio(1, 2), 1 / 6, 2.0, 0.5)]


def test_a_reference_without_relations_has_no_averages(build_study: BuildStudy) -> None:
    study = relation_study(build_study, [said("Ann Bo")], [], [said("Ann Bo", (0, "Kill", 1))])
    assert list(relation_profile_table(study)) == [(0, None, None, Ratio(0, 0), None, None, None)]

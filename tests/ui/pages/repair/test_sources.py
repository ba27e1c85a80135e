from pathlib import Path

from nerinspect.events.study import Study
from nerinspect.io.reading.loading import load_study
from nerinspect.io.request import LoadRequest
from nerinspect.progress import no_checkpoint
from nerinspect.ui.pages.repair.tried_repairs import how_read, labelled_sources, try_repairs, with_repair


def test_predictions_come_before_the_reference_with_what_is_invalid_in_them(study: Study) -> None:
    assert [source.title for source in labelled_sources(study)] == [
        "flair: 2 invalid transitions",
        "plain: no invalid transition",
        "reference reference.conll: no invalid transition",
    ]


def test_annotations_without_labels_are_left_out(sample_study: Study) -> None:
    listed = [source for source in labelled_sources(sample_study) if source.annotation.labels is None]
    assert listed == []


def test_it_is_told_how_a_source_was_read(study: Study) -> None:
    assert [how_read(source) for source in labelled_sources(study)[:2]] == [
        "read as BIO (chosen); 2 labels changed by conlleval",
        "read as BIO (chosen); no label changed",
    ]


def test_a_reference_is_tried_against_the_prediction_on_show(study: Study, request_: LoadRequest) -> None:
    tried = try_repairs(study, request_, labelled_sources(study)[2], 1, no_checkpoint)
    tally = tried.effects.choices[0].tally
    assert tried.effects.is_reference
    assert tally is not None
    assert tally.overall.predicted == len(study.predictions[1].mentions)
    assert tried.readings is not None
    assert [reading.name for reading in tried.readings.readings][-1] == "plain"


def test_another_repair_is_asked_for_one_file_alone(study: Study, request_: LoadRequest) -> None:
    path = study.predictions[0].annotation.source.path
    again = with_repair(with_repair(request_, path, "prediction", "conlleval"), path, "prediction", "discard")
    assert again.choices == ((path, "repair", "discard"),)
    methods = [prediction.annotation.repair.method for prediction in load_study(again).predictions]
    assert methods == ["discard", "conlleval"]


def test_in_a_merged_file_the_role_says_whose_labels_are_repaired(tmp_path: Path) -> None:
    path = tmp_path / "merged.conll"
    path.write_text("Ulm I-LOC I-LOC\n", encoding="utf-8")
    request = LoadRequest(str(path), (), "BIO", repair="conlleval", repair_reference="conlleval", label_columns=(1, 2))
    study = load_study(with_repair(request, str(path), "prediction", "discard"))
    assert (len(study.reference.mentions), len(study.predictions[0].mentions)) == (1, 0)

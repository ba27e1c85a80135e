from nerinspect.analysis.study import Study
from nerinspect.io.request import LoadRequest
from nerinspect.progress import no_checkpoint
from nerinspect.ui.repair.sources import how_read, labelled_sources, try_repairs


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

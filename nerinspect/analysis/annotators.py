"""Put another annotator where a reference stands in a study of annotators."""

from dataclasses import replace

from nerinspect.analysis.own_attributes import with_own_attributes
from nerinspect.analysis.study import Prediction, Study, make_study
from nerinspect.progress import Checkpoint, no_checkpoint


def with_first_annotator(study: Study, number: int, checkpoint: Checkpoint = no_checkpoint) -> Study:
    """Let the first annotator and another one change places.

    Parameters
    ----------
    study : Study
        Of annotators; its training data and its own attributes stay.
    number : int
        The other one, by its number among the predictions.
    checkpoint : Checkpoint
        Called before each prediction.

    Returns
    -------
    Study
        As if the files were loaded in this order: all annotators are aligned with the one that is first now.
    """
    other = study.predictions[number]
    predictions = list(study.predictions)
    predictions[number] = Prediction(study.annotator, 1, study.reference)
    made = make_study(study.text, other.annotation, predictions, study.warnings, checkpoint)
    return with_own_attributes(
        replace(
            made,
            training=study.training,
            matching=study.matching,
            attributes=study.attributes,
            annotator=other.system,
            relation_choice=study.relation_choice,
        )
    )

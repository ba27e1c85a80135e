"""Describe what a window looks at, so that it can be opened again."""

import os
from collections import Counter
from collections.abc import Sequence

from nerinspect.attributes.own import attribute_sources
from nerinspect.corpus.text import Source
from nerinspect.events.study import BOUNDARIES, RELATION_SETTINGS, RelationChoice, Study
from nerinspect.io.content import STANDARD_INPUT
from nerinspect.io.request import LoadRequest, absolute_request, parse_named_path, stem
from nerinspect.settings import Session
from nerinspect.training.retention import RETENTION
from nerinspect.ui.desk.document import Document


def current_session(document: Document) -> Session | None:
    """Describe what a document looks at; None if nothing that can be opened again."""
    awaited = document.awaited
    study, request = document.study, awaited.request if awaited else document.request
    if study is None or request is None or STANDARD_INPUT in request.paths:
        return None
    query = awaited.query if awaited and awaited.query else document.query
    return Session(
        absolute_request(request),
        query,
        document.prediction,
        document.chosen_event,
        digests(study),
        document.compared,
        against_all=document.against_all,
        colours=study.colours,
        review=document.review,
        relation_setting="" if study.relation_choice == BOUNDARIES else study.relation_choice.setting,
        symmetric=study.relation_choice.symmetric,
        relation_event=document.chosen_relation_event,
    )


def matched_as_before(study: Study, session: Session) -> Study:
    """Match the relations of a study as they were matched in a session; types that are gone are left out."""
    setting = next((one for one in RELATION_SETTINGS if one == session.relation_setting), None)
    if setting is None:
        return study
    from nerinspect.events.relation_events import relation_types  # the window shows sooner without them
    from nerinspect.training.retention import with_relation_choice

    symmetric = tuple(name for name in session.symmetric if name in relation_types(study))
    return with_relation_choice(study, RelationChoice(setting, symmetric))


def digests(study: Study) -> tuple[str, ...]:
    """Give the digests of a study's files, the reference first."""
    return tuple(source.sha256 for source in sources_of(study))


def sources_of(study: Study) -> list[Source]:
    """List the files of a study: the reference, the predictions, tables of attributes, the training data."""
    training = [study.training.annotation.source] if study.training else []
    given = [one.annotation.source for one in study.predictions if one.system != RETENTION]
    return [study.reference.source, *given, *attribute_sources(study), *training]


def changed_files(study: Study, session: Session) -> list[str]:
    """Name the files that are no longer what they were in a session; none if it does not say.

    Training data, the last of them, may not be read yet.
    """
    sources = sources_of(study)
    if len(session.digests) - len(sources) not in ((0, 1) if study.training is None else (0,)):
        return []
    pairs = zip(sources, session.digests, strict=False)
    return list(dict.fromkeys(os.path.basename(source.path) for source, before in pairs if source.sha256 != before))


def session_place(session: Session) -> str:
    """Name the folder of a session's reference, the user's own as ~."""
    folder, home = os.path.dirname(session.request.reference), os.path.expanduser("~")
    return "~" + folder.removeprefix(home) if folder == home or folder.startswith(home + os.sep) else folder


def session_names(sessions: Sequence[Session]) -> list[str]:
    """Name sessions by their files and folders; those alike also by what else was asked for."""
    names = [f"{session_title(session)}   in {session_place(session)}" for session in sessions]
    alike = Counter(names)
    return [
        f"{name}, {_asked(session.request)}" if alike[name] > 1 else name
        for name, session in zip(names, sessions, strict=True)
    ]


def _asked(request: LoadRequest) -> str:
    """Say with which training data files were opened, and how they were read."""
    training = f"training {os.path.basename(request.training)}" if request.training else "no training data"
    chosen = [request.encoding, request.repair, request.tokens, *(value for _, _, value in request.choices)]
    usual = (LoadRequest.encoding, LoadRequest.repair, LoadRequest.tokens)
    return ", ".join([training, *dict.fromkeys(str(one) for one in chosen if one not in usual)])


def session_title(session: Session) -> str:
    request = session.request
    if session.review:
        return f"{os.path.basename(session.review)}: review"
    name = os.path.basename(request.reference)
    if session.is_project:
        return f"{name}: project"
    return f"{name}: {_names(request)}" if request.predictions else name


def _names(request: LoadRequest) -> str:
    files = request.predictions[:3]
    parsed = [parse_named_path(argument) for argument in files]
    names = ", ".join(file.names[0] if file.names else stem(file.path) for file in parsed)
    return names + (", …" if len(request.predictions) > len(files) else "")

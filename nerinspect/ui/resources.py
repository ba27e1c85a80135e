"""Finds the files that come with the program: the sample and the pictures."""

from pathlib import Path

from nerinspect.io.request import LoadRequest


def resource_path(*parts: str) -> Path:
    """Find a bundled file, in an installed package or beside it in a checkout.

    Parameters
    ----------
    *parts : str
        Folders and file name below `resources`.

    Returns
    -------
    pathlib.Path
        Where the file is.
    """
    package = Path(__file__).resolve().parents[1]
    inside = package / "resources"
    return (inside if inside.is_dir() else package.parent / "resources").joinpath(*parts)


def sample_request() -> LoadRequest:
    """Name the bundled sample: a reference, the predictions of two models, and what the models learned from."""
    reference, rich, plain, training = (
        str(resource_path("sample", f"{name}.conll")) for name in ("test", "rich", "plain", "train")
    )
    return LoadRequest(
        reference,
        (f"rich={rich}", f"plain={plain}"),
        training=training,
        encoding="BIO",
        repair="conlleval",
        format="conll",
    )

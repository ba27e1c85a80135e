"""What all windows remember together: kept in one place, and shown in every window."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from nerinspect.settings.schema import Settings


class Remembered(QObject):
    """Holds the settings; windows show what is chosen in any of them.

    Signals
    -------
    changed : str
        Another choice is kept under this name, one of the fields of `Settings`.
    """

    changed = Signal(str)

    def __init__(self, settings: Settings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings or Settings()

    def keep(self, name: str, choice: object) -> None:
        """Remember what was chosen last."""
        if choice != getattr(self.settings, name):
            self.settings = replace(self.settings, **{name: choice})  # type: ignore[arg-type]  # any field
            self.changed.emit(name)

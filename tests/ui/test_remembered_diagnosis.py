from PySide6.QtWidgets import QApplication

from nerinspect.settings.diagnosis_choice import DiagnosisChoice
from nerinspect.settings.schema import Settings
from nerinspect.settings.store import load_settings, save_settings
from nerinspect.ui.windows import Windows


def test_what_the_diagnosis_shows_is_remembered(qapp: QApplication) -> None:
    save_settings(Settings(diagnosis=DiagnosisChoice(6, "rich", "plain")))
    windows = Windows(qapp)
    window = windows.open_window()
    diagnosis = window.workspace.pages.diagnosis
    assert diagnosis.choice == DiagnosisChoice(6, "rich", "plain")
    diagnosis.choice_changed.emit(DiagnosisChoice(3, "plain", "rich"))
    windows.save()
    assert load_settings()[0].diagnosis == DiagnosisChoice(3, "plain", "rich")
    window.close()

from PySide6.QtWidgets import QApplication

from nerinspect.settings import ComparisonChoice, DiagnosisChoice, Settings, load_settings, save_settings
from nerinspect.ui.app import Windows


def test_what_the_diagnosis_shows_is_remembered(qapp: QApplication) -> None:
    save_settings(Settings(diagnosis=DiagnosisChoice("rich", "plain")))
    windows = Windows(qapp)
    window = windows.open_window()
    diagnosis = window.workspace.page("Diagnosis")
    assert diagnosis.choice == DiagnosisChoice("rich", "plain")
    diagnosis.choice_changed.emit(DiagnosisChoice("plain", "rich"))
    windows.save()
    assert load_settings()[0].diagnosis == DiagnosisChoice("plain", "rich")
    window.close()


def test_what_the_page_of_comparisons_shows_is_remembered(qapp: QApplication) -> None:
    save_settings(Settings(comparison=ComparisonChoice("rich", "each type", "wrong in plain first")))
    windows = Windows(qapp)
    window = windows.open_window()
    page = window.workspace.page("Compare")
    assert page.choice == ComparisonChoice("rich", "each type", "wrong in plain first")
    page.choice_changed.emit(ComparisonChoice("plain", "LOC", ""))
    windows.save()
    assert load_settings()[0].comparison == ComparisonChoice("plain", "LOC", "")
    window.close()

from PySide6.QtWidgets import QApplication, QSpinBox

from nerinspect.settings import AnalysisChoice, BucketChoice, Settings, load_settings, save_settings
from nerinspect.ui.app import Windows
from nerinspect.ui.pages.overview.charts import BucketCharts


def test_what_the_charts_of_buckets_show_is_remembered(qapp: QApplication) -> None:
    save_settings(Settings(buckets=BucketChoice("sLen", "Recall")))
    windows = Windows(qapp)
    window = windows.open_window()
    overview = window.workspace.page("Overview")
    assert overview.findChildren(BucketCharts)[0].choice == BucketChoice("sLen", "Recall")
    overview.choice_changed.emit(BucketChoice("eDen", "F1"))
    windows.save()
    assert load_settings()[0].buckets == BucketChoice("eDen", "F1")
    window.close()


def test_one_number_of_buckets_is_for_all_parts_of_all_windows_and_remembered(qapp: QApplication) -> None:
    save_settings(Settings(analysis=AnalysisChoice(6)))
    windows = Windows(qapp)
    first, second = windows.open_window(), windows.open_window()
    numbers = [
        box for page in (first.workspace.page("Overview"), first.workspace.pages.page("Diagnosis")) for box in
        page.findChildren(QSpinBox)
    ]  # fmt: skip
    assert first.document.bucketed.n_wanted == second.document.bucketed.n_wanted == 6
    assert {box.value() for box in numbers} == {6}  # charts are made when they are shown
    numbers[0].setValue(3)
    assert first.document.analysis == AnalysisChoice(3)
    assert first.document.bucketed.n_wanted == second.document.bucketed.n_wanted == 3
    second.workspace.filters.buckets.number_chosen.emit(5)
    assert numbers[0].value() == first.document.bucketed.n_wanted == 5
    windows.save()
    assert load_settings()[0].analysis == AnalysisChoice(5)
    for window in (first, second):
        window.close()

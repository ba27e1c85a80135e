from PySide6.QtWidgets import QApplication

from nerinspect.settings.bucket_choice import BucketChoice
from nerinspect.settings.schema import Settings
from nerinspect.settings.store import load_settings, save_settings
from nerinspect.ui.overview.charts_slot import ChartsSlot
from nerinspect.ui.windows import Windows


def test_what_the_charts_of_buckets_show_is_remembered(qapp: QApplication) -> None:
    save_settings(Settings(buckets=BucketChoice("sLen", 6, "Recall")))
    windows = Windows(qapp)
    window = windows.open_window()
    overview = window.workspace.pages.overview
    assert overview.findChildren(ChartsSlot)[0].bucket_choice == BucketChoice("sLen", 6, "Recall")
    overview.bucket_choice_changed.emit(BucketChoice("eDen", 3, "F1"))
    windows.save()
    assert load_settings()[0].buckets == BucketChoice("eDen", 3, "F1")
    window.close()

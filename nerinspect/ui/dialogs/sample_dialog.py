"""Draw a random sample of the events on show: how many, and with which seed."""

from functools import partial
from typing import Final, TypeAlias

import numpy as np
from PySide6.QtWidgets import QDialog, QFormLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from nerinspect.corpus.arrays import BoolArray
from nerinspect.decisions.sampling import SampleShares, sample_numbers, sample_shares, share_interval
from nerinspect.events.study import Study
from nerinspect.progress import Checkpoint
from nerinspect.quantities import counted, grouped, word_for
from nerinspect.query.review_progress import Sampled, whole_list, with_sample
from nerinspect.query.selection import Selection
from nerinspect.ui.desk.desk import Desk
from nerinspect.ui.desk.document import Document
from nerinspect.ui.kit.jobs import AT_ONCE, Derived, end_work
from nerinspect.ui.kit.layout import dialog_buttons, fill
from nerinspect.ui.theme.fonts import unit_of

_USUAL: Final = 100  # so many events are offered to be drawn first
_MOST_SEED: Final = 2**31 - 1  # the largest number that can be chosen
_WIDTH: Final = 440  # at a font of 13 pixels

_Counted: TypeAlias = tuple[BoolArray, int]  # marks the events to draw from, and how many of them are drawn now


class SampleDialog(QDialog):
    """Ask for the size of a sample and its seed, and say how sure its shares will be."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sample_dialog")
        self.setWindowTitle("Draw a sample")
        assert document.study is not None, "there is something to draw from"
        self._study, self._selection = document.study, document.selection
        self._sampled, self._events = Sampled.of(document.selection), np.zeros(0, dtype=bool)
        self._n_whole = self._n_before = 0
        self._number, self._seed, self.note = QSpinBox(), QSpinBox(), QLabel(wordWrap=True)
        self._of = QLabel("Events")
        self._buttons, self._draw = dialog_buttons(self, "&Draw")
        self._build_ui()
        self._seed.setValue(last_seed(document))
        self._counted = Derived(_counted, self, size=lambda study, *_: len(study.events))
        self._counted.begun.connect(lambda: self.note.setText("Counting the listed events…"))
        self._counted.made.connect(self._on_counted)
        self._draw.setEnabled(False)
        self._counted.ask(self._study, document.prediction, self._sampled)

    def drawn(self) -> tuple[Selection, SampleShares]:
        """Draw the sample, and count what is decided of it already."""
        study, events = self._study, self._events
        selection = with_sample(study, events, self._sampled, self._number.value(), self._seed.value())
        return selection, sample_shares(study, events & selection.terms[-1].mask(study), self._n_whole)

    def done(self, result: int) -> None:
        end_work(self)
        super().done(result)

    def _build_ui(self) -> None:
        unit = unit_of(self.font())
        self._number.setGroupSeparatorShown(True)
        self._number.setAccessibleName("Events to draw")
        self._seed.setRange(0, _MOST_SEED)
        self._seed.setAccessibleName("Seed")
        self._seed.setToolTip("The same seed draws the same events, on every machine; another seed draws others.")
        form = QFormLayout()
        form.addRow(self._of, self._number)
        form.addRow("&Seed", self._seed)
        self._of.setBuddy(self._number)
        self._number.valueChanged.connect(self._show)
        self._seed.valueChanged.connect(self._show)
        fill(QVBoxLayout(self), form, self.note, None, self._buttons, gap=round(12 * unit), has_margins=True)
        self.setMinimumWidth(round(_WIDTH * unit))
        self._number.setFocus()

    def _on_counted(self, found: _Counted) -> None:
        self._events, self._n_before = found
        self._n_whole = int(np.count_nonzero(self._events))
        self._of.setText(f"&Events, of {grouped(self._n_whole)}")
        self._number.setRange(min(1, self._n_whole), self._n_whole)
        self._number.setValue(self._n_before or _USUAL)
        self._number.selectAll()
        self._draw.setEnabled(self._n_whole > 0)
        self._show()

    def _show(self) -> None:
        n = self._number.value()
        if not n:
            self.note.setText("There are no events in this list to draw from.")
            return
        low, high = share_interval(n / 2, n, self._n_whole).tolist()
        sure = f"to within {grouped(50 * (high - low), 1)} points" if n < self._n_whole else "exactly"
        every = word_for(n, "it is", f"all {grouped(n)} are")
        words = [
            f"The filter then keeps {counted(n, 'event')} drawn at random; Alt+← undoes this.",
            f"Once {every} decided, each share of the {grouped(self._n_whole)} is known {sure}, in 95 of 100 samples.",
        ]
        if self._n_before:
            goes_on = self._seed.value() == self._sampled.seed and n >= self._n_before
            words.append(
                f"The {grouped(self._n_before)} drawn before {'are among them' if goes_on else 'are replaced'}."
            )
        if set(self._sampled.whole.terms) | set(self._sampled.draw.terms) < set(self._selection.terms):
            words.append("Terms about decisions are removed from the filter, since decisions will change.")
        self.note.setText(" ".join(words))
        if self.isVisible() and (layout := self.layout()) is not None:
            self.resize(self.width(), max(self.height(), layout.totalHeightForWidth(self.width())))


def last_seed(document: Document) -> int:
    """Find the seed that a sample was drawn with last, the one in force first; 0 if there was none."""
    selections = (document.selection, *reversed(document.history.past))
    seeds = (Sampled.of(selection).seed for selection in selections)
    return next((seed for seed in seeds if seed is not None and seed <= _MOST_SEED), 0)


def ask_sample(desk: Desk) -> None:
    from nerinspect.ui.guide import offer_guide

    document = desk.document
    if document.study is None or not document.n_events:
        desk.message.tell("There are no events to draw from.")
        return
    dialog = SampleDialog(document, desk.asker)
    offer_guide(dialog)
    dialog.accepted.connect(partial(_apply, desk, dialog))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _apply(desk: Desk, dialog: SampleDialog) -> None:
    from nerinspect.decisions.sampling import sample_words

    selection, shares = dialog.drawn()
    desk.document.select(selection)
    desk.message.tell(sample_words(shares))


def _counted(study: Study, prediction: int, sampled: Sampled, checkpoint: Checkpoint) -> _Counted:
    """Mark the events to draw from; what their numbers rest on is ready for drawing then."""
    checkpoint(0, 1)
    if len(study.events) > AT_ONCE:
        sample_numbers(study, 0)
    events = whole_list(study, prediction, sampled)
    n_drawn = int(np.count_nonzero(events & sampled.draw.mask(study))) if sampled.is_drawn else 0
    return events, n_drawn

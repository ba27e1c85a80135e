from PySide6.QtCore import QModelIndex, QPersistentModelIndex

from nerinspect.ui.filters.counts_table import CellsModel, CountCell


def cell_at(index: QModelIndex | QPersistentModelIndex) -> CountCell:
    """Give what a cell of a filter says."""
    model = index.model()
    assert isinstance(model, CellsModel)
    return model.cell(index)

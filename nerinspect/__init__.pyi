from nerinspect.errors import DataError as DataError
from nerinspect.errors import NerinspectError as NerinspectError
from nerinspect.errors import QueryError as QueryError
from nerinspect.library.chart import Chart as Chart
from nerinspect.library.events import Events as Events
from nerinspect.library.in_memory import from_dataset as from_dataset
from nerinspect.library.in_memory import from_docs as from_docs
from nerinspect.library.in_memory import from_labels as from_labels
from nerinspect.library.in_memory import from_spans as from_spans
from nerinspect.library.saved import Project as Project
from nerinspect.library.saved import Review as Review
from nerinspect.library.saved import read_project as read_project
from nerinspect.library.saved import read_review as read_review
from nerinspect.library.study import Study as Study
from nerinspect.library.study import load as load

__version__: str

"""A word on screen, and where its meaning comes from."""

from dataclasses import dataclass
from typing import Final

MANNING: Final = "Manning 2006, “Doing Named Entity Recognition? Don’t optimize for F1”"
SEQSCORE: Final = "Palen-Michel, Holley & Lignos 2021, “SeqScore”"
INTERPRET_EVAL: Final = "Fu, Liu & Neubig 2020, “Interpretable Multi-dataset Evaluation”"
SEGMENTS: Final = f"{MANNING}, and the comments of its readers"
RETENTION: Final = "Taillé et al. 2021, “Separating Retention from Extraction”"
TOUGH_MENTIONS: Final = "Tu & Lignos 2021, “TMR: Evaluating NER Recall on Tough Mentions”"
CONLL: Final = "Tjong Kim Sang & De Meulder 2003, the CoNLL-2003 shared task: exact match, micro-averaged"
WILSON: Final = "Wilson 1927, “Probable Inference”"
FRIEDMAN: Final = "Friedman 1937, “The Use of Ranks”"
MCNEMAR: Final = "McNemar 1947, “Difference Between Correlated Proportions”"
WILCOXON: Final = "Wilcoxon 1945, “Individual Comparisons by Ranking Methods”"
MANN_WHITNEY: Final = "Mann & Whitney 1947, “Stochastically Larger”"
KOEHN: Final = "Koehn 2004, “Statistical Significance Tests”"
BLOOM: Final = "Bloom 1995, “Minimum Detectable Effects”"
HOLM: Final = "Holm 1979, “A Simple Sequentially Rejective Multiple Test Procedure”"
BENJAMINI_HOCHBERG: Final = "Benjamini & Hochberg 1995, “Controlling the False Discovery Rate”"
COHEN: Final = "Cohen 1960, “A Coefficient of Agreement”"
HRIPCSAK: Final = "Hripcsak & Rothschild 2005, “Agreement, the F-Measure, and Reliability”"
PROGRAM: Final = "nerinspect"


@dataclass(frozen=True)
class Definition:
    """What a word on screen means, and how it is computed, in one sentence.

    The key lasts: a kind, a shape, a column, the name of a number. The source of words of this program is `PROGRAM`.
    """

    key: str
    name: str
    sentence: str
    source: str

"""The figures of "Constrained Differential Privacy for Count Data".

* :mod:`.heatmaps`: 1, 2, 3, 4 and 7; :mod:`.choice`: 5 and 6;
* :mod:`.costs`: 8 and 9; :mod:`.populations`: 10 to 13.

Rows are inputs here, columns are outputs; the paper draws them the other way round.
"""

PAPER = "Constrained Differential Privacy for Count Data"

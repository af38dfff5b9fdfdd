"""Tables of counts and what is released of them.

A table has a row for each category and a column of counts. :func:`release` replaces the
counts by private ones and keeps everything else; :func:`histogram_release` publishes how
often each value of a column occurs. Both stream the table, so it never is in memory.

What is always true here: a true count leaves this package only through a private mechanism.
No error, no report and no log quotes the value of a cell, or says anything of the counts
that the budget has not paid for.
"""

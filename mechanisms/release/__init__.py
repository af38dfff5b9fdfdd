"""Tables of counts and what is released of them.

A table has a row for each category and a column of counts. :mod:`.two_stage` replaces the counts
by private ones and keeps everything else, by means of private :mod:`.distributions`;
:mod:`.histogram` publishes how often each value of a column occurs. Both stream the :mod:`.table`
and its :mod:`.counts`, so it never is in memory, within a :mod:`.budget`; :mod:`.writing` makes
the new table with its other :mod:`.columns`, and :mod:`.report` says what was done.

What is always true here: a true count leaves this package only through a private mechanism.
No error, no report and no log quotes the value of a cell, or says anything of the counts
that the budget has not paid for.
"""

"""The count mechanism, and all that is said of one without judging it.

* :mod:`.mechanism`: an exact kernel and what it is called; :mod:`.forms`: how its numbers are kept;
* :mod:`.properties`, :mod:`.objectives`, :mod:`.neighbours`: what can be asked of its entries;
* :mod:`.costs`, :mod:`.expected`: costs of errors, and their expectations under a law;
* :mod:`.patterns`: the ups and downs of a column;
* :mod:`.display`, :mod:`.telling`: for people; :mod:`.files`: in files.
"""

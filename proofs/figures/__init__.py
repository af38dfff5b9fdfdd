"""The papers' figures and tables, recomputed from exact mechanisms and compared with the print.

* :mod:`.figure`: what a figure is: exact tables, a picture of them, and comparisons;
* :mod:`.constrained`, :mod:`.notes`, :mod:`.releasing`, :mod:`.targets`: a package or a module a
  paper; :mod:`.beyond`: what no paper draws;
* :mod:`.catalogue`: all figures by name; :mod:`.output`: the picture, its values and its manifest
  as files; :mod:`.gallery`: the page that shows them.
"""

"""Verdicts on one kernel, a module each, and the certificates that show them.

* :mod:`.judgement`: :func:`~.judgement.certify`, all at once; :mod:`.certificate`: what is written;
  :mod:`.reading`: what stands in it; :mod:`.process`: the stand-alone checker, as a process;
  :mod:`.proved`: the one that is proved;
  :mod:`.rechecking`: :func:`~.rechecking.check`, what that says of a certificate or a report;
* :mod:`.stochastic`, :mod:`.privacy`, :mod:`.profile`, :mod:`.properties`, :mod:`.objectives`,
  :mod:`.likelihood`: of a kernel alone;
* :mod:`.derivability`, :mod:`.blackwell`: of one kernel made of another;
* :mod:`.optimality`, :mod:`.parametric`: that none is better; :mod:`.extreme`: extreme points;
* :mod:`.keeping`: laws kept; :mod:`.noise`: linear noise; :mod:`.report`: reports of releases;
* :mod:`.joining`: several findings in one certificate; :mod:`.explanation`: what is no proof;
* :mod:`.pictures`: drawn, for the eye.
"""

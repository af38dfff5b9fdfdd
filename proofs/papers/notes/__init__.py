"""Claims of "Geometric Mechanism Notes", a module a section.

* :mod:`.background`: 2.1, the noise and its privacy;
* :mod:`.approximate`: 2.2, Algorithm 1;
* :mod:`.actual`: 2.3, Algorithm 2 and clipping;
* :mod:`.truncation`: 2.4, how often noise is clipped, and the ratios L and U;
* :mod:`.scaling`: 2.4, what rejection does to neighbouring rows, and the constant M;
* :mod:`.calibration`: 2.4, what rejection costs, and the levels at which it is private.

:mod:`.instances` holds the concrete objects that the searches evaluate.
"""

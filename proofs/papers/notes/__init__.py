"""Claims of "Geometric Mechanism Notes", a module a section.

* :mod:`.background`: 2.1, the noise and its privacy;
* :mod:`.approximate`: 2.2, Algorithm 1;
* :mod:`.actual`: 2.3, Algorithm 2 and clipping;
* :mod:`.truncation`: 2.4, how often noise is clipped, and the ratios L and U;
* :mod:`.scaling`: 2.4, what rejection does to neighbouring rows, by :mod:`.constant_m`;
* :mod:`.calibration`: 2.4, the levels at which rejection is private as printed;
* :mod:`.uniform_output`: 2.4, Figure 2.2.

:mod:`.instances` holds the concrete objects that the searches evaluate.
"""

"""What holds for all tests: no time is asserted, and Ctrl-C can be tried."""

import signal
from importlib.util import find_spec

if find_spec("hypothesis"):  # the tests of the checker need nothing but pytest
    from hypothesis import settings

    settings.register_profile("exactdp", deadline=None)
    settings.load_profile("exactdp")

# In the background of a shell, Ctrl-C is ignored and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

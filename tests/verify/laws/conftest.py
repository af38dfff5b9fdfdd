"""An audit looks through all living objects: those that other tests left are kept out."""

import gc

import pytest


@pytest.fixture(scope="module", autouse=True)
def few_objects():
    """Take what lives so far out of the collector's lists, for the tests of a module."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()

"""Processes that misbehave, for tests of those who start them; each is sent a connection."""

import os
import time


def refusing(link, options):
    """End before saying that it is ready."""
    os._exit(1)


def dying(link, options):
    """End in the middle of its first task."""
    link.send(None)
    link.recv()
    os._exit(1)


def hanging(link, options):
    """Take its first task and never answer."""
    link.send(None)
    link.recv()
    time.sleep(600)


def complaining(link, options):
    """Answer its first task with an error."""
    link.send(None)
    link.recv()
    link.send(RuntimeError("COV-15: broken"))
    time.sleep(600)

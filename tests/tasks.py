"""Tasks for executors: they answer, fail, hang, or take their process with them."""

import os
import signal
import time
from pathlib import Path


def square(x):
    return x * x


def printing(x):
    print("noise", x)
    return x


def failing(x):
    if x == 3:
        raise ValueError(f"task {x} is not well")
    return x


def hanging(x):
    if x == 2:
        time.sleep(600)
    return x


def leaving(x):
    if x == 2:
        os._exit(3)
    return x


def killed_once(task):
    """The first process that works on number 2 is lost."""
    x, folder = task
    if x == 2:
        try:
            Path(folder, "lost").touch(exist_ok=False)
        except FileExistsError:
            return x
        os.kill(os.getpid(), signal.SIGKILL)
    return x


def waiting(x):
    time.sleep(0.05)
    return x

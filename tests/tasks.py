"""Tasks for executors: they answer, fail, hang, or take their process with them."""

import os
import signal
import subprocess
import sys
import threading
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


def sleeping(seconds):
    time.sleep(seconds)
    return seconds


def timing_out(x):
    raise TimeoutError("of the task's own")


def starting(task):
    """Wait for a process; once there are two of them, whoever asked is interrupted."""
    x, folder, asked = task
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as child:
        try:
            Path(folder, str(child.pid)).touch()
            while x == 0 and len(os.listdir(folder)) < 2:
                time.sleep(0.05)
            if x == 0:
                os.kill(asked, signal.SIGINT)
            child.wait()
        finally:
            child.kill()


def interrupting(task):
    """Number 0 never ends; the other one interrupts who asked, once it is done itself."""
    x, asked = task
    if x == 0:
        time.sleep(600)
    threading.Timer(1, os.kill, (asked, signal.SIGINT)).start()
    return x


_lock, _running = threading.Lock(), []


def together(x):
    """Return how many threads of this process are working on this."""
    with _lock:
        _running.append(x)
    time.sleep(0.3)
    found = len(_running)
    with _lock:
        _running.remove(x)
    return found

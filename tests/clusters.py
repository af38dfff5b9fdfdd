"""A real Dask cluster on this machine, for tests: a scheduler, and workers that can be killed."""

import os
import subprocess
import sys
import time
from contextlib import contextmanager


@contextmanager
def cluster(folder, workers=2, threads=1):
    """Yield the executor's name and the workers, each a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    address, started = folder / "scheduler.json", []

    def start(module, *arguments):
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments]
        with open(folder / f"{len(started)}.log", "wb") as log:
            started.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log))
        return started[-1]

    try:
        name = str(address)
        start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", name)
        while not address.exists():
            time.sleep(0.05)
        options = ("--nthreads", str(threads), "--no-nanny", "--scheduler-file", name)
        for _ in range(workers):
            start("dask_worker", *options)
        from distributed import Client

        with Client(scheduler_file=name, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=120)
            where = client.scheduler.address.removeprefix("tcp://")
        yield f"dask://{where}", started[1:]
    finally:
        for process in started:
            process.kill()  # asked to end, workers may wait for their scheduler for ever
        for process in started:
            process.wait()

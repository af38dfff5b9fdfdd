"""A file is written whole or not at all."""

import errno
import os
import signal
import subprocess
import sys

import pytest

from exactdp.mechanisms.exact.errors import InputError
from exactdp.mechanisms.kernels.files import aside
from exactdp.mechanisms.kernels.files.aside import _PREFIX as PREFIX
from exactdp.mechanisms.kernels.files.aside import write_aside
from exactdp.mechanisms.kernels.files.writing import save
from exactdp.mechanisms.kernels.mechanism import Mechanism

RESPONSE = Mechanism.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def interrupted(exception):
    yield "the first half\n"
    raise exception


@pytest.mark.parametrize("data", [b"a\nb", "a\nb", ["a\n", "b"], iter(["a\nb"])])
def test_bytes_text_and_pieces_are_written(tmp_path, data):
    write_aside(tmp_path / "new", data)
    assert (tmp_path / "new").read_bytes() == b"a\nb"
    assert os.listdir(tmp_path) == ["new"]


def test_the_mode_follows_the_umask(tmp_path):
    before = os.umask(0o027)
    try:
        write_aside(tmp_path / "new", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("exception", [KeyboardInterrupt(), RuntimeError("no"), InputError("no")])
@pytest.mark.parametrize("force", [False, True])
def test_an_interrupted_write_leaves_nothing(tmp_path, exception, force):
    with pytest.raises(type(exception)):
        write_aside(tmp_path / "new", interrupted(exception), force)
    assert os.listdir(tmp_path) == []


def test_an_interrupted_write_keeps_the_old_file(tmp_path):
    (tmp_path / "old").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        write_aside(tmp_path / "old", interrupted(KeyboardInterrupt()), force=True)
    assert os.listdir(tmp_path) == ["old"]
    assert (tmp_path / "old").read_text() == "old"


def test_a_full_disk_leaves_nothing(tmp_path, monkeypatch):
    def full(descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(aside.os, "fsync", full)
    with pytest.raises(InputError, match=r"new: cannot be written: No space left on device"):
        write_aside(tmp_path / "new", "x")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("suffix", [".json", ".csv", ".tsv", ".npy"])
def test_an_existing_file_is_kept_unless_forced(tmp_path, suffix):
    path = tmp_path / f"old{suffix}"
    path.write_text("old")
    with pytest.raises(InputError, match=r"old\.\w+: exists already: .* \(--force\)"):
        save(path, RESPONSE)
    assert path.read_text() == "old"
    save(path, RESPONSE, force=True)
    assert path.read_bytes() != b"old"
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_that_appears_meanwhile_is_kept(tmp_path, monkeypatch, links):
    def meanwhile():
        (tmp_path / "new").write_text("somebody else's")
        yield "mine"

    if not links:
        monkeypatch.setattr(aside.os, "link", no_links)
    with pytest.raises(InputError, match="exists already"):
        write_aside(tmp_path / "new", meanwhile())
    assert (tmp_path / "new").read_text() == "somebody else's"
    assert os.listdir(tmp_path) == ["new"]


def no_links(source, target):
    raise OSError(errno.EPERM, os.strerror(errno.EPERM))


def test_file_systems_without_links_are_written_too(tmp_path, monkeypatch):
    monkeypatch.setattr(aside.os, "link", no_links)
    write_aside(tmp_path / "new", "x")
    assert os.listdir(tmp_path) == ["new"]


def test_without_links_a_failed_rename_frees_the_name(tmp_path, monkeypatch):
    def broken(source, target):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(aside.os, "link", no_links)
    monkeypatch.setattr(aside.os, "replace", broken)
    with pytest.raises(InputError, match="Input/output error"):
        write_aside(tmp_path / "new", "x")
    assert os.listdir(tmp_path) == []


def test_another_failure_of_linking_is_reported(tmp_path, monkeypatch):
    def broken(source, target):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(aside.os, "link", broken)
    with pytest.raises(InputError, match="Input/output error"):
        write_aside(tmp_path / "new", "x")
    assert os.listdir(tmp_path) == []


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(InputError, match=r"there is no folder '.*nowhere'; make it first"):
        write_aside(tmp_path / "nowhere" / "new", "x")


def test_a_file_in_place_of_the_folder_is_named(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match=r"'.*file' is not a folder"):
        write_aside(tmp_path / "file" / "new", "x")


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_is_not_replaced(tmp_path, force):
    with pytest.raises(InputError, match="it is a folder; name a file"):
        write_aside(tmp_path, "x", force)


def test_a_device_is_not_replaced():
    with pytest.raises(
        InputError, match=r"^/dev/null: cannot be written: it is not a regular file"
    ):
        write_aside("/dev/null", "x", force=True)


def test_an_unwritable_folder_is_refused_with_advice(tmp_path, monkeypatch):
    def forbidden(*arguments):  # root may write anywhere, so the answer is simulated
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(aside.os, "fsync", forbidden)
    with pytest.raises(InputError, match="Permission denied; choose a folder that you may write"):
        write_aside(tmp_path / "new", "x")


def test_a_link_is_followed(tmp_path):
    (tmp_path / "old").write_text("old")
    (tmp_path / "link").symlink_to("old")
    write_aside(tmp_path / "link", "new", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "old").read_text() == "new"


KILLED = """
import os, signal, sys
from exactdp.mechanisms.kernels.files.aside import write_aside

def pieces():
    yield "half"
    os.kill(os.getpid(), getattr(signal, sys.argv[2]))

write_aside(sys.argv[1], pieces())
"""


def started(path, signal):
    return subprocess.Popen([sys.executable, "-c", KILLED, path, signal])


def test_what_a_killed_process_left_is_cleared_by_the_next_that_writes_there(tmp_path):
    assert started(tmp_path / "new", "SIGKILL").wait() == -signal.SIGKILL
    (left,) = os.listdir(tmp_path)
    assert left.endswith(".part")
    write_aside(tmp_path / "other", "x")
    assert os.listdir(tmp_path) == ["other"]


def test_what_a_living_process_writes_is_left_to_it(tmp_path):
    process = started(tmp_path / "new", "SIGSTOP")
    try:
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        (written,) = os.listdir(tmp_path)
        write_aside(tmp_path / "other", "x")
        assert sorted(os.listdir(tmp_path)) == [written, "other"]
    finally:
        process.send_signal(signal.SIGCONT)
    assert process.wait() == 0
    assert sorted(os.listdir(tmp_path)) == ["new", "other"]


@pytest.mark.parametrize(
    "name", [".exactdp-another_host-0123456789abcdef.part", "mine.part", f"{PREFIX}mine.part"]
)
def test_files_of_others_are_not_cleared(tmp_path, name):
    (tmp_path / name).write_text("x")
    write_aside(tmp_path / "new", "x")
    assert (tmp_path / name).exists()


def test_what_only_has_the_name_of_a_left_over_is_not_cleared(tmp_path):
    (tmp_path / "text").write_text("x")
    (tmp_path / f"{PREFIX}{0:016x}.part").symlink_to("text")
    os.mkfifo(tmp_path / f"{PREFIX}{1:016x}.part")
    (tmp_path / f"{PREFIX}{2:016x}.part").mkdir()
    write_aside(tmp_path / "new", "x")
    assert len(os.listdir(tmp_path)) == 5


def test_a_link_to_itself_is_refused(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match="not a regular file"):
        write_aside(tmp_path / "loop", "x", force=True)

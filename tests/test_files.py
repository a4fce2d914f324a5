"""Writing a file: all of it or none of it, and never a mess around it."""

import os
import stat
from pathlib import Path

import pytest

from schedlib import InputError
from schedlib.reading.files import write_atomically

as_superuser = hasattr(os, "geteuid") and os.geteuid() == 0
posix_only = pytest.mark.skipif(os.name != "posix", reason="POSIX permissions and devices")


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_text_is_written_as_utf8_with_its_own_line_ends(tmp_path):
    write_atomically(tmp_path / "new.txt", "中\n")
    assert (tmp_path / "new.txt").read_bytes() == "中\n".encode()
    assert names(tmp_path) == ["new.txt"]


def test_what_is_no_character_is_escaped(tmp_path):
    write_atomically(tmp_path / "new.txt", "\ud800")
    assert (tmp_path / "new.txt").read_bytes() == rb"\ud800"


@posix_only
def test_a_new_file_has_the_mode_that_the_umask_leaves(tmp_path):
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "new.txt", "new")
    finally:
        os.umask(before)
    assert mode(tmp_path / "new.txt") == 0o640


@posix_only
def test_an_old_file_keeps_its_mode(tmp_path):
    (tmp_path / "old.txt").write_text("old")
    (tmp_path / "old.txt").chmod(0o604)
    write_atomically(tmp_path / "old.txt", "new")
    assert (tmp_path / "old.txt").read_text() == "new"
    assert mode(tmp_path / "old.txt") == 0o604


@posix_only
@pytest.mark.parametrize("there_already", [True, False])
def test_a_link_stays_a_link_and_its_target_is_written(tmp_path, there_already):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    if there_already:
        target.write_text("old")
    link.symlink_to(target.name)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"


@posix_only
def test_a_device_is_written_into_and_stays_a_device():
    write_atomically("/dev/null", "new")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@pytest.mark.parametrize("failing", ["fsync", "replace"])
@pytest.mark.parametrize("failure", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_after_a_failure_the_old_file_is_whole_and_nothing_else_is_left(
    tmp_path, monkeypatch, failing, failure
):
    def fail(*_):
        raise failure

    monkeypatch.setattr(os, failing, fail)
    (tmp_path / "old.txt").write_text("old")
    with pytest.raises((InputError, KeyboardInterrupt)):
        write_atomically(tmp_path / "old.txt", "new")
    assert (tmp_path / "old.txt").read_text() == "old"
    assert names(tmp_path) == ["old.txt"]


@pytest.mark.parametrize("where", ["no/such/folder.txt", "", "nul\0.txt", "a" * 300])
def test_a_path_that_cannot_be_written_is_named(tmp_path, monkeypatch, where):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^cannot write '[^\n]*: [^\n]+$"):
        write_atomically(where, "new")
    assert names(tmp_path) == []


@posix_only
@pytest.mark.skipif(as_superuser, reason="the superuser may write everything")
def test_a_write_protected_file_is_not_replaced(tmp_path):
    (tmp_path / "old.txt").write_text("old")
    (tmp_path / "old.txt").chmod(0o444)
    with pytest.raises(InputError, match="Permission denied"):
        write_atomically(tmp_path / "old.txt", "new")
    assert (tmp_path / "old.txt").read_text() == "old"

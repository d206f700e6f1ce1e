"""The store of made things: whole or absent, within bounds, nothing lost but speed."""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pipeline.cache import Cache, code_digest, digest_of, file_digest, trim

TEXT = b"the same words again and again " * 100
NOISE = bytes((i * i * 7919 >> 3) % 256 for i in range(997))


@pytest.mark.parametrize("data", [b"", b"a", TEXT, NOISE])
def test_what_was_put_is_got(tmp_path: Path, data: bytes) -> None:
    Cache(tmp_path / "shelf").put("key", data)
    assert Cache(tmp_path / "shelf").get("key") == data
    assert [path.name for path in (tmp_path / "shelf").iterdir()] == ["key"]


def test_what_was_never_put_is_absent(tmp_path: Path) -> None:
    assert Cache(tmp_path / "nowhere").get("key") is None


@pytest.mark.parametrize("data", [TEXT, NOISE])
def test_no_damage_is_given_out(tmp_path: Path, data: bytes) -> None:
    cache = Cache(tmp_path)
    cache.put("key", data)
    whole = (tmp_path / "key").read_bytes()
    for at in (0, 31, 32, 33, len(whole) // 2, len(whole) - 1):
        (tmp_path / "key").write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert cache.get("key") is None
        (tmp_path / "key").write_bytes(whole[:at])
        assert cache.get("key") is None
    cache.put("key", data)
    assert cache.get("key") == data


def test_text_is_packed(tmp_path: Path) -> None:
    Cache(tmp_path).put("key", TEXT)
    assert (tmp_path / "key").stat().st_size < len(TEXT) / 10


def test_a_disk_that_refuses_costs_nothing_but_speed(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    cache = Cache(tmp_path / "file" / "shelf")
    cache.put("key", TEXT)
    assert cache.get("key") is None


def test_many_who_put_the_same_leave_it_whole(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: cache.put("key", TEXT), range(64)))
    assert cache.get("key") == TEXT
    assert len(list(tmp_path.iterdir())) == 1


def _aged(path: Path, seconds: float) -> None:
    os.utime(path, (1_000_000 + seconds, 1_000_000 + seconds))


def test_trimming_forgets_what_was_longest_not_used(tmp_path: Path) -> None:
    shelves = Cache(tmp_path / "one"), Cache(tmp_path / "two")
    for number in range(10):
        shelves[number % 2].put(f"key{number}", NOISE)
        _aged(tmp_path / ("one", "two")[number % 2] / f"key{number}", number)
    assert shelves[0].get("key0") == NOISE  # used just now
    one = (tmp_path / "one" / "key0").stat().st_size
    trim(tmp_path, 10 * one)
    assert len(list(tmp_path.glob("*/*"))) == 10
    trim(tmp_path, 8 * one)
    assert sorted(path.name for path in tmp_path.glob("*/*")) == ["key0", *(f"key{n}" for n in range(5, 10))]


def test_a_shelf_is_trimmed_alone(tmp_path: Path) -> None:
    shelves = Cache(tmp_path / "one"), Cache(tmp_path / "two")
    for number in range(10):
        shelves[number % 2].put(f"key{number}", NOISE)
        _aged(tmp_path / ("one", "two")[number % 2] / f"key{number}", number)
    one = (tmp_path / "one" / "key0").stat().st_size
    shelves[0].trim(4 * one)
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == ["key4", "key6", "key8"]
    assert len(list((tmp_path / "two").iterdir())) == 5


def test_trimming_removes_what_killed_builds_left_and_no_other_part(tmp_path: Path) -> None:
    Cache(tmp_path / "shelf").put("key", TEXT)
    for name, age in ((".old.1.part", 0), (".new.2.part", 7000)):
        (tmp_path / "shelf" / name).write_bytes(b"half")
        _aged(tmp_path / "shelf" / name, age)
    _aged(tmp_path / "shelf" / "key", 7200)
    trim(tmp_path)
    assert sorted(path.name for path in (tmp_path / "shelf").iterdir()) == [".new.2.part", "key"]


def test_trimming_nothing_is_no_mistake(tmp_path: Path) -> None:
    trim(tmp_path / "nowhere")


def test_keys_tell_values_apart() -> None:
    assert len({digest_of("ab", "c"), digest_of("a", "bc"), digest_of("abc"), digest_of("1"), digest_of(1)}) == 5


def test_changed_code_has_another_digest(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    before = code_digest(tmp_path)
    (tmp_path / "notes.txt").write_text("no code")
    assert code_digest(tmp_path) == before
    (tmp_path / "a.py").write_text("x = 2\n")
    assert code_digest(tmp_path) != before


def test_a_file_that_is_not_there_has_a_digest_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    assert file_digest(tmp_path / "none") != file_digest(tmp_path / "empty")

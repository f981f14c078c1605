"""A disk that takes no more: one OSError of one line that names the file, and what was kept by then stays."""

import contextlib
import subprocess
import sys

import plywise
import pytest

resource = pytest.importorskip("resource", reason="only Unix limits the size of files")

GAMES = dict(games=2000, threads=1)
TUNED = dict(optimizer="pso:particles=8,iterations=8", playoff=0, seed=3, threads=1)

#: What is done in a folder, and the file that cannot be written there.
USES = [
    (lambda place: plywise.match("checkers", "random", "random", store=place / "games.db", **GAMES), "games.db"),
    (lambda place: plywise.tune("2048", "heuristic", state=place / "run.json", **TUNED), "run.json"),
    (lambda place: plywise.lab.run("othello-branching", out=place, threads=1), "othello-branching"),
    (lambda place: plywise.train("2048", games=20, tuples="5x4", threads=1, out=place / "small.network"), "small.network"),
    (lambda place: plywise.train("2048", games=20, tuples="5x4", threads=1, state=place / "small.run"), "small.run"),
    (lambda place: plywise.databases("checkers", pieces=3, cache=place, threads=1), "checkers-"),
    (lambda place: plywise.tree("othello:size=6", "alphabeta:depth=4").save(place / "tree.svg"), ""),
]


@contextlib.contextmanager
def no_file_above(size):
    """Whatever makes a file larger than so many bytes fails meanwhile."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("number", range(len(USES)))
def test_a_file_that_may_not_grow_is_one_exception(number, tmp_path):
    use, file = USES[number]
    with pytest.raises(OSError) as raised, no_file_above(1000):
        use(tmp_path)
    told = str(raised.value)
    assert file in told and told.strip() and len(told.splitlines()) == 1


def test_the_same_call_goes_on_once_there_is_room(tmp_path):
    store, state = tmp_path / "games.db", tmp_path / "run.json"
    whole = plywise.match("checkers", "random", "random", **GAMES)
    with pytest.raises(OSError, match="games are stored and safe"), no_file_above(1_000_000):
        plywise.match("checkers", "random", "random", store=store, **GAMES)
    assert 0 < len(plywise.stored_games(store).to_pandas()) < whole.games
    assert plywise.match("checkers", "random", "random", store=store, **GAMES).agents[0]["wins"] == whole.agents[0]["wins"]
    # The state was saved while it was still short.
    tuned = plywise.tune("2048", "heuristic", **TUNED)
    with pytest.raises(OSError, match="run.json"), no_file_above(8000):
        plywise.tune("2048", "heuristic", state=state, **TUNED)
    assert plywise.tune("2048", "heuristic", state=state, **TUNED) == tuned


ON_A_FULL_DISK = """
import contextlib, pathlib, sys
sys.path.insert(0, sys.argv[1])
from test_full_disk import USES
place = pathlib.Path(sys.argv[2])
for number, (use, file) in enumerate(USES):
    folder = place / str(number)
    folder.mkdir()
    with contextlib.suppress(OSError), open(place / "filling", "wb", buffering=0) as filling:
        while True:
            filling.write(bytes(1024))
    try:
        use(folder)
        print(number, "went well")
    except OSError as error:
        if file not in str(error) or len(str(error).splitlines()) != 1:
            print(number, error)
    for left in place.rglob("*"):
        left.is_dir() or left.unlink()
"""


def test_so_it_is_on_a_disk_that_is_full(tmp_path):
    """A small disk of its own, in a namespace of mounts that ends with the program."""
    here = str(tmp_path)
    mount = f"mount -t tmpfs -o size=256k none '{here}' && exec \"$@\""
    apart = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount, "sh"]
    try:
        made = subprocess.run([*apart, "true"], capture_output=True, text=True)
    except FileNotFoundError as error:
        pytest.skip(f"no disk of one's own on this system: {error}")
    if made.returncode != 0:
        pytest.skip(f"no disk of one's own on this system: {made.stderr.strip()}")
    program = [sys.executable, "-c", ON_A_FULL_DISK, str(__file__.rpartition("/")[0]), here]
    ended = subprocess.run([*apart, *program], capture_output=True, text=True)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")

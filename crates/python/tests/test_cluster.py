"""The same work on a cluster: one of Ray with two nodes that play, on this machine, and a stand-in for it."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

import plywise
import pytest
from conftest import First
from plywise import _contests
from plywise import cluster as on

GAME, AGENTS = "othello:size=6", ("alphabeta:depth=3,eval=discs", "greedy", "random")
TERMS = {"rounds": 20, "opening_plies": 4}


def games(store):
    """All that a store holds of its games, but for what they took."""
    base = sqlite3.connect(store)
    base.row_factory = sqlite3.Row
    rows = base.execute("SELECT * FROM games JOIN records USING (experiment, unit) ORDER BY experiment, unit").fetchall()
    told = []
    for row in map(dict, rows):
        moves = [move[:5] for move in json.loads(row.pop("moves") or "[]")]
        told.append(({key: value for key, value in row.items() if not key.startswith(("time", "seal", "run"))}, moves))
    base.close()
    return told


def timeless(report):
    """A report but for what its games took."""
    return [{key: value for key, value in agent.items() if "time" not in key} for agent in report.agents]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The tournament without a cluster: its report and the games."""
    store = tmp_path_factory.mktemp("undisturbed") / "games.db"
    report = plywise.tournament(GAME, *AGENTS, **TERMS, store=store)
    return report, games(store)


class Later:
    """A stand-in for Ray: of the tasks that are out, the last one is done first, when somebody waits; `twice` of them come back twice."""

    def __init__(self):
        self.out, self.most, self.names, self.cancelled = {}, 0, [], 0
        self.exceptions = SimpleNamespace(RayError=ArithmeticError)

    def remote(self, **options):
        assert options["num_cpus"] == 1 and options["max_retries"] > 0
        return lambda work: SimpleNamespace(options=lambda name: SimpleNamespace(remote=lambda *given: self.begin(name, work, given)))

    def begin(self, name, work, given):
        self.names.append(name)
        reference = object()
        self.out[reference] = (work, given)
        self.most = max(self.most, len(self.out))
        return reference

    def wait(self, references, num_returns, timeout):
        return references[-1:], references[:-1]

    def get(self, reference):
        work, given = self.out.pop(reference)
        return work(*given)

    def put(self, job):
        return job

    def cancel(self, reference):
        self.cancelled += 1

    def cluster_resources(self):
        return {"CPU": 3.0}


@pytest.fixture
def later(monkeypatch):
    stand_in = Later()
    monkeypatch.setattr(on, "_ray", lambda: stand_in)
    return stand_in


def test_no_more_tasks_are_out_than_twice_the_processors(later, undisturbed, tmp_path):
    done = []
    store = tmp_path / "games.db"
    report = on.tournament(GAME, *AGENTS, **TERMS, store=store, progress=lambda *news: done.append(news))
    assert timeless(report) == timeless(undisturbed[0]) and games(store) == undisturbed[1]
    assert later.most == 6 and later.out == {}
    assert done[0] == (0, 120) and done[-1] == (120, 120) and done == sorted(done)
    assert all(name.startswith("plywise othello:size=6 ") for name in later.names)
    on.match(GAME, "random", "greedy", games=30, in_flight=1, store=tmp_path / "other.db")
    assert later.most == 6 and len(games(tmp_path / "other.db")) == 30


def test_what_ended_well_stays_whatever_became_of_others(later, tmp_path):
    class Breaks(First):
        def choose(self, position, clock):
            if Breaks.is_ill:
                raise LookupError("no idea")
            return super().choose(position, clock)

    Breaks.is_ill, store, kept = False, tmp_path / "games.db", []

    def watch(done, _):
        kept.append(done)
        Breaks.is_ill = done >= 5

    with pytest.raises(LookupError, match="no idea"):
        on.match(GAME, Breaks, "random", games=40, store=store, progress=watch)
    assert len(games(store)) == kept[-1] >= 5 and later.cancelled == len(later.out) > 0
    Breaks.is_ill = False
    report = on.match(GAME, Breaks, "random", games=40, store=store)
    assert timeless(report) == timeless(plywise.match(GAME, Breaks, "random", games=40))


class Odd(Exception):
    """One that no other process can make again."""

    def __init__(self, what, why):
        super().__init__(f"{what} {why}")


@pytest.mark.parametrize(
    ("raised", "caught", "told"),
    [(lambda: sys.exit("enough"), SystemExit, "enough"), (lambda: Odd("no", "way"), RuntimeError, "Odd: no way")],
)
def test_what_a_player_raises_is_raised_as_it_is_and_once(later, tmp_path, raised, caught, told):
    calls = tmp_path / "calls"

    class Leaves(First):
        def choose(self, position, clock):
            calls.open("a").write("x")
            error = raised()
            raise error

    with pytest.raises(caught, match=told):
        on.match(GAME, Leaves, "random", games=1)
    assert calls.read_text() == "x"


def test_networks_learn_apart_as_without_a_cluster(later, tmp_path):
    terms = dict(games=30, tuples="4x5")
    found = on.train("2048", **terms, runs=2, seed=5, chunk=12, out=tmp_path)
    for seed, told in zip((5, 6), found):
        here = tmp_path / f"here{seed}"
        alone = plywise.train("2048", **terms, seed=seed, threads=1, out=here)
        assert (tmp_path / f"{seed}.network").read_bytes() == here.read_bytes()
        assert told["games"] == alone["games"]
    assert on.train("2048", **terms, runs=2, seed=5, chunk=12, out=tmp_path) == found, "what is there is not learned again"
    with pytest.raises(ValueError, match="is of another run"):
        on.train("2048", games=31, tuples="4x5", runs=2, seed=5, out=tmp_path)


def test_a_unit_of_a_database_waits_for_those_that_it_needs(later, tmp_path, monkeypatch):
    done, units = [], [{"unit": 1, "needs": []}, {"unit": 2, "needs": [1]}, {"unit": 3, "needs": [1]}, {"unit": 4, "needs": [2, 3]}]

    def databases(game, **options):
        if options.get("plan"):
            return {"units": units}
        done.append(options.get("unit", "joined"))
        return {"pieces": options["pieces"]}

    monkeypatch.setattr(plywise, "databases", databases)
    told = []
    assert on.databases("checkers", pieces=5, cache=tmp_path, progress=lambda *news: told.append(news)) == {"pieces": 5}
    assert done == [1, 3, 2, 4, "joined"] or done == [1, 2, 3, 4, "joined"]
    assert told[0] == (0, 4) and told[-1] == (4, 4)


PLAYER = "class Player:\n    def choose(self, position, clock):\n        return position.legal_moves()[{at}]\n"


def test_hand_ins_meet_as_without_a_cluster(later, tmp_path):
    if not (os.environ.get("PLYWISE") or shutil.which("plywise")):
        pytest.skip("the command plywise, which plays contests, is not there: PLYWISE may name it")
    folder = tmp_path / "hand-ins"
    folder.mkdir()
    for name, at in (("anna", 0), ("bert", -1)):
        (folder / f"{name}.py").write_text(PLAYER.format(at=at))
    (folder / "carl.py").write_text("class Player:\n    def choose(self, position, clock):\n        raise LookupError('no idea')\n")
    (folder / "dora.agent").write_text("greedy")
    (folder / "notes.txt").write_text("nobody")
    terms = dict(rounds=1, clock="move=60s", seed=3)

    def told(report):
        return [{key: one[key] for key in ("agent", "games", "wins", "draws", "losses", "forfeits")} for one in report["players"]]

    report = on.contest(folder, "othello:size=4", out=tmp_path / "afar", **terms)
    assert len(later.names) == 6 and {one["games"] for one in report["players"]} == {6}
    assert "no idea" in (tmp_path / "afar/players/carl/errors.txt").read_text() and (tmp_path / "afar/index.html").exists()
    words = [str(word) for key, given in terms.items() for word in (f"--{key}", given)]
    here = json.loads(_contests.ask("contest", str(folder), "--game", "othello:size=4", *words, "--out", str(tmp_path / "here"), "--json"))
    assert told(here) == told(report)
    assert here["played"] == 12 and report["played"] == 0, "all games had come"
    (folder / "eric.py").write_text(PLAYER.format(at=0))
    late = on.contest(folder, "othello:size=4", out=tmp_path / "afar", **terms)
    assert {one["games"] for one in late["players"]} == {8} and late["played"] == 0


def test_a_test_ends_where_it_ends_without_a_cluster(later):
    terms = dict(sprt="elo0=0,elo1=200", games=400)
    report = on.match(GAME, AGENTS[0], "random", **terms)
    assert report.sprt == plywise.match(GAME, AGENTS[0], "random", **terms).sprt
    assert report.games < 400


def test_tuning_goes_on_with_what_its_state_holds(later, tmp_path):
    terms = dict(optimizer="pso:particles=5,iterations=3", playoff=2, seed=3)
    whole = plywise.tune("2048", "heuristic", **terms)
    assert on.tune("2048", "heuristic", **terms) == whole
    state = tmp_path / "run.json"

    def enough(done, _):
        if done == 2:
            raise StopAsyncIteration

    with pytest.raises(StopAsyncIteration):
        on.tune("2048", "heuristic", **terms, state=state, progress=enough)
    begun = len(later.names)
    assert on.tune(plywise.Game("2048"), plywise.Agent("heuristic"), **terms, state=state) == whole
    assert 0 < len(later.names) - begun < begun, "what the state holds is not played again"


@pytest.mark.parametrize("name", ["othello-branching", "cantgoback-nearest-fruit"])
def test_an_experiment_is_measured_and_judged(later, tmp_path, name):
    def told(report):
        return [row for row in report.rows if "time" not in row["quantity"]], report.claims

    report = on.lab(name, out=tmp_path / "cluster")
    assert later.names and told(report) == told(plywise.lab.run(name, out=tmp_path / "here"))


@pytest.mark.parametrize(
    ("use", "kind", "part"),
    [
        (lambda: on.match(GAME, "random", "greedy", threads=2), TypeError, "threads= is for this machine alone"),
        (lambda: on.match(GAME, "random", "greedy", rounds=2), TypeError, "no option 'rounds'; there are: in_flight, games, "),
        (lambda: on.match(GAME, "random", "greedy", in_flight=0), ValueError, "in_flight=0 should be"),
        (lambda: on.match(GAME, "random", "gredy"), ValueError, "did you mean greedy?"),
        (lambda: on.tournament(GAME, "random", "greedy", schedule="swiss"), ValueError, "round-robin, gauntlet, ladder"),
        (lambda: on.tune("2048", "random"), ValueError, "has no weights"),
        (lambda: on.lab("othelo-branching"), ValueError, "did you mean othello-branching?"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_played(later, use, kind, part):
    with pytest.raises(kind, match=part) as raised:
        use()
    assert "\n" not in str(raised.value) and later.names == []


def test_what_the_page_shows_works(later, tmp_path, monkeypatch, capsys):
    page = (Path(__file__).parents[3] / "docs/cluster.md").read_text(encoding="utf-8")
    (block,) = re.findall("^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "docs/cluster.md", "exec"), {})
    assert "alphabeta:depth=3,eval=discs" in capsys.readouterr().out and len(games("games.db")) == 60


def test_a_game_in_python_stays_here(later, nim):
    with pytest.raises(TypeError, match="a game that is written in Python cannot be pickled"):
        on.match(nim, "random", "random")


def test_another_version_on_a_node_is_named():
    with pytest.raises(RuntimeError, match=f"has plywise {plywise.__version__}, and this run is one of 0.0.1: install that one"):
        raise on._tried("0.0.1", on._work, "", ("contest", ()), "0..1")[1]


def test_without_ray_there_is_one_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install ray, or in a checkout pip install '\.\[cluster\]'"):
        on.match(GAME, "random", "greedy", games=2)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    """A cluster whose head plays nothing, and two nodes with a processor each."""
    ray = pytest.importorskip("ray", reason="Ray has no wheel for this platform, so that nothing is tried on a cluster of it")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    cluster.add_node(num_cpus=1)
    cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


def deadly(path, is_node):
    """A player who dies in the middle of a game, once, as soon as there is a file, and its node before it if it is to."""

    class First:
        def choose(self, position, clock):
            try:
                os.rename(path, f"{path}-done")  # only one of all processes can
            except OSError:
                return position.legal_moves()[0]
            if is_node:
                os.kill(os.getppid(), 9)  # whoever started a worker is its node
            os.kill(os.getpid(), 9)

    return First


DRIVER = """
import os, sys, plywise.cluster as on

def watch(done, total):
    if done and sys.argv[2] == "die":
        os.kill(os.getpid(), 9)

on.tournament({game!r}, *{agents!r}, **{terms!r}, store=sys.argv[1], progress=watch)
"""


def test_a_driver_that_is_killed_goes_on_with_what_its_store_holds(nodes, undisturbed, tmp_path):
    store = tmp_path / "games.db"
    program = DRIVER.format(game=GAME, agents=AGENTS, terms=TERMS)

    def drive(how):
        environment = {**os.environ, "RAY_ADDRESS": nodes.address}
        return subprocess.run([sys.executable, "-c", program, store, how], env=environment, capture_output=True, text=True)

    assert drive("die").returncode == -9
    kept = games(store)
    assert 0 < len(kept) < 120 and all(game in undisturbed[1] for game in kept)
    ended = drive("live")
    assert ended.returncode == 0, ended.stderr
    assert games(store) == undisturbed[1]


def test_what_dies_is_replaced_and_no_game_is_lost_or_doubled(nodes, tmp_path):
    """A worker first, then a whole node; from then on one plays alone."""
    here = tmp_path / "here.db"
    undisturbed = plywise.match(GAME, First, "greedy", games=60, store=here)
    for is_node in (False, True):
        trap, store = tmp_path / "trap", tmp_path / f"{is_node}.db"

        def watch(done, _, trap=trap):
            if done and not watch.is_set:
                watch.is_set = True
                trap.touch()

        watch.is_set = False
        report = on.match(GAME, deadly(trap, is_node), "greedy", games=60, store=store, progress=watch)
        assert not trap.exists(), "nobody died"
        assert timeless(report) == timeless(undisturbed) and games(store) == games(here)


HOSTS = Path(__file__).with_name("two_hosts.sh")
#: Namespaces of users, networks and processes, as any user may make them where the system lets.
APART = ["unshare", "--map-root-user", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", HOSTS, sys.executable]

AFAR = """
import os, plywise.cluster as on

HOST = "/proc/self/ns/net"

class First:
    def choose(self, position, clock):
        with open({heard!r}, "a") as file:
            print(os.readlink(HOST), file=file)
        return position.legal_moves()[0]

on.match({game!r}, First, "greedy", games=20, store={store!r})
print(os.readlink(HOST))
"""


def test_games_are_played_on_another_host(tmp_path):
    """The host that plays is reached over a cable between two networks, and by nothing else."""
    pytest.importorskip("ray", reason="Ray has no wheel for this platform, so that nothing is tried on a cluster of it")
    try:
        made = subprocess.run([*APART, "/nowhere"], capture_output=True, text=True)
    except FileNotFoundError as error:
        pytest.skip(f"no two hosts on this system: {error}")
    if made.returncode != 0:
        pytest.skip(f"no two hosts on this system: {made.stderr.strip()}")
    store, heard, here = tmp_path / "afar.db", tmp_path / "heard", tmp_path / "here.db"
    program = AFAR.format(game=GAME, heard=str(heard), store=str(store))
    with tempfile.TemporaryDirectory(prefix="ray-") as folder:  # sockets have short names
        told = subprocess.run([*APART, folder, sys.executable, "-c", program], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    driver = told.stdout.split()[-1]
    played = set(heard.read_text().split())
    assert len(played) == 1 and driver not in played, "all moves were chosen on the other host"
    plywise.match(GAME, First, "greedy", games=20, store=here)
    assert games(store) == games(here)

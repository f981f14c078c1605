"""The games of a store as frames and as files of Parquet."""

import os
import shutil

import plywise
import pytest
from conftest import First
from plywise import _contests

COLUMNS = {
    1: "unit agent1 payoff1 moves1 nodes1 time_us1 plies turns choices milestone loser why opening game",
    2: "unit agent1 agent2 payoff1 payoff2 moves1 moves2 nodes1 nodes2 time_us1 time_us2 plies turns choices milestone loser why opening game",
}


class Resigns(First):
    """Has no idea in every third game."""

    games = 0

    def new_game(self, seed):
        Resigns.games += 1
        self.has_idea = Resigns.games % 3 != 0

    def choose(self, position, clock):
        return super().choose(position, clock) if self.has_idea else "pass away"


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two experiments."""
    store = tmp_path_factory.mktemp("stored") / "games.db"
    plywise.match("2048", "random", games=3, store=store)
    plywise.match("othello:size=6", Resigns, "alphabeta:depth=2", games=12, opening_plies=2, store=store, threads=1)
    return store


@pytest.mark.parametrize(("number", "seats", "games"), [(1, 1, 3), (2, 2, 12), (None, 2, 12)])
def test_what_is_written_is_read_back_by_pandas_and_by_arrow(store, tmp_path, number, seats, games):
    import pandas
    from pyarrow import parquet

    path = tmp_path / "games.parquet"
    found = plywise.stored_games(store, number)
    found.to_parquet(path)
    frame = found.to_pandas()
    assert list(frame.columns) == COLUMNS[seats].split() and list(frame["unit"]) == list(range(games))
    pandas.testing.assert_frame_equal(pandas.read_parquet(path).astype(frame.dtypes.to_dict()), frame)
    table = parquet.read_table(path)
    types = {field.name: str(field.type) for field in table.schema}
    assert types["unit"] == types["nodes1"] == types["milestone"] == "int64" and types["game"] == types["loser"] == "string"
    rows = table.to_pylist()
    if seats == 1:
        assert all(row["milestone"] >= 8 and row["payoff1"] > 0 and row["loser"] is None for row in rows)
    else:
        lost = [row for row in rows if row["loser"]]
        assert len(lost) == 4 and all(row["loser"] == "Resigns" and "pass away" in row["why"] for row in lost)
        assert sum(row["nodes1"] + row["nodes2"] for row in rows) == frame["nodes1"].sum() + frame["nodes2"].sum() > 1000
        assert all(len(plywise.Game("othello:size=6").replay(row["game"])) == 1 for row in rows)


def test_what_is_not_there_is_said(store, tmp_path):
    with pytest.raises(ValueError, match=r'the store has no experiment "?9"?; it has: 1 \([0-9a-f]{8}\), 2 '):
        plywise.stored_games(store, 9).to_pandas()
    with pytest.raises(ValueError, match="there is no such store"):
        plywise.stored_games(tmp_path / "none.db").to_parquet(tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == [], "nothing half is left behind"
    with pytest.raises(OSError):
        plywise.stored_games(store).to_parquet(tmp_path / "no folder" / "games.parquet")


def test_no_file_is_replaced(store, tmp_path):
    kept, link = tmp_path / "kept.parquet", tmp_path / "link.parquet"
    kept.write_text("mine")
    link.symlink_to(tmp_path / "elsewhere")
    beside = tmp_path / "new.parquet.part"
    beside.write_text("mine, too")
    before = store.read_bytes()
    for path in (kept, link, store, tmp_path):
        with pytest.raises(FileExistsError, match="is there already; a new file is written"):
            plywise.stored_games(store).to_parquet(path)
    plywise.stored_games(store).to_parquet(tmp_path / "new.parquet")
    assert (kept.read_text(), beside.read_text(), store.read_bytes()) == ("mine", "mine, too", before)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept.parquet", "link.parquet", "new.parquet", "new.parquet.part"]


def test_an_exception_of_the_reader_is_raised(store):
    from plywise import _plywise

    def enough(_):
        raise StopAsyncIteration

    with pytest.raises(StopAsyncIteration):
        _plywise.stored_games(store, None, enough)


def test_the_command_reads_what_players_in_python_played(store):
    if not (os.environ.get("PLYWISE") or shutil.which("plywise")):
        pytest.skip("the command plywise is not there: PLYWISE may name it")
    shown = _contests.ask("store", "show", str(store))
    assert "Resigns" in shown and "alphabeta:depth=2" in shown
    assert "every game by the rules" in _contests.ask("store", "check", str(store))
    assert len(_contests.ask("store", "export", str(store), "--format", "csv").splitlines()) == 13


def test_the_command_writes_the_same_parquet(store, tmp_path):
    if not (os.environ.get("PLYWISE") or shutil.which("plywise")):
        pytest.skip("the command plywise is not there: PLYWISE may name it")
    from pyarrow import parquet

    ours, theirs = tmp_path / "ours.parquet", tmp_path / "theirs.parquet"
    plywise.stored_games(store).to_parquet(ours)
    assert _contests.ask("store", "export", str(store), "--format", "parquet", "--output", str(theirs)) == ""
    ours, theirs = parquet.read_table(ours), parquet.read_table(theirs)
    assert theirs.schema.equals(ours.schema) and theirs.equals(ours)
